// Package letters shapes lines of text in any script: it converts a text to positioned glyph outlines.
//
// Start with [Shaper], whose Line method returns a [Line] of [Glyph]s. [Fonts] selects a font for each character: the
// font of the program first, then the system fonts. The picture editor draws text marks and the sandbox draws captions
// from the outlines. The package draws no pixels and breaks no lines.
//
//	letters    shaping, also from right to left
//	fonts      the font of each character
package letters

import (
	"sync"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// shapingSize is the font size for shaping, in pixels. Outlines are scaled from it, so that a text has the same layout
// at every size.
const shapingSize = 1024

// Line is a shaped line of text. Lengths are in em, the font size.
type Line struct {
	Width  float64
	Glyphs []Glyph
}

// Glyph is a positioned outline. X is the offset from the start of the line, and Y the height above the baseline, in
// em.
type Glyph struct {
	Outline []opentype.Segment // in font units, y upwards
	Scale   float64            // size of a font unit, in em
	X, Y    float64
}

// Shaper lays out text. It is safe for concurrent use. Fonts are large: keep one Setter for each own font.
type Shaper struct {
	mu        sync.Mutex
	fonts     *Fonts
	harfbuzz  shaping.HarfbuzzShaper
	segmenter shaping.Segmenter
}

// NewShaper makes a Setter with an own font; see [NewFonts].
func NewShaper(own []byte) *Shaper { return &Shaper{fonts: NewFonts(own)} }

// Missing returns the characters of a text without a glyph in any font.
func (s *Shaper) Missing(text string) []rune {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fonts.Missing(text)
}

// Line shapes one line. It replaces control characters by blanks.
func (s *Shaper) Line(text string) Line {
	s.mu.Lock()
	defer s.mu.Unlock()
	runes := []rune(text)
	for i, r := range runes {
		if r < ' ' {
			runes[i] = ' ' // a tab has no glyph
		}
	}
	input := shaping.Input{
		Text: runes, RunEnd: len(runes), Direction: di.DirectionLTR, Face: s.fonts.builtin, Size: fixed.I(shapingSize),
		Script: language.Latin, Language: "und",
	}
	var l Line
	if len(runes) == 0 {
		return l
	}
	var runs []shaping.Output
	for _, part := range s.segmenter.Split(input, s.fonts) {
		runs = append(runs, s.harfbuzz.Shape(part))
	}
	for _, run := range visualOrder(runs) {
		unit := 1 / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			o, _ := outlineOf(run.Face, g.GlyphID)
			l.Glyphs = append(l.Glyphs, Glyph{Outline: o, Scale: unit, X: l.Width + toEm(g.XOffset),
				Y: toEm(g.YOffset)})
			l.Width += toEm(g.Advance)
		}
	}
	return l
}

// visualOrder returns runs in visual order. It reverses consecutive right-to-left runs.
func visualOrder(runs []shaping.Output) []shaping.Output {
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

// toEm converts a length at the shaping size to em.
func toEm(v fixed.Int26_6) float64 { return float64(v) / 64 / shapingSize }
