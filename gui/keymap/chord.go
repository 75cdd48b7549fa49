// Package keymap says what keys are: how they are written, stored and read back, and which a person may choose for a command.
// Package action says which action has which. It draws nothing.
//
// The keys of a command count in a [Scope]: in the whole window, or in one place. Where the place's own object has the keyboard
// nothing is typed, and a letter can be a key there. Two commands have the same keys only where it is never open which is meant.
package keymap

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
)

// Chord is a key pressed together with its modifiers. The zero value is no key.
type Chord struct {
	Key fyne.KeyName
	Mod fyne.KeyModifier
}

// ctrl is Ctrl, on macOS Cmd. It is stored as "Ctrl" on every system.
const ctrl = fyne.KeyModifierShortcutDefault

// control is the Ctrl key where it is not ctrl: on macOS only.
const control = fyne.KeyModifierControl &^ ctrl

// super is the key of the desktop where it is not ctrl: everywhere but on macOS.
const super = fyne.KeyModifierSuper &^ ctrl

// modifiers in the order in which they are written.
var modifiers = []struct {
	mod           fyne.KeyModifier
	stored, glyph string
}{
	{control, "Control", "⌃"},
	{ctrl, "Ctrl", ""}, // its glyph stands last
	{fyne.KeyModifierAlt, "Alt", "⌥"},
	{fyne.KeyModifierShift, "Shift", "⇧"},
	{super, "Super", ""},
}

// OnMac reports whether keys are written as on a Mac here.
const OnMac = fyne.KeyModifierShortcutDefault == fyne.KeyModifierSuper

// keyWord writes a key for a person; bare: nothing stands before it, and a sign needs a name to be seen.
func keyWord(key fyne.KeyName, bare bool) string {
	switch key {
	case fyne.KeyReturn:
		return "Enter"
	case fyne.KeyPageUp:
		return "Page Up"
	case fyne.KeyPageDown:
		return "Page Down"
	case fyne.KeyBackspace:
		return "Backspace"
	case fyne.KeyEscape:
		return "Esc"
	}
	if !bare { // as the menus of the window write it, too
		return string(key)
	}
	switch key {
	case fyne.KeySpace:
		return lang.X("key", "Space")
	case fyne.KeyLeft:
		return lang.X("key", "Left")
	case fyne.KeyRight:
		return lang.X("key", "Right")
	case fyne.KeyUp:
		return lang.X("key", "Up")
	case fyne.KeyDown:
		return lang.X("key", "Down")
	case fyne.KeyComma:
		return lang.X("key", "comma")
	case fyne.KeyPeriod:
		return lang.X("key", "full stop")
	}
	return string(key)
}

// known are the keys that can stand in a chord: what every keyboard has. Tab and Esc lead through the window and out of it.
const known = " 0 1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M N O P Q R S T U V W X Y Z" +
	" F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 Return Space BackSpace Insert Delete Left Right Up Down Prior Next Home End" +
	" ' , - . / \\ [ ] ; = ` + * "

// signs are what is typed with a key that is called otherwise: they can be keys only where characters are heard, and come without a
// modifier.
const signs = " | "

// None reports whether there is no key.
func (c Chord) None() bool { return c.Key == "" }

// Words writes a chord for a person, "Ctrl+Shift+N" or on a Mac "⇧⌘N"; "" for none.
func (c Chord) Words(mac bool) string {
	if c.None() {
		return ""
	}
	var b strings.Builder
	for _, m := range modifiers {
		switch {
		case m.mod == 0 || c.Mod&m.mod == 0:
		case mac:
			b.WriteString(m.glyph)
		default:
			b.WriteString(m.stored + "+")
		}
	}
	if mac && c.Mod&ctrl != 0 {
		b.WriteString("⌘")
	}
	return b.String() + keyWord(c.Key, c.Mod == 0)
}

// Words writes several chords that mean the same, "Space or K"; "" for none.
func Words(keys []Chord, mac bool) string {
	words := ""
	for i, c := range keys {
		if i == 0 {
			words = c.Words(mac)
			continue
		}
		words = lang.L("%s or %s", words, c.Words(mac))
	}
	return words
}

// List writes chords beside each other that mean several things, "Left, Right".
func List(keys []Chord) string {
	words := make([]string, len(keys))
	for i, c := range keys {
		words[i] = c.Words(OnMac)
	}
	return strings.Join(words, ", ")
}

// String writes a chord as it is stored: "Ctrl+Shift+N", where Ctrl is Cmd on macOS; "" for none.
func (c Chord) String() string {
	if c.None() {
		return ""
	}
	var b strings.Builder
	for _, m := range modifiers {
		if m.mod != 0 && c.Mod&m.mod != 0 {
			b.WriteString(m.stored + "+")
		}
	}
	return b.String() + string(c.Key)
}

// errNoChord is what Parse answers to words that are no keys.
var errNoChord = errors.New("these are no keys")

// Parse reads what String wrote. Anything else is an error.
func Parse(s string) (Chord, error) {
	if s == "" {
		return Chord{}, nil
	}
	parts := strings.Split(s, "+")
	if n := len(parts); n > 1 && parts[n-1] == "" && parts[n-2] == "" { // the key of + itself
		parts = append(parts[:n-2], "+")
	}
	key := parts[len(parts)-1]
	c := Chord{Key: fyne.KeyName(key)}
	sign := len(parts) == 1 && strings.Contains(signs, " "+key+" ")
	if key == "" || strings.Contains(key, " ") || !sign && !strings.Contains(known, " "+key+" ") {
		return Chord{}, fmt.Errorf("read keys %.40q: %w", s, errNoChord)
	}
	for _, part := range parts[:len(parts)-1] {
		i := slices.IndexFunc(modifiers, func(m struct {
			mod           fyne.KeyModifier
			stored, glyph string
		}) bool {
			return m.stored == part
		})
		if i < 0 || modifiers[i].mod == 0 || c.Mod&modifiers[i].mod != 0 {
			return Chord{}, fmt.Errorf("read keys %.40q: %w", s, errNoChord)
		}
		c.Mod |= modifiers[i].mod
	}
	return c, nil
}

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
