package fonts

import (
	"bytes"

	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"
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
