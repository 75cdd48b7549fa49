package kit

import (
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// turnWheel turns the wheel over the middle of a window, as the driver does: the innermost object takes it.
func turnWheel(w fyne.Window, px float32) {
	size := w.Canvas().Size()
	test.Scroll(w.Canvas(), fyne.NewPos(size.Width/2, size.Height/2), 0, px)
}

func TestANotchOfTheWheelScrollsAsInOtherPrograms(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("the system accelerates the wheel")
	}
	studio(t, resources.Dark)
	text := strings.Repeat("a line of text\n", 200)
	entry := NewEntry()
	entry.MultiLine, entry.Scroll, entry.Wrapping = true, fyne.ScrollBoth, fyne.TextWrapWord
	entry.SetText(text)
	list := NewList(func() int {
		return 200
	}, func() fyne.CanvasObject { return NewFixed(10, 30, NewRule()) }, func(int, fyne.CanvasObject) {})
	long := func() fyne.CanvasObject { return NewFixed(10, 5000, NewRule()) }
	for name, o := range map[string]fyne.CanvasObject{
		"scroller": NewVScroll(long()), "both ways": NewScroll(long()), "list": list, "field": entry,
		"log": NewTextGrid(text),
	} {
		w := inWindow(t, o, 300, 200)
		top := func() float32 {
			for _, o := range apptest.Visible(w.Content()) {
				if y := scrolledBy(o); y > 0 {
					return y
				}
			}
			return 0
		}
		turnWheel(w, -toolkitNotch)
		if top() != notch {
			t.Errorf("%s: a notch scrolls %v", name, top())
		}
		before := top()
		turnWheel(w, -3.7)
		if top()-before < 3.6 || top()-before > 3.8 {
			t.Errorf("%s: a touchpad scrolls %v instead of 3.7", name, top()-before)
		}
		turnWheel(w, 10*toolkitNotch)
		if top() != 0 {
			t.Errorf("%s: at %v after scrolling up", name, top())
		}
	}
}

// scrolledBy returns how far a scroller of the toolkit is scrolled, px; 0 for another object.
func scrolledBy(o fyne.CanvasObject) float32 {
	switch o := o.(type) {
	case *Scroll:
		return o.Offset.Y
	case *wheelPlate:
		return o.to.Offset.Y
	}
	return 0
}
