package app

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// The composer stands at the left of the feed, and at the right of the canvas; what takes turns with it is not in the
// window.
func TestCreateTurnsAroundTheComposer(t *testing.T) {
	var o []fyne.CanvasObject
	for range 7 {
		o = append(o, canvas.NewRectangle(color.Black))
	}
	bar, kinds, rule, form, feed, easel := o[0], o[1], o[2], o[3], o[5], o[6]
	kinds.(*canvas.Rectangle).SetMinSize(fyne.NewSize(390, 44))
	rule.(*canvas.Rectangle).SetMinSize(fyne.NewSize(0, 1))
	o[4].(*canvas.Rectangle).SetMinSize(fyne.NewSize(1, 0))
	l := &createLayout{}
	size := fyne.NewSize(1200, 700)
	l.Layout(o, size)
	if form.Position().X != 0 || form.Size().Width != composerWidth || !feed.Visible() || easel.Visible() {
		t.Errorf("form at %v, %v wide; feed %v, canvas %v", form.Position(), form.Size().Width, feed.Visible(),
			easel.Visible())
	}
	if form.Position().Y != 44 || form.Size().Height != size.Height-44 || feed.Position().Y != 0 ||
		bar.Size().Width != composerWidth || rule.Visible() {
		t.Errorf("form at %v, %v; feed at %v, the bar %v", form.Position(), form.Size(), feed.Position(), bar.Size())
	}
	at, wide := kinds.Position(), kinds.Size()
	if end := feed.Position().X + feed.Size().Width; end != size.Width || feed.Position().X != composerWidth+1 {
		t.Errorf("the feed stands from %v to %v", feed.Position().X, end)
	}
	l.edit = true
	l.Layout(o, size)
	if end := form.Position().X + form.Size().Width; end != size.Width || form.Size().Width != composerCanvasWidth ||
		feed.Visible() || !easel.Visible() {
		t.Errorf("form ends at %v, %v wide; feed %v, canvas %v", end, form.Size().Width, feed.Visible(),
			easel.Visible())
	}
	if easel.Position().X != 0 || easel.Size().Width != size.Width-composerCanvasWidth-1 {
		t.Errorf("the canvas stands at %v, %v wide", easel.Position(), easel.Size().Width)
	}
	if kinds.Position() != at || kinds.Size() != wide || bar.Position() != fyne.NewPos(0, 0) {
		t.Errorf("the switch went from %v, %v to %v, %v", at, wide, kinds.Position(), kinds.Size())
	}
	if top := bar.Size().Height; easel.Position().Y != top || top <= 44 || form.Position().Y != 0 || !rule.Visible() {
		t.Errorf("the bar is %v high, the canvas stands at %v, the form at %v", top, easel.Position(), form.Position())
	}
}

// With large text the composer grows, and leaves what it shares the window with more than half of it.
func TestTheComposerLeavesRoomAtLargeText(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(resources.TextScaleMax))
	for _, edit := range []bool{false, true} {
		l := &createLayout{}
		if got := l.width(1035, edit); got > 1035/2 || got < composerCanvasWidth {
			t.Errorf("edit %v: %v px of the least window", edit, got)
		}
		if got, usual := l.width(2000, edit), l.width(0, edit); got <= usual {
			t.Errorf("edit %v: %v px of a wide window, %v at least", edit, got, usual)
		}
	}
}
