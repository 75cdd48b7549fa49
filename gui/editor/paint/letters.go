package paint

import (
	"strings"
	"sync"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"

	"viviscope/gui/editor/drawing"
)

// shapingSize is the size at which letters are laid out. Outlines are scaled from it, so that a text has the same
// layout at every size.
const shapingSize = 1024

// textLine is a laid out line of text. Lengths are relative to the height of letters.
type textLine struct {
	width  float64
	glyphs []glyph
}

// glyph is an outline in font units, y upwards, with its offset from the start of the line and above the baseline.
type glyph struct {
	outline []opentype.Segment
	unit    float64 // of the font, relative to the height of letters
	x, y    float64
}

// shaped lays out a text. It returns one entry for each line.
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

// letters lays out text in the available fonts. It is safe for concurrent use through shaped.
type letters struct {
	mu     sync.Mutex
	fonts  *Fonts
	shaper shaping.HarfbuzzShaper
	cut    shaping.Segmenter
}

// ownLetters returns the shared instance: fonts are large.
var ownLetters = sync.OnceValue(func() *letters { return &letters{fonts: NewFonts()} })

// line lays out one line. The caller holds f.mu.
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

// inSight sorts runs in visual order: consecutive right-to-left runs are reversed.
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

// parts converts a length at the shaping size to one relative to the height of letters.
func parts(v fixed.Int26_6) float64 { return float64(v) / 64 / shapingSize }

// trace adds the outlines of the letters, starting at x on the baseline base.
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
