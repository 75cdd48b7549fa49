package gui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/apptest"
)

// crowded is a table in which everything has an answer, as the program's has.
func crowded(h *house) []command {
	do := func() {}
	s := &h.Shell.screens
	s.Hold, s.CopyRequest, s.Batch, s.TrackTask, s.NewRequest, s.Search, s.OpenFolder, s.About = do, do, do, do, do, do, do, do
	s.Prompt = Prompt{do, do, do, do, do, do, do}
	s.Form = Form{do, do, do, do, do}
	for _, word := range []string{"Text to video", "Frames to video", "Text to image", "Edit image"} {
		s.Kinds = append(s.Kinds, Kind{Word: word, Choose: do})
	}
	return h.commands()
}

func TestTheSheetListsEveryKeyOnce(t *testing.T) {
	list := crowded(newHouse(t, nil))
	said := map[string]string{}
	for _, g := range keyGroups(list, nil, false) {
		for _, r := range g.Rows {
			said[g.Title+": "+r.Word] = r.Keys
		}
	}
	for _, c := range list {
		if keys := c.keys(false); keys != "" && said[c.menu+": "+c.word] != keys {
			t.Errorf("%s: %s has %s, the sheet says %q", c.menu, c.word, keys, said[c.menu+": "+c.word])
		}
	}
	for what, keys := range map[string]string{
		"Job: Generate": "Ctrl+Enter", "Job: Hold for later": "Ctrl+Shift+H", "Job: Copy request": "Ctrl+Shift+C", "Job: Batch…": "Ctrl+Shift+B",
		"Job: Preview the variations": "Ctrl+Shift+M", "Job: Which model can do this?": "Ctrl+M",
		"Job: New seed": "Ctrl+R", "Job: Keep the seed": "Ctrl+Shift+R", "Job: Swap first and last frame": "Ctrl+Shift+X",
		"Job: One more in a click": "Ctrl+Shift+Up", "Job: One less in a click": "Ctrl+Shift+Down",
		"Edit: Older prompt": "Ctrl+Up", "Edit: Newer prompt": "Ctrl+Down", "Edit: Snippets…": "Ctrl+Shift+E",
		"In the prompt: Snippets": "/", "On a frame: Paste a link or a picture": "Ctrl+V", "On a frame: Type an address": "Enter",
		"On a frame: Clear": "Delete", "Help: Keyboard shortcuts": "F1 or ?",
	} {
		if said[what] != keys {
			t.Errorf("%s: %q, want %q", what, said[what], keys)
		}
	}
}

func TestAllKeysTogetherStandForOneCommandEach(t *testing.T) {
	seen := map[string]string{}
	for _, c := range crowded(newHouse(t, nil)) {
		keys := c.keys(false)
		if other, ok := seen[keys]; ok && keys != "" {
			t.Errorf("%s stands for %q and %q", keys, other, c.word)
		}
		seen[keys] = c.word
	}
	for _, want := range []string{"Ctrl+1", "Ctrl+5", "Ctrl+Enter", "Ctrl+L", "Ctrl+Q", "F1 or ?"} {
		if seen[want] == "" {
			t.Errorf("%s does nothing", want)
		}
	}
}

func TestTheSheetFitsTheSmallestWindowAndScrolls(t *testing.T) {
	h := newHouse(t, nil)
	groups := keyGroups(crowded(h), nil, false)
	c := h.window.Canvas()
	h.window.Resize(fyne.NewSize(minWidth, minHeight+30))
	sheet := showKeySheet(c, groups)
	scroll := scrollIn(t, sheet)
	if bottom := scroll.Position().Y + scroll.Size().Height; bottom > c.Size().Height || scroll.Size().Height < 200 {
		t.Errorf("the window is %v high, the keys end at %v", c.Size().Height, bottom)
	}
	left, right := splitGroups(groups)
	if len(left)+len(right) != len(groups) || len(left) == 0 || len(right) == 0 {
		t.Errorf("%d and %d of %d groups", len(left), len(right), len(groups))
	}
	hidden := scroll.Content.MinSize().Height - scroll.Size().Height
	if hidden <= 0 {
		t.Fatalf("all keys are in sight in %v", scroll.Size().Height)
	}
	press := func(name fyne.KeyName) { c.Focused().TypedKey(&fyne.KeyEvent{Name: name}) }
	for _, step := range []struct {
		key  fyne.KeyName
		want float32
	}{{fyne.KeyUp, 0}, {fyne.KeyDown, min(48, hidden)}, {fyne.KeyEnd, hidden}, {fyne.KeyDown, hidden}, {fyne.KeyHome, 0}} {
		if press(step.key); scroll.Offset.Y != step.want {
			t.Errorf("%s: at %v, want %v", step.key, scroll.Offset.Y, step.want)
		}
	}
	press(fyne.KeyReturn)
	if sheet.Shown() {
		t.Error("Enter does not close it")
	}
}

func scrollIn(t *testing.T, sheet fyne.Widget) *container.Scroll {
	t.Helper()
	for _, o := range apptest.Seen(sheet) {
		if s, ok := o.(*container.Scroll); ok {
			return s
		}
	}
	t.Fatal("nothing scrolls")
	return nil
}

func TestAQuestionMarkShowsTheKeys(t *testing.T) {
	h := newHouse(t, nil)
	find(t, h, "Keyboard shortcuts  F1 or ?")
	typed := h.window.Canvas().OnTypedRune()
	typed('!')
	if h.menu.sheet != nil {
		t.Fatal("any character shows the keys")
	}
	typed('?')
	if h.menu.sheet == nil || !h.menu.sheet.Shown() {
		t.Error("? shows nothing")
	}
}
