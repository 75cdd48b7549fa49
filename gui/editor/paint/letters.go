package paint

import (
	"bytes"
	"strings"
	"sync"

	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"

	"viviscope/gui/editor/drawing"
)

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
	f := letterFonts()
	f.mu.Lock()
	defer f.mu.Unlock()
	var lines []textLine
	for _, l := range strings.Split(text, "\n") {
		lines = append(lines, f.line([]rune(strings.TrimSuffix(l, "\r"))))
	}
	return lines
}

// Missing is the characters of a text that no font of this computer can show. A mark shows boxes in their place.
func Missing(text string) []rune {
	f := letterFonts()
	f.mu.Lock()
	defer f.mu.Unlock()
	var missing []rune
	for _, r := range text {
		if r < ' ' {
			continue
		}
		f.SetScript(language.LookupScript(r))
		if !drawn(f.ResolveFace(r), r) {
			missing = append(missing, r)
		}
	}
	return missing
}

// fonts is where letters come from: Noto Sans Bold, which the program carries with it, then what the system has. There,
// for each character: a bold sans serif made for the character's script (Noto Sans CJK where it is installed, else what
// fontconfig or the system's font folders offer), then any font at all that has the character.
type fonts struct {
	mu     sync.Mutex
	own    *font.Face
	system *fontscan.FontMap // nil: not looked for yet, or there is none
	looked bool
	script language.Script
	shaper shaping.HarfbuzzShaper
	cut    shaping.Segmenter
}

// letterFonts reads the program's own font once. The system's fonts are looked for when a character needs them: that takes
// a second where nothing on this computer has done it before.
var letterFonts = sync.OnceValue(func() *fonts {
	face, err := font.ParseTTF(bytes.NewReader(theme.DefaultTextBoldFont().Content()))
	if err != nil {
		panic(err) // the font is part of the program
	}
	return &fonts{own: face}
})

// families are asked before any other font of the system.
var families = []string{"Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Source Han Sans",
	"PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic", fontscan.SansSerif}

// SetScript says which script the next characters belong to.
func (f *fonts) SetScript(s language.Script) { f.script = s }

// ResolveFace gives the font for a character; the program's own, where none has it.
func (f *fonts) ResolveFace(r rune) *font.Face {
	if _, ok := f.own.NominalGlyph(r); ok {
		return f.own
	}
	if !f.looked {
		f.looked = true
		m := fontscan.NewFontMap(quiet{})
		if m.UseSystemFonts("") == nil {
			m.SetQuery(fontscan.Query{Families: families, Aspect: font.Aspect{Weight: font.WeightBold}})
			f.system = m
		}
	}
	if f.system == nil {
		return f.own
	}
	f.system.SetScript(f.script)
	face := f.system.ResolveFace(r)
	if face == nil || !drawn(face, r) {
		return f.own
	}
	return face
}

// drawn says that the font has an outline of the character, and no mere picture of it as those of coloured signs.
func drawn(face *font.Face, r rune) bool {
	g, ok := face.NominalGlyph(r)
	if !ok {
		return false
	}
	_, ok = segments(face, g)
	return ok
}

// segments is the outline of a glyph; of a space it is empty.
func segments(face *font.Face, g font.GID) ([]opentype.Segment, bool) {
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

// quiet drops what the font map has to say: which font was missing is no matter of the log.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// line is called with f locked.
func (f *fonts) line(text []rune) textLine {
	for i, r := range text {
		if r < ' ' {
			text[i] = ' ' // a tab has no glyph
		}
	}
	input := shaping.Input{
		Text: text, RunEnd: len(text), Direction: di.DirectionLTR, Face: f.own, Size: fixed.I(shapingSize),
		Script: language.Latin, Language: "und",
	}
	var l textLine
	if len(text) == 0 {
		return l
	}
	var runs []shaping.Output
	for _, part := range f.cut.Split(input, f) {
		runs = append(runs, f.shaper.Shape(part))
	}
	for _, run := range inSight(runs) {
		unit := 1 / float64(run.Face.Upem())
		for _, g := range run.Glyphs {
			o, _ := segments(run.Face, g.GlyphID)
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
