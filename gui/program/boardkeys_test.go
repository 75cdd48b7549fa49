package program

import (
	"slices"
	"testing"

	"viviscope/db"
)

// Every action of a board has the keys that it comes with, whatever they mean elsewhere.
func TestTheKeysOfABoardAreItsOwn(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	for _, a := range s.p.places.boards.Actions() {
		if !slices.Equal(s.p.shell.KeysOf(a.ID), a.Keys) {
			t.Errorf("%s has %v of %v", a.ID, s.p.shell.KeysOf(a.ID), a.Keys)
		}
	}
}
