package letters

import (
	"bytes"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// Fonts selects the font of each character. For characters that its own font lacks it uses a sans serif system font of
// the script, else any system font that has the character. System fonts are listed when a character first needs them,
// which can take a second. It implements the Fontmap of go-text's shaping. It is not safe for concurrent use.
type Fonts struct {
	own    *font.Face
	system *fontscan.FontMap // nil: not listed yet, or none found
	looked bool
	script language.Script
}

// NewFonts parses the own font, a TrueType file that is part of the program. It panics if the file is damaged.
func NewFonts(own []byte) *Fonts {
	face, err := font.ParseTTF(bytes.NewReader(own))
	if err != nil {
		panic(err)
	}
	return &Fonts{own: face}
}

// SetScript sets the script of the next characters.
func (f *Fonts) SetScript(s language.Script) { f.script = s }

// ResolveFace returns the font for a character; the own font if none has it.
func (f *Fonts) ResolveFace(r rune) *font.Face {
	if _, ok := f.own.NominalGlyph(r); ok {
		return f.own
	}
	if !f.looked {
		f.looked = true
		if m := fontscan.NewFontMap(quiet{}); m.UseSystemFonts("") == nil {
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
	return f.own
}

// Missing returns the characters of a text that no font on this computer has. They are drawn as boxes.
func (f *Fonts) Missing(text string) (missing []rune) {
	for _, r := range text {
		f.SetScript(language.LookupScript(r))
		if r >= ' ' && !hasOutline(f.ResolveFace(r), r) {
			missing = append(missing, r)
		}
	}
	return missing
}

// families are tried before any other system font.
var families = []string{"Noto Sans",
	"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei",
	"Noto Sans CJK JP", "Source Han Sans", "Hiragino Sans", "Yu Gothic",
	"Noto Sans CJK KR", "Malgun Gothic", fontscan.SansSerif}

// quiet discards the log of the font map.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

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
