package drawing

import (
	"errors"
	"image"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func closeTo(a, b Point) bool { return math.Hypot(a.X-b.X, a.Y-b.Y) < 1e-6 }

func TestStepsMoveWhatIsOnTheCanvas(t *testing.T) {
	size := image.Pt(400, 300)
	for _, c := range []struct {
		name     string
		step     Step
		out      image.Point
		from, to Point
	}{
		{"crop", Step{Kind: Crop, Rect: image.Rect(10, 20, 110, 220)}, image.Pt(100, 200), Point{10, 20}, Point{0, 0}},
		{"crop beyond the edge", Step{Kind: Crop, Rect: image.Rect(300, -5, 900, 50)}, image.Pt(100, 50), Point{300, 0},
			Point{0, 0}},
		{"extend", Step{Kind: Extend, Rect: image.Rect(-50, -10, 400, 310)}, image.Pt(450, 320), Point{0, 0},
			Point{50, 10}},
		{"a quarter", Step{Kind: Turn, Turns: 1}, image.Pt(300, 400), Point{0, 0}, Point{300, 0}},
		{"a quarter, lower right", Step{Kind: Turn, Turns: 1}, image.Pt(300, 400), Point{400, 300}, Point{0, 400}},
		{"half", Step{Kind: Turn, Turns: 2}, size, Point{1, 2}, Point{399, 298}},
		{"a quarter back", Step{Kind: Turn, Turns: -1}, image.Pt(300, 400), Point{0, 0}, Point{0, 400}},
		{"three quarters", Step{Kind: Turn, Turns: 3}, image.Pt(300, 400), Point{400, 0}, Point{0, 0}},
		{"flip", Step{Kind: Flip}, size, Point{10, 20}, Point{390, 20}},
		{"flip upright", Step{Kind: Flip, Upright: true}, size, Point{10, 20}, Point{10, 280}},
		{"resize", Step{Kind: Resize, Size: image.Pt(200, 600)}, image.Pt(200, 600), Point{100, 100}, Point{50, 200}},
		{"straighten by nothing", Step{Kind: Straighten}, size, Point{7, 8}, Point{7, 8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if out := c.step.Out(size); out != c.out {
				t.Errorf("size %v, want %v", out, c.out)
			}
			if p := c.step.Matrix(size).Apply(c.from); !closeTo(p, c.to) {
				t.Errorf("%v goes to %v, want %v", c.from, p, c.to)
			}
		})
	}
}

func TestStraightenShowsNothingFromBeside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(40, 3840).Draw(t, "w"), rapid.IntRange(40, 3840).Draw(t, "h"))
		s := Step{Kind: Straighten, Degrees: rapid.Float64Range(-45, 45).Draw(t, "degrees")}
		out := s.Out(size)
		if min(out.X, out.Y) < MinSide {
			return // is refused
		}
		back, ok := s.Matrix(size).Inverse()
		if !ok {
			t.Fatal("no way back")
		}
		gap := math.Inf(1)
		for _, c := range (Rect{0, 0, float64(out.X), float64(out.Y)}).Corners() {
			p := back.Apply(c)
			gap = min(gap, p.X, p.Y, float64(size.X)-p.X, float64(size.Y)-p.Y)
		}
		if gap < -1e-3 {
			t.Fatalf("%v of %v: a corner is %g px beside the picture", out, size, -gap)
		}
		if gap > 2 {
			t.Fatalf("%v of %v: %g px could be kept on every side", out, size, gap)
		}
		if want := float64(out.X) * float64(size.Y) / float64(size.X); math.Abs(want-float64(out.Y)) > 1+want/float64(out.X) {
			t.Fatalf("%v of %v is another ratio", out, size)
		}
	})
}

func TestMarksFollowEveryStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := sheet(600, 400).Add(anyMark(t))
		s := anyStep(t, d.Size())
		next, err := d.Do(s)
		if err != nil {
			if limit := (*LimitError)(nil); !errors.As(err, &limit) || !next.Equal(d) {
				t.Fatalf("refused with %v, and %v", err, next)
			}
			return
		}
		if next.Size() != s.Out(d.Size()) {
			t.Fatalf("canvas of %v, want %v", next.Size(), s.Out(d.Size()))
		}
		by := s.Matrix(d.Size())
		was, is := d.Marks[0], next.Marks[0]
		readable := s.Kind == Flip && (was.Kind == Text || was.Kind == Number)
		for _, c := range was.Corners() {
			to, found := by.Apply(c), false
			for _, o := range is.Corners() {
				found = found || math.Hypot(to.X-o.X, to.Y-o.Y) < 1e-3
			}
			if !found {
				t.Fatalf("corner %v should be at %v, corners are %v", c, to, is.Corners())
			}
		}
		if before, after := mirrored(was.At), mirrored(is.At); readable && before != after {
			t.Fatalf("letters were mirrored by %+v", s)
		} else if !readable && s.Kind == Flip && before == after {
			t.Fatalf("a %s was not mirrored", was.Kind)
		}
		if !readable {
			p := Point{17, 31}
			if a, b := by.Apply(was.At.Apply(p)), is.At.Apply(p); math.Hypot(a.X-b.X, a.Y-b.Y) > 1e-3 {
				t.Fatalf("%v went to %v, want %v", p, b, a)
			}
		}
	})
}

