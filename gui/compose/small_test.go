package compose

import (
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// On a screen of 1024 x 600 every button can be got at: in the form, beside the feed and the canvas, and in each sheet.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for _, c := range []struct {
		tag          string
		scale        float32
		feed, canvas float32 // widths of the form beside them, px
	}{{"en", 1, usualWidth, leastWidth}, {"de", 1.5, 450, 394}} {
		large := func() {
			fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
		}
		cut := func(t *testing.T, b *slotFixture) {
			t.Helper()
			for _, button := range apptest.ClippedButtons(b.w.Canvas()) {
				t.Error(button)
			}
		}
		for name, show := range everySheet() {
			t.Run(c.tag+"/"+name, func(t *testing.T) {
				langtest.Use(t, c.tag)
				b := newSlotFixtureWith(t, db.TextToVideo, resources.Dark, func(*slotFixture) { large() })
				b.w.Resize(fyne.NewSize(1024, 560))
				show(b)
				cut(t, b)
			})
		}
		for _, kind := range order.Kinds() {
			t.Run(c.tag+"/"+string(kind), func(t *testing.T) {
				langtest.Use(t, c.tag)
				e := newEditFixture(t)
				large()
				e.open()
				e.update()
				width := c.feed
				if kind == db.EditImage {
					width = c.canvas
					e.s.SetPicture(e.plain())
				}
				e.s.SetKind(kind)
				e.prompt("a {red|blue} boat")
				e.w.Resize(fyne.NewSize(width, 470))
				e.s.putPictures(-1, order.Slot{URL: lighthouse}, order.Slot{File: "/home/me/lake.png"})
				e.settle()
				cut(t, e.slotFixture)
				if need := e.s.box.MinSize().Width; need > width {
					t.Errorf("the form needs %v of %v", need, width)
				}
			})
		}
	}
}
