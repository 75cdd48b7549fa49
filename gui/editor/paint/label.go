package paint

import (
	"strconv"

	"viviscope/gui/editor/drawing"
)

// Padding and corner radius of a label, relative to the height of its letters.
const (
	labelAcross  = 0.68
	labelUpright = 0.28
	labelCorner  = 4.0 / 14
	lineHeight   = 1.36
)

// TextSize returns the size of the label of a text with letters of the given height, in the same unit. It is the Size
// of a Text mark. Lines end with "\n". A character that no font on this computer has is measured as a box. The first
// character that the bundled font lacks triggers the listing of system fonts, which can take a second.
func TextSize(text string, height float64) (w, h float64) {
	if !(height > 0) {
		return 0, 0
	}
	lines := shaped(text)
	for _, l := range lines {
		w = max(w, l.Width*height)
	}
	return w + 2*labelAcross*height, float64(len(lines))*lineHeight*height + 2*labelUpright*height
}

// textOf returns the shape of a text: letters on a filled label. The opacity applies to both together, so that the
// label does not show through the letters.
func textOf(m drawing.Mark) *figure {
	t, l := trace(m.At), trace(m.At)
	height := m.Style.Width
	if len(m.Points) > 0 && m.Text != "" && height > 0 {
		p := m.Points[0]
		w, h := TextSize(m.Text, height)
		t.rounded(drawing.Rect{X0: p.X, Y0: p.Y, X1: p.X + w, Y1: p.Y + h}, labelCorner*height)
		for i, line := range shaped(m.Text) {
			base := p.Y + (labelUpright+float64(i)*lineHeight+(lineHeight+capHeight)/2)*height
			l.text(line, p.X+labelAcross*height, base, height)
		}
	}
	return newFigure(m, t.outline, l.outline)
}

func numberOf(m drawing.Mark) *figure {
	t, l := trace(m.At), trace(m.At)
	height := m.Style.Width
	if len(m.Points) > 0 && height > 0 {
		p, r := m.Disc()
		t.ellipse(drawing.Rect{X0: p.X - r, Y0: p.Y - r, X1: p.X + r, Y1: p.Y + r}, false)
		for _, line := range shaped(strconv.Itoa(m.Number)) {
			l.text(line, p.X-line.Width*height/2, p.Y+capHeight*height/2, height)
		}
	}
	return newFigure(m, t.outline, l.outline)
}

// capHeight is the height of capital letters and digits in Noto Sans, relative to the height of letters.
const capHeight = 0.714
