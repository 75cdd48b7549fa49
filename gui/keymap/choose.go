package keymap

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"viviscope/gui/lang"
)

// RefusedError is a chord that cannot be chosen.
type RefusedError struct {
	Keys string // "Ctrl+C"
	Why  Reason
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("choose keys %s: refused (%d)", e.Keys, e.Why)
}

// Words says to a person why, in a sentence.
func (e *RefusedError) Words() string { return e.Why.Words(e.Keys) }

// TakenError is a chord that other commands have where the one could be meant by it.
type TakenError struct {
	Keys  string
	By    Entry   // a command that has it, one that keeps its keys first
	And   []Entry // the others
	Fixed bool    // By cannot give it away: its keys cannot be changed, or it cannot have those that the one has now
	For   string  // the keys that By cannot have, in words; "": its keys cannot be changed
}

func (e *TakenError) Error() string {
	return fmt.Sprintf("choose keys %s: taken by %s", e.Keys, e.By.ID)
}

// Words says to a person whose they are, in a sentence for each.
func (e *TakenError) Words() string {
	switch {
	case e.Fixed && e.For == "":
		return lang.L("%[1]s is “%[2]s” (%[3]s), which keeps its keys.", e.Keys, e.By.Word, e.By.Group)
	case e.Fixed:
		return lang.L("%[1]s is “%[2]s” (%[3]s), which cannot have %[4]s in exchange: give it other keys first.", e.Keys, e.By.Word, e.By.Group, e.For)
	}
	var words []string
	for _, by := range append([]Entry{e.By}, e.And...) {
		words = append(words, lang.L("%[1]s is “%[2]s” (%[3]s).", e.Keys, by.Word, by.Group))
	}
	return strings.Join(words, " ")
}

// Choose gives a command a chord instead of all keys that it has. Where others have it, these get the keys that the first had before
// if exchange is true; without it the answer is a *TakenError, as it is where an exchange cannot be. What cannot be chosen is
// a *RefusedError. The bindings that come back are new; after an error they are those that were given.
func Choose(table []Entry, b Bindings, id string, c Chord, exchange, mac bool) (Bindings, error) {
	has := Resolve(table, b)
	at := slices.IndexFunc(table, func(e Entry) bool { return e.ID == id })
	if at < 0 || table[at].Fixed != "" {
		return b, &RefusedError{Keys: c.Words(mac), Why: NotThisCommand}
	}
	e := table[at]
	switch {
	case len(has[id]) == 0 && c.None(), len(has[id]) == 1 && has[id][0] == c:
		return b, nil
	case !c.None() && !e.takes(c):
		return b, &RefusedError{Keys: c.Words(mac), Why: e.Scope.Refusal(c)}
	}
	next := b.With(e, c)
	by := Taken(table, has, c, e.Scope, id)
	if len(by) == 0 {
		return next, nil
	}
	taken := &TakenError{Keys: c.Words(mac), By: by[0], And: by[1:]}
	if i := slices.IndexFunc(by, func(o Entry) bool { return o.Fixed != "" }); i >= 0 {
		taken.By, taken.And, taken.Fixed = by[i], nil, true
		return b, taken
	}
	var old Chord
	if len(has[id]) > 0 {
		old = has[id][0]
	}
	for _, o := range by {
		next = next.With(o, old)
	}
	switch {
	case !exchanged(table, has, Resolve(table, next), e, c, by, old):
		taken.And, taken.Fixed, taken.For = nil, true, old.Words(mac)
		return b, taken
	case !exchange:
		return b, taken
	}
	return next, nil
}

// exchanged reports whether an exchange came out as it was meant: the one has the chord, those that had it have the old one, and
// nobody else has other keys than before.
func exchanged(table []Entry, before, after map[string][]Chord, e Entry, c Chord, by []Entry, old Chord) bool {
	if !slices.Contains(after[e.ID], c) {
		return false
	}
	for _, o := range table {
		gave := slices.ContainsFunc(by, func(x Entry) bool { return x.ID == o.ID })
		switch {
		case o.ID == e.ID:
		case gave && (old.None() && len(after[o.ID]) > 0 || !old.None() && !slices.Contains(after[o.ID], old)):
			return false
		case !gave && !slices.Equal(before[o.ID], after[o.ID]):
			return false
		}
	}
	return true
}

// Reset gives a command its own keys back. A command that has them now gets its own back as well, and so on, so that the end is
// always without a collision.
func Reset(table []Entry, b Bindings, id string) Bindings {
	out := maps.Clone(b)
	if out == nil {
		out = Bindings{}
	}
	delete(out, id)
	for {
		has, again := Resolve(table, out), false
		for _, e := range table {
			c, chosen := out[e.ID]
			if chosen && !(c.None() && len(has[e.ID]) == 0) && !(len(has[e.ID]) == 1 && has[e.ID][0] == c) {
				delete(out, e.ID)
				again = true
			}
		}
		if !again {
			return out
		}
	}
}
