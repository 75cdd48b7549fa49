package keymap

import (
	"strings"

	"fyne.io/fyne/v2"
)

// Refusal says why a person cannot choose a chord, in words that follow the keys: "belongs to the desktop". "": it can be chosen.
func Refusal(c Chord) string {
	letter := func(list string) bool { return strings.Contains(list, " "+string(c.Key)+" ") }
	function := len(c.Key) > 1 && c.Key[0] == 'F' && c.Key[1] <= '9'
	bare := c.Mod&^fyne.KeyModifierShift == 0
	switch shifted := c.Mod &^ fyne.KeyModifierShift; {
	case c.None() || !letter(known):
		return "is a key that leads through the window"
	case bare && function && c.Mod == 0:
		return ""
	case bare:
		return "would be typed into a text: take Ctrl or Alt with it, or one of F1 to F12"
	case c.Mod&super != 0:
		return "belongs to the desktop"
	case shifted == ctrl && letter(" C V X A Z Y Insert "):
		if c.Mod == ctrl || c.Key == fyne.KeyZ || c.Key == fyne.KeyInsert {
			return "is what every text copies, pastes or undoes with"
		}
	case shifted == ctrl && letter(" Left Right Up Down Home End BackSpace Delete "):
		if c.Mod == ctrl || !letter(" Up Down ") {
			return "moves or deletes in a text"
		}
	case shifted == fyne.KeyModifierAlt && letter(" F4 Space "), function && c.Mod == ctrl|fyne.KeyModifierAlt,
		c.Mod == ctrl|fyne.KeyModifierAlt && letter(" Delete BackSpace "):
		return "belongs to the desktop"
	case control != 0 && c.Mod == ctrl && letter(" Q H M W Space ` "): // macOS
		return "belongs to the desktop"
	}
	return ""
}
