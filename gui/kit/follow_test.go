package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// Whatever takes the focus by the keyboard is in sight, wherever the page stood; what is added later is followed too.
func TestThePageFollowsTheFocus(t *testing.T) {
	test.NewTempApp(t)
	later := NewColumn(8)
	slot := NewSlot("First frame", "")
	entry, amount, button := NewEntry(), NewAmountEntry(), NewButton("Send", nil, Plain, nil)
	column := NewColumn(8, NewButton("First", nil, Plain, nil),
		NewFixed(0, 300, NewText("", resources.SizeSM, resources.Text2, false)), entry, amount, slot,
		NewSegmented([]string{"a", "b"}, nil), NewToggle(true, nil), later)
	scroll := NewVScroll(column)
	Follow(scroll, column)
	later.Add(button)
	Follow(scroll, column)
	w := test.NewTempWindow(t, scroll)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, 220))
	c := w.Canvas()
	seen := map[fyne.Focusable]bool{}
	for step, to := range map[string]func(){"Tab": c.FocusNext, "Shift+Tab": c.FocusPrevious} {
		for range 16 {
			to()
			o, ok := c.Focused().(fyne.CanvasObject)
			if !ok {
				t.Fatalf("%s: the focus is nowhere", step)
			}
			seen[c.Focused()] = true
			driver := fyne.CurrentApp().Driver()
			top := driver.AbsolutePositionForObject(o).Y
			if bottom := top + o.Size().Height; top < 0 || bottom > 220 {
				t.Errorf("%s: %T lies at %v to %v of a page of 220", step, o, top, bottom)
			}
		}
	}
	c.Focus(nil)
	scroll.ScrollToTop()
	entry.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	if c.Focused() != fyne.Focusable(entry) || scroll.Offset.Y != 0 {
		t.Errorf("a click moved the page to %v under the pointer, the focus is in %T", scroll.Offset.Y, c.Focused())
	}
	for _, want := range []fyne.Focusable{entry, amount, slot.Frame(), button} {
		if !seen[want] {
			t.Errorf("Tab never reached %T", want)
		}
	}
}

// A page that is scrolled to the side too shows what has the focus there, and stays at that side.
func TestThePageFollowsTheFocusToTheSide(t *testing.T) {
	test.NewTempApp(t)
	left, right, below := NewButton("Left", nil, Plain, nil), NewButton("Right", nil, Plain, nil),
		NewButton("Below", nil, Plain, nil)
	line := func(b *Button) fyne.CanvasObject {
		return container.NewHBox(NewFixed(500, 40, NewText("", resources.SizeSM, resources.Text2, false)), b)
	}
	page := NewColumn(8, left, line(right), NewFixed(0, 300, NewText("", resources.SizeSM, resources.Text2, false)),
		line(below))
	scroll := NewScroll(page)
	for _, b := range []*Button{left, right, below} {
		Follow(scroll, b)
	}
	w := test.NewTempWindow(t, scroll)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, 220))
	for _, b := range []*Button{right, below, left} {
		w.Canvas().Focus(b)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		if at.X < 0 || at.Y < 0 || at.X+min(b.Size().Width, 300) > 300 || at.Y+b.Size().Height > 220 {
			t.Errorf("%s is at %v, %v of a view of 300 x 220", b.Text(), at, b.Size())
		}
	}
}
