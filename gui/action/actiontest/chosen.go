// Package actiontest gives actions of a place other keys in tests.
package actiontest

import (
	"testing"

	"viviscope/gui/action"
	"viviscope/gui/keymap"
)

// Chosen answers for the keys of actions as the window does after a person chose some, by the ID of the action as they are stored; ""
// for none. The others have their own.
func Chosen(t testing.TB, actions []action.Action, keys map[string]string) func(id string) []keymap.Chord {
	t.Helper()
	has := map[string][]keymap.Chord{}
	for _, c := range actions {
		has[c.ID] = c.Keys
	}
	for id, words := range keys {
		c, err := keymap.Parse(words)
		if _, there := has[id]; !there || err != nil {
			t.Fatalf("%q for %s: there %v, %v", words, id, there, err)
		}
		has[id] = nil
		if !c.None() {
			has[id] = []keymap.Chord{c}
		}
	}
	return func(id string) []keymap.Chord { return has[id] }
}
