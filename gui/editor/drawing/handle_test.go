package drawing

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestEveryHandleIsAtItsMarkAndDraggingItNowhereChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMark(t)
		for _, h := range m.Handles(1) {
			same := m.Drag(h.Grip, h.At, Hold{})
			a, b := m.Corners(), same.Corners()
			for i := range a {
				if m.Box() != (Rect{}) && math.Hypot(a[i].X-b[i].X, a[i].Y-b[i].Y) > 1e-3 &&
					m.Box().X1-m.Box().X0 > least && m.Box().Y1-m.Box().Y0 > least {
					t.Fatalf("%s at its %s went from %v to %v", m.Kind, h.Grip, a, b)
				}
			}
		}
	})
}

func boxed(x0, y0, x1, y1 float64) Mark {
	return Mark{Kind: Box, Points: []Point{{x0, y0}, {x1, y1}}}
}

func TestDraggingABox(t *testing.T) {
	m := boxed(100, 100, 200, 150)
	for _, c := range []struct {
		grip Grip
		to   Point
		hold Hold
		want Rect
	}{
		{GripSE, Point{250, 180}, Hold{}, Rect{100, 100, 250, 180}},
		{GripNW, Point{50, 60}, Hold{}, Rect{50, 60, 200, 150}},
		{GripE, Point{300, 7}, Hold{}, Rect{100, 100, 300, 150}},
		{GripN, Point{7, 50}, Hold{}, Rect{100, 50, 200, 150}},
		{GripSE, Point{50, 60}, Hold{}, Rect{50, 60, 100, 100}},
		{GripSE, Point{300, 160}, Hold{Even: true}, Rect{100, 100, 300, 200}},
		{GripNE, Point{300, 90}, Hold{Even: true}, Rect{100, 50, 300, 150}},
		{GripE, Point{300, 0}, Hold{Even: true}, Rect{100, 75, 300, 175}},
		{GripSE, Point{220, 160}, Hold{Middle: true}, Rect{80, 90, 220, 160}},
		{GripW, Point{90, 0}, Hold{Middle: true}, Rect{90, 100, 210, 150}},
		{GripSE, Point{250, 150}, Hold{Even: true, Middle: true}, Rect{50, 75, 250, 175}},
	} {
		if got := m.Drag(c.grip, c.to, c.hold).Rect(); got != c.want {
			t.Errorf("%s to %v with %+v: %v, want %v", c.grip, c.to, c.hold, got, c.want)
		}
	}
}

func TestDraggingATurnedBoxKeepsTheCornerAcross(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := boxed(100, 100, 200, 150)
		m.At = anyMatrix(t)
		to := anyPoint(t, "to")
		was := m.At.Apply(Point{100, 100})
		now := m.Drag(GripSE, to, Hold{})
		found := [2]bool{}
		for _, c := range now.Corners() {
			found[0] = found[0] || math.Hypot(c.X-was.X, c.Y-was.Y) < 1e-3
			found[1] = found[1] || math.Hypot(c.X-to.X, c.Y-to.Y) < 1e-3
		}
		if !found[0] || !found[1] {
			t.Fatalf("corners %v without %v and %v", now.Corners(), was, to)
		}
	})
}

func TestDraggingALine(t *testing.T) {
	m := Mark{Kind: Arrow, Points: []Point{{100, 100}, {200, 100}}}
	if got := m.Drag(GripEnd, Point{150, 300}, Hold{}).Points; got[0] != (Point{100, 100}) ||
		got[1] != (Point{150, 300}) {
		t.Errorf("end: %v", got)
	}
	if got := m.Drag(GripStart, Point{0, 0}, Hold{Middle: true}).Points; !closeTo(got[0], Point{0, 0}) ||
		!closeTo(got[1], Point{300, 200}) {
		t.Errorf("from the middle: %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		m.At = anyMatrix(t)
		now := m.Drag(GripEnd, anyPoint(t, "to"), Hold{Even: true})
		a, b := now.At.Apply(now.Points[0]), now.At.Apply(now.Points[1])
		if math.Hypot(b.X-a.X, b.Y-a.Y) < 1e-3 {
			return
		}
		steps := math.Atan2(b.Y-a.Y, b.X-a.X) * 180 / math.Pi / 15
		if math.Abs(steps-math.Round(steps)) > 1e-4 {
			t.Fatalf("%g steps of 15 degrees", steps)
		}
		if was := m.At.Apply(m.Points[0]); !closeTo(was, a) {
			t.Fatalf("the other end went from %v to %v", was, a)
		}
	})
}

