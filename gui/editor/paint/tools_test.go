package paint

import (
	"image"
	"image/color"
	"math"
	"testing"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/mediatest"
)

// one is a white sheet with one mark, painted.
func one(t *testing.T, m drawing.Mark) *image.RGBA {
	t.Helper()
	return bake(t, sheetOf(300, 200, white).Add(m), nil)
}

func TestBrush(t *testing.T) {
	im := one(t, drawing.Mark{Kind: drawing.Brush, Points: pts(20, 50, 200, 50), Style: look(red, 10)})
	for _, x := range []int{30, 127, 128, 190} {
		for y := 45; y < 55; y++ {
			wantPixel(t, im, x, y, red)
		}
		wantPixel(t, im, x, 44, white)
		wantPixel(t, im, x, 55, white)
	}
	wantPixel(t, im, 14, 50, white) // the round end reaches half a width
	wantPixel(t, im, 16, 50, red)
	wantPixel(t, im, 15, 45, white)
	dot := one(t, drawing.Mark{Kind: drawing.Brush, Points: pts(20, 50), Style: look(red, 10)})
	wantPixel(t, dot, 20, 50, red)
	wantPixel(t, dot, 19, 45, at(im, 19, 45))
}

// Half a pixel is covered by half.
func TestTheEdgeOfAHardBrushIsSmooth(t *testing.T) {
	im := one(t, drawing.Mark{Kind: drawing.Brush, Points: pts(20, 50.5, 200, 50.5),
		Style: look(color.NRGBA{A: 255}, 10)})
	wantNear(t, im, 100, 45, color.NRGBA{127, 127, 127, 255}, 1)
	wantNear(t, im, 100, 55, color.NRGBA{127, 127, 127, 255}, 1)
}

func TestOpacityIsOfTheStrokeAsAWhole(t *testing.T) {
	m := drawing.Mark{Kind: drawing.Brush, Points: pts(40, 40, 240, 160, 240, 40, 40, 160), Style: look(red, 20)}
	m.Style.Opacity = 0.5
	im := one(t, m)
	half := color.NRGBA{242, 155, 148, 255}
	wantPixel(t, im, 140, 100, half) // where it crosses itself
	wantPixel(t, im, 240, 100, half)
	wantPixel(t, im, 60, 52, half)
}

// The density of a stroke's points is invisible, except for the rounding of positions between them.
func TestBrushDoesNotDependOnSpacing(t *testing.T) {
	for _, hardness := range []float64{0, 0.5, 1} {
		m := drawing.Mark{Kind: drawing.Brush, Points: pts(20, 30, 270, 170),
			Style: drawing.Style{Color: color.NRGBA{A: 255}, Width: 40, Hardness: hardness, Opacity: 1}}
		few := one(t, m)
		m.Points = nil
		for i := 0.0; i <= 500; i++ {
			m.Points = append(m.Points, drawing.Point{X: 20 + i/2, Y: 30 + 140*i/500})
		}
		many := one(t, m)
		for y := range 200 {
			for x := range 300 {
				wantNear(t, many, x, y, at(few, x, y), 1)
			}
		}
	}
}

func TestSoftBrushFades(t *testing.T) {
	m := drawing.Mark{Kind: drawing.Brush, Points: pts(50, 100, 250, 100), Style: look(color.NRGBA{A: 255}, 80)}
	m.Style.Hardness = 0
	im := one(t, m)
	last := -1
	for y := 100; y < 141; y++ {
		now := int(at(im, 150, y).R)
		if now < last {
			t.Errorf("row %d is darker than the one before", y)
		}
		last = now
	}
	wantNear(t, im, 150, 100, color.NRGBA{0, 0, 0, 255}, 1)
	wantNear(t, im, 150, 119, color.NRGBA{127, 127, 127, 255}, 4) // half a radius from the middle
	wantPixel(t, im, 150, 141, white)
}

// A brush on a canvas that was scaled unevenly is an ellipse.
func TestBrushFollowsItsMatrix(t *testing.T) {
	im := one(t, drawing.Mark{Kind: drawing.Brush, Points: pts(25, 50), At: drawing.Scaled(4, 2), Style: look(red, 20)})
	wantPixel(t, im, 62, 100, red)
	wantPixel(t, im, 137, 100, red)
	wantPixel(t, im, 58, 100, white)
	wantPixel(t, im, 100, 82, red)
	wantPixel(t, im, 100, 78, white)
}

