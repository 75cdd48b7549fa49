package gallery

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// starOn is the term of what has a star.
func starOn() db.Term { return db.Term{Key: db.KeyStar, Text: "on"} }

// inTheTrash is the term of what was thrown away.
func inTheTrash() db.Term { return db.Term{Key: db.KeyStatus, Text: "trashed"} }

// keyWords says what a key of the query is about.
func keyWords(key string) string {
	switch key {
	case db.KeyKind:
		return "clips or pictures"
	case db.KeyDate:
		return "when it was made"
	case db.KeySize:
		return "pixels of the shorter side"
	case db.KeyRatio:
		return "shape"
	case db.KeySeconds:
		return "length of a clip"
	case db.KeySound:
		return "with or without sound"
	case db.KeyStar:
		return "starred or not"
	case db.KeyProfile:
		return "who paid"
	case db.KeyStatus:
		return "made here, imported, in the trash"
	case db.KeyCost:
		return "what it cost"
	case db.KeyLink:
		return "whose link still works"
	case "":
		return "word of a prompt"
	}
	return key
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

// termWords says a term as a chip does: "Clips", "Since 1 Nov", "Not tag draft".
func termWords(t db.Term, now time.Time) string {
	words := plainWords(t, now)
	if t.Not {
		return "Not " + strings.ToLower(words[:1]) + words[1:]
	}
	return words
}

func plainWords(t db.Term, now time.Time) string {
	value := strings.ToLower(t.Text)
	switch t.Key {
	case db.KeyKind:
		if value == "picture" || value == "pictures" || value == "image" {
			return "Pictures"
		}
		return "Clips"
	case db.KeyModel, db.KeyTag, db.KeyAlbum, db.KeyProfile, db.KeySize, "":
		return t.Text
	case db.KeyDate:
		return dateWords(value, now)
	case db.KeyStar:
		if value == "off" || value == "no" {
			return "Without a star"
		}
		return "Starred"
	case db.KeySound:
		if value == "off" {
			return "Without sound"
		}
		return "With sound"
	case db.KeySeed:
		return "Seed " + t.Text
	case db.KeySeconds:
		return rangeWords(t.Text) + " s"
	case db.KeyCost:
		return "Cost " + rangeWords(t.Text)
	case db.KeyLink:
		return "Link lives"
	case db.KeyStatus:
		switch value {
		case "trashed", "trash":
			return "In the trash"
		case "imported":
			return "Imported"
		case "saved":
			return "Made here"
		}
		return "Without tags"
	}
	return strings.ToUpper(t.Text[:1]) + t.Text[1:]
}

// rangeWords says a range: "5 to 10", "from 5", "up to 10".
func rangeWords(value string) string {
	low, high, ranged := strings.Cut(value, "..")
	switch {
	case !ranged:
		return value
	case high == "":
		return "from " + low
	case low == "":
		return "up to " + high
	}
	return low + " to " + high
}

// dateWords says a date or a range of dates: "Since 1 Nov", "October 2026".
func dateWords(value string, now time.Time) string {
	low, high, ranged := strings.Cut(value, "..")
	one := func(s string) string {
		switch s {
		case "today", "yesterday":
			return strings.ToUpper(s[:1]) + s[1:]
		}
		if t, err := time.ParseInLocation("2006-01-02", s, now.Location()); err == nil {
			if t.Year() == now.Year() {
				return t.Format("2 Jan")
			}
			return t.Format("2 Jan 2006")
		}
		if t, err := time.ParseInLocation("2006-01", s, now.Location()); err == nil {
			return t.Format("January 2006")
		}
		return s
	}
	switch {
	case !ranged:
		return one(value)
	case high == "":
		return "Since " + one(low)
	case low == "":
		return "Until " + one(high)
	}
	return one(low) + " to " + one(high)
}

// termIcon gives the sign of a term's key; nil for those whose words say it.
func termIcon(key string) fyne.Resource {
	switch key {
	case db.KeyTag:
		return resources.IconTag()
	case db.KeyAlbum:
		return resources.IconFolder()
	case db.KeyStar:
		return resources.IconStar()
	case db.KeySound:
		return resources.IconSound()
	case db.KeyLink:
		return resources.IconLink()
	case db.KeyCost:
		return resources.IconCoin()
	case db.KeyStatus:
		return resources.IconBox()
	}
	return nil
}

// number writes a count with its thousands apart.
func number(n int) string { return strings.TrimSuffix(wording.Count(n, "", ""), " ") }

// title names an asset in few words.
func title(a db.Asset) string {
	switch {
	case a.Prompt != "":
		return a.Prompt
	case a.Name != "":
		return a.Name
	case a.Kind == db.Clip:
		return "Clip"
	}
	return "Picture"
}
