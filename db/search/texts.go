package search

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// texts holds the assets' texts, folded and without duplicates, and searches them. Text 0 is empty. Texts are never
// removed: few become unused, and the next start drops them.
type texts struct {
	arena   []byte   // all texts, each followed by a newline
	ends    []uint32 // end offset of each text in arena, before its newline
	seed    maphash.Seed
	byHash  map[uint64]uint32
	scratch []byte // buffer for folding
}

func newTexts() texts {
	return texts{arena: []byte{'\n'}, ends: []uint32{0}, seed: maphash.MakeSeed(), byHash: map[uint64]uint32{}}
}

// put adds the folded parts as one text, unless it is known, and returns its number.
func (t *texts) put(parts ...string) uint32 {
	t.scratch = t.scratch[:0]
	for _, p := range parts {
		if p == "" {
			continue
		}
		if len(t.scratch) > 0 {
			t.scratch = append(t.scratch, '\t') // separates the parts: no phrase spans them
		}
		t.scratch = appendFold(t.scratch, p)
	}
	if len(t.scratch) == 0 {
		return 0
	}
	h := maphash.Bytes(t.seed, t.scratch)
	n, known := t.byHash[h]
	if known && bytes.Equal(t.text(n), t.scratch) {
		return n
	}
	n = uint32(len(t.ends))
	t.arena = append(t.arena, t.scratch...)
	t.ends = append(t.ends, uint32(len(t.arena)))
	t.arena = append(t.arena, '\n')
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

// matching reports for each text, by its number, whether it matches all terms. Indexable terms are matched at the
// beginning of words. If no text contains the required words, all terms are searched anywhere in the texts.
func (t *texts) matching(terms []Term) []bool {
	found, some := t.match(matchers(terms, false))
	if some {
		return found
	}
	words := slices.DeleteFunc(slices.Clone(terms), func(term Term) bool { return term.Not || !term.indexable() })
	_, some = t.match(matchers(words, false))
	if !some && len(words) > 0 {
		found, _ = t.match(matchers(terms, true))
	}
	return found
}

// match searches the arena once for the first matcher and tests the others only on its hits. If all matchers exclude,
// it searches once for each. some reports whether any text matches.
func (t *texts) match(all []matcher) (found []bool, some bool) {
	found = make([]bool, len(t.ends))
	if len(all) > 0 && !all[0].not {
		t.each(all[0].needle, func(n uint32, _ int) (next int) {
			found[n] = !slices.ContainsFunc(all, func(m matcher) bool { return m.matches(t.text(n)) == m.not })
			some = some || found[n]
			return int(t.ends[n])
		})
		return found, some
	}
	for n := range found {
		found[n] = true
	}
	for _, m := range all {
		t.each(m.needle, func(n uint32, _ int) (next int) {
			found[n] = found[n] && !m.matches(t.text(n))
			return int(t.ends[n])
		})
	}
	return found, slices.Contains(found, true)
}

// each calls fn for each occurrence of needle in the arena, with the text's number and the offset. fn returns the
// offset at which to continue.
func (t *texts) each(needle []byte, fn func(number uint32, at int) (next int)) {
	for at, n := 0, uint32(0); len(needle) > 0; {
		i := bytes.Index(t.arena[at:], needle)
		if i < 0 {
			return
		}
		for at += i; int(t.ends[n]) <= at; n++ {
		}
		at = fn(n, at)
	}
}

// matcher is a term prepared for searching folded texts.
type matcher struct {
	needle []byte // occurs in every text that matches the term; empty: no text matches
	phrase phrase // if it has words, they must be adjacent; otherwise the needle may occur anywhere
	not    bool
}

// matchers prepares terms. Required terms come first, and of these the longest, which the fewest texts contain.
func matchers(terms []Term, anywhere bool) []matcher {
	all := make([]matcher, len(terms))
	for i, term := range terms {
		folded := []byte(Fold(term.Text))
		all[i] = matcher{needle: folded, not: term.Not}
		if !anywhere && term.indexable() {
			words := bytes.FieldsFunc(folded, func(r rune) bool { return !isWordRune(r) })
			all[i].phrase, all[i].needle = phrase{words, term.Exact}, nil
			if len(words) > 0 { // the longest, which the fewest texts contain
				all[i].needle = slices.MaxFunc(words, func(a, b []byte) int { return cmp.Compare(len(a), len(b)) })
			}
		}
	}
	slices.SortStableFunc(all, func(a, b matcher) int {
		if a.not != b.not {
			return map[bool]int{false: -1, true: 1}[a.not]
		}
		return cmp.Compare(len(b.needle), len(a.needle))
	})
	return all
}

func (m matcher) matches(text []byte) bool {
	switch {
	case len(m.needle) == 0:
		return false
	case m.phrase.words == nil:
		return bytes.Contains(text, m.needle)
	}
	return m.phrase.matches(text)
}

// countPrefix returns the words that begin with start, with the number of texts that contain each.
func (t *texts) countPrefix(start []byte) map[string]int {
	last, counts := map[string]uint32{}, map[string]int{}
	t.each(start, func(n uint32, at int) (next int) {
		from := at - int(t.ends[n-1]) - 1
		word := wordAt(t.text(n), from)
		if bytes.HasPrefix(word, start) && last[string(word)] != n {
			last[string(word)] = n
			counts[string(word)]++
		}
		return at + 1
	})
	return counts
}

// Fold normalizes a text for comparison: without case, without the accents of Latin, Greek and Cyrillic letters, full
// width as half width, each run of spaces as one. Case folding is full, as in Unicode: ß becomes ss, and ς
// becomes σ. Marks of other scripts stay, because they change the word.
func Fold(s string) string { return string(appendFold(nil, s)) }

// appendFold appends the folded s to a buffer.
func appendFold(to []byte, s string) []byte {
	start := len(to)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return appendFoldWide(to[:start], s)
		case c <= ' ' || c == 0x7f:
			if n := len(to); n > start && to[n-1] != ' ' {
				to = append(to, ' ')
			}
		case c >= 'A' && c <= 'Z':
			to = append(to, c+'a'-'A')
		default:
			to = append(to, c)
		}
	}
	return trimLast(to, start)
}

