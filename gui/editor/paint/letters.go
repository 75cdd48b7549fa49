package paint

import (
	"strings"
	"sync"

	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font/opentype"

	"viviscope/client/letters"
	"viviscope/gui/editor/drawing"
)

// NewFonts returns the fonts of text marks. The bundled bold Noto Sans covers Latin, Greek and Cyrillic.
func NewFonts() *letters.Fonts { return letters.NewFonts(theme.DefaultTextBoldFont().Content()) }

// ownLetters returns the shared instance: fonts are large.
var ownLetters = sync.OnceValue(func() *letters.Shaper {
	return letters.NewShaper(theme.DefaultTextBoldFont().Content())
})

// shaped lays out a text. It returns one entry for each line.
func shaped(text string) (lines []letters.Line) {
	for _, l := range strings.Split(text, "\n") {
		lines = append(lines, ownLetters().Line(strings.TrimSuffix(l, "\r")))
	}
	return lines
}

// text adds the outlines of the letters of a line, starting at x on the baseline base.
func (t *tracer) text(l letters.Line, x, base, height float64) {
	for _, g := range l.Glyphs {
		at := func(p opentype.SegmentPoint) drawing.Point {
			return drawing.Point{
				X: x + (g.X+float64(p.X)*g.Scale)*height,
				Y: base - (g.Y+float64(p.Y)*g.Scale)*height,
			}
		}
		for _, s := range g.Outline {
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
