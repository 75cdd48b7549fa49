package costs

import (
	"cmp"
	"slices"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/lang"
)

// names holds what entries can be filtered and grouped by.
type names struct {
	profiles []db.Profile
	profile  db.Profile // that is shown; its currency is that of its budgets
	albums   []db.Album
	tags     []search.TagCount
	clients  []string          // other programs that use the library, or did
	models   []string          // that have entries in the period
	boards   map[string]string // names by ref; nil unless boards are grouped
}

// shownProfiles returns the saved profiles and the one with the given ID.
func (n names) shownProfiles(current int64) []db.Profile {
	return slices.DeleteFunc(slices.Clone(n.profiles), func(p db.Profile) bool { return !p.Saved && p.ID != current })
}

// profileByID returns a profile, or the one that is shown if there is none.
func (n names) profileByID(id int64) db.Profile {
	for _, p := range n.profiles {
		if p.ID == id {
			return p
		}
	}
	return n.profile
}

func (n names) boardName(ref string) string {
	name, there := n.boards[ref]
	if !there {
		return lang.L("deleted board")
	}
	return cmp.Or(name, lang.L("unnamed board"))
}

func (n names) albumName(ref string) string {
	for _, a := range n.albums {
		if a.Ref == ref {
			return a.Name
		}
	}
	return lang.L("deleted album")
}
