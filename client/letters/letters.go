// Package letters lays out lines of text in the fonts of the program and of the computer, in any script that they have.
// Marks of the picture editor and captions of the sandbox are drawn from the outlines that it returns.
//
// Start with [Setter], which turns a string into a [Line] of positioned glyphs. letters.go shapes text, also from right
// to left; fonts.go finds a font for each character. The package draws nothing, breaks no lines and knows no window.
package letters

import (
	"sync"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// shapingSize is the size at which letters are laid out. Outlines are scaled from it, so that a text has the same
// layout at every size.
const shapingSize = 1024

// Line is a laid out line of text. Lengths are relative to the height of letters.
type Line struct {
	Width  float64
	Glyphs []Glyph
}

// Glyph is an outline in font units, y upwards, with its offset from the start of the line and above the baseline.
type Glyph struct {
	Outline []opentype.Segment
	Unit    float64 // of the font, relative to the height of letters
	X, Y    float64
}

// Setter lays out text. It is safe for concurrent use. Fonts are large: keep one Setter for each own font.
type Setter struct {
	mu     sync.Mutex
	fonts  *Fonts
	shaper shaping.HarfbuzzShaper
	cut    shaping.Segmenter
}

// NewSetter makes a Setter with an own font; see [NewFonts].
func NewSetter(own []byte) *Setter { return &Setter{fonts: NewFonts(own)} }

// Missing returns the characters of a text that no font on this computer has.
func (s *Setter) Missing(text string) []rune {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fonts.Missing(text)
}

// Line lays out one line. Control characters become blanks.
func (s *Setter) Line(text string) Line {
	s.mu.Lock()
	defer s.mu.Unlock()
	runes := []rune(text)
	for i, r := range runes {
		if r < ' ' {
			runes[i] = ' ' // a tab has no glyph
		}
	}
	input := shaping.Input{
		Text: runes, RunEnd: len(runes), Direction: di.DirectionLTR, Face: s.fonts.own, Size: fixed.I(shapingSize),
		Script: language.Latin, Language: "und",
	}
	var l Line
	if len(runes) == 0 {
		return l
	}
	var runs []shaping.Output
	for _, part := range s.cut.Split(input, s.fonts) {
		runs = append(runs, s.shaper.Shape(part))
	}
	for _, run := range inSight(runs) {
		unit := 1 / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			o, _ := outlineOf(run.Face, g.GlyphID)
			l.Glyphs = append(l.Glyphs, Glyph{Outline: o, Unit: unit, X: l.Width + parts(g.XOffset),
				Y: parts(g.YOffset)})
			l.Width += parts(g.Advance)
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
