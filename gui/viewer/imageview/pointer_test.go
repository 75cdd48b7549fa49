package imageview

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// heard returns the recorded pointer events of a view.
func heard(v *View) *[]string {
	var list []string
	v.pointed = func(p Pointer) {
		name := []string{"down", "drag", "up", "hover", "double"}[p.Event]
		list = append(list, fmt.Sprintf("%s %.0f,%.0f b%d m%d", name, p.X, p.Y, p.Button, p.Modifier))
	}
	return &list
}

func mouse(x, y float32, b desktop.MouseButton, m fyne.KeyModifier) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(x, y)}, Button: b, Modifier: m}
}

func dragTo(x, y float32) *fyne.DragEvent {
	return &fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(x, y)}}
}

const (
	left   = desktop.MouseButtonPrimary
	right  = desktop.MouseButtonSecondary
	middle = desktop.MouseButtonTertiary
)

// The sequences are those of Fyne's desktop driver.
func TestPointerInPictureCoordinates(t *testing.T) {
	for _, c := range []struct {
		name string
		held fyne.KeyModifier
		do   func(s *View)
		want string
	}{
		{"a click", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, left, fyne.KeyModifierShift))
			s.MouseUp(mouse(110, 120, left, fyne.KeyModifierShift))
		}, "down 10,20 b1 m1; up 10,20 b1 m1"},
		{"the first pixels of a drag", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, left, 0))
			s.MouseMoved(mouse(111, 120, left, 0))
			s.Dragged(dragTo(113, 120))
			s.Dragged(dragTo(140, 125))
			s.MouseUp(mouse(140, 125, left, 0))
			s.DragEnd()
			s.MouseMoved(mouse(141, 125, 0, 0))
		}, "down 10,20 b1 m0; drag 11,20 b1 m0; drag 13,20 b1 m0; drag 40,25 b1 m0; up 40,25 b1 m0; hover 41,25 b0 m0"},
		{"a release that was not told", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, left, 0))
			s.Dragged(dragTo(-300, 2000))
			s.DragEnd()
			s.DragEnd()
		}, "down 10,20 b1 m0; drag -400,1900 b1 m0; up -400,1900 b1 m0"},
		{"a release at another place", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, left, 0))
			s.MouseUp(mouse(112, 120, left, 0))
		}, "down 10,20 b1 m0; drag 12,20 b1 m0; up 12,20 b1 m0"},
		{"the keys that are held", fyne.KeyModifierAlt, func(s *View) {
			s.MouseMoved(mouse(100, 100, 0, 0))
			s.MouseDown(mouse(100, 100, left, 0))
			s.Dragged(dragTo(105, 105))
		}, "hover 0,0 b0 m4; down 0,0 b1 m0; drag 5,5 b1 m4"},
		{"the second button, which Fyne does not drag", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, right, 0))
			s.MouseMoved(mouse(115, 125, right, 0))
			s.MouseUp(mouse(115, 125, right, 0))
		}, "down 10,20 b2 m0; drag 15,25 b2 m0; up 15,25 b2 m0"},
		{"the second button released outside", 0, func(s *View) {
			s.MouseIn(mouse(110, 120, 0, 0))
			s.MouseDown(mouse(110, 120, right, 0))
			s.MouseOut()
			s.MouseIn(mouse(130, 130, 0, 0))
		}, "hover 10,20 b0 m0; down 10,20 b2 m0; up 10,20 b2 m0; hover 30,30 b0 m0"},
		{"another button meanwhile", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, left, 0))
			s.Dragged(dragTo(115, 120))
			s.MouseDown(mouse(115, 120, middle, 0))
			s.MouseUp(mouse(115, 120, middle, 0))
			s.DragEnd()
			s.Dragged(dragTo(118, 120))
			s.MouseUp(mouse(118, 120, left, 0))
			s.DragEnd()
		}, "down 10,20 b1 m0; drag 15,20 b1 m0; drag 18,20 b1 m0; up 18,20 b1 m0"},
		{"a drag from somewhere else", 0, func(s *View) {
			s.Dragged(dragTo(115, 120))
			s.DragEnd()
			s.MouseUp(mouse(118, 120, left, 0))
		}, ""},
		{"a double click", 0, func(s *View) {
			for range 2 {
				s.MouseDown(mouse(110, 120, left, 0))
				s.MouseUp(mouse(110, 120, left, 0))
			}
			s.DoubleTapped(&fyne.PointEvent{Position: at(110, 120)})
		}, "down 10,20 b1 m0; up 10,20 b1 m0; down 10,20 b1 m0; up 10,20 b1 m0; double 10,20 b1 m0"},
		{"a double click with the panning hand", 0, func(s *View) {
			s.HoldPan(true)
			for range 2 {
				s.MouseDown(mouse(110, 120, left, 0))
				s.MouseUp(mouse(110, 120, left, 0))
			}
			s.DoubleTapped(&fyne.PointEvent{Position: at(110, 120)})
		}, "double 10,20 b1 m0"},
		{"two dabs", 0, func(s *View) {
			for _, x := range []float32{110, 150} {
				s.MouseDown(mouse(x, 120, left, 0))
				s.MouseUp(mouse(x, 120, left, 0))
			}
			s.DoubleTapped(&fyne.PointEvent{Position: at(150, 120)})
		}, "down 10,20 b1 m0; up 10,20 b1 m0; down 50,20 b1 m0; up 50,20 b1 m0"},
		{"another picture in the middle of a stroke", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, left, 0))
			s.SetSource(placed(10, 10))
			s.MouseUp(mouse(110, 120, left, 0))
		}, "down 10,20 b1 m0; up 10,20 b1 m0"},
		{"no picture", 0, func(s *View) {
			s.SetSource(nil)
			s.MouseMoved(mouse(110, 120, 0, 0))
			s.MouseDown(mouse(110, 120, left, 0))
			s.MouseUp(mouse(110, 120, left, 0))
			s.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)})
		}, ""},
		{"panning is not told", 0, func(s *View) {
			s.MouseDown(mouse(110, 120, middle, 0))
			s.Dragged(dragTo(120, 140))
			s.MouseUp(mouse(120, 140, middle, 0))
			s.DragEnd()
			s.MouseDown(mouse(120, 140, left, 0))
			s.MouseUp(mouse(120, 140, left, 0))
		}, "down 10,20 b1 m0; up 10,20 b1 m0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := showing(t, placed(2000, 2000), 800, 600)
			s.moveTo(1, 300, 200) // 0, 0 of the picture is at 100, 100
			list := heard(s)
			s.modifiers = func() fyne.KeyModifier { return c.held }
			c.do(s)
			if got := strings.Join(*list, "; "); got != c.want {
				t.Errorf("heard %q, want %q", got, c.want)
			}
		})
	}
}

