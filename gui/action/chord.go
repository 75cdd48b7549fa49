package action

import (
	"cmp"
	"encoding/json"
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

// modifier is a key that is held while another is pressed.
type modifier struct {
	mod           fyne.KeyModifier
	stored, glyph string
}

// modifiers in the order in which they are written.
var modifiers = []modifier{
	{control, "Control", "⌃"},
	{ctrl, "Ctrl", ""}, // its glyph stands last
	{fyne.KeyModifierAlt, "Alt", "⌥"},
	{fyne.KeyModifierShift, "Shift", "⇧"},
	{super, "Super", ""},
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
	case super:
		return "Super"
	}
	return lang.X("key", "Ctrl")
}

// keyWord writes a key as the keyboards of the language have it; bare: nothing stands before it, and a sign needs a name to be seen.
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
			b.WriteString(modifierWord(m.mod) + "+")
		}
	}
	if mac && c.Mod&ctrl != 0 {
		b.WriteString("⌘")
	}
	return b.String() + keyWord(c.Key, c.Mod == 0)
}

// KeyWords writes several chords that mean the same, "Space or K"; "" for none.
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

// errNoChord is what ParseChord answers to words that are no keys.
var errNoChord = errors.New("these are no keys")

// canonical returns the spelling of a word in a list of words, whatever its case; "" where the list lacks it.
func canonical(word string, list []string) string {
	for _, w := range list {
		if strings.EqualFold(w, word) {
			return w
		}
	}
	return ""
}

// ParseChord reads what String wrote, in upper or lower case. Anything else is an error.
func ParseChord(s string) (Chord, error) {
	if s == "" {
		return Chord{}, nil
	}
	parts := strings.Split(s, "+")
	if n := len(parts); n > 1 && parts[n-1] == "" && parts[n-2] == "" { // the key of + itself
		parts = append(parts[:n-2], "+")
	}
	key := canonical(parts[len(parts)-1], strings.Fields(known))
	if key == "" && len(parts) == 1 {
		key = canonical(parts[0], strings.Fields(signs))
	}
	if key == "" {
		return Chord{}, fmt.Errorf("read keys %.40q: %w", s, errNoChord)
	}
	c := Chord{Key: fyne.KeyName(key)}
	for _, part := range parts[:len(parts)-1] {
		i := slices.IndexFunc(modifiers, func(m modifier) bool { return strings.EqualFold(m.stored, part) })
		if i < 0 || modifiers[i].mod == 0 || c.Mod&modifiers[i].mod != 0 {
			return Chord{}, fmt.Errorf("read keys %.40q: %w", s, errNoChord)
		}
		c.Mod |= modifiers[i].mod
	}
	return c, nil
}

// Scope says where the keys of a command count. The zero value is the whole window, whatever has the keyboard.
type Scope struct {
	In   string // the place, and a part of it after a slash: "costs/ledger" lies in "costs". "": the whole window
	Bare bool   // they count only while no text has the focus, so that a key without a modifier can be one of them
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

// PressedChord is the chord of a key that was pressed without Ctrl, Alt or Cmd. Shift is none of its own there: it makes a step longer or
// a letter large. The Enter of the number pad is Enter.
func PressedChord(e *fyne.KeyEvent) Chord {
	if e.Name == fyne.KeyEnter {
		return Chord{Key: fyne.KeyReturn}
	}
	return Chord{Key: e.Name}
}

// Bindings are the keys that a person chose, by the ID of the command; no key is a choice too. A change makes a new value.
type Bindings map[string]Chord

// mostStored bounds what is read of stored bindings, in bytes: all commands with the longest keys are a tenth of it.
const mostStored = 1 << 16

// MarshalJSON writes the bindings; the same bindings give the same words.
func (b Bindings) MarshalJSON() ([]byte, error) {
	raw := make(map[string]string, len(b))
	for id, c := range b {
		raw[id] = c.String()
	}
	return json.Marshal(raw)
}

// UnmarshalJSON reads what MarshalJSON wrote, and never fails. What is no chord, or one that no command can have, is left out. Whether the
// command that it is stored for can have it is for Resolve to say, which knows where that one counts.
func (b *Bindings) UnmarshalJSON(stored []byte) error {
	*b = Bindings{}
	var raw map[string]any
	if len(stored) > mostStored || json.Unmarshal(stored, &raw) != nil {
		return nil
	}
	for id, v := range raw {
		word, ok := v.(string)
		if !ok {
			continue
		}
		c, err := ParseChord(word)
		if err != nil || !c.None() && (Scope{Bare: true}).Refusal(c) != Possible {
			continue
		}
		(*b)[id] = c
	}
	return nil
}

// Reason is why a person cannot choose a chord.
type Reason int

// The reasons. Possible is none: it can be chosen.
const (
	Possible Reason = iota
	LeadsThrough
	IsTyped
	OfTheDesktop
	OfEveryText
	MovesInText
	ShiftAlone
	NotThisCommand
)

// Words says the reason for keys to a person, in a sentence; "" where there is none.
func (r Reason) Words(keys string) string {
	return map[Reason]string{
		LeadsThrough:   lang.L("%s moves between controls.", keys),
		IsTyped:        lang.L("%s would type a character: add Ctrl or Alt, or use one of F1 to F12.", keys),
		OfTheDesktop:   lang.L("%s is reserved by the desktop.", keys),
		OfEveryText:    lang.L("%s copies, pastes or undoes in every text field.", keys),
		MovesInText:    lang.L("%s moves or deletes in text fields.", keys),
		ShiftAlone:     lang.L("%s uses Shift, which makes steps longer and letters uppercase: use the key alone, or with Ctrl or Alt.", keys),
		NotThisCommand: lang.L("%s cannot be used for this command.", keys),
	}[r]
}

// Refusal says why a person cannot choose a chord for a command of a scope.
func (s Scope) Refusal(c Chord) Reason {
	letter := func(list string) bool { return strings.Contains(list, " "+string(c.Key)+" ") }
	function := len(c.Key) > 1 && c.Key[0] == 'F' && c.Key[1] <= '9'
	bare := c.Mod&^fyne.KeyModifierShift == 0
	switch shifted := c.Mod &^ fyne.KeyModifierShift; {
	case s.Bare && c.Mod == 0 && !c.None() && letter(signs):
		return Possible
	case c.None() || !letter(known):
		return LeadsThrough
	case c.Mod == 0 && (function || s.Bare):
		return Possible
	case bare && s.Bare:
		return ShiftAlone
	case bare:
		return IsTyped
	case c.Mod&super != 0:
		return OfTheDesktop
	case shifted == ctrl && letter(" C V X A Z Y Insert "):
		if c.Mod == ctrl || c.Key == fyne.KeyZ || c.Key == fyne.KeyInsert {
			return OfEveryText
		}
	case shifted == ctrl && letter(" Left Right Up Down Home End BackSpace Delete "):
		if c.Mod == ctrl || !letter(" Up Down ") {
			return MovesInText
		}
	case shifted == fyne.KeyModifierAlt && letter(" F4 Space "), function && c.Mod == ctrl|fyne.KeyModifierAlt,
		c.Mod == ctrl|fyne.KeyModifierAlt && letter(" Delete BackSpace "):
		return OfTheDesktop
	case control != 0 && c.Mod == ctrl && letter(" Q H M W Space ` "): // macOS
		return OfTheDesktop
	}
	return Possible
}
