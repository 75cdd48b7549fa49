package drawing_test

import (
	"context"
	"image"
	"image/color"
	"testing"

	"pgregory.net/rapid"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
)

// patterns are pictures on which every mark can be seen, also a blurred one.
type patterns struct{}

func (patterns) Picture(ref string) (*image.RGBA, error) {
	im := image.NewRGBA(image.Rect(0, 0, 64, 48))
	if ref == "src" {
		im = image.NewRGBA(image.Rect(0, 0, 200, 200))
	}
	for i := range im.Pix {
		im.Pix[i] = 255
		if i%4 < 3 && i/4%3 == 0 {
			im.Pix[i] = 0
		}
	}
	return im, nil
}

// visible is a mark of any kind that keeps to its region.
func visible(t *rapid.T) drawing.Mark {
	between := func(low, high float64, label string) float64 { return rapid.Float64Range(low, high).Draw(t, label) }
	place := func() drawing.Point { return drawing.Point{X: between(40, 160, "x"), Y: between(40, 160, "y")} }
	m := drawing.Mark{
		Kind: rapid.SampledFrom([]drawing.MarkKind{
			drawing.Brush, drawing.Line, drawing.Arrow, drawing.Box, drawing.Ellipse, drawing.Text, drawing.Number,
			drawing.Blur,
			drawing.Pixelate, drawing.Emphasis, drawing.Picture,
		}).Draw(t, "kind"),
		Style: drawing.Style{
			Color: color.NRGBA{255, 0, 0, 255}, Width: between(0.1, 30, "width"), Hardness: between(0, 1, "hardness"),
			Opacity: 1,
			Outline: true, Filled: rapid.Bool().Draw(t, "filled"),
		},
		Round: rapid.Bool().Draw(t, "round"),
	}
	switch m.Kind {
	case drawing.Picture:
		m.Asset, m.Size, m.At = "part", drawing.Point{X: 64, Y: 48}, drawing.Moved(70, 80)
	case drawing.Text, drawing.Number:
		m.Points, m.Text, m.Number = []drawing.Point{place()}, "Wgjß|Å", 10
		w, h := paint.TextSize(m.Text, m.Style.Width)
		m.Size = drawing.Point{X: w, Y: h}
	default:
		m.Points = []drawing.Point{place(), place()}
	}
	scaled := drawing.Scaled(between(0.3, 2, "across"), between(0.3, 2, "upright"))
	turned := scaled.Then(drawing.Rotated(between(-3, 3, "turn")))
	m.At = m.At.Then(drawing.Moved(-100, -100)).Then(turned).Then(drawing.Moved(100, 100))
	return m
}

// All painted pixels are within the bounds of their mark, and a click on one of them hits the mark.
func TestWhatIsPaintedIsBoundedAndHit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { boundedAndHit(t, visible(t)) })
}

// A pixel of a picture that is shown much wider than it is high covers several of the canvas, of which some lie beside
// its edge.
func TestStretchedPictureIsPaintedWithinItsBounds(t *testing.T) {
	flat := drawing.Moved(-30, -20).Then(drawing.Scaled(1.62890625,
		0.3)).Then(drawing.Rotated(0.015625)).Then(drawing.Moved(100, 100))
	boundedAndHit(t, drawing.Mark{Kind: drawing.Picture, Asset: "part", Size: drawing.Point{X: 64, Y: 48}, At: flat,
		Style: drawing.Style{Opacity: 1}})
}

func boundedAndHit(t rapid.TB, m drawing.Mark) {
	sheet := drawing.Drawing{Source: drawing.Source{Asset: "src", Size: image.Pt(200, 200)}}
	bake := func(d drawing.Drawing) *image.RGBA {
		im, err := paint.Bake(context.Background(), d, patterns{})
		if err != nil {
			t.Fatal(err)
		}
		return im
	}
	before, after := bake(sheet), bake(sheet.Add(m))
	bounds := m.Bounds()
	// A pixel that is covered by a corner of it is one pixel off at most, in the mark's narrowest direction.
	const slack = 1 / 0.3
	for y := range 200 {
		for x := range 200 {
			if before.RGBAAt(x, y) == after.RGBAAt(x, y) {
				continue
			}
			if !image.Pt(x, y).In(bounds) {
				t.Fatalf("%s paints %d,%d beside %v", m.Kind, x, y, bounds)
			}
			if !m.Hit(drawing.Point{X: float64(x) + 0.5, Y: float64(y) + 0.5}, slack) {
				t.Fatalf("%s paints %d,%d and is not hit: %+v", m.Kind, x, y, m)
			}
		}
	}
}
