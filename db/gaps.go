package db

import "unicode/utf8"

// gapMarks tell roughly which words stand side by side in a text: each gap between two words sets two bits, which the letters
// around it choose. A text that lacks a bit of a phrase cannot hold it, and need not be read.
type gapMarks [4]uint64

func (m *gapMarks) add(before, last, first, second rune) {
	const mix = 0x9e3779b97f4a7c15
	h := uint64(before)
	for _, r := range [...]rune{last, first, second} {
		h = h*mix + uint64(r)
	}
	n := h * mix >> 56
	m[n/64] |= 1 << (n % 64)
}

// has reports whether all marks of another text are among them.
func (m *gapMarks) has(other *gapMarks) bool {
	for i := range m {
		if m[i]&other[i] != other[i] {
			return false
		}
	}
	return true
}

// marksOf returns the marks of a folded text. Of a part of a text the first word may be the end of a longer one, and the last
// one may go on.
func marksOf(folded []byte, mayBegin, mayGoOn bool) (m gapMarks) {
	eachGap(folded, func(at int, word, rest []byte) {
		first, size := decode(rest)
		if mayGoOn && len(rest) == size {
			return
		}
		second := rune(0)
		if len(rest) > size {
			second, _ = decode(rest[size:])
		}
		last, size := utf8.DecodeLastRune(word)
		m.add('\n', last, first, inWord(second))
		if mayBegin && at == 0 && len(word) == size {
			return
		}
		before, _ := utf8.DecodeLastRune(word[:len(word)-size])
		m.add(inWord(before), last, first, inWord(second))
	})
	return m
}

// inWord returns a letter of the same word, and 0 for what ends words.
func inWord(r rune) rune {
	if endsWord(r) {
		return 0
	}
	return r
}

// eachGap calls fn for each place where nothing but signs parts two words, with where the one begins, the one itself and the
// text from the other on.
func eachGap(text []byte, fn func(at int, word, rest []byte)) {
	start, end := 0, 0 // of the last word
	for i := 0; i < len(text); {
		r, size := decode(text[i:])
		switch {
		case r == '\t': // no phrase reaches over it
			start, end = i+size, i+size
		case isWordRune(r):
			if end < i {
				if start < end {
					fn(start, text[start:end], text[i:])
				}
				start = i
			}
			end = i + size
		}
		i += size
	}
}

// keepMarked leaves the texts that have all of some marks.
func (t *texts) keepMarked(set bitset, want gapMarks) {
	if want == (gapMarks{}) {
		return
	}
	set.each(func(n uint32) bool {
		if !t.gaps[n].has(&want) {
			set.drop(n)
		}
		return true
	})
}
