package db

import (
	"strings"
	"unicode"
)

const (
	maxTerms     = 16  // words of one search; what comes after them is not looked at
	maxTermRunes = 100 // of one term
)

// parseWords takes apart what a person looks for, without keys. Nothing in it is an error: a quote without its end ends
// at the end, and whatever has a meaning in the languages of SQLite has none here.
func parseWords(s string) []Term { return parseTerms(s, false, maxTerms) }

func isGap(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

func cleanTerm(runes []rune) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return -1
		case isGap(r):
			return ' '
		}
		return r
	}, string(runes[:min(len(runes), maxTermRunes)]))
	return strings.TrimSpace(clean)
}

// unspaced are the scripts that are written without spaces, where the index knows no words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Thai, unicode.Lao,
	unicode.Khmer, unicode.Myanmar,
}

// indexable reports whether the term is words with spaces between them: it has a letter or digit, and none of a script that is
// written without spaces.
func (t Term) indexable() bool {
	words := false
	for _, r := range t.Text {
		if unicode.In(r, unspaced...) {
			return false
		}
		words = words || unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	return words
}

// likePattern looks for a text anywhere; for use with ESCAPE '\'.
func likePattern(s string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s) + "%"
}
