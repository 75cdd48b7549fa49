package fonts

import (
	"fmt"
	"image"
	"os"

	"github.com/go-text/typesetting/font"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Typeface is a typeface in a size, with those of the system for what it has no sign for: Chinese and Japanese names and
// sentences. It implements font.Face of golang.org/x/image and belongs to one painting.
type Typeface struct {
	xfont.Face
	own    *sfnt.Font
	size   opentype.FaceOptions
	system *System
	wish   Wish
	others map[font.FontID]*sized
	known  map[rune]xfont.Face
	buf    sfnt.Buffer
}

// sized is a font of the system in the size of a typeface.
type sized struct {
	xfont.Face
	font *sfnt.Font
}

// NewTypeface reads a typeface in a size; wish says what is wanted of the fonts of the system.
func NewTypeface(data []byte, px float64, wish Wish, system *System) (*Typeface, error) {
	own, err := opentype.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("read typeface: %w", err)
	}
	t := &Typeface{own: own, size: opentype.FaceOptions{Size: px, DPI: 72, Hinting: xfont.HintingFull}, system: system, wish: wish,
		others: map[font.FontID]*sized{}, known: map[rune]xfont.Face{}}
	if t.Face, err = opentype.NewFace(own, &t.size); err != nil {
		return nil, fmt.Errorf("size typeface: %w", err)
	}
	return t, nil
}

// of returns the face that has a sign; the typeface's own where none has.
func (t *Typeface) of(r rune) xfont.Face {
	face, known := t.known[r]
	if !known {
		face = t.find(r)
		t.known[r] = face
	}
	return face
}

func (t *Typeface) find(r rune) xfont.Face {
	if g, err := t.own.GlyphIndex(&t.buf, r); err == nil && g != 0 {
		return t.Face
	}
	face := t.system.Of(r, t.wish)
	if face == nil {
		return t.Face
	}
	at := t.system.Where(face)
	other, read := t.others[at]
	if !read {
		other = t.read(at)
		t.others[at] = other
	}
	if other != nil {
		if g, err := other.font.GlyphIndex(&t.buf, r); err == nil && g != 0 {
			return other
		}
	}
	return t.Face
}

// read reads a font of the system; nil where it cannot be read.
func (t *Typeface) read(at font.FontID) *sized {
	data, err := os.ReadFile(at.File)
	if err != nil {
		return nil
	}
	all, err := opentype.ParseCollection(data)
	if err != nil {
		return nil
	}
	one, err := all.Font(int(at.Index))
	if err != nil {
		return nil
	}
	face, err := opentype.NewFace(one, &t.size)
	if err != nil {
		return nil
	}
	return &sized{face, one}
}

// Glyph draws a sign.
func (t *Typeface) Glyph(dot fixed.Point26_6, r rune) (dr image.Rectangle, mask image.Image, maskp image.Point, advance fixed.Int26_6, ok bool) {
	return t.of(r).Glyph(dot, r)
}

// GlyphBounds measures a sign.
func (t *Typeface) GlyphBounds(r rune) (bounds fixed.Rectangle26_6, advance fixed.Int26_6, ok bool) {
	return t.of(r).GlyphBounds(r)
}

// GlyphAdvance is the width of a sign.
func (t *Typeface) GlyphAdvance(r rune) (advance fixed.Int26_6, ok bool) {
	return t.of(r).GlyphAdvance(r)
}

// Kern moves two signs of one face together.
func (t *Typeface) Kern(a, b rune) fixed.Int26_6 {
	if face := t.of(a); face == t.of(b) {
		return face.Kern(a, b)
	}
	return 0
}
