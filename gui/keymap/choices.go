package keymap

import (
	"encoding/json"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
)

// Bindings are the keys that a person chose, by the ID of the command; no key is a choice too. A change makes a new value.
type Bindings map[string]Chord

// mostStored bounds what is read of stored bindings, in bytes: all commands with the longest keys are a tenth of it.
const mostStored = 1 << 16

// Read reads what Encode wrote. What is no chord, or one that no command can have, is left out. Whether the command that it is
// stored for can have it is for Resolve to say, which knows where that one counts.
func Read(stored string) Bindings {
	b := Bindings{}
	var raw map[string]any
	if len(stored) > mostStored || json.Unmarshal([]byte(stored), &raw) != nil {
		return b
	}
	for id, v := range raw {
		word, ok := v.(string)
		if !ok {
			continue
		}
		c, err := Parse(word)
		if err != nil || !c.None() && (Scope{Bare: true}).Refusal(c) != Possible {
			continue
		}
		b[id] = c
	}
	return b
}

// Encode writes the bindings; the same bindings give the same words.
func (b Bindings) Encode() string {
	raw := make(map[string]string, len(b))
	for id, c := range b {
		raw[id] = c.String()
	}
	out, err := json.Marshal(raw)
	if err != nil {
		panic("keymap: words cannot be written: " + err.Error()) // a map of strings always can
	}
	return string(out)
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
	switch r {
	case LeadsThrough:
		return lang.L("%s is a key that leads through the window.", keys)
	case IsTyped:
		return lang.L("%s would be typed into a text: take Ctrl or Alt with it, or one of F1 to F12.", keys)
	case OfTheDesktop:
		return lang.L("%s belongs to the desktop.", keys)
	case OfEveryText:
		return lang.L("%s is what every text copies, pastes or undoes with.", keys)
	case MovesInText:
		return lang.L("%s moves or deletes in a text.", keys)
	case ShiftAlone:
		return lang.L("%s is the key with Shift, which makes steps longer and letters large: take the key alone, or Ctrl or Alt with it.", keys)
	case NotThisCommand:
		return lang.L("%s cannot be given to this command.", keys)
	}
	return ""
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
