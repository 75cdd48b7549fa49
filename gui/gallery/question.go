package gallery

import (
	"slices"
	"strings"
	"unicode"
	"viviscope/db/search"
)

// question is the search of the user, with the order.
type question struct {
	text       string // of the search box
	order      search.Order
	duplicates bool // only files that exist more than once
}

// query returns the parsed text, without a key at its end that has no value yet.
func (q question) query() search.Query {
	text := q.text
	if !endsInGap(text) {
		last := text[strings.LastIndexFunc(text, unicode.IsSpace)+1:]
		if key, ok := strings.CutSuffix(strings.TrimPrefix(strings.ToLower(last), "-"), ":"); ok &&
			slices.Contains(search.QueryKeys(), key) {
			text = text[:len(text)-len(last)]
		}
	}
	return search.ParseQuery(text)
}

// narrow reports whether the question leaves anything out.
func (q question) narrow() bool { return q.duplicates || len(q.query().Terms) > 0 }

// inTrash reports whether the question is about the trash.
func (q question) inTrash() bool {
	t, ok := termOf(q.query(), search.KeyStatus)
	value := strings.ToLower(t.Text)
	return ok && !t.Not && (value == "trashed" || value == "trash")
}

// dated reports whether the rows are ordered by date, and so shown by day.
func (q question) dated() bool {
	return !q.duplicates && (q.order == search.Newest || q.order == search.Oldest)
}

// arranged reports whether the wall shows an album in the order that the user arranged.
func (q question) arranged() bool {
	t, ok := termOf(q.query(), search.KeyAlbum)
	return ok && !t.Not && q.order == search.AlbumOrder && !q.duplicates && !q.inTrash()
}

// starOn returns the term for starred assets.
func starOn() search.Term { return search.Term{Key: search.KeyStar, Text: "on"} }

// inTheTrash returns the term for assets in the trash.
func inTheTrash() search.Term { return search.Term{Key: search.KeyStatus, Text: "trashed"} }

// linkLives returns the term for assets with a link that is still valid.
func linkLives() search.Term { return search.Term{Key: search.KeyLink, Text: "living"} }

// hasTerm reports whether a query contains a term.
func hasTerm(q search.Query, t search.Term) bool { return slices.Contains(q.Terms, t) }

// termOf returns the last term with a key in a query. If there are several, only the last one applies.
func termOf(q search.Query, key string) (search.Term, bool) {
	for _, t := range slices.Backward(q.Terms) {
		if t.Key == key {
			return t, true
		}
	}
	return search.Term{}, false
}

func endsInGap(s string) bool { return s == "" || unicode.IsSpace([]rune(s)[len([]rune(s))-1]) }
