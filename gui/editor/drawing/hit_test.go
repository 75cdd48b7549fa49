package drawing

import (
	"image"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestBoundsHoldAllThatIsHit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMark(t)
		b := m.Bounds()
		// Near its own room, so that about half of the places are met.
		r := m.Rect().Expanded(m.Style.Width)
		own := Point{
			r.X0 + (r.X1-r.X0)*rapid.Float64Range(0, 1).Draw(t, "x"),
			r.Y0 + (r.Y1-r.Y0)*rapid.Float64Range(0, 1).Draw(t, "y"),
		}
		p := m.At.Apply(own)
		pixel := image.Pt(int(math.Floor(p.X)), int(math.Floor(p.Y)))
		if m.Hit(p, 0) && !pixel.In(b) {
			t.Fatalf("%s: %v is hit, bounds are %v", m.Kind, p, b)
		}
	})
}

func TestBoundsOfATurnedStroke(t *testing.T) {
	m := Mark{Kind: Brush, Points: []Point{{0, 0}, {100, 0}}, Style: Style{Width: 40}, At: Rotated(math.Pi / 4)}
	if b := m.Bounds(); b.Min.X > -20 || b.Max.X < 90 || b.Min.X < -23 || b.Max.X > 94 {
		t.Errorf("turned: %v", b)
	}
	m.At = Scaled(3, 0.5)
	if b := m.Bounds(); b.Min.X > -60 || b.Max.Y < 10 || b.Min.X < -62 || b.Max.Y > 12 {
		t.Errorf("stretched: %v", b)
	}
}

func TestHit(t *testing.T) {
	line := Style{Width: 10}
	box := []Point{{100, 100}, {200, 160}}
	turned := Moved(-150, -130).Then(Rotated(math.Pi / 2)).Then(Moved(150, 130))
	for _, c := range []struct {
		name  string
		mark  Mark
		p     Point
		slack float64
		want  bool
	}{
		{"line", Mark{Kind: Line, Points: box, Style: line}, Point{150, 130}, 0, true},
		{"beside the line", Mark{Kind: Line, Points: box, Style: line}, Point{150, 140}, 0, false},
		{"beside the line with slack", Mark{Kind: Line, Points: box, Style: line}, Point{150, 140}, 4, true},
		{"beyond its end", Mark{Kind: Line, Points: box, Style: line}, Point{206, 164}, 0, false},
		{"the wing of an arrow", Mark{Kind: Arrow, Points: []Point{{0, 0}, {200, 0}}, Style: line}, Point{170, 19}, 0,
			true},
		{"the same place of a line", Mark{Kind: Line, Points: []Point{{0, 0}, {200, 0}}, Style: line}, Point{170, 19},
			0, false},
		{"edge of a box", Mark{Kind: Box, Points: box, Style: line}, Point{104, 130}, 0, true},
		{"inside of a box", Mark{Kind: Box, Points: box, Style: line}, Point{150, 130}, 0, false},
		{"inside of a filled box", Mark{Kind: Box, Points: box, Style: Style{Width: 10, Filled: true}}, Point{150, 130},
			0, true},
		{"edge of an ellipse", Mark{Kind: Ellipse, Points: box, Style: line}, Point{150, 98}, 0, true},
		{"corner of an ellipse", Mark{Kind: Ellipse, Points: box, Style: line}, Point{101, 101}, 0, false},
		{"inside of an ellipse", Mark{Kind: Ellipse, Points: box, Style: line}, Point{150, 130}, 0, false},
		{"turned box", Mark{Kind: Box, Points: box, Style: line, At: turned}, Point{150, 81}, 0, true},
		{"where it was", Mark{Kind: Box, Points: box, Style: line, At: turned}, Point{100, 130}, 0, false},
		{"label", Mark{Kind: Text, Points: []Point{{10, 10}}, Size: Point{80, 30}, Text: "a"}, Point{89, 39}, 0, true},
		{"beside it", Mark{Kind: Text, Points: []Point{{10, 10}}, Size: Point{80, 30}, Text: "a"}, Point{95, 39}, 0,
			false},
		{"number", Mark{Kind: Number, Points: []Point{{50, 50}}, Number: 1, Style: Style{Width: 20}}, Point{60, 60}, 0,
			true},
		{"corner beside the disc", Mark{Kind: Number, Points: []Point{{50, 50}}, Number: 1, Style: Style{Width: 20}},
			Point{66, 66}, 0, false},
		{"larger disc of a longer number",
			Mark{Kind: Number, Points: []Point{{50, 50}}, Number: 100, Style: Style{Width: 20}}, Point{66, 66}, 0,
			true},
		{"picture", Mark{Kind: Picture, Size: Point{64, 48}, At: Moved(100, 100)}, Point{130, 130}, 0, true},
		{"beside the picture", Mark{Kind: Picture, Size: Point{64, 48}, At: Moved(100, 100)}, Point{30, 30}, 0, false},
		{"slack is on the canvas", Mark{Kind: Picture, Size: Point{10, 10}, At: Scaled(10, 10)}, Point{108, 50}, 5,
			false},
		{"round blur, corner", Mark{Kind: Blur, Points: box, Round: true}, Point{102, 102}, 0, false},
		{"outline of a region", Mark{Kind: Emphasis, Points: box, Style: Style{Width: 10, Outline: true}},
			Point{96, 130}, 0, true},
		{"beside a darkened rest's region", Mark{Kind: Emphasis, Points: box, Style: line}, Point{96, 130}, 0, false},
		{"stroke of one point", Mark{Kind: Brush, Points: []Point{{5, 5}}, Style: line}, Point{9, 5}, 0, true},
		{"squeezed to nothing", Mark{Kind: Box, Points: box, Style: line, At: Matrix{A: 1}}, Point{100, 0}, 9, false},
	} {
		if got := c.mark.Hit(c.p, c.slack); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPickMeansWhatIsSeen(t *testing.T) {
	region := Mark{Kind: Emphasis, Points: []Point{{0, 0}, {300, 300}}}
	d := sheet(600, 400).
		Add(Mark{Kind: Box, Points: []Point{{50, 50}, {100, 100}}, Style: Style{Width: 4, Filled: true}}).
		Add(Mark{Kind: Brush, Points: []Point{{80, 80}, {200, 80}}, Style: Style{Width: 10}}).
		Add(region).
		Add(Mark{Kind: Erase, Points: []Point{{0, 60}, {300, 60}, {500, 60}}, Style: Style{Width: 10}})
	for _, c := range []struct {
		p    Point
		want int64
	}{
		{Point{85, 80}, 2}, {Point{60, 90}, 1}, {Point{60, 60}, 1}, {Point{200, 200}, 3}, {Point{1, 60}, 3},
		{Point{450, 60}, 4}, {Point{590, 390}, 0},
	} {
		m, ok := d.Pick(c.p, 2)
		if m.ID != c.want || ok != (c.want > 0) {
			t.Errorf("%v means %d, want %d", c.p, m.ID, c.want)
		}
	}
	if ids := d.Within(Rect{40, 40, 210, 110}); len(ids) != 2 {
		t.Errorf("the band holds %v", ids)
	}
}
