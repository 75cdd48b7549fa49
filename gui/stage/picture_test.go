package stage

import (
	"image"
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

// mean is what a pixel of a level must be, up to the rounding of each halving.
func mean(m *image.RGBA, cell image.Rectangle) (sum [4]float64) {
	cell = cell.Intersect(m.Rect)
	for y := cell.Min.Y; y < cell.Max.Y; y++ {
		for x := cell.Min.X; x < cell.Max.X; x++ {
			c := m.RGBAAt(x, y)
			for i, v := range [4]uint8{c.R, c.G, c.B, c.A} {
				sum[i] += float64(v) / float64(area(cell))
			}
		}
	}
	return sum
}

func TestAPictureIsShrunkToMeans(t *testing.T) {
	m := noise(image.Rect(0, 0, 64, 40))
	p := NewPicture(m)
	for level := range 4 {
		r := image.Rect(16, 8, 64, 40)
		size := cellsOf(r, level)
		dst := image.NewRGBA(image.Rectangle{Max: size})
		p.Draw(dst, r, level)
		for y := range size.Y {
			for x := range size.X {
				at := r.Min.Add(image.Pt(x<<level, y<<level))
				want := mean(m, image.Rectangle{Min: at, Max: at.Add(image.Pt(1<<level, 1<<level))})
				got := dst.RGBAAt(x, y)
				for i, v := range [4]uint8{got.R, got.G, got.B, got.A} {
					if !near(float64(v), want[i], float64(level)/2+0.5) {
						t.Fatalf("level %d at %d,%d: %d, want %.2f", level, x, y, v, want[i])
					}
				}
			}
		}
	}
}

func TestOddBordersAreMeansOfWhatThereIs(t *testing.T) {
	m := noise(image.Rect(0, 0, 5, 3))
	small := halve(m)
	if small.Rect != image.Rect(0, 0, 3, 2) {
		t.Fatalf("half of 5 by 3 is %v", small.Rect)
	}
	for y := range 2 {
		for x := range 3 {
			want := mean(m, image.Rect(2*x, 2*y, 2*x+2, 2*y+2))
			got := small.RGBAAt(x, y)
			for i, v := range [4]uint8{got.R, got.G, got.B, got.A} {
				if !near(float64(v), want[i], 0.5) {
					t.Errorf("at %d,%d: %d, want %.2f", x, y, v, want[i])
				}
			}
		}
	}
}

func TestAPartOfAnImageIsAPicture(t *testing.T) {
	whole := noise(image.Rect(0, 0, 20, 20))
	p := NewPicture(whole.SubImage(image.Rect(5, 6, 15, 12)).(*image.RGBA))
	if p.Size() != image.Pt(10, 6) {
		t.Fatalf("size %v", p.Size())
	}
	dst := image.NewRGBA(image.Rect(0, 0, 2, 2))
	p.Draw(dst, image.Rect(8, 4, 10, 6), 0)
	if dst.RGBAAt(1, 1) != whole.RGBAAt(14, 11) || dst.RGBAAt(0, 0) != whole.RGBAAt(13, 10) {
		t.Error("other pixels")
	}
}
