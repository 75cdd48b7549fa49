package fonts

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2/theme"
	textfont "github.com/go-text/typesetting/font"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// What the program's own typeface has no sign for is written in one of the system.
func TestChineseIsWrittenInATypefaceOfTheSystem(t *testing.T) {
	system := &System{}
	if system.Of('月', Wish{Weight: textfont.WeightNormal}) == nil {
		t.Skip("no font here has Chinese signs")
	}
	face, err := NewTypeface(theme.DefaultTextFont().Content(), 24, Wish{Weight: textfont.WeightNormal}, system)
	if err != nil {
		t.Fatal(err)
	}
	if face.of('A') != face.Face {
		t.Error("A is not written in the program's own typeface")
	}
	ink := func(f xfont.Face, words string) int {
		img := image.NewGray(image.Rect(0, 0, 80, 40))
		d := xfont.Drawer{Dst: img, Src: image.NewUniform(color.White), Face: f, Dot: fixed.P(4, 30)}
		d.DrawString(words)
		n := 0
		for _, v := range img.Pix {
			if v > 127 {
				n++
			}
		}
		return n
	}
	if dense, sparse := ink(face, "鬱"), ink(face, "一"); dense < 3*sparse || sparse == 0 {
		t.Errorf("29 strokes have %d px of ink, one stroke %d: these are boxes", dense, sparse)
	}
	if face.of('\U0010FFFE') != face.Face {
		t.Error("what no font has is not left to the own typeface")
	}
}
