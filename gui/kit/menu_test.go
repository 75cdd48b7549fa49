package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestMenuIsWorkedByKeysAndGivesTheFocusBack(t *testing.T) {
	test.NewTempApp(t)
	owner := NewButton("more", nil, Plain, func() {})
	w := test.NewTempWindow(t, owner)
	w.Resize(fyne.NewSize(300, 200))
	c := w.Canvas()
	c.Focus(owner)
	var chosen string
	items := fyne.NewMenu("",
		fyne.NewMenuItem("one", func() { chosen += "one" }),
		fyne.NewMenuItem("two", func() { chosen += "two" }))
	press := func(keys ...fyne.KeyName) {
		for _, k := range keys {
			c.Focused().TypedKey(&fyne.KeyEvent{Name: k})
		}
	}

	m := ShowMenu(c, items, fyne.NewPos(290, 190))
	if p := m.content.Position(); p.X+m.content.Size().Width > 300 || p.Y+m.content.Size().Height > 200 {
		t.Errorf("the menu leaves the window: %v, %v", p, m.content.Size())
	}
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if chosen != "two" || c.Overlays().Top() != nil || c.Focused() != fyne.Focusable(owner) {
		t.Errorf("chose %q, overlay %v, focus %T", chosen, c.Overlays().Top(), c.Focused())
	}
	ShowMenu(c, items, fyne.NewPos(0, 0))
	press(fyne.KeyEscape)
	m = ShowMenu(c, items, fyne.NewPos(0, 0))
	m.Tapped(&fyne.PointEvent{Position: fyne.NewPos(290, 190)})
	if chosen != "two" || c.Overlays().Top() != nil {
		t.Errorf("chose %q, overlay %v", chosen, c.Overlays().Top())
	}
}
