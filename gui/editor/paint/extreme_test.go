package paint

import (
	"math"
	"testing"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/mediatest"
)

// A session that was written by another program, or damaged, holds any numbers. Nothing of them may take the program
// along or keep it busy for long.
func TestExtremeMarksDoNoHarm(t *testing.T) {
	l := library{"p": mediatest.Pattern(30, 20, true)}
	numbers := []float64{0, -1, 1e-12, 1e7, -1e7, 1e300, math.Inf(1), math.NaN()}
	for _, kind := range []drawing.MarkKind{drawing.Brush, drawing.Erase, drawing.Line, drawing.Arrow, drawing.Box,
		drawing.Ellipse,
		drawing.Text, drawing.Number, drawing.Blur, drawing.Pixelate, drawing.Emphasis, drawing.Picture, "another"} {
		for _, v := range numbers {
			for _, at := range []drawing.Matrix{{}, drawing.Scaled(v, 1), drawing.Moved(v, v),
				{A: v, B: v, D: v, E: v}} {
				for _, m := range []drawing.Mark{
					{Points: pts(v, 5, 20, v), Style: look(red, 5), Size: drawing.Point{X: 30, Y: 20}},
					{Points: pts(5, 5, 40, 40), Style: drawing.Style{Color: red, Width: v, Hardness: v, Opacity: 1},
						Size: drawing.Point{X: v, Y: 9}},
					{Style: drawing.Style{Color: red, Width: 5, Opacity: v}},
				} {
					m.Kind, m.At, m.Text, m.Number, m.Asset = kind, at, "a", 5, "p"
					bake(t, sheetOf(150, 140, white).Add(m), l)
				}
			}
		}
	}
}
