package widgets

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
	column := NewColumn(8, NewButton("First", nil, Plain, nil), NewFixed(0, 300, NewText("", resources.SizeSM, resources.Text2, false)), entry, amount, slot,
		NewSegmented([]string{"a", "b"}, nil), NewToggle(true, nil), later)
	scroll := container.NewVScroll(column)
	f := NewFollower(scroll)
	f.Follow(column)
	later.Add(button)
	f.Follow(column)
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
