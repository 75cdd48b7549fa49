package letters

import (
	"testing"

	"golang.org/x/image/font/gofont/gomedium"
)

func TestWhatNoFontHasIsMissing(t *testing.T) {
	l := NewFonts(gomedium.TTF)
	if got := l.Missing("Größe, 12 €\nж"); len(got) > 0 {
		t.Errorf("the own font lacks %q", string(got))
	}
	if got := l.Missing("a\U000F1234b"); string(got) != "\U000F1234" {
		t.Errorf("missing is %q", string(got))
	}
	if l.ResolveFace('\U000F1234') != l.own {
		t.Error("what no font has is not left to the own font")
	}
}

// What a font is found for has its outline there.
func TestAFontOfTheComputerHasTheCharacter(t *testing.T) {
	f := NewFonts(gomedium.TTF)
	if face := f.ResolveFace('月'); face == f.own {
		t.Skip("no font here has Chinese signs")
	} else if !hasOutline(face, '月') {
		t.Error("a font without the sign")
	}
	if f.ResolveFace('\U0010FFFE') != f.own {
		t.Error("a font for what is no character")
	}
}

func TestALineIsAsWideAsItsLetters(t *testing.T) {
	s := NewSetter(gomedium.TTF)
	one, two := s.Line("night"), s.Line("night night")
	if len(one.Glyphs) != 5 || one.Width <= 0 || two.Width <= 2*one.Width {
		t.Errorf("%d glyphs, %.2f wide, twice with a blank %.2f", len(one.Glyphs), one.Width, two.Width)
	}
	if l := s.Line(""); l.Width != 0 || len(l.Glyphs) != 0 {
		t.Errorf("an empty line is %+v", l)
	}
}
