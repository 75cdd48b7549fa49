package search

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/db/findings"
)

// Query is the parsed content of the search box: words, and filters such as model:clip-2.6. Chips and box are two views
// of one Query: a chip is one of its terms, and String returns the text of the box.
type Query struct{ Terms []Term }

// Limits of a query, far above realistic values.
const (
	maxQueryTerms = 64
	maxSide       = 1 << 16
	maxSeconds    = 24 * 3600
	maxCost       = 10_000_000
)

// The keys of a query. [Query.Filter] lists their values.
const (
	KeyKind    = "kind"
	KeyModel   = "model"
	KeyTag     = "tag"
	KeyAlbum   = "album"
	KeyCast    = "cast"
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
	KeyCheck   = "check"
)

// QueryKeys returns the known keys, in the order in which they are suggested.
func QueryKeys() []string {
	return []string{KeyKind, KeyModel, KeyTag, KeyAlbum, KeyCast, KeyDate, KeySize, KeyRatio, KeySeconds, KeySound,
		KeySeed, KeyStar, KeyProfile, KeyStatus, KeyCost, KeyLink, KeyCheck}
}

// ParseQuery parses the user's input:
//
//	boats "golden hour" -night model:clip-2.6 tag:"my coast" -tag:draft seconds:5..10
//
// It accepts any input. An unclosed quote ends with the input, and anything other than a known key with a value is text
// to search. The result of [Query.String] parses to the same query.
func ParseQuery(s string) Query { return Query{parseTerms(s, true, maxQueryTerms)} }

