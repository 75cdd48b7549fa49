package action

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

func TestChordsAreWrittenForPeople(t *testing.T) {
	for _, tc := range []struct {
		c         Chord
		pc, apple string
	}{
		{Chord{}, "", ""},
		{Chord{fyne.KeyF1, 0}, "F1", "F1"},
		{Chord{fyne.KeyReturn, ctrl}, "Ctrl+Enter", "⌘Enter"},
		{Chord{fyne.KeyN, ctrl | fyne.KeyModifierShift}, "Ctrl+Shift+N", "⇧⌘N"},
		{Chord{fyne.KeyE, ctrl | fyne.KeyModifierAlt}, "Ctrl+Alt+E", "⌥⌘E"},
		{Chord{fyne.KeyPageUp, fyne.KeyModifierAlt}, "Alt+Page Up", "⌥Page Up"},
		{Chord{fyne.KeyComma, 0}, "comma", "comma"},
		{Chord{fyne.KeyComma, ctrl}, "Ctrl+,", "⌘,"},
		{Chord{fyne.KeyPlus, ctrl}, "Ctrl++", "⌘+"},
	} {
		if got := tc.c.Words(false); got != tc.pc {
			t.Errorf("%v: %q, want %q", tc.c, got, tc.pc)
		}
		if got := tc.c.Words(true); got != tc.apple {
			t.Errorf("%v on a Mac: %q, want %q", tc.c, got, tc.apple)
		}
	}
}

// Sentences name the key as it is on this system.
func TestSentencesNameTheKeyOfTheSystem(t *testing.T) {
	want := "Ctrl"
	if OnMac {
		want = "⌘"
	}
	chord := Chord{Mod: fyne.KeyModifierShortcutDefault, Key: fyne.KeyReturn}
	if got := CommandKey(); got != want || !strings.HasPrefix(KeyList([]Chord{chord}), want) {
		t.Errorf("the key is %q, the chord %q", got, KeyList([]Chord{chord}))
	}
}
