package db

import (
	"unicode"
	"unicode/utf8"
)

// wordAt returns the word that begins at a place of a folded text; nil where none does. Of a script that is written without spaces every two
// letters side by side are a word, and so is a letter that stands alone.
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

func isUnspaced(r rune) bool { return r >= 0xe00 && unicode.In(r, unspaced...) }