func TestEraseTakesMarksAndNeverThePicture(t *testing.T) {
	p := library{"p": mediatest.Pattern(300, 200, false)}
	d := drawing.Drawing{Source: drawing.Source{Asset: "p", Size: image.Pt(300, 200)}}
	marked := d.Add(drawing.Mark{Kind: drawing.Box, Points: pts(20, 20, 250, 180),
		Style: drawing.Style{Color: red, Filled: true, Opacity: 1}})
	marked = marked.Add(drawing.Mark{Kind: drawing.Blur, Points: pts(100, 20, 250, 180), Style: look(red, 9)})
	marked = marked.Add(drawing.Mark{Kind: drawing.Erase, Points: pts(0, 100, 300, 100), Style: look(red, 400)})
	wantSame(t, bake(t, marked, p), p["p"])

	half := drawing.Mark{Kind: drawing.Erase, Points: pts(0, 50, 300, 50), Style: look(red, 40)}
	half.Style.Opacity = 0.5
	im := bake(t, sheetOf(300, 200, white).
		Add(drawing.Mark{Kind: drawing.Box, Points: pts(20, 20, 250, 180),
			Style: drawing.Style{Color: red, Filled: true, Opacity: 1}}).
		Add(half), nil)
	wantNear(t, im, 100, 50, color.NRGBA{242, 155, 148, 255}, 1)
	wantPixel(t, im, 100, 100, red)
	wantPixel(t, im, 10, 50, white)
}

func TestLineAndArrow(t *testing.T) {
	line := drawing.Mark{Kind: drawing.Line, Points: pts(30, 60, 230, 60), Style: look(red, 8)}
	im := one(t, line)
	wantPixel(t, im, 130, 56, red)
	wantPixel(t, im, 130, 63, red)
	wantPixel(t, im, 130, 55, white)
	wantPixel(t, im, 130, 64, white)
	wantPixel(t, im, 240, 60, white)
	for _, width := range []float64{4, 8, 12} {
		arrow := line
		arrow.Kind, arrow.Style.Width = drawing.Arrow, width
		im := one(t, arrow)
		for _, end := range arrow.Head() {
			wantPixel(t, im, int(end.X), int(end.Y), red)
		}
		// The head opens in proportion to the width of the line.
		rows := 0
		for y := range 200 {
			for x := range 300 {
				if at(im, x, y) == red {
					rows++
					break
				}
			}
		}
		if want := width + 2*4*width*math.Sin(32*math.Pi/180); math.Abs(float64(rows)-want) > 2 {
			t.Errorf("width %v: the head is %d px high instead of %.1f", width, rows, want)
		}
		wantPixel(t, im, 238, 60, white)
	}
}

func TestBox(t *testing.T) {
	m := drawing.Mark{Kind: drawing.Box, Points: pts(150, 120, 50, 50), Style: look(red, 8)}
	im := one(t, m)
	for y := range 200 {
		for x := range 300 {
			want := white
			p := image.Pt(x, y)
			if p.In(image.Rect(46, 46, 154, 124)) && !p.In(image.Rect(54, 54, 146, 116)) {
				want = red
			}
			wantPixel(t, im, x, y, want)
		}
	}
	m.Style.Filled = true
	im = one(t, m)
	for y := range 200 {
		for x := range 300 {
			want := white
			if image.Pt(x, y).In(image.Rect(50, 50, 150, 120)) {
				want = red
			}
			wantPixel(t, im, x, y, want)
		}
	}
}

// The coverage of an ellipse, over the seams of tiles, is that of measuring it along 128 lines through each pixel.
func TestEllipseAgainstMeasuring(t *testing.T) {
	m := drawing.Mark{Kind: drawing.Ellipse, Points: pts(10.3, 20.8, 290.1, 180.2), Style: look(color.NRGBA{A: 255}, 9)}
	im := one(t, m)
	inside := func(x, y0, y1, grow float64) float64 { // how much of the line from y0 to y1
		dx := (x - 150.2) / (139.9 + grow)
		h := (79.7 + grow) * math.Sqrt(max(0, 1-dx*dx))
		return max(0, min(y1, 100.5+h)-max(y0, 100.5-h))
	}
	for y := range 200 {
		for x := range 300 {
			var covered float64
			for k := range 128 {
				px := float64(x) + (float64(k)+0.5)/128
				covered += (inside(px, float64(y), float64(y+1), 4.5) - inside(px, float64(y), float64(y+1),
					-4.5)) / 128
			}
			v := uint8(math.Round(255 * (1 - covered)))
			wantNear(t, im, x, y, color.NRGBA{v, v, v, 255}, 6)
		}
	}
}

