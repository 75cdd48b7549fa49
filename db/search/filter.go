package search

import (
	"strings"
	"time"
	"unicode"
)

// The kinds of an asset.
const (
	Clip    = "clip"
	Picture = "picture"
)

// Filter chooses assets. The zero value means all that are not in the trash. Everything that is given must hold.
type Filter struct {
	Text      string // see [ParseWords]
	Kind      string // Clip or Picture; "": any
	Starred   bool   // only those with a star
	ProfileID int64  // 0: any profile, and imported files
	Trashed   bool   // those in the trash instead

	Models   []string // made by one of these; a name ends with * where any beginning so will do
	Tags     []string // with all of these, in any case of letters
	Untagged bool
	Album    string // ref of an album that is kept by hand

	From, To               time.Time // From <= CreatedAt < To; a zero time is no limit
	MinSide, MaxSide       int       // pixels of the shorter side; 0: no limit
	Ratio                  Ratio     // "": any
	MinSeconds, MaxSeconds float64   // clips of that length, both included; 0: no limit
	Sound                  Sound     // "": clips with and without, and pictures
	Seed                   *int64
	MinCost, MaxCost       *int64    // micro-units, both included; one of unknown cost is in no range
	LinkValidAt            time.Time // only assets with a valid link at that moment; zero: any
	Origin                 Origin    // "": made here and imported

	// Not leaves out what one of these chooses; their Trashed, Not and order have no meaning.
	Not []Filter

	Within *Filter // what a saved search looks for; its order has no meaning

	Order Order
}

// Ratio is a class of width to height.
type Ratio string

// The ratios. A named one holds with 1 in 50 to either side, because sizes are rounded to what a codec can take.
const (
	Landscape Ratio = "landscape" // wider than high
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

// Sound is whether a clip has sound.
type Sound string

// Clips with and without sound.
const (
	WithSound    Sound = "on"
	WithoutSound Sound = "off"
)

// Origin is how an asset came into the library.
type Origin string

// The origins of an asset.
const (
	Generated Origin = "saved"    // by a job
	Imported  Origin = "imported" // by the user
)

// Order is the order of the results. Equal ones are ordered newest first.
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
	ByName        Order = "words" // of the prompt, or of the name of an imported file; numbers by their value
	ByNameDesc    Order = "words-down"
	ByModel       Order = "model"
	ByModelDesc   Order = "model-down"
	AlbumOrder    Order = "album" // as the album of the filter is laid out by hand
)

const (
	maxTerms     = 16  // words of one search; further ones are ignored
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

// unspaced are the scripts that are written without spaces. The index has no words in them.
var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Thai, unicode.Lao,
	unicode.Khmer, unicode.Myanmar,
}

// indexable reports whether the term consists of words with spaces between them: it has a letter or digit, and none of
// a script that is written without spaces.
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
	Text string // the value, or the words; never empty, without quotes
	// Exact: the words were in quotes, and must be adjacent, the last one whole. Never set with a key.
	Exact bool
	Not   bool // it must not hold
}
