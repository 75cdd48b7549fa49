package action

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
)

// Chord is a key pressed together with its modifiers. The zero value is no key.
type Chord struct {
	Key fyne.KeyName
	Mod fyne.KeyModifier
}

// ctrl is Ctrl, on macOS Cmd.
const ctrl = fyne.KeyModifierShortcutDefault

// modifiers in the order in which they are written, with their signs on a Mac.
var modifiers = []struct {
	mod   fyne.KeyModifier
	glyph string
}{
	{ctrl, ""}, // its glyph comes last
	{fyne.KeyModifierAlt, "⌥"},
	{fyne.KeyModifierShift, "⇧"},
}

// OnMac reports whether keys are written as on a Mac here.
const OnMac = fyne.KeyModifierShortcutDefault == fyne.KeyModifierSuper

// modifierWord writes a modifier as the keyboards of the language have it.
func modifierWord(mod fyne.KeyModifier) string {
	switch mod {
	case fyne.KeyModifierAlt:
		return "Alt"
	case fyne.KeyModifierShift:
		return lang.X("key", "Shift")
	}
	return lang.X("key", "Ctrl")
}

// keyWord returns the label of a key as on the keyboards of the current language. bare means that no modifier precedes
// it; a sign then needs a name to be seen.
func keyWord(key fyne.KeyName, bare bool) string {
	words := map[fyne.KeyName]string{
		fyne.KeyReturn:    lang.X("key", "Enter"),
		fyne.KeyPageUp:    lang.X("key", "Page Up"),
		fyne.KeyPageDown:  lang.X("key", "Page Down"),
		fyne.KeyHome:      lang.X("key", "Home"),
		fyne.KeyEnd:       lang.X("key", "End"),
		fyne.KeyInsert:    lang.X("key", "Insert"),
		fyne.KeyDelete:    lang.X("key", "Delete"),
		fyne.KeyBackspace: lang.X("key", "Backspace"),
		fyne.KeyEscape:    "Esc",
		fyne.KeySpace:     lang.X("key", "Space"),
		fyne.KeyLeft:      lang.X("key", "Left"),
		fyne.KeyRight:     lang.X("key", "Right"),
		fyne.KeyUp:        lang.X("key", "Up"),
		fyne.KeyDown:      lang.X("key", "Down"),
	}
	if bare {
		words[fyne.KeyComma], words[fyne.KeyPeriod] = lang.X("key", "comma"), lang.X("key", "full stop")
	}
	return cmp.Or(words[key], string(key))
}

// None reports whether there is no key.
func (c Chord) None() bool { return c.Key == "" }

// Types reports whether the chord alone types a character.
func (c Chord) Types() bool { return c.Mod == 0 && len(c.Key) == 1 }

// Words returns the chord as shown to the user, "Ctrl+Shift+N" or on a Mac "⇧⌘N"; "" for none.
func (c Chord) Words(mac bool) string {
	if c.None() {
		return ""
	}
	var b strings.Builder
	for _, m := range modifiers {
		switch {
		case c.Mod&m.mod == 0:
		case mac:
			b.WriteString(m.glyph)
		default:
			b.WriteString(modifierWord(m.mod) + "+")
		}
	}
	if mac && c.Mod&ctrl != 0 {
		b.WriteString("⌘")
	}
	return b.String() + keyWord(c.Key, c.Mod == 0)
}

// KeyWords returns the text for several alternative chords, "Space or K"; "" for none.
func KeyWords(keys []Chord, mac bool) string {
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

// CommandKey is the name of the key Ctrl, on macOS Cmd, for a sentence.
func CommandKey() string {
	if OnMac {
		return "⌘"
	}
	return modifierWord(ctrl)
}

// KeyList writes chords beside each other that mean several things, "Left, Right".
func KeyList(keys []Chord) string {
	words := make([]string, len(keys))
	for i, c := range keys {
		words[i] = c.Words(OnMac)
	}
	return strings.Join(words, ", ")
}

// Scope is the part of the window in which the keys of an action work. The zero value is the whole window, whatever has
// the focus.
type Scope struct {
	In string // the place, and after a slash a part of it: "costs/ledger" is inside "costs". "": the whole window
	// When are the states of the place in which the action is possible, a bit for each; 0: all. Two actions that are
	// never possible in the same state may have the same keys.
	When uint8
}

// BareKeys are keys without a modifier.
func BareKeys(names ...fyne.KeyName) []Chord { return KeysWith(0, names...) }

// KeysWith are keys with the same modifiers.
func KeysWith(mod fyne.KeyModifier, names ...fyne.KeyName) []Chord {
	keys := make([]Chord, len(names))
	for i, name := range names {
		keys[i] = Chord{name, mod}
	}
	return keys
}

// PressedChord returns the chord of a key that was pressed without Ctrl, Alt or Cmd. Shift is not part of it: there it
// makes a step longer or a letter upper case. Enter on the number pad counts as Enter.
func PressedChord(e *fyne.KeyEvent) Chord {
	if e.Name == fyne.KeyEnter {
		return Chord{Key: fyne.KeyReturn}
	}
	return Chord{Key: e.Name}
}
