package compose

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
)

// A window that moves the form shows the switch apart from it: the form moves up by just its height, and both go together still.
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
