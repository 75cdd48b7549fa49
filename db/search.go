package db

import (
	"context"
	"strings"
	"unicode"
)

const (
	maxTerms     = 16  // of one search; what comes after them is not looked at
	maxTermRunes = 100 // of one term
)

// term is one thing that is looked for.
type term struct {
	text  string // without quotes, hyphen and control characters; never empty
	exact bool   // it stood in quotes: words side by side, the last one whole
	not   bool   // it must not be there
}

// parseQuery takes apart what a person typed. Nothing in it is an error: a quote without its end ends at the end, and
// whatever has a meaning in the languages of SQLite has none here.
func parseQuery(s string) []term {
	var terms []term
	rest := []rune(strings.ToValidUTF8(s, " "))
	for len(rest) > 0 && len(terms) < maxTerms {
		var t term
		switch {
		case isGap(rest[0]):
			rest = rest[1:]
			continue
		case rest[0] == '-' && len(rest) > 1 && !isGap(rest[1]) && rest[1] != '-':
			t.not, rest = true, rest[1:]
		}
		end := isGap
		if rest[0] == '"' {
			t.exact, rest = true, rest[1:]
			end = func(r rune) bool { return r == '"' }
		}
		n := 0
		for n < len(rest) && !end(rest[n]) {
			n++
		}
		t.text = cleanTerm(rest[:n])
		if t.exact {
			n++ // the quote itself
		}
		rest = rest[min(n, len(rest)):]
		if t.text != "" {
			terms = append(terms, t)
		}
	}
	return terms
}

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

// indexable reports whether the index of words can find the term: it has a letter or digit, and none of a script that is
// written without spaces.
func (t term) indexable() bool {
	words := false
	for _, r := range t.text {
		if unicode.In(r, unspaced...) {
			return false
		}
		words = words || unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	return words
}

// phrase writes the term in the language of FTS4: always in quotes, inside which nothing but the quote and the star has a
// meaning; the star at the end makes the last word a beginning.
func (t term) phrase() string {
	text := strings.ReplaceAll(t.text, "*", " ")
	if t.exact {
		return `"` + text + `"`
	}
	return `"` + strings.TrimSpace(text) + `*"`
}

// matchExpression asks for all terms that must be there; "" where there is none.
func matchExpression(terms []term) string {
	var phrases []string
	for _, t := range terms {
		if !t.not {
			phrases = append(phrases, t.phrase())
		}
	}
	return strings.Join(phrases, " ")
}

// searchTerms divides what is looked for into terms for the index of words and terms that are looked for anywhere. Where
// the index has nothing for its terms they are looked for anywhere too; that is asked of the whole library, so that the
// answer is the same for each page and for the count.
func (l *Library) searchTerms(ctx context.Context, query string) (indexed, plain []term, err error) {
	for _, t := range parseQuery(query) {
		if t.indexable() {
			indexed = append(indexed, t)
		} else {
			plain = append(plain, t)
		}
	}
	match := matchExpression(indexed)
	if match == "" {
		return indexed, plain, nil
	}
	var found bool
	err = l.reader.QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM asset_words WHERE asset_words MATCH ?)", match).Scan(&found)
	if err != nil || found {
		return indexed, plain, err
	}
	return nil, append(plain, indexed...), nil
}

// likePattern looks for a text anywhere; for use with ESCAPE '\'.
func likePattern(s string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s) + "%"
}
