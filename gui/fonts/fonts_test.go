package fonts

import (
	"testing"

	"github.com/go-text/typesetting/font"
)

func TestWhatNoFontHasIsMissing(t *testing.T) {
	l := NewLetters()
	if got := l.Missing("Größe, 12 €\nж"); len(got) > 0 {
		t.Errorf("the own font lacks %q", string(got))
	}
	if got := l.Missing("a\U000F1234b"); string(got) != "\U000F1234" {
		t.Errorf("missing is %q", string(got))
	}
	if l.ResolveFace('\U000F1234') != l.Own() {
		t.Error("what no font has is not left to the own font")
	}
}

// What a font is found for has its outline there, and a file that another painter can read it from.
func TestAFontOfTheComputerHasTheCharacter(t *testing.T) {
	var s System
	for _, w := range []Wish{{Weight: font.WeightNormal}, {Weight: font.WeightBold}, {Weight: font.WeightBold, Japanese: true}} {
		face := s.Of('月', w)
		if face == nil {
			t.Skip("no font here has Chinese signs")
		}
		if !drawn(face, '月') {
			t.Errorf("%+v: a font without the sign", w)
		}
		if at := s.Where(face); at.File == "" {
			t.Errorf("%+v: its file is not known", w)
		}
	}
	if s.Of('\U0010FFFE', Wish{}) != nil {
		t.Error("a font for what is no character")
	}
}
