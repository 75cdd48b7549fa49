package keymap

import (
	"slices"
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

// Entry is one command with the keys that it has by itself.
type Entry struct {
	ID, Group, Word string
	Scope           Scope
	Default         Chord
	Also            []Chord // more keys that it has by itself; a key that a person chooses replaces all
	Says            string  // words the keys where chords do not: "hold Space"; only with Fixed
	Fixed           string  // why its keys cannot be changed, in a sentence; "": they can
}

// Own are the keys that a command has by itself.
func (e Entry) Own() []Chord {
	if e.Default.None() {
		return nil
	}
	return append([]Chord{e.Default}, e.Also...)
}

// takes reports whether a person can choose a chord for a command.
func (e Entry) takes(c Chord) bool { return c == e.Default || e.Scope.Refusal(c) == Possible }

// Words writes the keys that a command has, for people; "" for none.
func (e Entry) Words(keys []Chord, mac bool) string {
	if e.Says != "" {
		return e.Says
	}
	return Words(keys, mac)
}

// Changed reports whether a person chose the keys that a command has.
func (e Entry) Changed(keys []Chord) bool { return !slices.Equal(keys, e.Own()) }

// Row is one command with the keys that it has now.
type Row struct {
	Entry
	Keys    string // the keys in words, for people; "" for none
	Changed bool   // a person chose them
}

// Command is what a place tells of one of its commands: what it is called by whoever keeps its keys, and which it has by itself.
type Command struct {
	ID    string // never changes, whatever its keys are and whatever the language is: chosen keys are kept under it
	Keys  []Chord
	Fixed string // why its keys cannot be changed, in a sentence; "": they can
	Says  string // words the keys where chords do not; only with Fixed
}

// Now are the keys that a command of a place has. ask gives them by the ID of the command; nil: it has its own.
func (c Command) Now(ask func(id string) []Chord) []Chord {
	if ask == nil || c.Fixed != "" {
		return c.Keys
	}
	return ask(c.ID)
}

// Has reports whether a command of a place is meant by a chord now.
func (c Command) Has(pressed Chord, ask func(id string) []Chord) bool {
	return slices.Contains(c.Now(ask), pressed)
}

// Beside writes what a control says with the first of the keys after it, "Swap  X"; the words alone where there are none.
func (c Command) Beside(words string, ask func(id string) []Chord) string {
	if keys := c.Now(ask); len(keys) > 0 {
		return words + "  " + keys[0].Words(OnMac)
	}
	return words
}

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
