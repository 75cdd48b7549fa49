package letters

import (
	"testing"

	"golang.org/x/image/font/gofont/gomedium"
)

func TestMissingReturnsCharactersWithoutGlyph(t *testing.T) {
	l := NewFonts(gomedium.TTF)
	if got := l.Missing("Größe, 12 €\nж"); len(got) > 0 {
		t.Errorf("the built-in font lacks %q", string(got))
	}
	if got := l.Missing("a\U000F1234b"); string(got) != "\U000F1234" {
		t.Errorf("missing is %q", string(got))
	}
	if l.ResolveFace('\U000F1234') != l.builtin {
		t.Error("ResolveFace did not return the built-in font for an unknown character")
	}
}

// A resolved system font has an outline for the character.
func TestResolveFaceFindsSystemFont(t *testing.T) {
	f := NewFonts(gomedium.TTF)
	if face := f.ResolveFace('月'); face == f.builtin {
		t.Skip("no system font has Chinese characters")
	} else if !hasOutline(face, '月') {
		t.Error("the font has no outline for the character")
	}
	if f.ResolveFace('\U0010FFFE') != f.builtin {
		t.Error("ResolveFace returned a system font for a noncharacter")
	}
}

func TestLineWidthGrowsWithText(t *testing.T) {
	s := NewShaper(gomedium.TTF)
	one, two := s.Line("night"), s.Line("night night")
	if len(one.Glyphs) != 5 || one.Width <= 0 || two.Width <= 2*one.Width {
		t.Errorf("%d glyphs, width %.2f, width of both words %.2f", len(one.Glyphs), one.Width, two.Width)
	}
	if l := s.Line(""); l.Width != 0 || len(l.Glyphs) != 0 {
		t.Errorf("an empty line is %+v", l)
	}
}