func mirrored(m Matrix) bool { m = m.orIdentity(); return m.A*m.E-m.B*m.D < 0 }

func TestAFlippedLabelStaysUpright(t *testing.T) {
	label := Mark{Kind: Text, Points: []Point{{10, 20}}, Size: Point{100, 30}, Text: "a", Style: Style{Width: 20}}
	for _, upright := range []bool{false, true} {
		d, err := sheet(400, 300).Add(label).Do(Step{Kind: Flip, Upright: upright})
		if err != nil {
			t.Fatal(err)
		}
		if m := d.Marks[0].At.orIdentity(); m.A != 1 || m.E != 1 || m.B != 0 || m.D != 0 {
			t.Errorf("upright %v: letters stand as %v", upright, m)
		}
	}
}

func TestAFlippedLabelFillsTheRoomThatItHad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label := Mark{Kind: rapid.SampledFrom([]MarkKind{Text, Number}).Draw(t, "kind"), Points: []Point{{10, 20}},
			Size: Point{100, 30}, Text: "a"}
		label.Style.Width, label.At = 20, anyMatrix(t)
		s := Step{Kind: Flip, Upright: rapid.Bool().Draw(t, "upright")}
		d, err := sheet(400, 300).Add(label).Do(s)
		if err != nil {
			t.Fatal(err)
		}
		by := s.Matrix(image.Pt(400, 300))
		for _, c := range label.Corners() {
			to := by.Apply(c)
			near := func(o Point) bool { return math.Hypot(to.X-o.X, to.Y-o.Y) < 1e-3 }
			if now := d.Marks[0].Corners(); !slices.ContainsFunc(now[:], near) {
				t.Fatalf("no corner at %v: %v", to, now)
			}
		}
	})
}

func TestStepsThatTakeEachOtherBackLeaveNone(t *testing.T) {
	for name, steps := range map[string][]Step{
		"flips":       {{Kind: Flip}, {Kind: Flip}},
		"quarters":    {{Kind: Turn, Turns: 1}, {Kind: Turn, Turns: 3}},
		"four of one": {{Kind: Turn, Turns: 1}, {Kind: Turn, Turns: 1}, {Kind: Turn, Turns: 1}, {Kind: Turn, Turns: 1}},
		"nothing": {{Kind: Turn, Turns: 4}, {Kind: Straighten}, {Kind: Resize, Size: image.Pt(400, 300)},
			{Kind: Crop, Rect: image.Rect(-9, -9, 999, 999)}},
	} {
		d := sheet(400, 300)
		for _, s := range steps {
			next, err := d.Do(s)
			if err != nil {
				t.Fatal(err)
			}
			d = next
		}
		if !d.Untouched() {
			t.Errorf("%s leave %v", name, d.Steps)
		}
	}
	d, _ := sheet(400, 300).Do(Step{Kind: Flip})
	if d.Untouched() {
		t.Error("a flipped picture is not the picture")
	}
}

func TestTooLargeAndTooSmallAreRefusedInWords(t *testing.T) {
	for _, c := range []struct {
		size image.Point
		step Step
		want string
	}{
		{image.Pt(100, 100), Step{Kind: Extend, Rect: image.Rect(0, 0, 3841, 100)},
			"3840 px is the longest side that can be sent"},
		{image.Pt(100, 100), Step{Kind: Resize, Size: image.Pt(100, 5000)},
			"3840 px is the longest side that can be sent"},
		{image.Pt(100, 100), Step{Kind: Resize, Size: image.Pt(1<<40, 5)},
			"3840 px is the longest side that can be sent"},
		{image.Pt(100, 100), Step{Kind: Crop, Rect: image.Rect(0, 0, 15, 100)},
			"16 px is the shortest side of a canvas"},
		{image.Pt(100, 100), Step{Kind: Crop, Rect: image.Rect(200, 200, 300, 300)},
			"16 px is the shortest side of a canvas"},
		{image.Pt(100, 100), Step{Kind: Extend, Rect: image.Rect(0, 0, 3840, 100)}, ""},
		{image.Pt(5000, 100), Step{Kind: Turn, Turns: 1}, ""},
		{image.Pt(8, 8), Step{Kind: Flip}, ""},
	} {
		d := sheet(c.size.X, c.size.Y)
		next, err := d.Do(c.step)
		var limit *LimitError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.step, err)
		case c.want != "" && (!errors.As(err, &limit) || err.Error() != c.want):
			t.Errorf("%+v: %v, want %q", c.step, err, c.want)
		case c.want != "" && !next.Equal(d):
			t.Errorf("%+v was refused and done", c.step)
		}
	}
	if _, err := sheet(100, 100).Do(Step{Kind: Straighten, Degrees: math.NaN()}); err == nil {
		t.Error("turned by no number")
	}
	if _, err := sheet(100, 100).Do(Step{Kind: "explode"}); err == nil {
		t.Error("did a step that is none")
	}
}
