package shell

import "testing"

func TestTheSheetListsTheKeysOfMenusAndControls(t *testing.T) {
	said := map[string]string{}
	for _, a := range newHouse(t, nil).keySheet() {
		said[a.Group+": "+a.Label] = a.KeyWords()
	}
	for what, keys := range map[string]string{
		"View: Create": "Ctrl+1", "View: Boards": "Ctrl+2", "View: Settings": "Ctrl+,", "View: Menu bar": "F10",
		"File: Quit":               "Ctrl+Q",
		"Help: Keyboard shortcuts": "F1 or ?", "Edit: Copy": "Ctrl+C",
		"Frame slot: Paste a link or a picture": "Ctrl+V", "Frame slot: Type an address": "Enter",
		"Frame slot: Clear": "Delete", "Number field: More, less": "Up, Down", "Queue: Collapse, expand": "Left, Right",
		"Queue: Menu": "Shift+F10",
	} {
		if said[what] != keys {
			t.Errorf("%s: %q, want %q", what, said[what], keys)
		}
	}
}

func TestAQuestionMarkShowsTheKeys(t *testing.T) {
	h := newHouse(t, nil)
	if got := shortcutOf(t, h, "Keyboard shortcuts"); got != "F1 or ?" {
		t.Errorf("the menu has %q", got)
	}
	typed := h.window.Canvas().OnTypedRune()
	typed('!')
	if h.sheet != nil {
		t.Fatal("any character shows the keys")
	}
	typed('?')
	if h.sheet == nil || !h.sheet.Shown() {
		t.Error("? shows nothing")
	}
}
