package action

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// Resolve says which keys each command has. Where two commands could be meant, a chord stands for one of them at most: choices
// that a command cannot have, or that collide with another one, are dropped, which happens when a command got keys in a later
// version or the stored ones were tampered with.
func Resolve(table []Action, b keymap.Bindings) map[string][]keymap.Chord {
	dropped := map[string]bool{}
	for {
		before := len(dropped)
		out := assign(table, b, dropped)
		if len(dropped) == before {
			return out
		}
	}
}

// assign gives each command its keys, first those that nobody changed. It adds to dropped the choices that collide with what was
// given away by then; the commands of these have their own keys back, so that all is to be assigned anew.
func assign(table []Action, b keymap.Bindings, dropped map[string]bool) map[string][]keymap.Chord {
	out := make(map[string][]keymap.Chord, len(table))
	owners := map[keymap.Chord][]keymap.Scope{}
	give := func(e Action, keys []keymap.Chord) {
		out[e.ID] = keys
		for _, c := range keys {
			owners[c] = append(owners[c], e.Scope)
		}
	}
	chosen := func(e Action) bool {
		c, ok := b[e.ID]
		return ok && e.Fixed == "" && !dropped[e.ID] && (c.None() || takes(e, c))
	}
	for _, e := range table {
		if !chosen(e) {
			give(e, e.Keys)
		}
	}
	for _, e := range table {
		if !chosen(e) {
			continue
		}
		c := b[e.ID]
		switch {
		case c.None():
			give(e, nil)
		case slices.ContainsFunc(owners[c], e.Scope.Meets):
			dropped[e.ID] = true
		default:
			give(e, []keymap.Chord{c})
		}
	}
	return out
}

// Taken finds the commands that have a chord where a command of a scope could be meant by it, but for the one with an ID.
func Taken(table []Action, has map[string][]keymap.Chord, c keymap.Chord, in keymap.Scope, but string) (list []Action) {
	for _, e := range table {
		if e.ID != but && !c.None() && slices.Contains(has[e.ID], c) && e.Scope.Meets(in) {
			list = append(list, e)
		}
	}
	return list
}

// with returns the bindings after a command got a chord instead of all that it had. Its own keys are no choice and are forgotten.
func with(b keymap.Bindings, e Action, c keymap.Chord) keymap.Bindings {
	out := maps.Clone(b)
	if out == nil {
		out = keymap.Bindings{}
	}
	if len(e.Keys) == 1 && c == e.Keys[0] || len(e.Keys) == 0 && c.None() {
		delete(out, e.ID)
	} else {
		out[e.ID] = c
	}
	return out
}

// takes reports whether a person can choose a chord for an action.
func takes(a Action, c keymap.Chord) bool {
	return len(a.Keys) > 0 && c == a.Keys[0] || a.Scope.Refusal(c) == keymap.Possible
}

// RefusedError is a chord that cannot be chosen.
type RefusedError struct {
	Keys string // "Ctrl+C"
	Why  keymap.Reason
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
		return lang.L("%[1]s is “%[2]s” (%[3]s), which keeps its keys.", e.Keys, e.By.Label, e.By.Group)
	case e.Fixed:
		return lang.L("%[1]s is “%[2]s” (%[3]s), which cannot have %[4]s in exchange: give it other keys first.", e.Keys, e.By.Label, e.By.Group, e.For)
	}
	var words []string
	for _, by := range append([]Action{e.By}, e.And...) {
		words = append(words, lang.L("%[1]s is “%[2]s” (%[3]s).", e.Keys, by.Label, by.Group))
	}
	return strings.Join(words, " ")
}

// Choose gives a command a chord instead of all keys that it has. Where others have it, these get the keys that the first had before
// if exchange is true; without it the answer is a *TakenError, as it is where an exchange cannot be. What cannot be chosen is
// a *RefusedError. The bindings that come back are new; after an error they are those that were given.
func Choose(table []Action, b keymap.Bindings, id string, c keymap.Chord, exchange, mac bool) (keymap.Bindings, error) {
	has := Resolve(table, b)
	at := slices.IndexFunc(table, func(e Action) bool { return e.ID == id })
	if at < 0 || table[at].Fixed != "" {
		return b, &RefusedError{Keys: c.Words(mac), Why: keymap.NotThisCommand}
	}
	e := table[at]
	switch {
	case len(has[id]) == 0 && c.None(), len(has[id]) == 1 && has[id][0] == c:
		return b, nil
	case !c.None() && !takes(e, c):
		return b, &RefusedError{Keys: c.Words(mac), Why: e.Scope.Refusal(c)}
	}
	next := with(b, e, c)
	by := Taken(table, has, c, e.Scope, id)
	if len(by) == 0 {
		return next, nil
	}
	taken := &TakenError{Keys: c.Words(mac), By: by[0], And: by[1:]}
	if i := slices.IndexFunc(by, func(o Action) bool { return o.Fixed != "" }); i >= 0 {
		taken.By, taken.And, taken.Fixed = by[i], nil, true
		return b, taken
	}
	var old keymap.Chord
	if len(has[id]) > 0 {
		old = has[id][0]
	}
	for _, o := range by {
		next = with(next, o, old)
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
func exchanged(table []Action, before, after map[string][]keymap.Chord, e Action, c keymap.Chord, by []Action, old keymap.Chord) bool {
	if !slices.Contains(after[e.ID], c) {
		return false
	}
	for _, o := range table {
		gave := slices.ContainsFunc(by, func(x Action) bool { return x.ID == o.ID })
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
func Reset(table []Action, b keymap.Bindings, id string) keymap.Bindings {
	out := maps.Clone(b)
	if out == nil {
		out = keymap.Bindings{}
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

// KeyRow is one action with the keys that it has now, for a table in which a person changes them.
type KeyRow struct {
	Action
	Changed bool // a person chose them
}

// KeyRows lists the actions that have keys or could have some.
func KeyRows(table []Action, b keymap.Bindings) []KeyRow {
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
