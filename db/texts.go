package db

import (
	"bytes"
	"context"
	"hash/maphash"
)

// texts keeps what assets say, folded, each text once however many assets say it, and finds words in them. Text 0 is the
// empty one. A text is never taken away: the few that no asset says any more are gone at the next start.
type texts struct {
	words  vocabulary
	arena  []byte   // the texts, each with a newline after it
	ends   []uint32 // of each text in arena, without its newline
	gaps   []gapMarks
	seed   maphash.Seed
	byHash map[uint64]uint32
	fresh  []byte // room to fold in
	recent recent
}

func newTexts() texts {
	return texts{words: newVocabulary(), arena: []byte{'\n'}, ends: []uint32{0}, gaps: []gapMarks{{}}, seed: maphash.MakeSeed(), byHash: map[uint64]uint32{}}
}

// put returns the number of a text that has to be looked for.
func (t *texts) put(parts ...string) uint32 {
	t.fresh = t.fresh[:0]
	for _, p := range parts {
		if p == "" {
			continue
		}
		if len(t.fresh) > 0 {
			t.fresh = append(t.fresh, '\t') // no phrase reaches over it
		}
		t.fresh = appendFold(t.fresh, p)
	}
	if len(t.fresh) == 0 {
		return 0
	}
	h := maphash.Bytes(t.seed, t.fresh)
	n, known := t.byHash[h]
	if known && bytes.Equal(t.text(n), t.fresh) {
		return n
	}
	n = uint32(len(t.ends))
	t.arena = append(t.arena, t.fresh...)
	t.ends = append(t.ends, uint32(len(t.arena)))
	t.arena = append(t.arena, '\n')
	t.gaps = append(t.gaps, marksOf(t.fresh, false, false))
	t.words.add(n, t.fresh)
	if !known {
		t.byHash[h] = n
	}
	return n
}

func (t *texts) text(n uint32) []byte {
	if n == 0 {
		return nil
	}
	return t.arena[t.ends[n-1]+1 : t.ends[n]]
}

// matching returns the texts that hold all of some terms. Terms of words are looked for as words; where no text has them
// so, anywhere. Unless it has to be settled, texts may still have to be read to be sure of them: who wants a page reads few.
func (t *texts) matching(ctx context.Context, terms []Term, settled bool) (finding, error) {
	f, known := t.recent.get(terms, len(t.ends))
	if known && (!settled || len(f.checks) == 0) {
		return f, nil
	}
	var err error
	if !known {
		f, err = t.match(ctx, terms)
	}
	if err == nil && settled {
		f, err = f.settled(ctx)
	}
	if err == nil {
		t.recent.put(terms, len(t.ends), f)
	}
	return f, err
}

func (t *texts) match(ctx context.Context, terms []Term) (finding, error) {
	f, words := finding{set: t.whole()}, 0
	for _, term := range terms {
		if term.indexable() && !term.Not {
			t.narrow(&f, term, false)
			words++
		}
	}
	anywhere := false
	if words > 0 {
		some, err := f.any(ctx)
		if err != nil {
			return finding{}, err
		}
		if !some {
			anywhere, f = true, finding{set: t.whole()}
		}
	}
	for _, term := range terms {
		if err := ctx.Err(); err != nil {
			return finding{}, err
		}
		if anywhere || term.Not || !term.indexable() {
			t.narrow(&f, term, anywhere || !term.indexable())
		}
	}
	if anywhere { // what is not there is asked for once here, and not once for each asset that says it
		if some, err := f.any(ctx); err != nil || !some {
			return finding{set: newBitset(len(t.ends))}, err
		}
	}
	return f, nil
}

// whole returns the set of all texts.
func (t *texts) whole() bitset {
	set := newBitset(len(t.ends))
	for i := range set {
		set[i] = ^uint64(0)
	}
	if over := len(t.ends) % 64; over > 0 {
		set[len(set)-1] = 1<<over - 1
	}
	return set
}

// narrow leaves what holds a term, or does not.
func (t *texts) narrow(f *finding, term Term, anywhere bool) {
	var with bitset
	var holds func(text []byte) bool
	if anywhere {
		with, holds = t.anywhere(fold(term.Text))
	} else {
		with, holds = t.asWords([]byte(fold(term.Text)), term.Exact)
	}
	switch {
	case !term.Not:
		f.set.keep(with)
		if holds != nil {
			f.checks = append(f.checks, func(n uint32) bool { return holds(t.text(n)) })
		}
	case holds == nil:
		f.set.leaveOut(with)
	default:
		f.checks = append(f.checks, func(n uint32) bool { return !with.has(n) || !holds(t.text(n)) })
	}
}

// asWords returns the texts with some words, the last one whole or as a beginning. Where holds is not nil, it says of each
// whether the words stand side by side in it.
func (t *texts) asWords(folded []byte, whole bool) (set bitset, holds func(text []byte) bool) {
	var words [][]byte
	eachWord(folded, func(w []byte, _ bool) bool { words = append(words, w); return true })
	if len(words) == 0 {
		return newBitset(len(t.ends)), nil
	}
	last := len(words) - 1
	set = t.words.beginning(words[last], whole, len(t.ends))
	for _, w := range words[:last] {
		set.keep(t.words.beginning(w, true, len(t.ends)))
	}
	if last == 0 {
		return set, nil
	}
	// Where the last word may go on, the signs after it may stand elsewhere or not at all.
	upToWord := bytes.TrimRightFunc(folded, func(r rune) bool { return !isWordRune(r) })
	t.keepMarked(set, marksOf(upToWord, false, !whole))
	return set, newPhrase(words, whole).standsIn
}

// anywhere returns the texts that may hold a folded text at any place. Where holds is not nil, it says of each whether it
// does.
func (t *texts) anywhere(folded string) (set bitset, holds func(text []byte) bool) {
	needle := []byte(folded)
	words := 0
	certain := true // its one word decides
	eachWord(needle, func(w []byte, pair bool) bool {
		// What stands beside the word in the needle stands beside it in the text: only at the ends of the needle may the
		// word there be a longer one. Of a pair of letters either may begin or end another pair.
		from := cap(needle) - cap(w)
		begins, ends := from > 0, from+len(w) < len(needle)
		with := t.words.holding(w, begins && !pair, ends && !pair, len(t.ends))
		if words++; words == 1 {
			set = with
		} else {
			set.keep(with)
		}
		certain = words == 1 && !begins && !ends
		return true
	})
	if words == 0 {
		return t.scan(needle), nil
	}
	if !certain {
		t.keepMarked(set, marksOf(needle, true, true))
		return set, func(text []byte) bool { return bytes.Contains(text, needle) }
	}
	return set, nil
}

// scan reads all texts, for what no index knows: signs without a letter.
func (t *texts) scan(needle []byte) bitset {
	set := newBitset(len(t.ends))
	if len(needle) == 0 {
		return set
	}
	for at, n := 0, 0; ; {
		i := bytes.Index(t.arena[at:], needle)
		if i < 0 {
			return set
		}
		n += lastNotAfter(t.ends[n:], uint32(at+i)) + 1
		set.add(uint32(n))
		at = int(t.ends[n])
	}
}
