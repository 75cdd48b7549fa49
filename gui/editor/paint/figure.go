package paint

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// figure is a filled outline in one colour: boxes and ellipses, and the outline of an emphasis.
type figure struct {
	tint    tint
	outline outline
	pixels  image.Rectangle
	inside  image.Rectangle // pixels that lie in its hole
}

func figureOf(m drawing.Mark) *figure {
	r := m.Rect()
	if m.Style.Filled {
		t := trace(m.At)
		contour(t, r, m.Kind == drawing.Ellipse, false)
		return newFigure(t.outline, tintOf(m.Style.Color, m.Style.Opacity), image.Rectangle{})
	}
	return frameOf(r, m.Kind == drawing.Ellipse, m.At, -m.Style.Width/2, m.Style.Width/2, tintOf(m.Style.Color, m.Style.Opacity))
}

// frameOf is the band between two distances from the edge of a rectangle or of the ellipse in it; outwards is more.
func frameOf(r drawing.Rect, round bool, at drawing.Matrix, from, to float64, c tint) *figure {
	t := trace(at)
	if !(to > from) {
		return newFigure(t.outline, c, image.Rectangle{})
	}
	contour(t, r.Grown(to), round, false)
	inner := r.Grown(from)
	if inner.X1 <= inner.X0 || inner.Y1 <= inner.Y0 {
		return newFigure(t.outline, c, image.Rectangle{}) // the line is wider than what it encloses
	}
	contour(t, inner, round, true)
	return newFigure(t.outline, c, hollow(inner, round, at))
}

func contour(t *tracer, r drawing.Rect, round, hole bool) {
	if r.X1 <= r.X0 || r.Y1 <= r.Y0 {
		return
	}
	if round {
		t.ellipse(r, hole)
	} else {
		t.rect(r, hole)
	}
}

func newFigure(o outline, c tint, inside image.Rectangle) *figure {
	return &figure{tint: c, outline: o, pixels: o.pixels(), inside: inside}
}

// hollow is an upright rectangle of pixels that lies wholly in r, or in the ellipse in it; empty where none is easily found.
func hollow(r drawing.Rect, round bool, at drawing.Matrix) image.Rectangle {
	if at.B != 0 || at.D != 0 {
		return image.Rectangle{}
	}
	if round { // the largest rectangle of the same ratio in an ellipse is smaller by the root of 2
		m := r.Middle()
		a, b := 0.7*(r.X1-r.X0)/2, 0.7*(r.Y1-r.Y0)/2
		r = drawing.Rect{X0: m.X - a, Y0: m.Y - b, X1: m.X + a, Y1: m.Y + b}
	}
	c := drawing.RectOf(at.Apply(drawing.Point{X: r.X0, Y: r.Y0}), at.Apply(drawing.Point{X: r.X1, Y: r.Y1}))
	in := image.Rectangle{Min: image.Pt(int(c.X0)+2, int(c.Y0)+2), Max: image.Pt(int(c.X1)-2, int(c.Y1)-2)}
	if in.Empty() {
		return image.Rectangle{}
	}
	return in
}

func (f *figure) touches(r image.Rectangle) bool {
	return f.tint.alpha != 0 && f.pixels.Overlaps(r) && !r.In(f.inside)
}

func (f *figure) paint(t *tile) {
	f.outline.fill(&t.raster, &t.mask, t.rect.Min)
	t.each(f.pixels, func(i int) {
		if c := t.mask[i]; c != 0 {
			a := mul(uint32(c), f.tint.alpha)
			t.layer.blend(i, mul(f.tint.c[0], a), mul(f.tint.c[1], a), mul(f.tint.c[2], a), a)
		}
	})
}
