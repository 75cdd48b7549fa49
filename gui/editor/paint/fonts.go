package paint

import (
	"bytes"

	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// Fonts is where a text's letters come from: Noto Sans, which the program carries with it and which knows Latin, Greek and Cyrillic,
// then what this computer has: for each character a sans serif made for its script, else any font at all that has it. The fonts of the
// computer are listed when a character first needs them, which takes a second where nothing has listed them before. It implements the
// Fontmap of go-text's shaping, and belongs to one goroutine at a time.
type Fonts struct {
	own    *font.Face
	system *fontscan.FontMap // nil: not looked for yet, or there are none
	looked bool
	script language.Script
}

// NewFonts reads the program's own bold font.
func NewFonts() *Fonts {
	face, err := font.ParseTTF(bytes.NewReader(theme.DefaultTextBoldFont().Content()))
	if err != nil {
		panic(err) // the font is part of the program
	}
	return &Fonts{own: face}
}

// SetScript says which script the next characters belong to.
func (f *Fonts) SetScript(s language.Script) { f.script = s }

// ResolveFace gives the font for a character; the program's own, where none has it.
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
		if face := f.system.ResolveFace(r); face != nil && drawn(face, r) {
			return face
		}
	}
	return f.own
}

// Missing is the characters of a text that no font of this computer can show. Boxes are drawn in their place.
func (f *Fonts) Missing(text string) (missing []rune) {
	for _, r := range text {
		f.SetScript(language.LookupScript(r))
		if r >= ' ' && !drawn(f.ResolveFace(r), r) {
			missing = append(missing, r)
		}
	}
	return missing
}

// families are asked before any other font.
var families = []string{"Noto Sans",
	"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei",
	"Noto Sans CJK JP", "Source Han Sans", "Hiragino Sans", "Yu Gothic",
	"Noto Sans CJK KR", "Malgun Gothic", fontscan.SansSerif}

// quiet drops what the font map has to say: which font was missing is no matter of the log.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// drawn says that the font has an outline of the character, and no mere picture of it as those of coloured signs.
func drawn(face *font.Face, r rune) bool {
	g, ok := face.NominalGlyph(r)
	if ok {
		_, ok = outlineOf(face, g)
	}
	return ok
}

// outlineOf is the outline of a glyph in the font's own units, where y grows upwards; of a space it is empty. False: the font has none.
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
