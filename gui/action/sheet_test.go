package action

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

func TestTheSheetFitsTheSmallestWindowAndScrolls(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	w := test.NewTempWindow(t, nil)
	w.Resize(fyne.NewSize(960, 506))
	c := w.Canvas()
	var list []Action
	for i, a := range many()[:60] {
		a.Group = fmt.Sprint(i / 12)
		if i%12 == 0 {
			a.Label += ", which has more words than one line has room for"
		}
		list = append(list, a)
	}
	sheet, groups := ShowKeySheet(c, list), keyGroups(list)
	scroll := scrollIn(t, sheet)
	if bottom := scroll.Position().Y + scroll.Size().Height; bottom > c.Size().Height || scroll.Size().Height < 200 {
		t.Errorf("the window is %v high, the keys end at %v", c.Size().Height, bottom)
	}
	for _, text := range apptest.Find[*canvas.Text](sheet) {
		if strings.Contains(text.Text, "…") {
			t.Errorf("cut: %q", text.Text)
		}
	}
	if got, want := scroll.Content.Size().Height,
		kit.HeightFor(scroll.Content, scroll.Content.Size().Width); got != want {
		t.Errorf("the keys are %v high, want %v", got, want)
	}
	left, right := splitGroups(groups)
	if len(left)+len(right) != len(groups) || len(left) == 0 || len(right) == 0 {
		t.Errorf("%d and %d of %d groups", len(left), len(right), len(groups))
	}
	hidden := scroll.Content.MinSize().Height - scroll.Size().Height
	if hidden <= 0 {
		t.Fatalf("all keys are in sight in %v", scroll.Size().Height)
	}
	press := func(name fyne.KeyName) { apptest.PressKey(c.Focused(), name) }
	for _, step := range []struct {
		key  fyne.KeyName
		want float32
	}{{fyne.KeyUp, 0}, {fyne.KeyDown, min(48, hidden)}, {fyne.KeyEnd, hidden}, {fyne.KeyDown, hidden},
		{fyne.KeyHome, 0}} {
		press(step.key)
		if scroll.Offset.Y != step.want {
			t.Errorf("%s: at %v, want %v", step.key, scroll.Offset.Y, step.want)
		}
	}
	size := sheet.Size()
	c.Focused().(*kit.Entry).SetText("number 57")
	press(fyne.KeyDown)
	if scroll.Offset.Y != 0 || sheet.Size() != size {
		t.Errorf("what was found scrolls to %v of %v, the sheet is %v, was %v", scroll.Offset.Y,
			scroll.Content.MinSize(), sheet.Size(), size)
	}
	press(fyne.KeyReturn)
	if sheet.Shown() {
		t.Error("Enter does not close it")
	}
}

func scrollIn(t *testing.T, sheet fyne.Widget) *kit.Scroll {
	t.Helper()
	for _, o := range apptest.Visible(sheet) {
		if s, ok := o.(*kit.Scroll); ok {
			return s
		}
	}
	t.Fatal("nothing scrolls")
	return nil
}

func TestTheKeySheetIsSearchedByNameGroupAndKey(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	w := test.NewTempWindow(t, nil)
	w.Resize(fyne.NewSize(1120, 720))
	list := []Action{
		{Group: "Gallery", Label: "Star", Keys: BareKeys(fyne.KeyS)},
		{Group: "Gallery", Label: "Add a note", Keys: BareKeys(fyne.KeyN)},
		{Group: "Help", Label: "Find a command", Keys: KeysWith(ctrl, fyne.KeyK)},
		{Group: "Help", Label: "No key"},
	}
	sheet := ShowKeySheet(w.Canvas(), list)
	size, field := sheet.Size(), w.Canvas().Focused()
	search, ok := field.(*kit.Entry)
	if !ok {
		t.Fatalf("%T has the focus", field)
	}
	shown := func() string { return strings.Join(apptest.Texts(scrollIn(t, sheet)), " ") }
	for query, want := range map[string]string{"note": "Add a note", "ctrl k": "Find a command", "gallery": "Star",
		"": "Star"} {
		search.SetText(query)
		if words := shown(); !strings.Contains(words, want) || (query == "note" || query == "ctrl k") &&
			strings.Contains(words, "Star") {
			t.Errorf("%q finds %q", query, words)
		}
	}
	search.SetText("xyzzy")
	if words := shown(); !strings.Contains(words, "No action or key matches.") || strings.Contains(words, "Star") {
		t.Errorf("nothing found: %q", words)
	}
	if sheet.Size() != size {
		t.Error("the sheet changed its size")
	}
	apptest.PressKey(search, fyne.KeyEscape)
	if sheet.Shown() {
		t.Error("Esc does not close it")
	}
}
