package paint

import (
	"context"
	"errors"
	"image"
	"image/color"
	"testing"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/mediatest"
)

func steps(t *testing.T, p *image.RGBA, all ...drawing.Step) *image.RGBA {
	t.Helper()
	d, l := on(p)
	d.Steps = all // as they are: Do would leave out what takes itself back
	im, err := Ground(context.Background(), d, l)
	if err != nil {
		t.Fatal(err)
	}
	if want := d.Size(); im.Rect != (image.Rectangle{Max: want}) || im.Stride != 4*want.X {
		t.Errorf("%v with rows of %d bytes instead of %v", im.Rect, im.Stride, want)
	}
	return im
}

func TestCropIsExact(t *testing.T) {
	p := mediatest.Pattern(60, 40, false)
	im := steps(t, p, drawing.Step{Kind: drawing.Crop, Rect: image.Rect(7, 9, 47, 30)})
	wantSame(t, im, upright(cut(p, image.Rect(7, 9, 47, 30))))
}

func TestExtendFillsExactly(t *testing.T) {
	p := mediatest.Pattern(60, 40, false)
	fill := color.NRGBA{10, 200, 30, 128}
	im := steps(t, p, drawing.Step{Kind: drawing.Extend, Rect: image.Rect(-5, 6, 70, 55), Fill: fill})
	for y := range 49 {
		for x := range 75 {
			want := color.RGBAModel.Convert(fill).(color.RGBA)
			if q := image.Pt(x-5, y+6); q.In(p.Rect) {
				want = p.RGBAAt(q.X, q.Y)
			}
			if got := im.RGBAAt(x, y); got != want {
				t.Fatalf("pixel %d,%d is %v instead of %v", x, y, got, want)
			}
		}
	}
}

func TestTurnsAndFlipsTakeThemselvesBack(t *testing.T) {
	p := mediatest.Pattern(61, 40, false)
	turn := drawing.Step{Kind: drawing.Turn, Turns: 1}
	flip, upend := drawing.Step{Kind: drawing.Flip}, drawing.Step{Kind: drawing.Flip, Upright: true}
	for name, all := range map[string][]drawing.Step{
		"nothing":       nil,
		"four quarters": {turn, turn, turn, turn},
		"two halves":    {{Kind: drawing.Turn, Turns: 2}, {Kind: drawing.Turn, Turns: 2}},
		"one and three": {turn, {Kind: drawing.Turn, Turns: 3}},
		"two flips":     {flip, flip},
		"two upends":    {upend, upend},
		"half as flips": {flip, upend, {Kind: drawing.Turn, Turns: 2}},
	} {
		t.Run(name, func(t *testing.T) { wantSame(t, steps(t, p, all...), p) })
	}
	quarter := steps(t, p, turn) // clockwise: the upper left corner comes to the upper right one
	if got, want := quarter.RGBAAt(39, 0), p.RGBAAt(0, 0); got != want {
		t.Errorf("the corner is %v instead of %v", got, want)
	}
}

// A mark follows a step to where the pixels that it was drawn on have gone.
func TestMarksLieOnTheirPixelsAfterEveryStep(t *testing.T) {
	for _, s := range []drawing.Step{
		{Kind: drawing.Crop, Rect: image.Rect(20, 10, 290, 180)},
		{Kind: drawing.Extend, Rect: image.Rect(-30, -40, 330, 220)},
		{Kind: drawing.Turn, Turns: 1}, {Kind: drawing.Turn, Turns: 3}, {Kind: drawing.Flip},
		{Kind: drawing.Flip, Upright: true},
		{Kind: drawing.Resize, Size: image.Pt(600, 400)},
	} {
		p := image.NewRGBA(image.Rect(0, 0, 300, 200))
		for y := 60; y < 100; y++ {
			for x := 80; x < 180; x++ {
				p.SetRGBA(x, y, color.RGBA{0, 0, 255, 255})
			}
		}
		d, l := on(p)
		d = d.Add(drawing.Mark{Kind: drawing.Box, Points: pts(80, 60, 180, 100),
			Style: drawing.Style{Color: red, Filled: true, Opacity: 1}})
		d, err := d.Do(s)
		if err != nil {
			t.Fatal(err)
		}
		im := bake(t, d, l)
		seen, blue := 0, 0
		for y := range im.Rect.Max.Y {
			for x := range im.Rect.Max.X {
				c := at(im, x, y)
				if c == red {
					seen++
				}
				if c.B > 200 && c.A > 128 {
					blue++
				}
			}
		}
		if seen < 3500 || blue > 0 {
			t.Errorf("%s: %d pixels of the mark, %d of what it covers", s.Kind, seen, blue)
		}
	}
}