func TestText(t *testing.T) {
	m := drawing.Mark{Kind: drawing.Text, Points: pts(20, 30), Text: "lemons here", Style: look(red, 28)}
	w, h := TextSize(m.Text, 28)
	im := one(t, m)
	box := image.Rect(20, 30, 20+int(w), 30+int(h))
	wantPixel(t, im, 20, 30, white) // the corner is round
	wantPixel(t, im, 30, 31, red)
	wantPixel(t, im, box.Max.X-12, box.Max.Y-1, red)
	wantPixel(t, im, box.Max.X+1, 50, white)
	wantPixel(t, im, 50, box.Max.Y+1, white)
	if n := count(im, box, white); n < 700 || n > 3000 {
		t.Errorf("%d white pixels in the label", n)
	}
	// The letters lie in the middle: as much colour left of them as right.
	first, last := columns(im, box.Inset(4), white)
	if left, right := first-box.Min.X, box.Max.X-last; left-right > 3 || right-left > 3 {
		t.Errorf("%d px left of the letters, %d right", left, right)
	}
	two, tall := TextSize("lemons here\nmore", 28)
	if two != w || tall <= h {
		t.Errorf("two lines are %v x %v, one is %v x %v", two, tall, w, h)
	}
	if w2, h2 := TextSize(m.Text, 56); math.Abs(w2-2*w) > 1e-9 || math.Abs(h2-2*h) > 1e-9 {
		t.Errorf("twice as high is %v x %v instead of %v x %v", w2, h2, 2*w, 2*h)
	}
}

func count(im *image.RGBA, r image.Rectangle, c color.NRGBA) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if at(im, x, y) == c {
				n++
			}
		}
	}
	return n
}

func columns(im *image.RGBA, r image.Rectangle, c color.NRGBA) (first, last int) {
	first = -1
	for x := r.Min.X; x < r.Max.X; x++ {
		if count(im, image.Rect(x, r.Min.Y, x+1, r.Max.Y), c) > 0 {
			if first < 0 {
				first = x
			}
			last = x + 1
		}
	}
	return first, last
}

func TestLettersAreReadableOnEveryColour(t *testing.T) {
	for _, c := range []struct {
		on   color.NRGBA
		dark bool
	}{
		{red, false}, {blue, false}, {color.NRGBA{0x2f, 0xa3, 0x5b, 255}, false},
		{color.NRGBA{0x12, 0x14, 0x16, 255}, false},
		{color.NRGBA{0xf2, 0xb4, 0x1f, 255}, true}, {white, true},
	} {
		if got := textColourOn(c.on)[0] < 128; got != c.dark {
			t.Errorf("on %v: dark is %v", c.on, got)
		}
	}
}

func TestHanIsNoBoxes(t *testing.T) {
	const text = "柠檬"
	if m := NewFonts().Missing(text); len(m) > 0 {
		t.Skipf("no font here has %q: install a CJK font such as fonts-noto-cjk", string(m))
	}
	l := shaped(text)[0]
	if len(l.Glyphs) != 2 {
		t.Fatalf("%d glyphs", len(l.Glyphs))
	}
	// A box has two contours of four edges; these signs have more.
	for i, g := range l.Glyphs {
		if len(g.Outline) < 30 {
			t.Errorf("glyph %d has only %d pieces", i, len(g.Outline))
		}
	}
}

func TestNumber(t *testing.T) {
	for _, n := range []int{1, 12, 123} {
		m := drawing.Mark{Kind: drawing.Number, Points: pts(150, 100), Number: n, Style: look(blue, 30)}
		im := one(t, m)
		_, r := m.Disc()
		wantPixel(t, im, 150-int(r)+2, 100, blue)
		wantPixel(t, im, 150-int(r)-2, 100, white)
		wantPixel(t, im, 150, 100+int(r)-2, blue)
		inside := image.Rect(150-int(r*0.7), 100-int(r*0.7), 150+int(r*0.7), 100+int(r*0.7))
		first, last := columns(im, inside, white)
		if c := float64(first+last) / 2; first < 0 || math.Abs(c-150) > 3 {
			t.Errorf("%d: the digits are around column %v", n, c)
		}
	}
}

// Text and number have their opacity as a whole: the disc does not shine through the digits.
func TestALabelIsTransparentAsAWhole(t *testing.T) {
	m := drawing.Mark{Kind: drawing.Number, Points: pts(150, 100), Number: 8, Style: look(color.NRGBA{A: 255}, 120)}
	full := one(t, m)
	m.Style.Opacity = 0.5
	half := one(t, m)
	for y := range 200 {
		for x := range 300 {
			v := uint8((int(at(full, x, y).R) + 255) / 2)
			wantNear(t, half, x, y, color.NRGBA{v, v, v, 255}, 2)
		}
	}
}
