// Package fonts finds letters: those of the program's own font, which knows Latin, Greek and Cyrillic, and for all other
// writing those of the fonts that this computer has.
//
// [System] is the fonts of the computer. [Letters] is the program's bold font with those of the computer behind it, in the form in
// which go-text lays out lines. Each belongs to one goroutine at a time.
//
// The fonts of the computer are listed when a character first needs them: that takes a second where nothing on this computer has
// listed them before.
package fonts

import (
	"bytes"

	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// Letters is where a text's letters come from: Noto Sans Bold, which the program carries with it, then what the computer has: for
// each character a bold sans serif made for its script, else any font at all that has it. It implements the Fontmap of go-text's
// shaping.
type Letters struct {
	own    *font.Face
	system System
	script language.Script
}

// NewLetters reads the program's own font.
func NewLetters() *Letters {
	face, err := font.ParseTTF(bytes.NewReader(theme.DefaultTextBoldFont().Content()))
	if err != nil {
		panic(err) // the font is part of the program
	}
	return &Letters{own: face}
}

// Own is the program's own font.
func (l *Letters) Own() *font.Face { return l.own }

// SetScript says which script the next characters belong to.
func (l *Letters) SetScript(s language.Script) { l.script = s }

// ResolveFace gives the font for a character; the program's own, where none has it.
func (l *Letters) ResolveFace(r rune) *font.Face {
	if _, ok := l.own.NominalGlyph(r); ok {
		return l.own
	}
	if face := l.system.Of(r, Wish{Script: l.script, Weight: font.WeightBold}); face != nil {
		return face
	}
	return l.own
}

// Missing is the characters of a text that no font of this computer can show. Boxes are drawn in their place.
func (l *Letters) Missing(text string) []rune {
	var missing []rune
	for _, r := range text {
		if r < ' ' {
			continue
		}
		l.SetScript(language.LookupScript(r))
		if !drawn(l.ResolveFace(r), r) {
			missing = append(missing, r)
		}
	}
	return missing
}

// Wish says which of several fonts is wanted for a character.
type Wish struct {
	Script language.Script // of the text around it; zero: of the character itself
	Weight font.Weight
}

// System is the fonts of this computer. Its zero value is ready.
type System struct {
	fonts  *fontscan.FontMap // nil: not looked for yet, or there are none
	looked bool
	wish   Wish
	asked  bool // the map has been told of wish
}

// Of returns a font that has an outline of a character; nil where no font here has one.
func (s *System) Of(r rune, w Wish) *font.Face {
	if !s.looked {
		s.looked = true
		if m := fontscan.NewFontMap(quiet{}); m.UseSystemFonts("") == nil {
			s.fonts = m
		}
	}
	if s.fonts == nil {
		return nil
	}
	if w.Script == 0 {
		w.Script = language.LookupScript(r)
	}
	if !s.asked || w.Weight != s.wish.Weight {
		s.fonts.SetQuery(fontscan.Query{Families: families(), Aspect: font.Aspect{Weight: w.Weight}})
	}
	s.wish, s.asked = w, true
	s.fonts.SetScript(w.Script)
	if face := s.fonts.ResolveFace(r); face != nil && drawn(face, r) {
		return face
	}
	return nil
}

// Where returns the file of a font that Of returned, and its place among the fonts of that file; "" where it is not known.
func (s *System) Where(face *font.Face) font.FontID { return s.fonts.FontLocation(face.Font) }

// families are asked before any other font.
func families() []string {
	return []string{"Noto Sans",
		"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei",
		"Noto Sans CJK JP", "Source Han Sans", "Hiragino Sans", "Yu Gothic",
		"Noto Sans CJK KR", "Malgun Gothic", fontscan.SansSerif}
}

// quiet drops what the font map has to say: which font was missing is no matter of the log.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// drawn says that the font has an outline of the character, and no mere picture of it as those of coloured signs.
func drawn(face *font.Face, r rune) bool {
	g, ok := face.NominalGlyph(r)
	if !ok {
		return false
	}
	_, ok = Outline(face, g)
	return ok
}

// Outline is the outline of a glyph in the font's own units, where y grows upwards; of a space it is empty. False: the font has none.
func Outline(face *font.Face, g font.GID) ([]opentype.Segment, bool) {
	switch d := face.GlyphData(g).(type) {
	case font.GlyphOutline:
		return d.Segments, true
	case font.GlyphSVG:
		return d.Outline.Segments, len(d.Outline.Segments) > 0
	case font.GlyphBitmap:
		if d.Outline != nil {
			return d.Outline.Segments, true
		}
	}
	return nil, false
}
