package gallery

import (
	"strings"
	"time"

	"viviscope/db/findings"
	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// queryKey describes how a key of the query is shown.
type queryKey struct {
	about string        // what the key filters by
	icon  fyne.Resource // nil: the label of the term is clear enough
}

func aboutKey(key string) queryKey {
	k, ok := map[string]queryKey{
		"":                {lang.L("word of a prompt"), nil},
		search.KeyKind:    {lang.L("clips or pictures"), nil},
		search.KeyModel:   {lang.L("its model"), nil},
		search.KeyDate:    {lang.L("when it was made"), nil},
		search.KeySize:    {lang.L("pixels of the shorter side"), nil},
		search.KeyRatio:   {lang.L("shape of the picture"), nil},
		search.KeySeconds: {lang.L("length of a clip"), nil},
		search.KeySound:   {lang.L("with or without sound"), resources.IconSound},
		search.KeyTag:     {lang.L("one of its tags"), resources.IconTag},
		search.KeyAlbum:   {lang.L("an album"), resources.IconFolder},
		search.KeyCast:    {lang.L("who or what its prompt mentioned"), nil},
		search.KeyStar:    {lang.L("starred or not"), resources.IconStar},
		search.KeySeed:    {lang.L("its seed"), nil},
		search.KeyProfile: {lang.L("paid by profile"), nil},
		search.KeyStatus:  {lang.L("made here, imported, in the trash"), resources.IconBox},
		search.KeyCost:    {lang.L("what it cost"), resources.IconCoin},
		search.KeyLink:    {lang.L("link still valid"), resources.IconLink},
		search.KeyCheck:   {lang.L("what the check of a clip found"), resources.IconWarning},
	}[key]
	if !ok {
		k.about = key
	}
	return k
}

// termWords returns the label of a term: "Clips", "Since 1 Nov", "Not: draft".
func termWords(t search.Term, now time.Time) string {
	words := plainWords(t, now)
	if t.Not {
		return lang.X("left out of a search", "Not: %s", words)
	}
	return words
}

// unusableWords returns the label of a term that matches nothing.
func unusableWords(t search.Term) string {
	switch t.Key {
	case search.KeyAlbum:
		return lang.L("%s: no such album", t)
	case search.KeyProfile:
		return lang.L("%s: no such profile", t)
	}
	return lang.L("%s: unknown value", t)
}

func plainWords(t search.Term, now time.Time) string {
	value := strings.ToLower(t.Text)
	switch t.Key {
	case search.KeyKind:
		switch value {
		case "picture", "pictures", "image":
			return lang.L("Pictures")
		case "clip", "clips", "video":
			return lang.L("Clips")
		}
		return t.String()
	case search.KeyModel, search.KeyTag, search.KeyAlbum, search.KeyCast, search.KeyProfile, search.KeySize, "":
		return t.Text
	case search.KeyDate:
		return dateWords(value, now)
	case search.KeyStar:
		if value == "off" || value == "no" {
			return lang.L("Not starred")
		}
		return lang.L("Starred")
	case search.KeySound:
		if value == "off" {
			return lang.L("Without sound")
		}
		return lang.L("With sound")
	case search.KeySeed:
		return lang.L("Seed %s", t.Text)
	case search.KeySeconds:
		return secondsWords(t.Text)
	case search.KeyCost:
		return costWords(t.Text)
	case search.KeyLink:
		return lang.L("Link still valid")
	case search.KeyCheck:
		return lang.X("of a clip", "Check: %s", wording.CheckKind(findings.Kind(value)))
	case search.KeyStatus:
		switch value {
		case "trashed", "trash":
			return lang.L("In the trash")
		case "imported":
			return lang.L("Imported")
		case "saved":
			return lang.L("Made here")
		case "untagged":
			return lang.L("Without tags")
		}
		return t.String()
	}
	return ratioWords(value)
}

// ratioWords returns the label of a ratio or shape.
func ratioWords(value string) string {
	switch value {
	case string(search.Landscape):
		return lang.X("shape", "Landscape")
	case string(search.Portrait):
		return lang.X("shape", "Portrait")
	case "square":
		return lang.X("shape", "Square")
	}
	return value
}

// secondsWords returns the label of a length or a range of them: "5 to 10 s", "From 10 s".
func secondsWords(value string) string {
	low, high, ranged := strings.Cut(value, "..")
	switch {
	case !ranged:
		return value + " s"
	case high == "":
		return lang.L("From %s s", low)
	case low == "":
		return lang.L("Up to %s s", high)
	}
	return lang.L("%s to %s s", low, high)
}

// costWords returns the label of a cost or a range of them.
func costWords(value string) string {
	low, high, ranged := strings.Cut(value, "..")
	switch {
	case !ranged:
		return lang.L("Cost %s", value)
	case high == "":
		return lang.L("Cost from %s", low)
	case low == "":
		return lang.L("Cost up to %s", high)
	}
	return lang.L("Cost %s to %s", low, high)
}

// dateWords returns the label of a date or a range of dates: "Since 1 Nov", "October 2026".
func dateWords(value string, now time.Time) string {
	low, high, ranged := strings.Cut(value, "..")
	one := func(s string) string {
		switch s {
		case "today":
			return lang.L("Today")
		case "yesterday":
			return lang.L("Yesterday")
		}
		if t, err := time.ParseInLocation("2006-01-02", s, now.Location()); err == nil {
			if t.Year() == now.Year() {
				return lang.DayOfYear(t)
			}
			return lang.Day(t)
		}
		if t, err := time.ParseInLocation("2006-01", s, now.Location()); err == nil {
			return lang.MonthOfYearLong(t)
		}
		return s
	}
	switch {
	case !ranged:
		return one(value)
	case high == "":
		return lang.L("Since %s", one(low))
	case low == "":
		return lang.L("Until %s", one(high))
	}
	return lang.L("%s to %s", one(low), one(high))
}

// itemCount returns a number of clips and pictures as text.
func itemCount(n int) string { return lang.N("%s item", "%s items", n, lang.Number(n)) }