func TestSpaceAndMiddleButtonPan(t *testing.T) {
	for _, b := range []desktop.MouseButton{left, middle} {
		s, _ := showing(t, placed(2000, 2000), 800, 600)
		s.moveTo(1, 1000, 1000)
		s.SetCursor(desktop.CrosshairCursor)
		list := heard(s)
		s.HoldPan(b == left)
		x, y := s.transform.ToPicture(400, 300)
		s.MouseDown(mouse(400, 300, b, 0))
		s.MouseMoved(mouse(401, 300, b, 0))
		s.HoldPan(false) // the key may be released before the button
		s.Dragged(dragTo(-150, 450))
		if s.Cursor() != desktop.PointerCursor {
			t.Error("the cursor of a tool while panning")
		}
		if x2, y2 := s.transform.ToPicture(-150, 450); !near(x2, x, 1e-9) || !near(y2, y, 1e-9) {
			t.Errorf("button %d: %v, %v under the pointer, was %v, %v", b, x2, y2, x, y)
		}
		s.DragEnd()
		if len(*list) > 0 {
			t.Errorf("button %d: told %v", b, *list)
		}
		if s.Cursor() != desktop.CrosshairCursor {
			t.Error("not the cursor of the tool after panning")
		}
	}
}

// A wheel zooms without a modifier, as the guide says. Fyne reports whole notches of 25.
func TestAWheelZoomsAndATouchpadPans(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("macOS accelerates the wheel as it does the touchpad")
	}
	s, _ := showing(t, placed(2000, 2000), 800, 600)
	s.moveTo(1, 1000, 1000)
	turn := func(dx, dy float32) {
		s.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: at(200, 100)},
			Scrolled: fyne.NewDelta(dx, dy)})
	}
	x, y := s.transform.ToPicture(200, 100)
	for range 4 {
		turn(0, 25)
	}
	if x2, y2 := s.transform.ToPicture(200, 100); !near(s.Scale(), 2, 1e-9) || !near(x2, x, 1e-6) ||
		!near(y2, y, 1e-6) {
		t.Errorf("a wheel zooms to %v with %v, %v under the pointer, was %v, %v", s.Scale(), x2, y2, x, y)
	}
	for _, by := range []fyne.Delta{{DY: 7}, {DX: 25}} { // of a touchpad, and of a wheel with Shift
		turn(by.DX, by.DY)
		if !near(s.Scale(), 2, 1e-9) {
			t.Errorf("%v zooms to %v", by, s.Scale())
		}
	}
}

func TestWheelPansAndZooms(t *testing.T) {
	s, _ := showing(t, placed(2000, 2000), 800, 600)
	s.moveTo(1, 1000, 1000)
	turn := func(dx, dy float32) {
		s.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: at(200, 100)},
			Scrolled: fyne.NewDelta(dx, dy)})
	}
	before := s.Transform()
	turn(-7, -25)
	if got := s.Transform(); got != before.Moved(-7, -100) {
		t.Errorf("panned to %v from %v", got, before)
	}
	s.modifiers = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	x, y := s.transform.ToPicture(200, 100)
	for range 4 {
		turn(0, 25)
	}
	if x2, y2 := s.transform.ToPicture(200, 100); !near(s.Scale(), 2, 1e-9) || !near(x2, x, 1e-6) ||
		!near(y2, y, 1e-6) {
		t.Errorf("zoomed to %v with %v, %v under the pointer, was %v, %v", s.Scale(), x2, y2, x, y)
	}
}

// In a window the pieces that lie above the picture do not take its events.
func TestNothingOfTheViewIsInTheWay(t *testing.T) {
	s, _ := showing(t, placed(2000, 2000), 800, 600)
	if slices.ContainsFunc(append(s.tiles.box.Objects, s.tiles.Object, s.Overlay), func(o fyne.CanvasObject) bool {
		_, taps := o.(fyne.Tappable)
		_, drags := o.(fyne.Draggable)
		_, hovers := o.(desktop.Hoverable)
		return taps || drags || hovers
	}) {
		t.Error("a part of the view takes events")
	}
}