// parseTerms parses at most most terms. Without keys, the whole input is text to search.
func parseTerms(s string, keys bool, most int) []Term {
	var terms []Term
	for rest := []rune(strings.ToValidUTF8(s, " ")); len(rest) > 0 && len(terms) < most; {
		if isSpace(rest[0]) {
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

// nextTerm parses the first term of the input, which must not begin with a space, and returns the rest.
func nextTerm(rest []rune, keys bool) (Term, []rune) {
	var t Term
	if rest[0] == '-' && len(rest) > 1 && !isSpace(rest[1]) && rest[1] != '-' {
		t.Not, rest = true, rest[1:]
	}
	if key, value := keyAt(rest); keys && key != "" {
		t.Key, rest = key, value
	}
	quoted := rest[0] == '"'
	end := isSpace
	if quoted {
		t.Exact, rest = t.Key == "", rest[1:]
		end = func(r rune) bool { return r == '"' }
	}
	n := slices.IndexFunc(rest, end)
	if n < 0 {
		n = len(rest)
	}
	t.Text = cleanTerm(rest[:n])
	if !quoted && keys && t.Key == "" { // a quote inside a word has no meaning
		if key, value := keyAt([]rune(t.Text)); key != "" {
			t.Key, t.Text = key, string(value)
		}
	}
	if quoted {
		n++ // the closing quote
	}
	return t, rest[min(n, len(rest)):]
}

// keyAt returns the key at the beginning of a term and the text after it; "" if there is no key or no value.
func keyAt(rest []rune) (key string, value []rune) {
	n := slices.Index(rest[:min(len(rest), 16)], ':')
	if n < 0 {
		return "", nil
	}
	key = strings.ToLower(string(rest[:n]))
	value = rest[n+1:]
	hasValue := len(value) > 0 && !isSpace(value[0]) &&
		(value[0] != '"' || len(value) > 1 && cleanTerm(quotedPart(value)) != "")
	if !slices.Contains(QueryKeys(), key) || !hasValue {
		return "", nil
	}
	return key, value
}

// quotedPart returns the text between the quote at the beginning and the next one.
func quotedPart(s []rune) []rune {
	if n := slices.Index(s[1:], '"'); n >= 0 {
		return s[1 : n+1]
	}
	return s[1:]
}

// String returns the query as the user would type it.
func (q Query) String() string {
	parts := make([]string, 0, len(q.Terms))
	for _, t := range q.Terms {
		parts = append(parts, t.String())
	}
	return strings.Join(parts, " ")
}

// String returns the term as the user would type it.
func (t Term) String() string {
	text := t.Text
	if t.Exact || t.Key != "" && strings.ContainsFunc(text, isSpace) {
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

// With returns the query with a term appended. It replaces an equal or opposite term.
func (q Query) With(t Term) Query {
	opposite := t
	opposite.Not = !t.Not
	return Query{append(q.Without(t).Without(opposite).Terms, t)}
}

// Without returns the query without a term.
func (q Query) Without(t Term) Query {
	return Query{slices.DeleteFunc(slices.Clone(q.Terms), func(o Term) bool { return o == t })}
}

// WithoutKey returns the query without the terms of a key; "" removes the text to search.
func (q Query) WithoutKey(key string) Query {
	return Query{slices.DeleteFunc(slices.Clone(q.Terms), func(o Term) bool { return o.Key == key })}
}

// Words returns the text to search as the user would type it, for [Filter].Text.
func (q Query) Words() string {
	return Query{slices.DeleteFunc(slices.Clone(q.Terms), func(o Term) bool { return o.Key != "" })}.String()
}

// Names resolves the names in a query. Now defines "today".
type Names struct {
	Now      time.Time         // in the location that defines days
	Profiles map[string]int64  // folded name to id
	Albums   map[string]string // folded name to ref
	Searches map[string]string // saved searches: ref to query
	nested   bool              // the query is one of Searches
}

// Filter converts the query to a filter. It also returns the terms with invalid values, which it ignores, so that the
// user can be shown them. If a key occurs several times, models are alternatives. Tags and names of the cast must all
// match. Of other keys the last one counts. A term with a hyphen excludes its matches. The values are
//
//	kind     clip, picture
//	model    an id, or its beginning with *
//	tag      a tag
//	album    the name of an album
//	cast     a name of the cast that the prompt mentioned; "@" before it is ignored
//	seed     a number
//	date     2026, 2026-11, 2026-11-21, today, yesterday, or two of them with .. between; either may be missing
//	size     pixels of the shorter side: 720, 720p, 1080p, 4k, or a range such as 1080.. or ..720
//	ratio    16:9, 9:16, 4:3, 3:4, 3:2, 2:3, 21:9, 1:1, landscape, portrait
//	seconds  5, or a range such as 5..10
//	sound    on, off
//	star     on, off
//	profile  the name of a profile
//	status   saved, imported, trashed, untagged
//	cost     2.80, or a range such as 1..5, in units of the currency
//	link     living
//	check    black, frozen, silent, length, cut, flicker, clipped
func (q Query) Filter(names Names) (Filter, []Term) {
	var f Filter
	var invalid []Term
	f.Text = q.Words()
	for _, t := range q.Terms {
		if t.Key == "" {
			continue
		}
		to := &f
		if t.Not {
			to = &Filter{}
		}
		if !to.apply(t, names) {
			invalid = append(invalid, t)
		} else if t.Not {
			f.exclude(t, *to)
		}
	}
	return f, invalid
}

// exclude adds a filter to Not. Trashed assets are excluded by default, so excluding them only resets Trashed.
func (f *Filter) exclude(t Term, not Filter) {
	if t.Key == KeyStatus && not.Trashed {
		f.Trashed = false
		return
	}
	f.Not = append(f.Not, not)
}

// apply adds one term to the filter. It reports whether the term's value is valid.
func (f *Filter) apply(t Term, names Names) (ok bool) {
	value := strings.ToLower(t.Text)
	switch t.Key {
	case KeyModel:
		f.Models, ok = append(f.Models, t.Text), true
	case KeyTag:
		f.Tags, ok = append(f.Tags, t.Text), true
	case KeyCast:
		f.Cast, ok = append(f.Cast, strings.TrimPrefix(t.Text, "@")), true
	case KeyAlbum:
		return f.applyAlbum(Fold(t.Text), names)
	case KeySeed:
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			f.Seed, ok = &n, true
		}
	case KeyDate:
		var first, last span
		first, last, ok = parseRange(value, func(v string) (span, bool) { return parseDate(v, names.Now) })
		f.From, f.To = first.start, last.end
	case KeySize:
		f.MinSide, f.MaxSide, ok = parseRange(value, parseSide)
	case KeySeconds:
		f.MinSeconds, f.MaxSeconds, ok = parseRange(value, parseSeconds)
	case KeyProfile:
		f.ProfileID, ok = names.Profiles[Fold(t.Text)]
	case KeyCost:
		f.MinCost, f.MaxCost, ok = parseRange(value, parseCost)
	default:
		for _, c := range choices[t.Key] {
			if slices.Contains(strings.Fields(c.words), value) {
				c.set(f, names)
				return true
			}
		}
	}
	return ok
}

// choice is one value of a key with a fixed set of values.
type choice struct {
	words string // accepted spellings; the first is suggested
	set   func(f *Filter, names Names)
}

var choices = map[string][]choice{
	KeyKind: {
		{"clip clips video", func(f *Filter, _ Names) { f.Kind = Clip }},
		{"picture pictures image", func(f *Filter, _ Names) { f.Kind = Picture }},
	},
	KeyRatio: {
		ratioChoice(Wide16x9, ""), ratioChoice(Tall9x16, ""), ratioChoice(Square, "square"), ratioChoice(Wide4x3, ""),
		ratioChoice(Tall3x4, ""),
		ratioChoice(Wide3x2, ""), ratioChoice(Tall2x3, ""), ratioChoice(Wide21x9, ""), ratioChoice(Landscape, ""),
		ratioChoice(Portrait, ""),
	},
	KeySound: {
		{"on", func(f *Filter, _ Names) { f.Sound = WithSound }},
		{"off", func(f *Filter, _ Names) { f.Sound = WithoutSound }},
	},
	KeyStar: {
		{"on yes", func(f *Filter, _ Names) { f.Starred = true }},
		{"off no", func(f *Filter, _ Names) { f.Not = append(f.Not, Filter{Starred: true}) }},
	},
	KeyStatus: {
		{"saved", func(f *Filter, _ Names) { f.Origin = Generated }},
		{"imported", func(f *Filter, _ Names) { f.Origin = Imported }},
		{"trashed trash", func(f *Filter, _ Names) { f.Trashed = true }},
		{"untagged", func(f *Filter, _ Names) { f.Untagged = true }},
	},
	KeyLink:  {{"living alive", func(f *Filter, names Names) { f.LinkValidAt = names.Now }}},
	KeyCheck: checkChoices(),
}

func checkChoices() (all []choice) {
	for _, k := range findings.Kinds() {
		all = append(all, choice{string(k), func(f *Filter, _ Names) { f.Check = k }})
	}
	return all
}

func ratioChoice(r Ratio, other string) choice {
	return choice{string(r) + " " + other, func(f *Filter, _ Names) { f.Ratio = r }}
}

// applyAlbum adds an album by its folded name.
func (f *Filter) applyAlbum(name string, names Names) bool {
	ref, ok := names.Albums[name]
	album := names.Album(ref)
	f.Album, f.Within, f.Trashed = album.Album, album.Within, f.Trashed || album.Trashed
	return ok
}

// Album returns the filter for an album, by its ref. A saved search may name a manual album. A reference from one saved
// search to another is ignored, because it could lead to a cycle.
func (n Names) Album(ref string) (f Filter) {
	query, saved := n.Searches[ref]
	switch {
	case !saved:
		f.Album = ref
	case !n.nested:
		n.nested = true
		inner, _ := ParseQuery(query).Filter(n)
		f.Within, f.Trashed = &inner, inner.Trashed
	}
	return f
}

// parseRange parses one value, or two separated by "..". A missing bound is the zero value.
func parseRange[T any](value string, parse func(string) (T, bool)) (least, most T, ok bool) {
	low, high, ranged := strings.Cut(value, "..")
	if !ranged {
		high = low
	}
	lowFine, highFine := true, true
	if low != "" {
		least, lowFine = parse(low)
	}
	if high != "" {
		most, highFine = parse(high)
	}
	if low+high == "" || !lowFine || !highFine {
		var none T
		return none, none, false
	}
	return least, most, true
}

func parseSide(value string) (int, bool) {
	switch value {
	case "4k":
		return 2160, true
	case "2k":
		return 1440, true
	}
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(value, "px"), "p"))
	return n, err == nil && n > 0 && n <= maxSide
}

func parseSeconds(value string) (float64, bool) {
	n, err := strconv.ParseFloat(strings.TrimSuffix(value, "s"), 64)
	return n, err == nil && n >= 0 && n <= maxSeconds
}

func parseCost(value string) (*int64, bool) {
	n, err := strconv.ParseFloat(value, 64)
	micros := int64(math.Round(n * 1e6))
	return &micros, err == nil && n >= 0 && n <= maxCost
}

// span is a period: start is inclusive, end exclusive.
type span struct{ start, end time.Time }

// StartOfDay returns the first moment of a day. If clocks are set forward at midnight, that is later than 0:00; if they
// are set back, it is the first 0:00. Months and days out of range are normalized as by [time.Date].
func StartOfDay(year int, month time.Month, day int, in *time.Location) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, in)
	day = time.Date(year, month, day, 12, 0, 0, 0, in).Day()
	const step = 15 * time.Minute // every time zone's change is a multiple of it
	for t.Day() != day {
		t = t.Add(step)
	}
	for before := t.Add(-step); before.Day() == day; before = t.Add(-step) {
		t = before
	}
	return t
}

// parseDate parses a year, a month, a day, "today" or "yesterday".
func parseDate(value string, now time.Time) (span, bool) {
	switch value {
	case "today":
		value = now.Format(time.DateOnly)
	case "yesterday":
		value = time.Date(now.Year(), now.Month(), now.Day()-1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	for _, f := range []struct {
		layout              string
		years, months, days int
	}{{"2006-01-02", 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}} {
		if t, err := time.Parse(f.layout, value); err == nil && t.Year() >= 1 {
			y, m, d := t.Date()
			return span{StartOfDay(y, m, d, now.Location()),
				StartOfDay(y+f.years, m+time.Month(f.months), d+f.days, now.Location())}, true
		}
	}
	return span{}, false
}

// ParseWords parses a text search, without keys. It accepts any input.
//
// All words must occur in prompt, note or name, each as a word or its beginning, in any order and ignoring case and
// accents. "Quoted words" must be adjacent, and a word after a hyphen must not occur. Words in a script that is written
// without spaces may occur anywhere. If no asset contains all required words, every word may occur anywhere.
func ParseWords(s string) []Term { return parseTerms(s, false, maxTerms) }