func TestScalingAndTurningAPicture(t *testing.T) {
	m := Mark{Kind: Picture, Size: Point{200, 100}, At: Moved(100, 100)}
	big := m.Drag(GripSE, Point{500, 300}, Hold{})
	if r := big.Box(); !closeTo(Point{r.X0, r.Y0}, Point{100, 100}) || !closeTo(Point{r.X1, r.Y1}, Point{500, 300}) {
		t.Errorf("twice as large: %v", r)
	}
	for _, to := range []Point{{-900, -900}, {100, 100}} {
		r := m.Drag(GripSE, to, Hold{}).Box()
		if w, h := r.X1-r.X0, r.Y1-r.Y0; w < least-1e-6 || math.Abs(w/h-2) > 1e-6 {
			t.Errorf("squeezed to %g x %g", w, h)
		}
	}
	mid := m.Drag(GripNW, Point{0, 50}, Hold{Middle: true}).Box()
	if !closeTo(mid.Middle(), Point{200, 150}) || !closeTo(Point{mid.X0, mid.Y0}, Point{0, 50}) {
		t.Errorf("from the middle: %v", mid)
	}
	if h := m.Handles(2); len(h) != 5 || !closeTo(h[4].At, Point{200, 100 - rotateHandleDistance/2}) {
		t.Fatalf("handles %v", h)
	}
	side := m.Drag(GripRotate, Point{400, 150}, Hold{})
	if p := side.At.Apply(GripN.On(side.Rect())); !closeTo(p, Point{250, 150}) {
		t.Errorf("turned to the right its upper edge is at %v", p)
	}
	rapid.Check(t, func(t *rapid.T) {
		now := m.Turned(rapid.Float64Range(-9, 9).Draw(t, "was")).Drag(GripRotate, anyPoint(t, "to"), Hold{Even: true})
		top, mid := now.At.Apply(GripN.On(now.Rect())), now.At.Apply(now.middle())
		if d := math.Hypot(top.X-mid.X, top.Y-mid.Y); math.Abs(d-50) > 1e-6 || !closeTo(mid, Point{200, 150}) {
			t.Fatalf("turning moved or scaled it: %v around %v", d, mid)
		}
		if steps := math.Atan2(top.Y-mid.Y,
			top.X-mid.X) * 180 / math.Pi / 15; math.Abs(steps-math.Round(steps)) > 1e-6 && now.At != m.At {
			t.Fatalf("%g steps of 15 degrees", steps)
		}
	})
}

func TestTheHeadOfAnArrow(t *testing.T) {
	m := Mark{Kind: Arrow, Points: []Point{{0, 0}, {200, 0}}, Style: Style{Width: 10}}
	head := m.Head()
	if math.Abs(head[0].Y+head[1].Y) > 1e-9 || head[0].X != head[1].X || head[0].X > 170 || head[0].X < 150 {
		t.Errorf("head %v", head)
	}
	m.Points[1] = Point{5, 0}
	head = m.Head()
	if head[0].X < 0 {
		t.Errorf("the head of a short arrow is longer than it: %v", head)
	}
	m.Points[1] = Point{}
	head = m.Head()
	if head != ([2]Point{}) {
		t.Errorf("the head of an arrow without length: %v", head)
	}
}
