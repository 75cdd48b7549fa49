package keymap

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
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

// words are the keys that are written otherwise than Fyne names them.
var words = map[fyne.KeyName]string{
	fyne.KeyReturn: "Enter", fyne.KeyPageUp: "Page Up", fyne.KeyPageDown: "Page Down", fyne.KeyBackspace: "Backspace",
}

// known are the keys that can stand in a chord: what every keyboard has. Tab and Esc lead through the window and out of it.
const known = " 0 1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M N O P Q R S T U V W X Y Z" +
	" F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 Return Space BackSpace Insert Delete Left Right Up Down Prior Next Home End" +
	" ' , - . / \\ [ ] ; = ` "

// None reports whether there is no key.
func (c Chord) None() bool { return c.Key == "" }

// Words writes a chord for a person, "Ctrl+Shift+N" or on a Mac "⇧⌘N"; "" for none.
func (c Chord) Words(mac bool) string {
	if c.None() {
		return ""
	}
	key := string(c.Key)
	if w, ok := words[c.Key]; ok {
		key = w
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
	return b.String() + key
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
	key := parts[len(parts)-1]
	c := Chord{Key: fyne.KeyName(key)}
	if key == "" || strings.Contains(key, " ") || !strings.Contains(known, " "+key+" ") {
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