func TestResizeAndStraighten(t *testing.T) {
	p := mediatest.Pattern(120, 80, true)
	steps(t, p, drawing.Step{Kind: drawing.Resize, Size: image.Pt(37, 91)})
	for _, degrees := range []float64{-45, -3.2, 0.4, 12, 45} {
		im := steps(t, p, drawing.Step{Kind: drawing.Straighten, Degrees: degrees})
		if !im.Opaque() {
			t.Errorf("%v degrees: the corners are empty", degrees)
		}
		if w, h := float64(im.Rect.Dx()), float64(im.Rect.Dy()); w/h < 1.4 || w/h > 1.6 {
			t.Errorf("%v degrees: %v is not in the ratio of 3 to 2", degrees, im.Rect.Size())
		}
	}
	same := image.NewRGBA(image.Rect(0, 0, 50, 40))
	for i := range same.Pix {
		same.Pix[i] = []uint8{10, 20, 30, 255}[i%4]
	}
	for _, s := range []drawing.Step{{Kind: drawing.Resize, Size: image.Pt(99, 17)},
		{Kind: drawing.Straighten, Degrees: 7}} {
		im := steps(t, same, s)
		for y := range im.Rect.Max.Y {
			for x := range im.Rect.Max.X {
				wantNear(t, im, x, y, color.NRGBA{10, 20, 30, 255}, 1)
			}
		}
	}
}

// Pictures keep what they gave: nothing is painted into it.
func TestTheLibrarysPixelsAreNotTouched(t *testing.T) {
	p := mediatest.Pattern(200, 150, true)
	was := cut(p, p.Rect)
	d, l := on(p)
	d = d.Add(drawing.Mark{Kind: drawing.Line, Points: pts(5, 5, 150, 90), Style: look(red, 30)})
	bake(t, d, l)
	s := surface(t, d, l)
	s.Begin(drawing.Mark{Kind: drawing.Brush, Points: pts(5, 50, 150, 20), Style: look(blue, 30)})
	wantSame(t, p, was)
}

func TestPaintingStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d, l := on(mediatest.Pattern(200, 150, true))
	if _, err := Bake(ctx, d, l); !errors.Is(err, context.Canceled) {
		t.Errorf("bake: %v", err)
	}
	if _, err := NewSurface(ctx, d, l); !errors.Is(err, context.Canceled) {
		t.Errorf("surface: %v", err)
	}
}

func TestImpossibleSizesAreErrors(t *testing.T) {
	for _, d := range []drawing.Drawing{
		{}, {Source: drawing.Source{Size: image.Pt(1<<40, 5)}},
		{Source: drawing.Source{Size: image.Pt(50, 50)},
			Steps: []drawing.Step{{Kind: drawing.Crop, Rect: image.Rect(60, 60, 70, 70)}}},
		{Source: drawing.Source{Size: image.Pt(50, 50)},
			Steps: []drawing.Step{{Kind: drawing.Resize, Size: image.Pt(1<<30, 9)}}},
	} {
		if _, err := Bake(context.Background(), d, nil); err == nil {
			t.Errorf("no error for %+v", d)
		}
	}
}
