package paint

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"testing"

	"pgregory.net/rapid"

	"viviscope/gui/editor/drawing"
)

// library is Pictures in memory.
type library map[string]*image.RGBA

var errGone = errors.New("gone")

func (l library) Picture(ref string) (*image.RGBA, error) {
	if im, ok := l[ref]; ok {
		return im, nil
	}
	return nil, errGone
}

var (
	red   = color.NRGBA{0xe5, 0x37, 0x2a, 255}
	blue  = color.NRGBA{0x2f, 0x7a, 0xe5, 255}
	white = color.NRGBA{255, 255, 255, 255}
)

// sheetOf is an empty sheet of one colour.
func sheetOf(w, h int, fill color.NRGBA) drawing.Drawing {
	return drawing.Drawing{Source: drawing.Source{Size: image.Pt(w, h), Fill: fill}}
}

func bake(t rapid.TB, d drawing.Drawing, p Pictures) *image.RGBA {
	t.Helper()
	im, err := Bake(context.Background(), d, p)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

func pts(xy ...float64) (p []drawing.Point) {
	for i := 0; i < len(xy); i += 2 {
		p = append(p, drawing.Point{X: xy[i], Y: xy[i+1]})
	}
	return p
}

// look is a solid style.
func look(c color.NRGBA, width float64) drawing.Style {
	return drawing.Style{Color: c, Width: width, Hardness: 1, Opacity: 1}
}

func at(im *image.RGBA, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(im.RGBAAt(x, y)).(color.NRGBA)
}

func wantPixel(t *testing.T, im *image.RGBA, x, y int, want color.NRGBA) {
	t.Helper()
	if got := at(im, x, y); got != want {
		t.Errorf("pixel %d,%d is %v instead of %v", x, y, got, want)
	}
}

// wantNear allows each channel to be off by so much.
func wantNear(t *testing.T, im *image.RGBA, x, y int, want color.NRGBA, off int) {
	t.Helper()
	got := at(im, x, y)
	for _, c := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}, {got.A, want.A}} {
		if d := int(c[0]) - int(c[1]); d > off || d < -off {
			t.Errorf("pixel %d,%d is %v, and not within %d of %v", x, y, got, off, want)
			return
		}
	}
}

// wantSame compares the bytes of two pictures and reports the first difference.
func wantSame(t rapid.TB, got, want *image.RGBA) bool {
	t.Helper()
	if got.Rect.Size() != want.Rect.Size() {
		t.Errorf("size %v instead of %v", got.Rect.Size(), want.Rect.Size())
		return false
	}
	if bytes.Equal(got.Pix, want.Pix) {
		return true
	}
	n, first := 0, -1
	for i := 0; i < len(want.Pix); i += 4 {
		if !bytes.Equal(got.Pix[i:i+4], want.Pix[i:i+4]) {
			n++
			if first < 0 {
				first = i
			}
		}
	}
	x, y := first/4%want.Rect.Dx(), first/4/want.Rect.Dx()
	t.Errorf("%d pixels differ, first %d,%d: %v instead of %v", n, x, y, got.RGBAAt(x, y), want.RGBAAt(x, y))
	return false
}

// shown is everything that a surface shows.
func shown(s *Surface) *image.RGBA {
	dst := image.NewRGBA(image.Rectangle{Max: s.Size()})
	s.Draw(dst, dst.Rect, 0)
	return dst
}

func surface(t rapid.TB, d drawing.Drawing, p Pictures) *Surface {
	t.Helper()
	s, err := NewSurface(context.Background(), d, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func set(t rapid.TB, s *Surface, d drawing.Drawing) []image.Rectangle {
	t.Helper()
	damage, err := s.Set(d)
	if err != nil {
		t.Fatal(err)
	}
	return damage
}
