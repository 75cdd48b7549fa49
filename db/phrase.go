package db

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// phrase is words that follow each other, with nothing but signs between them.
type phrase struct {
	before, after [][]byte // the others
	rarest        []byte   // the longest, which is looked for
	whole         bool     // the last one is a word, not the beginning of one
}

func newPhrase(words [][]byte, whole bool) phrase {
	if len(words) == 0 {
		return phrase{}
	}
	at := 0
	for i, w := range words {
		if len(w) > len(words[at]) {
			at = i
		}
	}
	return phrase{words[:at], words[at+1:], words[at], whole}
}

// standsIn reports whether the phrase stands in a folded text.
func (p phrase) standsIn(text []byte) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], p.rarest)
		if i < 0 {
			return false
		}
		at := from + i
		if p.follows(text[at+len(p.rarest):]) && p.precedes(text[:at]) {
			return true
		}
		from = at + 1
	}
}

// follows reports whether a text begins with what comes after the word that was found.
func (p phrase) follows(text []byte) bool {
	for _, w := range p.after {
		n := signsAt(text)
		if n == 0 || !bytes.HasPrefix(text[n:], w) {
			return false
		}
		text = text[n+len(w):]
	}
	r, _ := utf8.DecodeRune(text)
	return !p.whole || len(text) == 0 || endsWord(r)
}

// precedes reports whether a text ends with what comes before the word that was found.
func (p phrase) precedes(text []byte) bool {
	for _, w := range slices.Backward(p.before) {
		n := signsBefore(text)
		if n == 0 || !bytes.HasSuffix(text[:len(text)-n], w) {
			return false
		}
		text = text[:len(text)-n-len(w)]
	}
	r, _ := utf8.DecodeLastRune(text)
	return len(text) == 0 || endsWord(r)
}

// signsAt returns how many bytes of signs a text begins with; 0 where it has none, or where one of them parts two texts:
// no phrase reaches over it.
func signsAt(text []byte) (n int) {
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

// signsBefore is signsAt for the end of a text.
func signsBefore(text []byte) (n int) {
	for n < len(text) {
		r, size := utf8.DecodeLastRune(text[:len(text)-n])
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

// endsWord reports whether no word goes on with a letter.
func endsWord(r rune) bool { return !isWordRune(r) || isUnspaced(r) }