// appendFoldWide is appendFold for text that is not ASCII.
func appendFoldWide(to []byte, s string) []byte {
	start := len(to)
	stripped := strings.Map(func(r rune) rune {
		switch {
		case r >= 0x300 && r <= 0x36f, r == utf8.RuneError:
			return -1
		case isSpace(r):
			return ' '
		}
		return unicode.ToLower(r) // before folding, which maps Cherokee to upper case
	}, norm.NFKD.String(s))
	gap := true
	for _, r := range norm.NFC.String(cases.Fold().String(stripped)) {
		if r == ' ' && gap {
			continue
		}
		gap = r == ' '
		to = utf8.AppendRune(to, r)
	}
	return trimLast(to, start)
}

func trimLast(to []byte, start int) []byte {
	if n := len(to); n > start && to[n-1] == ' ' {
		return to[:n-1]
	}
	return to
}

// wordAt returns the word at an offset of a folded text; nil if none begins there. In a script that is written without
// spaces, every two adjacent letters are a word, and so is a single letter.
func wordAt(text []byte, at int) []byte {
	before, _ := utf8.DecodeLastRune(text[:at])
	first, size := decode(text[at:])
	end := at + size
	if isUnspaced(first) {
		if end < len(text) {
			if next, size := decode(text[end:]); isUnspaced(next) {
				return text[at : end+size]
			}
		}
		if isUnspaced(before) {
			return nil
		}
		return text[at:end]
	}
	if !isWordRune(first) || at > 0 && !endsWord(before) {
		return nil
	}
	for end < len(text) {
		r, size := decode(text[end:])
		if endsWord(r) {
			break
		}
		end += size
	}
	return text[at:end]
}

func decode(b []byte) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	return utf8.DecodeRune(b)
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

func isUnspaced(r rune) bool { return r >= 0xe00 && unicode.In(r, unspacedScripts...) }

// phrase is a sequence of words, separated only by punctuation and spaces.
type phrase struct {
	words [][]byte
	whole bool // the last word must match completely, not only as a prefix
}

// matches reports whether a folded text contains the phrase.
func (p phrase) matches(text []byte) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], p.words[0])
		if i < 0 {
			return false
		}
		at := from + i
		before, _ := utf8.DecodeLastRune(text[:at])
		if (at == 0 || endsWord(before)) && p.matchesRest(text[at+len(p.words[0]):]) {
			return true
		}
		from = at + 1
	}
}

// matchesRest reports whether a text begins with the words after the first.
func (p phrase) matchesRest(text []byte) bool {
	for _, w := range p.words[1:] {
		n := separatorLen(text)
		if n == 0 || !bytes.HasPrefix(text[n:], w) {
			return false
		}
		text = text[n+len(w):]
	}
	r, _ := utf8.DecodeRune(text)
	return !p.whole || len(text) == 0 || endsWord(r)
}

// separatorLen returns the length of the separator at the beginning of a text, in bytes. It is 0 if there is none, or
// if it separates two parts.
func separatorLen(text []byte) (n int) {
	for n < len(text) {
		r, size := decode(text[n:])
		if r == '\t' {
			return 0
		}
		if isWordRune(r) {
			break
		}
		n += size
	}
	return n
}

// endsWord reports whether a word ends before r.
func endsWord(r rune) bool { return !isWordRune(r) || isUnspaced(r) }
