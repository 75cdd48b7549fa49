package db

import (
	"slices"
	"strings"
)

// Query is what stands in the search box, taken apart: words, and filters such as model:clip-2.6. Chips and box are two
// views of one Query: a chip is one of its terms, and String writes what the box shows.
type Query struct{ Terms []Term }

// Term is one part of a query.
type Term struct {
	Key  string // one of [QueryKeys]; "": words
	Text string // the value, or the words; never empty, without quotes
	// Exact: the words stood in quotes, and must stand side by side, the last one whole. Never set with a key.
	Exact bool
	Not   bool // it must not hold
}

// maxQueryTerms is how many terms of a query are read.
const maxQueryTerms = 64

// The keys of a query. What their values may be stands at [Query.Filter].
const (
	KeyKind    = "kind"
	KeyModel   = "model"
	KeyTag     = "tag"
	KeyAlbum   = "album"
	KeySeed    = "seed"
	KeyDate    = "date"
	KeySize    = "size"
	KeyRatio   = "ratio"
	KeySeconds = "seconds"
	KeySound   = "sound"
	KeyStar    = "star"
	KeyProfile = "profile"
	KeyStatus  = "status"
	KeyCost    = "cost"
	KeyLink    = "link"
)

// QueryKeys returns the keys that a query knows, in the order in which they are offered.
func QueryKeys() []string {
	return []string{KeyKind, KeyModel, KeyTag, KeyAlbum, KeyDate, KeySize, KeyRatio, KeySeconds, KeySound, KeySeed, KeyStar,
		KeyProfile, KeyStatus, KeyCost, KeyLink}
}

// ParseQuery takes apart what a person typed:
//
//	boats "golden hour" -night model:clip-2.6 tag:"my coast" -tag:draft seconds:5..10
//
// Nothing in it is an error: a quote without its end ends at the end, and what is no known key with a value is words. A
// query that [Query.String] wrote comes back as it was.
func ParseQuery(s string) Query { return Query{parseTerms(s, true, maxQueryTerms)} }

// parseTerms takes apart what was typed, with keys or as words alone.
func parseTerms(s string, keys bool, most int) []Term {
	var terms []Term
	for rest := []rune(strings.ToValidUTF8(s, " ")); len(rest) > 0 && len(terms) < most; {
		if isGap(rest[0]) {
			rest = rest[1:]
			continue
		}
		var t Term
		t, rest = nextTerm(rest, keys)
		if t.Text != "" {
			terms = append(terms, t)
		}
	}
	return terms
}

// nextTerm takes one term from the beginning of what was typed, which is no gap.
func nextTerm(rest []rune, keys bool) (Term, []rune) {
	var t Term
	if rest[0] == '-' && len(rest) > 1 && !isGap(rest[1]) && rest[1] != '-' {
		t.Not, rest = true, rest[1:]
	}
	if key, value := keyAt(rest); keys && key != "" {
		t.Key, rest = key, value
	}
	quoted := rest[0] == '"'
	end := isGap
	if quoted {
		t.Exact, rest = t.Key == "", rest[1:]
		end = func(r rune) bool { return r == '"' }
	}
	n := slices.IndexFunc(rest, end)
	if n < 0 {
		n = len(rest)
	}
	t.Text = cleanTerm(rest[:n])
	if !quoted && keys && t.Key == "" { // a quote in the middle of a word says nothing
		if key, value := keyAt([]rune(t.Text)); key != "" {
			t.Key, t.Text = key, string(value)
		}
	}
	if quoted {
		n++ // the quote itself
	}
	return t, rest[min(n, len(rest)):]
}

// keyAt returns the key that begins a term and what follows it; "" where there is none, or nothing follows.
func keyAt(rest []rune) (key string, value []rune) {
	n := slices.Index(rest[:min(len(rest), 16)], ':')
	if n < 0 {
		return "", nil
	}
	key = strings.ToLower(string(rest[:n]))
	value = rest[n+1:]
	hasValue := len(value) > 0 && !isGap(value[0]) && (value[0] != '"' || len(value) > 1 && cleanTerm(quotedPart(value)) != "")
	if !slices.Contains(QueryKeys(), key) || !hasValue {
		return "", nil
	}
	return key, value
}

// quotedPart is what stands between a quote, which comes first, and the next one.
func quotedPart(s []rune) []rune {
	if n := slices.Index(s[1:], '"'); n >= 0 {
		return s[1 : n+1]
	}
	return s[1:]
}

// String writes the query as a person would type it.
func (q Query) String() string {
	parts := make([]string, 0, len(q.Terms))
	for _, t := range q.Terms {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, " ")
}

// String writes the term as a person would type it.
func (t Term) String() string {
	text := t.Text
	if t.Exact || t.Key != "" && strings.ContainsFunc(text, isGap) {
		text = `"` + text + `"`
	}
	if t.Key != "" {
		text = t.Key + ":" + text
	}
	if t.Not {
		text = "-" + text
	}
	return text
}

// With returns the query with a term at its end, in place of those that say the same or the opposite.
func (q Query) With(t Term) Query {
	q = q.Without(t)
	t.Not = !t.Not
	q = q.Without(t)
	t.Not = !t.Not
	return Query{append(q.Terms, t)}
}

// Without returns the query without a term.
func (q Query) Without(t Term) Query {
	return Query{slices.DeleteFunc(slices.Clone(q.Terms), func(o Term) bool { return o == t })}
}

// WithoutKey returns the query without the terms of a key; "" means the words.
func (q Query) WithoutKey(key string) Query {
	return Query{slices.DeleteFunc(slices.Clone(q.Terms), func(o Term) bool { return o.Key == key })}
}

// Words returns the words of the query as a person would type them, for [AssetFilter].Text.
func (q Query) Words() string {
	return Query{slices.DeleteFunc(slices.Clone(q.Terms), func(o Term) bool { return o.Key != "" })}.String()
}
