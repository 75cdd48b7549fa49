package paint

import (
	"image"
	"strconv"

	"viviscope/gui/editor/drawing"
)

// What a label leaves around its letters and how round its corners are, in parts of the letters' height: 4 px where the
// letters have 14.
const (
	labelAcross  = 0.68
	labelUpright = 0.28
	labelCorner  = 4.0 / 14
	lineHeight   = 1.36
)

// label is letters on a filled ground: a text or a number. Both have its opacity together, so that the ground does not
// shine through the letters.
type label struct {
	tint    tint
	ink     [3]uint32
	ground  outline
	letters outline
	pixels  image.Rectangle
}

// TextSize is the size of the label of a text whose letters have the given height, in the same unit: what [drawing.Mark]'s
// Size of a Text holds. Lines end with "\n". A character that no font of this computer has is a box and is measured as one;
// see [Missing]. The first text with a character that the program's own font lacks makes the system's fonts be looked for,
// which takes up to a second where no program did so before; [Missing] on another goroutine does it beforehand.
func TextSize(text string, height float64) (w, h float64) {
	if !(height > 0) {
		return 0, 0
	}
	lines := shaped(text)
	for _, l := range lines {
		w = max(w, l.width*height)
	}
	return w + 2*labelAcross*height, float64(len(lines))*lineHeight*height + 2*labelUpright*height
}

func textOf(m drawing.Mark) *label {
	t, l := trace(m.At), trace(m.At)
	height := m.Style.Width
	if len(m.Points) > 0 && m.Text != "" && height > 0 {
		p := m.Points[0]
		w, h := TextSize(m.Text, height)
		t.rounded(drawing.Rect{X0: p.X, Y0: p.Y, X1: p.X + w, Y1: p.Y + h}, labelCorner*height)
		for i, line := range shaped(m.Text) {
			base := p.Y + (labelUpright+float64(i)*lineHeight+(lineHeight+capHeight)/2)*height
			line.trace(l, p.X+labelAcross*height, base, height)
		}
	}
	return newLabel(m, t.outline, l.outline)
}

func numberOf(m drawing.Mark) *label {
	t, l := trace(m.At), trace(m.At)
	height := m.Style.Width
	if len(m.Points) > 0 && height > 0 {
		p, r := m.Disc()
		t.ellipse(drawing.Rect{X0: p.X - r, Y0: p.Y - r, X1: p.X + r, Y1: p.Y + r}, false)
		for _, line := range shaped(strconv.Itoa(m.Number)) {
			line.trace(l, p.X-line.width*height/2, p.Y+capHeight*height/2, height)
		}
	}
	return newLabel(m, t.outline, l.outline)
}

func newLabel(m drawing.Mark, ground, letters outline) *label {
	return &label{
		tint: tintOf(m.Style.Color, m.Style.Opacity), ink: inkOn(m.Style.Color),
		ground: ground, letters: letters, pixels: ground.pixels().Union(letters.pixels()),
	}
}

func (l *label) touches(r image.Rectangle) bool { return l.tint.alpha != 0 && l.pixels.Overlaps(r) }

func (l *label) paint(t *tile) {
	l.ground.fill(&t.raster, &t.mask, t.rect.Min)
	l.letters.fill(&t.raster, &t.letters, t.rect.Min)
	t.each(l.pixels, func(i int) {
		ground, ink := uint32(t.mask[i]), uint32(t.letters[i])
		if ground|ink == 0 {
			return
		}
		ground = mul(ground, 255-ink)
		part := func(c int) uint32 { return mul(mul(l.tint.c[c], ground)+mul(l.ink[c], ink), l.tint.alpha) }
		t.layer.blend(i, part(0), part(1), part(2), mul(ground+ink, l.tint.alpha))
	})
}
