package action

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How well a part of the query fits, best first. The steps leave room for where in the name it stands.
const (
	fitsName     = 500 // the name begins with it
	fitsWord     = 400 // one of its words does
	fitsInitials = 300 // it is the first letters of words that follow each other: "gtp" is Go to the prompt
	fitsInside   = 200 // it stands inside
	fitsGroup    = 150 // the group begins with it
	fitsSparse   = 50  // its letters come in this order
)

// Rank lists the places of the items that fit a query in a list, the best first; all fit none. Every word of the query must fit
// the name or the group. Items that fit equally well stand in the order of recent, and then as they came; what cannot be done now
// stands behind what can.
func Rank(items []Action, recent []string, query string) []int {
	parts := strings.Fields(strings.ToLower(query))
	type hit struct{ at, score, since int }
	hits := make([]hit, 0, len(items))
	for i, item := range items {
		if score, ok := fits(item, parts); ok {
			since := slices.Index(recent, item.ID)
			if since < 0 {
				since = len(recent)
			}
			hits = append(hits, hit{i, score, since})
		}
	}
	off := func(h hit) int {
		if items[h.at].Disabled != "" {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(off(a), off(b)), cmp.Compare(b.score, a.score), cmp.Compare(a.since, b.since))
	})
	out := make([]int, len(hits))
	for i, h := range hits {
		out[i] = h.at
	}
	return out
}

// fits adds up how well all parts fit an item; a part that does not fit at all rules it out.
func fits(item Action, parts []string) (score int, ok bool) {
	name, group := strings.ToLower(item.Label), strings.ToLower(item.Group)
	for _, part := range parts {
		s := fit(name, group, part)
		if s == 0 {
			return 0, false
		}
		score += s
	}
	return score, true
}

// fit says how well one part fits, 0: not at all.
func fit(name, group, part string) int {
	if strings.HasPrefix(name, part) {
		return fitsName
	}
	starts := initials(name)
	for i, at := range starts {
		if strings.HasPrefix(name[at:], part) {
			return fitsWord - min(i, 20)
		}
	}
	if ofInitials(name, starts, part) {
		return fitsInitials
	}
	if at := strings.Index(name, part); at >= 0 {
		return fitsInside - min(at, 40)
	}
	for _, at := range initials(group) {
		if strings.HasPrefix(group[at:], part) {
			return fitsGroup
		}
	}
	if spread, ok := inOrder(name, part); ok && utf8.RuneCountInString(part) > 1 {
		return fitsSparse - min(spread, fitsSparse-1)
	}
	return 0
}

// initials are the places in s at which words begin.
func initials(s string) (at []int) {
	inside := false
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if letter && !inside {
			at = append(at, i)
		}
		inside = letter
	}
	return at
}

// ofInitials reports whether a part is the first letters of words that follow each other; small words may be passed over.
func ofInitials(name string, starts []int, part string) bool {
	if utf8.RuneCountInString(part) < 2 {
		return false
	}
	rest := part
	for _, at := range starts {
		if first, _ := utf8.DecodeRuneInString(name[at:]); rest != "" && strings.HasPrefix(rest, string(first)) {
			rest = rest[utf8.RuneLen(first):]
		}
	}
	return rest == ""
}

// inOrder reports whether the letters of a part come in name in their order, and how many bytes apart the first and the last are.
func inOrder(name, part string) (spread int, ok bool) {
	at := 0
	first := -1
	for _, r := range part {
		i := strings.IndexRune(name[at:], r)
		if i < 0 {
			return 0, false
		}
		if first < 0 {
			first = i
		}
		at = min(at+i+utf8.RuneLen(r), len(name)) // a letter that is none is shorter than it says
	}
	return at - max(first, 0), true
}
