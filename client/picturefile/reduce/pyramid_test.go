package reduce

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
)

func noise(r image.Rectangle) *image.RGBA {
	rnd := rand.New(rand.NewPCG(1, 2))
	m := image.NewRGBA(r)
	for i := range m.Pix {
		m.Pix[i] = uint8(rnd.Uint32())
	}
	return m
}

// wantMean compares a pixel of a level with the mean of its cell, with a tolerance for rounding in each level.
func wantMean(t *testing.T, m *image.RGBA, cell image.Rectangle, got color.RGBA, level int) {
	t.Helper()
	var sum [4]float64
	cell = cell.Intersect(m.Rect)
	for y := cell.Min.Y; y < cell.Max.Y; y++ {
		for x := cell.Min.X; x < cell.Max.X; x++ {
			c := m.RGBAAt(x, y)
			for i, v := range [4]uint8{c.R, c.G, c.B, c.A} {
				sum[i] += float64(v) / float64(cell.Dx()*cell.Dy())
			}
		}
	}
	for i, v := range [4]uint8{got.R, got.G, got.B, got.A} {
		if math.Abs(float64(v)-sum[i]) > float64(level)/2+0.01 {
			t.Fatalf("level %d, cell %v: %v, want %.2f", level, cell, got, sum)
		}
	}
}

func TestPyramidLevelsAreMeans(t *testing.T) {
	m := noise(image.Rect(0, 0, 64, 40))
	p := NewPyramid(m)
	for level := range 4 {
		r := image.Rect(16, 8, 64, 40)
		dst := image.NewRGBA(image.Rect(0, 0, Cells(r.Dx(), level), Cells(r.Dy(), level)))
		p.Draw(dst, r, level)
		for y := range dst.Rect.Dy() {
			for x := range dst.Rect.Dx() {
				at := r.Min.Add(image.Pt(x<<level, y<<level))
				wantMean(t, m, image.Rectangle{Min: at, Max: at.Add(image.Pt(1<<level, 1<<level))}, dst.RGBAAt(x, y),
					level)
			}
		}
	}
}

func TestPyramidAveragesOddBorders(t *testing.T) {
	m := noise(image.Rect(0, 0, 5, 3))
	small := NewPyramid(m).Level(1)
	if small.Rect != image.Rect(0, 0, 3, 2) {
		t.Fatalf("half of 5 by 3 is %v", small.Rect)
	}
	for y := range 2 {
		for x := range 3 {
			wantMean(t, m, image.Rect(2*x, 2*y, 2*x+2, 2*y+2), small.RGBAAt(x, y), 1)
		}
	}
}

func TestPyramidOfSubImage(t *testing.T) {
	whole := noise(image.Rect(0, 0, 20, 20))
	p := NewPyramid(whole.SubImage(image.Rect(5, 6, 15, 12)).(*image.RGBA))
	if p.Size() != image.Pt(10, 6) {
		t.Fatalf("size %v", p.Size())
	}
	dst := noise(image.Rect(0, 0, 2, 3))
	p.Draw(dst, image.Rect(8, 4, 10, 7), 0)
	if dst.RGBAAt(1, 1) != whole.RGBAAt(14, 11) || dst.RGBAAt(0, 0) != whole.RGBAAt(13, 10) ||
		dst.RGBAAt(0, 2) != (color.RGBA{}) {
		t.Error("other pixels")
	}
}

// After an update the levels equal those of a new pyramid.
func TestUpdateRenewsChangedCells(t *testing.T) {
	m := noise(image.Rect(0, 0, 301, 203))
	p := NewPyramid(m)
	for _, r := range []image.Rectangle{image.Rect(149, 99, 163, 131), image.Rect(298, 200, 301, 203),
		image.Rect(0, 0, 1, 203)} {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				p.Level(0).SetRGBA(x, y, color.RGBA{R: uint8(x), G: uint8(y), A: 255})
			}
		}
		p.Update(r)
	}
	want := NewPyramid(p.Level(0))
	for n := range len(want.levels) {
		if string(want.Level(n).Pix) != string(p.Level(n).Pix) {
			t.Errorf("level %d is not up to date", n)
		}
	}
}
