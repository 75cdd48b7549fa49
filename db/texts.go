package db

import (
	"bytes"
	"context"
	"hash/maphash"
	"slices"
	"sync"
	"unicode/utf8"
)

// texts keeps what assets say, folded, each text once however many assets say it, and finds words in them. Text 0 is the
// empty one. A text is never taken away: the few that no asset says any more are gone at the next start.
type texts struct {
	words  vocabulary
	arena  []byte   // the texts, each with a newline after it
	ends   []uint32 // of each text in arena, without its newline
	seed   maphash.Seed
	byHash map[uint64]uint32
	fresh  []byte // room to fold in
	recent recent
}

// recent remembers what the newest searches found: a page, its count and its days ask for the same words.
type recent struct {
	mu    sync.Mutex
	found []answer
}

// answer is what was found for some terms among some texts; nobody changes it.
type answer struct {
	terms []Term
	texts int
	set   bitset
}

// keptAnswers is how many searches are remembered.
const keptAnswers = 8

func (r *recent) get(terms []Term, texts int) bitset {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.found {
		if a.texts == texts && slices.Equal(a.terms, terms) {
			return a.set
		}
	}
	return nil
}

func (r *recent) put(terms []Term, texts int, set bitset) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.found = append([]answer{{terms, texts, set}}, r.found[:min(len(r.found), keptAnswers-1)]...)
}

func newTexts() texts {
	return texts{words: newVocabulary(), arena: []byte{'\n'}, ends: []uint32{0}, seed: maphash.MakeSeed(), byHash: map[uint64]uint32{}}
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
// so, anywhere.
func (t *texts) matching(ctx context.Context, terms []Term) (bitset, error) {
	if set := t.recent.get(terms, len(t.ends)); set != nil {
		return set, nil
	}
	set, err := t.match(ctx, terms)
	if err == nil {
		t.recent.put(terms, len(t.ends), set)
	}
	return set, err
}

func (t *texts) match(ctx context.Context, terms []Term) (bitset, error) {
	set, words := t.whole(), 0
	anywhere := false
	for _, term := range terms {
		if term.indexable() && !term.Not {
			t.narrow(set, term, false)
			words++
		}
	}
	if words > 0 && set.empty() {
		anywhere, set = true, t.whole()
	}
	for _, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if anywhere || term.Not || !term.indexable() {
			t.narrow(set, term, anywhere || !term.indexable())
		}
	}
	return set, nil
}

// whole returns the set of all texts.
func (t *texts) whole() bitset {
	set := newBitset(len(t.ends))
	for i := range set {
		set[i] = ^uint64(0)
	}
	return set
}

// narrow leaves in a set what holds a term, or does not.
func (t *texts) narrow(set bitset, term Term, anywhere bool) {
	var with bitset
	if anywhere {
		with = t.anywhere(fold(term.Text))
	} else {
		with = t.asWords([]byte(fold(term.Text)), term.Exact)
	}
	if !term.Not {
		set.keep(with)
		return
	}
	for i := range set {
		set[i] &^= with[i]
	}
}

// asWords returns the texts with some words side by side, the last one whole or as a beginning.
func (t *texts) asWords(folded []byte, whole bool) bitset {
	var words [][]byte
	eachWord(folded, func(w []byte, _ bool) bool { words = append(words, w); return true })
	if len(words) == 0 {
		return newBitset(len(t.ends))
	}
	last := len(words) - 1
	set := t.words.beginning(words[last], whole, len(t.ends))
	for _, w := range words[:last] {
		set.keep(t.words.beginning(w, true, len(t.ends)))
	}
	if last > 0 {
		phrase := bytes.Join(words, []byte{' '})
		var room [][]byte
		t.verify(set, func(text []byte) bool {
			if standsIn(text, phrase, whole) {
				return true
			}
			room = room[:0]
			eachWord(text, func(w []byte, _ bool) bool { room = append(room, w); return true })
			return sideBySide(text, room, words, whole)
		})
	}
	return set
}

// standsIn reports whether a phrase stands in a text letter by letter, which is how most phrases do, between signs that
// are no letters.
func standsIn(text, phrase []byte, whole bool) bool {
	i := bytes.Index(text, phrase)
	if i < 0 {
		return false
	}
	edge := func(i int) bool {
		return i < 0 || i >= len(text) || text[i] < utf8.RuneSelf && !isWordRune(rune(text[i]))
	}
	return edge(i-1) && (!whole || edge(i+len(phrase)))
}

// sideBySide reports whether words follow each other in a text; all are those of the text.
func sideBySide(text []byte, all, words [][]byte, whole bool) bool {
	for from := 0; from+len(words) <= len(all); from++ {
		here := all[from : from+len(words)]
		last := len(words) - 1
		if slices.EqualFunc(here[:last], words[:last], bytes.Equal) &&
			(bytes.Equal(here[last], words[last]) || !whole && bytes.HasPrefix(here[last], words[last])) &&
			!bytes.ContainsRune(text[offsetIn(text, here[0]):offsetIn(text, here[last])], '\t') {
			return true
		}
	}
	return false
}

// offsetIn returns where a part that is cut out of a text begins in it.
func offsetIn(text, part []byte) int { return cap(text) - cap(part) }

// anywhere returns the texts that hold a folded text at any place.
func (t *texts) anywhere(folded string) bitset {
	needle := []byte(folded)
	var words [][]byte
	certain := true // the words alone decide
	eachWord(needle, func(w []byte, pair bool) bool {
		words = append(words, w)
		certain = certain && len(words) == 1
		return true
	})
	if len(words) == 0 {
		return t.scan(needle)
	}
	var set bitset
	for _, w := range words {
		with := t.words.holding(w, len(t.ends))
		if set == nil {
			set = with
			continue
		}
		set.keep(with)
	}
	if !certain || len(words[0]) != len(needle) {
		t.verify(set, func(text []byte) bool { return bytes.Contains(text, needle) })
	}
	return set
}

func (t *texts) verify(set bitset, holds func(text []byte) bool) {
	set.each(func(n uint32) {
		if !holds(t.text(n)) {
			set.remove(n)
		}
	})
}

// scan reads all texts, for what no index knows: signs without a letter.
func (t *texts) scan(needle []byte) bitset {
	set := newBitset(len(t.ends))
	if len(needle) == 0 {
		return set
	}
	for at := 0; ; {
		i := bytes.Index(t.arena[at:], needle)
		if i < 0 {
			return set
		}
		n, _ := slices.BinarySearch(t.ends, uint32(at+i+1))
		set.add(uint32(n))
		at = int(t.ends[n])
	}
}
