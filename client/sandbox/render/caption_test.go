package render

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"testing"
)

func captioned(w, h int, text string) *image.RGBA {
	m := flat(w, h, 128).image()
	drawCaption(m, text)
	return m
}

// captionBounds returns the bounding box of the light pixels of a grey picture with a caption.
func captionBounds(m *image.RGBA) (box image.Rectangle) {
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.RGBAAt(x, y).R > 190 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestCaptionShowsPrompt(t *testing.T) {
	day, night := captioned(640, 360, "make it day"), captioned(640, 360, "make it night")
	if bytes.Equal(day.Pix, night.Pix) {
		t.Error("other words look the same")
	}
	a, b := captionBounds(day), captionBounds(night)
	if a.Empty() || a.Max.Y > 30 || b.Dx() <= a.Dx() {
		t.Errorf("the letters are at %v and %v", a, b)
	}
}

// Captions are untrusted: no text leaves the band or breaks it.
func TestCaptionStaysInItsBand(t *testing.T) {
	zalgo := "z" + strings.Repeat("\u0334\u0347", 80)
	for _, text := range []string{"", " \n\t ", strings.Repeat("long words ", 2000), strings.Repeat("w", 5000), zalgo,
		"\x00\x1b[31m\u202eevil\u2066", "שלום עולם", "مرحبا", "月が綺麗ですね", "🎬\U000F1234", "\xff\xfe", "e\u0301"} {
		m := captioned(400, 300, text)
		if box := captionBounds(m); box.Max.X > 400-6 || box.Max.Y > 20 {
			t.Errorf("%.20q: the letters are at %v", text, box)
		}
		if m.RGBAAt(200, 40) != (color.RGBA{128, 128, 128, 255}) {
			t.Errorf("%.20q: the picture below the band changed", text)
		}
	}
}

func TestLongCaptionEndsWithEllipsis(t *testing.T) {
	room := 20.0
	line := layoutLine(printable(strings.Repeat("night ", 100)), room)
	if line.Width > room || line.Width < room*0.8 {
		t.Errorf("%.1f wide, with room for %.1f", line.Width, room)
	}
	whole := captionSetter().Line("…").Glyphs[0].Outline
	last := line.Glyphs[len(line.Glyphs)-1].Outline
	if len(last) != len(whole) {
		t.Error("the last letter is no ellipsis")
	}
}

func TestSmallPictureHasNoCaption(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {30, 300}, {300, 20}} {
		if m := captioned(size[0], size[1], "night"); !bytes.Equal(m.Pix, flat(size[0], size[1], 128).image().Pix) {
			t.Errorf("%v has a caption", size)
		}
	}
}

func TestEditShowsItsPictures(t *testing.T) {
	ground, red, blue := flat(400, 300, 128).image(), flat(90, 60, 0), flat(30, 80, 0)
	for i := 0; i < len(red.pix); i += 4 {
		red.pix[i] = 255
	}
	for i := 0; i < len(blue.pix); i += 4 {
		blue.pix[i+2] = 255
	}
	drawThumbnails(ground, []image.Image{red.image(), blue.image()})
	seen := map[color.RGBA]int{}
	for y := range 300 {
		for x := range 400 {
			k := ground.RGBAAt(x, y)
			seen[k]++
			if k != (color.RGBA{128, 128, 128, 255}) && y < 200 {
				t.Fatalf("something is drawn at %d, %d", x, y)
			}
		}
	}
	for _, k := range []color.RGBA{{255, 0, 0, 255}, {0, 0, 255, 255}} {
		if seen[k] < 500 {
			t.Errorf("%v has %d pixels", k, seen[k])
		}
	}
	for digit, at := range map[string]image.Point{"1": {6, 223}, "2": {88, 223}} {
		if k := ground.RGBAAt(at.X+2, at.Y+2); k.R > 100 || k.B > 100 {
			t.Errorf("no field with a %s: %v", digit, k)
		}
	}
	many := make([]image.Image, 16)
	for i := range many {
		many[i] = red.image()
	}
	for _, size := range [][2]int{{1, 1}, {90, 900}, {900, 90}, {640, 360}} {
		drawThumbnails(flat(size[0], size[1], 128).image(), many)
	}
}
