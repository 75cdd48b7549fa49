package action

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"viviscope/gui/lang"
)

// Resolve says which keys each action has. A chord stands for one of several that it could mean: for one that cannot be changed, else for
// the one that a person chose it for, else for the first that comes with it. A choice that an action cannot have, or that another has,
// counts for nothing.
func Resolve(table []Action, b Bindings) map[string][]Chord {
	out := make(map[string][]Chord, len(table))
	owners := map[Chord][]Scope{}
	free := func(a Action, c Chord) bool { return !slices.ContainsFunc(owners[c], a.Scope.Meets) }
	give := func(a Action, keys ...Chord) {
		keys = a.allowed(keys)
		out[a.ID] = keys
		for _, c := range keys {
			owners[c] = append(owners[c], a.Scope)
		}
	}
	for _, a := range table {
		if a.Fixed != "" {
			give(a, a.Keys...)
		}
	}
	for _, a := range table {
		c, chosen := b[a.ID]
		switch {
		case !chosen || a.Fixed != "":
		case c.None():
			give(a)
		case takes(a, c) && free(a, c):
			give(a, c)
		}
	}
	for _, a := range table {
		if _, has := out[a.ID]; !has {
			give(a, slices.DeleteFunc(slices.Clone(a.Keys), func(c Chord) bool { return !free(a, c) })...)
		}
	}
	return out
}

// taken finds the actions that have a chord where another action could be meant by it.
func taken(table []Action, has map[string][]Chord, c Chord, a Action) []Action {
	return slices.DeleteFunc(slices.Clone(table), func(o Action) bool {
		return o.ID == a.ID || c.None() || !slices.Contains(has[o.ID], c) || !o.Scope.Meets(a.Scope)
	})
}

// with returns the bindings after a command got a chord instead of all that it had. Its own keys are no choice and are forgotten.
func with(b Bindings, e Action, c Chord) Bindings {
	out := maps.Clone(b)
	if out == nil {
		out = Bindings{}
	}
	if len(e.Keys) == 1 && c == e.Keys[0] || len(e.Keys) == 0 && c.None() {
		delete(out, e.ID)
	} else {
		out[e.ID] = c
	}
	return out
}

// takes reports whether a person can choose a chord for an action.
func takes(a Action, c Chord) bool {
	return a.TakesKey(c) && (len(a.Keys) > 0 && c == a.Keys[0] || a.Scope.Refusal(c) == Possible)
}

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
	By    Action   // a command that has it, one that keeps its keys first
	And   []Action // the others
	Fixed bool     // By cannot give it away: its keys cannot be changed, or it cannot have those that the one has now
	For   string   // the keys that By cannot have, in words; "": its keys cannot be changed
}

func (e *TakenError) Error() string {
	return fmt.Sprintf("choose keys %s: taken by %s", e.Keys, e.By.ID)
}

// Words says to a person whose they are, in a sentence for each.
func (e *TakenError) Words() string {
	switch {
	case e.Fixed && e.For == "":
		return lang.L("%[1]s is used by “%[2]s” (%[3]s), whose keys cannot change.", e.Keys, e.By.Label, e.By.Group)
	case e.Fixed:
		return lang.L("%[1]s is used by “%[2]s” (%[3]s), which cannot use %[4]s instead: change its keys first.",
			e.Keys, e.By.Label, e.By.Group, e.For)
	}
	var words []string
	for _, by := range append([]Action{e.By}, e.And...) {
		words = append(words, lang.L("%[1]s is used by “%[2]s” (%[3]s).", e.Keys, by.Label, by.Group))
	}
	return strings.Join(words, " ")
}

// Choose gives a command a chord instead of all keys that it has. Where others have it, these get the keys that the first had before
// if exchange is true; without it the answer is a *TakenError, as it is where an exchange cannot be. What cannot be chosen is
// a *RefusedError. The bindings that come back are new; after an error they are those that were given.
func Choose(table []Action, b Bindings, id string, c Chord, exchange, mac bool) (Bindings, error) {
	has := Resolve(table, b)
	at := slices.IndexFunc(table, func(e Action) bool { return e.ID == id })
	if at < 0 || table[at].Fixed != "" {
		return b, &RefusedError{Keys: c.Words(mac), Why: NotThisCommand}
	}
	e := table[at]
	switch {
	case len(has[id]) == 0 && c.None(), len(has[id]) == 1 && has[id][0] == c:
		return b, nil
	case !c.None() && !takes(e, c):
		why := e.Scope.Refusal(c)
		if why == Possible { // the scope takes it, but the action costs money
			why = NotThisCommand
		}
		return b, &RefusedError{Keys: c.Words(mac), Why: why}
	}
	next := with(b, e, c)
	by := taken(table, has, c, e)
	if len(by) == 0 {
		return next, nil
	}
	held := &TakenError{Keys: c.Words(mac), By: by[0], And: by[1:]}
	if i := slices.IndexFunc(by, func(o Action) bool { return o.Fixed != "" }); i >= 0 {
		held.By, held.And, held.Fixed = by[i], nil, true
		return b, held
	}
	var old Chord
	want := maps.Clone(has)
	want[id] = []Chord{c}
	if len(has[id]) > 0 {
		old = has[id][0]
	}
	for _, o := range by {
		next, want[o.ID] = with(next, o, old), has[id][:min(len(has[id]), 1)]
	}
	switch {
	case !maps.EqualFunc(Resolve(table, next), want, slices.Equal[[]Chord]):
		// The others cannot have the old one, or it would cost a third one its keys.
		held.And, held.Fixed, held.For = nil, true, old.Words(mac)
		return b, held
	case !exchange:
		return b, held
	}
	return next, nil
}

// Reset gives an action its own keys back. Those that others chose of these are given back as well, and so on.
func Reset(table []Action, b Bindings, id string) Bindings {
	out := maps.Clone(b)
	for due := []string{id}; len(due) > 0; due = due[1:] {
		delete(out, due[0])
		a := ByID(table, due[0])
		for _, c := range a.Keys {
			for _, o := range taken(table, Resolve(table, out), c, a) {
				if _, chosen := out[o.ID]; chosen {
					due = append(due, o.ID)
				}
			}
		}
	}
	return out
}

// KeyRow is one action with the keys that it has now, for a table in which a person changes them.
type KeyRow struct {
	Action
	Changed bool // a person chose them
}

// KeyRows lists the actions that have keys or could have some.
func KeyRows(table []Action, b Bindings) []KeyRow {
	has := Resolve(table, b)
	var rows []KeyRow
	for _, a := range table {
		row := KeyRow{a, !slices.Equal(has[a.ID], a.Keys)}
		row.Keys = has[a.ID]
		if row.KeyWords() != "" || row.Fixed == "" {
			rows = append(rows, row)
		}
	}
	return rows
}
