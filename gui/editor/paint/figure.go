package paint

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// figure is filled outlines on top of each other with a common opacity: boxes, ellipses, labels, and the outline of an
// emphasis.
type figure struct {
	layers []figureLayer // at most as many as a tile has masks
	alpha  uint32
	pixels image.Rectangle
}

type figureLayer struct {
	outline outline
	c       [3]uint32 // red, green and blue
}

// newFigure returns a figure with the colour and opacity of a mark. The outlines in then lie on top in a contrasting
// colour.
func newFigure(m drawing.Mark, first outline, then ...outline) *figure {
	c := tintOf(m.Style.Color, m.Style.Opacity)
	f := &figure{layers: []figureLayer{{first, c.c}}, alpha: c.alpha, pixels: first.pixels()}
	for _, o := range then {
		f.layers = append(f.layers, figureLayer{o, textColourOn(m.Style.Color)})
		f.pixels = f.pixels.Union(o.pixels())
	}
	return f
}

func figureOf(m drawing.Mark) *figure {
	r, round := m.Rect(), m.Kind == drawing.Ellipse
	if m.Style.Filled {
		t := trace(m.At)
		contour(t, r, round, false)
		return newFigure(m, t.outline)
	}
	return newFigure(m, frameOf(r, round, m.At, m.Style.Width/2))
}

// rimmedOf returns the shape of an emphasis that outlines its region: a coloured line between two rims of contrasting
// brightness, so that it is visible on any picture.
func rimmedOf(m drawing.Mark) *figure {
	rim, line := frameOf(m.Rect(), m.Round, m.At, m.Style.Width/2), frameOf(m.Rect(), m.Round, m.At, m.Style.Width/4)
	f := newFigure(m, rim, line)
	f.layers[0].c, f.layers[1].c = f.layers[1].c, f.layers[0].c
	return f
}

func (f *figure) touches(r image.Rectangle) bool { return f.alpha != 0 && f.pixels.Overlaps(r) }

func (f *figure) paint(t *tile) {
	masks := [2]*mask{&t.mask, &t.letters}
	for k := range f.layers {
		f.layers[k].outline.fill(&t.raster, masks[k], t.rect.Min)
	}
	t.each(f.pixels, func(i int) {
		var r, g, b, a uint32
		for k := range f.layers {
			if cover := uint32(masks[k][i]); cover != 0 {
				c, left := &f.layers[k].c, 255-cover
				r, g, b = mul(c[0], cover)+mul(r, left), mul(c[1], cover)+mul(g, left), mul(c[2], cover)+mul(b, left)
				a = cover + mul(a, left)
			}
		}
		if a != 0 {
			over(t.pixel(i), mul(r, f.alpha), mul(g, f.alpha), mul(b, f.alpha), mul(a, f.alpha))
		}
	})
}
