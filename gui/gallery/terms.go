package gallery

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// starOn is the term of what has a star.
func starOn() db.Term { return db.Term{Key: db.KeyStar, Text: "on"} }

// inTheTrash is the term of what was thrown away.
func inTheTrash() db.Term { return db.Term{Key: db.KeyStatus, Text: "trashed"} }

// queryKey is what the gallery says of a key of the query.
type queryKey struct {
	about string        // what it asks for
	icon  fyne.Resource // nil: the words of its terms say it
}

func aboutKey(key string) queryKey {
	k, ok := map[string]queryKey{
		"":            {lang.L("word of a prompt"), nil},
		db.KeyKind:    {lang.L("clips or pictures"), nil},
		db.KeyModel:   {lang.L("its model"), nil},
		db.KeyDate:    {lang.L("when it was made"), nil},
		db.KeySize:    {lang.L("pixels of the shorter side"), nil},
		db.KeyRatio:   {lang.L("shape of the picture"), nil},
		db.KeySeconds: {lang.L("length of a clip"), nil},
		db.KeySound:   {lang.L("with or without sound"), resources.IconSound()},
		db.KeyTag:     {lang.L("one of its tags"), resources.IconTag()},
		db.KeyAlbum:   {lang.L("an album"), resources.IconFolder()},
		db.KeyStar:    {lang.L("starred or not"), resources.IconStar()},
		db.KeySeed:    {lang.L("its seed"), nil},
		db.KeyProfile: {lang.L("who paid"), nil},
		db.KeyStatus:  {lang.L("made here, imported, in the trash"), resources.IconBox()},
		db.KeyCost:    {lang.L("what it cost"), resources.IconCoin()},
		db.KeyLink:    {lang.L("whose link still works"), resources.IconLink()},
	}[key]
	if !ok {
		k.about = key
	}
	return k
}

// hasTerm reports whether a query holds a term.
func hasTerm(q db.Query, t db.Term) bool { return slices.Contains(q.Terms, t) }

// termOf gives the last term of a key that a query holds, which is the one that counts.
func termOf(q db.Query, key string) (db.Term, bool) {
	for _, t := range slices.Backward(q.Terms) {
		if t.Key == key {
			return t, true
		}
	}
	return db.Term{}, false
}

// swapped returns the query with a term in the place of all others of its key.
func swapped(q db.Query, t db.Term) db.Query { return q.WithoutKey(t.Key).With(t) }

// termWords says a term as a chip does: "Clips", "Since 1 Nov", "Not: draft".
func termWords(t db.Term, now time.Time) string {
	words := plainWords(t, now)
	if t.Not {
		return lang.X("left out of a search", "Not: %s", words)
	}
	return words
}

// unusableWords says that a term says nothing that can be.
func unusableWords(t db.Term) string {
	switch t.Key {
	case db.KeyAlbum:
		return lang.L("%s: there is no such album", t)
	case db.KeyProfile:
		return lang.L("%s: there is no such profile", t)
	}
	return lang.L("%s: this value says nothing", t)
}

func plainWords(t db.Term, now time.Time) string {
	value := strings.ToLower(t.Text)
	switch t.Key {
	case db.KeyKind:
		if value == "picture" || value == "pictures" || value == "image" {
			return lang.L("Pictures")
		}
		return lang.L("Clips")
	case db.KeyModel, db.KeyTag, db.KeyAlbum, db.KeyProfile, db.KeySize, "":
		return t.Text
	case db.KeyDate:
		return dateWords(value, now)
	case db.KeyStar:
		if value == "off" || value == "no" {
			return lang.L("Without a star")
		}
		return lang.L("Starred")
	case db.KeySound:
		if value == "off" {
			return lang.L("Without sound")
		}
		return lang.L("With sound")
	case db.KeySeed:
		return lang.L("Seed %s", t.Text)
	case db.KeySeconds:
		return secondsWords(t.Text)
	case db.KeyCost:
		return costWords(t.Text)
	case db.KeyLink:
		return lang.L("Link lives")
	case db.KeyStatus:
		switch value {
		case "trashed", "trash":
			return lang.L("In the trash")
		case "imported":
			return lang.L("Imported")
		case "saved":
			return lang.L("Made here")
		}
		return lang.L("Without tags")
	}
	return ratioWords(value)
}

// ratioWords says a shape.
func ratioWords(value string) string {
	switch value {
	case string(db.Landscape):
		return lang.X("shape", "Landscape")
	case string(db.Portrait):
		return lang.X("shape", "Portrait")
	case "square":
		return lang.X("shape", "Square")
	}
	return value
}

// secondsWords says a length or a range of them: "5 to 10 s", "From 10 s".
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

// costWords says a cost or a range of them.
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

// dateWords says a date or a range of dates: "Since 1 Nov", "October 2026".
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
