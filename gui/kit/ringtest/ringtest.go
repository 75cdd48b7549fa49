// Package ringtest walks a window with Tab and checks that the focused control is visible. It is for tests.
package ringtest

import (
	"fmt"
	"image"
	"testing"

	"fyne.io/fyne/v2"
)

// mostStops limits a walk that never returns to its start.
const mostStops = 400

// Walk tabs through all focusable controls once. It fails the test for each one without a visible change around its
// edge when it gets the focus. It returns their number.
func Walk(t testing.TB, c fyne.Canvas) (stops int) {
	t.Helper()
	c.FocusNext()
	first := c.Focused()
	var last *stop
	for stops = 0; stops < mostStops; stops++ {
		at := c.Focused()
		if at == nil || stops > 0 && at == first {
			last.leave(t, c)
			return stops
		}
		now := &stop{at: at, with: c.Capture()}
		if object, ok := at.(fyne.CanvasObject); ok {
			now.pos, now.size = fyne.CurrentApp().Driver().AbsolutePositionForObject(object), object.Size()
		}
		last.check(t, c, now.with)
		last = now
		c.FocusNext()
	}
	t.Errorf("Tab does not come back after %d stops", stops)
	return stops
}

// stop is one control that had the focus, with a picture of the window at that time.
type stop struct {
	at   fyne.Focusable
	with image.Image
	pos  fyne.Position
	size fyne.Size
}

// leave compares with the window without focus.
func (s *stop) leave(t testing.TB, c fyne.Canvas) {
	t.Helper()
	c.Unfocus()
	s.check(t, c, c.Capture())
}

// check compares with the window while another control has the focus.
func (s *stop) check(t testing.TB, c fyne.Canvas, without image.Image) {
	t.Helper()
	if s == nil {
		return
	}
	if object, ok := s.at.(fyne.CanvasObject); ok &&
		fyne.CurrentApp().Driver().AbsolutePositionForObject(object) != s.pos {
		// The page scrolled with the focus: compare again at the new position.
		next := c.Focused()
		c.Focus(s.at)
		s.pos, s.with = fyne.CurrentApp().Driver().AbsolutePositionForObject(object), c.Capture()
		c.Unfocus()
		without = c.Capture()
		c.Focus(next)
	}
	scale := c.Scale()
	const out = 4 // a focus ring extends up to that far outside, px
	px := func(v float32) int { return int(v * scale) }
	area := image.Rect(px(s.pos.X-out), px(s.pos.Y-out), px(s.pos.X+s.size.Width+out),
		px(s.pos.Y+s.size.Height+out)).Intersect(s.with.Bounds())
	if changed := differ(s.with, without, area); changed < min(px(s.size.Width), 120)+px(min(s.size.Height, 120)) {
		t.Errorf("%s at %v of %v: %d pixels say that it has the keyboard", name(s.at), s.pos, s.size, changed)
	}
}

func differ(a, b image.Image, area image.Rectangle) (n int) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

func name(o any) string {
	if l, ok := o.(interface{ AccessibilityLabel() string }); ok {
		return fmt.Sprintf("%T %q", o, l.AccessibilityLabel())
	}
	return fmt.Sprintf("%T", o)
}
