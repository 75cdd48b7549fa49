package search

import (
	"strings"
	"time"
	"unicode"

	"viviscope/db/findings"
)

// The values of [Filter].Kind.
const (
	Clip    = "clip"
	Picture = "picture"
)

// Filter selects assets. The zero value selects all that are not in the trash. All conditions must match.
type Filter struct {
	Text      string // see [ParseWords]
	Kind      string // Clip or Picture; "": any
	Starred   bool   // only those with a star
	ProfileID int64  // 0: any profile, and imported files
	Trashed   bool   // only those in the trash; false: only those outside it

	Models   []string // any of these; a name that ends with * is a prefix
	Tags     []string // all of these, ignoring case
	Untagged bool
	Cast     []string // all of these names of the cast, ignoring case and accents
	Album    string   // ref of a manual album

	From, To               time.Time // From <= CreatedAt < To; a zero time is no limit
	MinSide, MaxSide       int       // pixels of the shorter side; 0: no limit
	Ratio                  Ratio     // "": any
	MinSeconds, MaxSeconds float64   // length of a clip, inclusive; 0: no limit
	Sound                  Sound     // "": clips with and without, and pictures
	Seed                   *int64
	MinCost, MaxCost       *int64        // micro-units, inclusive; an unknown cost never matches
	LinkValidAt            time.Time     // only assets with a valid link at that moment; zero: any
	Origin                 Origin        // "": generated and imported
	Check                  findings.Kind // only clips with such a finding; "": any

	// Not excludes assets that match any of these. Their Trashed, Not and Order are ignored.
	Not []Filter

	Within *Filter // of a saved search: it must match too; its Order is ignored

	Order Order
}

// Ratio is a class of aspect ratios.
type Ratio string

// The ratios. A numeric one has a tolerance of 2 %, because sizes are rounded to multiples that a codec accepts.
const (
	Landscape Ratio = "landscape" // wider than it is high
	Portrait  Ratio = "portrait"
	Square    Ratio = "1:1"
	Wide16x9  Ratio = "16:9"
	Tall9x16  Ratio = "9:16"
	Wide4x3   Ratio = "4:3"
	Tall3x4   Ratio = "3:4"
	Wide3x2   Ratio = "3:2"
	Tall2x3   Ratio = "2:3"
	Wide21x9  Ratio = "21:9"
)

// Sound selects clips by whether they have sound.
type Sound string

// The values of [Sound].
const (
	WithSound    Sound = "on"
	WithoutSound Sound = "off"
)

// Origin is where an asset comes from.
type Origin string

// The origins of an asset.
const (
	Generated Origin = "saved"    // made by a job
	Imported  Origin = "imported" // added by the user
)

// Order is the sort order of results. Equal ones are sorted newest first.
type Order string

// The orders. Assets without a length, a cost or a model come last.
const (
	Newest        Order = ""
	Oldest        Order = "oldest"
	Largest       Order = "largest" // bytes of the file
	Smallest      Order = "smallest"
	MostPixels    Order = "sharpest" // pixels
	FewestPixels  Order = "coarsest"
	Longest       Order = "longest"
	Shortest      Order = "shortest"
	MostExpensive Order = "dearest"
	Cheapest      Order = "cheapest"
	ByName        Order = "words" // prompt, or name of an imported file; numbers by value
	ByNameDesc    Order = "words-down"
	ByModel       Order = "model"
	ByModelDesc   Order = "model-down"
	AlbumOrder    Order = "album" // the manual order of the filter's album
)

const (
	maxTerms     = 16  // terms of one search; further ones are ignored
	maxTermRunes = 100 // of one term
)

func isSpace(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

func cleanTerm(runes []rune) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return -1
		case isSpace(r):
			return ' '
		}
		return r
	}, string(runes[:min(len(runes), maxTermRunes)]))
	return strings.TrimSpace(clean)
}

// unspacedScripts are the scripts that are written without spaces. Text in them is not split into words.
var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Thai, unicode.Lao,
	unicode.Khmer, unicode.Myanmar,
}

// indexable reports whether the term can be searched as words: it has a letter or digit, and no letter of a script that
// is written without spaces.
func (t Term) indexable() bool {
	words := false
	for _, r := range t.Text {
		if unicode.In(r, unspacedScripts...) {
			return false
		}
		words = words || unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	return words
}

// Term is one part of a query.
type Term struct {
	Key  string // one of [QueryKeys]; "": a text search
	Text string // the value, or the text to search; never empty, without quotes
	// Exact is set if the text was in quotes: its words must be adjacent and the last one complete. Never set with a
	// key.
	Exact bool
	Not   bool // the term must not match
}
