package compose

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/order"
	"viviscope/db"
)

func TestHintsGoInAtTheCursor(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		back int // steps from the end
		want string
	}{
		"an empty prompt":    {"", 0, "in the red box"},
		"behind a word":      {"three lemons", 0, "three lemons, in the red box"},
		"behind a blank":     {"three lemons ", 0, "three lemons in the red box"},
		"between words":      {"three lemons", 6, "three in the red box lemons"},
		"before a word":      {"three lemons", 12, "in the red box three lemons"},
		"before a full stop": {"three lemons.", 1, "three lemons, in the red box."},
		"behind a full stop": {"three lemons.", 0, "three lemons. in the red box"},
		"behind a comma":     {"three lemons,", 0, "three lemons, in the red box"},
		"behind another":     {"where the box is", 0, "where the box is, in the red box"},
		"after a new line":   {"three\n", 0, "three\nin the red box"},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEditFixture(t)
			e.s.SetHints([]string{"in the red box", "remove all marks"})
			if !e.s.fields.hints.box.Visible() || len(e.s.fields.hints.box.Objects) != 2 {
				t.Fatal("no chips")
			}
			entry := e.s.fields.prompt.entry
			e.s.Edit(func(f *order.Form) { f.Edit.Prompt = c.text })
			e.s.Focus()
			entry.toEnd()
			for range c.back {
				entry.Entry.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
			}
			test.Tap(e.s.fields.hints.box.Objects[0].(fyne.Tappable))
			if got := e.s.Form().Edit.Prompt; got != c.want || e.w.Canvas().Focused() != fyne.Focusable(entry) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	e := newEditFixture(t)
	e.s.SetHints([]string{"in the red box"})
	e.s.SetKind(db.TextToImage)
	if e.s.fields.hints.box.Visible() {
		t.Error("a picture from text has no marks")
	}
	e.s.SetKind(db.EditImage)
	e.s.SetHints(nil)
	if e.s.fields.hints.box.Visible() {
		t.Error("they are still there")
	}
}

// A long label in the picture widens neither its chip nor the form. The prompt gets all of it.
func TestALongHintIsCut(t *testing.T) {
	e := newEditFixture(t)
	words := "at “the third lemon from the left, behind the blue glass jug”"
	e.s.SetHints([]string{words})
	chip := e.s.fields.hints.box.Objects[0]
	if got := chip.(interface{ Text() string }).Text(); got != "+ at “the third lemon from the l…”" {
		t.Errorf("the chip shows %q", got)
	}
	if w := chip.MinSize().Width; w > leastWidth-2*inset {
		t.Errorf("the chip is %v wide", w)
	}
	test.Tap(chip.(fyne.Tappable))
	if got := e.s.Form().Edit.Prompt; got != words {
		t.Errorf("the prompt is %q", got)
	}
}
