package paint

import (
	"strconv"
	"strings"
	"sync"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"

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

// TextSize is the size of the label of a text whose letters have the given height, in the same unit: what [drawing.Mark]'s
// Size of a Text holds. Lines end with "\n". A character that no font of this computer has is a box and is measured as one.
// The first text with a character that the program's own font lacks makes the system's fonts be looked for, which takes up to
// a second where no program did so before.
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

// textOf is letters on a filled ground. Both have its opacity together, so that the ground does not shine through the letters.
func textOf(m drawing.Mark) *figure {
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
	return newFigure(m, t.outline, l.outline)
}

func numberOf(m drawing.Mark) *figure {
	t, l := trace(m.At), trace(m.At)
	height := m.Style.Width
	if len(m.Points) > 0 && height > 0 {
		p, r := m.Disc()
		t.ellipse(drawing.Rect{X0: p.X - r, Y0: p.Y - r, X1: p.X + r, Y1: p.Y + r}, false)
		for _, line := range shaped(strconv.Itoa(m.Number)) {
			line.trace(l, p.X-line.width*height/2, p.Y+capHeight*height/2, height)
		}
	}
	return newFigure(m, t.outline, l.outline)
}

// capHeight is the height of capital letters and digits in Noto Sans, of the letters' height.
const capHeight = 0.714

// shapingSize is the size at which letters are laid out. Outlines are scaled from it, so that a text looks the same, and
// breaks nowhere else, at every size.
const shapingSize = 1024

// textLine is a line of text laid out. Lengths are in parts of the letters' height.
type textLine struct {
	width  float64
	glyphs []glyph
}

// glyph is an outline in its font's own units, where y grows upwards, and where it stands: right of the line's start and
// above its base.
type glyph struct {
	outline []opentype.Segment
	unit    float64 // of the font
	x, y    float64
}

// shaped lays out a text, line by line.
func shaped(text string) []textLine {
	f := ownLetters()
	f.mu.Lock()
	defer f.mu.Unlock()
	var lines []textLine
	for _, l := range strings.Split(text, "\n") {
		lines = append(lines, f.line([]rune(strings.TrimSuffix(l, "\r"))))
	}
	return lines
}

// letters lays texts out in the fonts that this computer has for them.
type letters struct {
	mu     sync.Mutex
	fonts  *Fonts
	shaper shaping.HarfbuzzShaper
	cut    shaping.Segmenter
}

// ownLetters are read once: fonts are large.
var ownLetters = sync.OnceValue(func() *letters { return &letters{fonts: NewFonts()} })

// line is called with f locked.
func (f *letters) line(text []rune) textLine {
	for i, r := range text {
		if r < ' ' {
			text[i] = ' ' // a tab has no glyph
		}
	}
	input := shaping.Input{
		Text: text, RunEnd: len(text), Direction: di.DirectionLTR, Face: f.fonts.own, Size: fixed.I(shapingSize),
		Script: language.Latin, Language: "und",
	}
	var l textLine
	if len(text) == 0 {
		return l
	}
	var runs []shaping.Output
	for _, part := range f.cut.Split(input, f.fonts) {
		runs = append(runs, f.shaper.Shape(part))
	}
	for _, run := range inSight(runs) {
		unit := 1 / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			o, _ := outlineOf(run.Face, g.GlyphID)
			l.glyphs = append(l.glyphs, glyph{outline: o, unit: unit, x: l.width + parts(g.XOffset), y: parts(g.YOffset)})
			l.width += parts(g.Advance)
		}
	}
	return l
}

// inSight orders runs as they are seen: neighbours that are written from right to left stand the other way round.
func inSight(runs []shaping.Output) []shaping.Output {
	rtl := func(i int) bool { return runs[i].Direction.Progression() == di.TowardTopLeft }
	for i := 0; i < len(runs); i++ {
		j := i
		for j < len(runs) && rtl(j) {
			j++
		}
		for a, b := i, j-1; a < b; a, b = a+1, b-1 {
			runs[a], runs[b] = runs[b], runs[a]
		}
		i = max(i, j-1)
	}
	return runs
}

// parts is a length at the shaping size in parts of the letters' height.
func parts(v fixed.Int26_6) float64 { return float64(v) / 64 / shapingSize }

// trace adds the outlines of the letters, which begin at x and stand on the line at base.
func (l textLine) trace(t *tracer, x, base, height float64) {
	for _, g := range l.glyphs {
		at := func(p opentype.SegmentPoint) drawing.Point {
			return drawing.Point{
				X: x + (g.x+float64(p.X)*g.unit)*height,
				Y: base - (g.y+float64(p.Y)*g.unit)*height,
			}
		}
		for _, s := range g.outline {
			switch s.Op {
			case opentype.SegmentOpMoveTo:
				t.move(at(s.Args[0]))
			case opentype.SegmentOpLineTo:
				t.line(at(s.Args[0]))
			case opentype.SegmentOpQuadTo:
				t.quad(at(s.Args[0]), at(s.Args[1]))
			case opentype.SegmentOpCubeTo:
				t.cube(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
			}
		}
		t.close()
	}
}
