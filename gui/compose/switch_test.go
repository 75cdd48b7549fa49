package compose

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
)

// A window that moves the form shows the switch apart from it: the form moves up by just its height, and both go
// together still.
func TestTheSwitchCanStandApartFromTheForm(t *testing.T) {
	d := newFixture(t)
	d.update()
	at := func() float32 { return d.s.scroll.Position().Y }
	before := at()
	apart := d.s.TakeSwitch()
	w := test.NewTempWindow(t, apart)
	d.s.box.Resize(d.s.box.Size().AddWidthHeight(0, 1))
	if moved := before - at(); moved != apart.MinSize().Height {
		t.Errorf("the form moved by %v, the switch is %v high", moved, apart.MinSize().Height)
	}
	d.s.SetKind(db.TextToImage)
	if d.s.kind.Selected() != 2 {
		t.Errorf("the switch shows %d", d.s.kind.Selected())
	}
	w.Canvas().Focus(d.s.kind)
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if got := d.s.Form().Kind; got != db.FramesToVideo || !d.s.fields.frames.box.Visible() {
		t.Errorf("the form shows %v", got)
	}
}

// The keys that bring a kind to the front have Shift among them, which selects while the cursor moves.
func TestAnotherKindComesWithItsTextUnselected(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.SetKind(db.TextToImage)
	d.s.fields.prompt.entry.SetText("Lanterns rise over the river at night")
	d.s.SetKind(db.TextToVideo)
	entry := d.s.fields.prompt.entry
	entry.SetText("Make it dusk")
	entry.CursorColumn = len(entry.Text)
	test.NewTempWindow(t, d.s.Content()).Canvas().Focus(entry)
	entry.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	d.s.SetKind(db.TextToImage)
	if got := entry.SelectedText(); got != "" || entry.CursorColumn != len(entry.Text) || entry.Text[:8] != "Lanterns" {
		t.Errorf("%q is selected of %q, the cursor is at %d", got, entry.Text, entry.CursorColumn)
	}
}
