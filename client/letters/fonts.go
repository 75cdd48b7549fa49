package letters

import (
	"bytes"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// Fonts selects the font of each character. The built-in font comes first, then a sans serif system font of the script,
// then any system font with the character. System fonts are listed when a character first needs them, which can take a
// second. Fonts implements [shaping.Fontmap]. It is not safe for concurrent use.
type Fonts struct {
	builtin *font.Face
	system  *fontscan.FontMap // nil: not listed yet, or none found
	listed  bool
	script  language.Script
}

// NewFonts parses the built-in font, a TrueType file that is part of the program. It panics if the file is damaged.
func NewFonts(own []byte) *Fonts {
	face, err := font.ParseTTF(bytes.NewReader(own))
	if err != nil {
		panic(err)
	}
	return &Fonts{builtin: face}
}

// SetScript sets the script of the next characters.
func (f *Fonts) SetScript(s language.Script) { f.script = s }

// ResolveFace returns the font for a character. If no font has the character, it returns the built-in font.
func (f *Fonts) ResolveFace(r rune) *font.Face {
	if _, ok := f.builtin.NominalGlyph(r); ok {
		return f.builtin
	}
	if !f.listed {
		f.listed = true
		if m := fontscan.NewFontMap(discardLog{}); m.UseSystemFonts("") == nil {
			m.SetQuery(fontscan.Query{Families: families, Aspect: font.Aspect{Weight: font.WeightBold}})
			f.system = m
		}
	}
	if f.system != nil {
		f.system.SetScript(f.script)
		if face := f.system.ResolveFace(r); face != nil && hasOutline(face, r) {
			return face
		}
	}
	return f.builtin
}

// Missing returns the characters of a text without a glyph in any font. They are drawn as boxes.
func (f *Fonts) Missing(text string) (missing []rune) {
	for _, r := range text {
		f.SetScript(language.LookupScript(r))
		if r >= ' ' && !hasOutline(f.ResolveFace(r), r) {
			missing = append(missing, r)
		}
	}
	return missing
}

// families lists the system font families to try first.
var families = []string{"Noto Sans",
	"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei",
	"Noto Sans CJK JP", "Source Han Sans", "Hiragino Sans", "Yu Gothic",
	"Noto Sans CJK KR", "Malgun Gothic", fontscan.SansSerif}

// discardLog discards the log of the font map.
type discardLog struct{}

func (discardLog) Printf(string, ...any) {}

// hasOutline reports whether the font has an outline glyph for r. Bitmap glyphs (colour emoji) do not count.
func hasOutline(face *font.Face, r rune) bool {
	g, ok := face.NominalGlyph(r)
	if ok {
		_, ok = outlineOf(face, g)
	}
	return ok
}

// outlineOf returns the outline of a glyph in font units, y upwards. The outline of a space is empty. It returns
// false if the font has no outline for the glyph.
func outlineOf(face *font.Face, g font.GID) ([]opentype.Segment, bool) {
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
