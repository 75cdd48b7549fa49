package keymap

import (
	"strings"

	"fyne.io/fyne/v2"
)

// Scope says where the keys of a command count. The zero value is the whole window, whatever has the keyboard.
type Scope struct {
	// In is the place, and the part of it after a slash: "costs/ledger" lies in "costs". "": the whole window.
	In string
	// Bare: the keys count while something has the keyboard into which nothing is typed, so that a key without a modifier can be
	// one of them.
	Bare bool
	// When are the states of the place in which the command is possible, a bit for each; 0: all. Two commands that are never
	// possible in the same state may have the same keys.
	When uint8
}

// Meets reports whether commands of two scopes could both be meant by the same keys.
func (s Scope) Meets(o Scope) bool {
	switch {
	case s.In == o.In:
		return s.When == 0 || o.When == 0 || s.When&o.When != 0
	case len(s.In) > len(o.In):
		return o.holds(s)
	}
	return s.holds(o)
}

// holds reports whether another scope lies in this one.
func (s Scope) holds(o Scope) bool { return s.In == "" || strings.HasPrefix(o.In, s.In+"/") }

// Bare are keys without a modifier.
func Bare(names ...fyne.KeyName) []Chord { return With(0, names...) }

// With are keys with the same modifiers.
func With(mod fyne.KeyModifier, names ...fyne.KeyName) []Chord {
	keys := make([]Chord, len(names))
	for i, name := range names {
		keys[i] = Chord{name, mod}
	}
	return keys
}

// Pressed is the chord of a key that was pressed without Ctrl, Alt or Cmd. Shift is none of its own there: it makes a step longer or
// a letter large. The Enter of the number pad is Enter.
func Pressed(e *fyne.KeyEvent) Chord {
	if e.Name == fyne.KeyEnter {
		return Chord{Key: fyne.KeyReturn}
	}
	return Chord{Key: e.Name}
}
