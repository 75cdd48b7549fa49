package reduce

import (
	"encoding/binary"
	"image"

	"viviscope/client/guard"
)

// Pyramid is a picture in halving sizes, down to one pixel. Level n is scaled by 1/2^n, and each of its pixels is the
// mean of its square in the picture. The levels above 0 take a third of the picture's memory. Concurrent reads are
// safe; updates need exclusive access.
type Pyramid struct {
	levels []*image.RGBA
	opaque bool
}

// NewPyramid computes the levels of an image, in some 10 ms for 8 megapixels. Level 0 shares the pixels of im. The
// bounds of im may start anywhere.
func NewPyramid(im *image.RGBA) *Pyramid {
	full := *im
	full.Rect = full.Rect.Sub(full.Rect.Min)
	p := &Pyramid{levels: []*image.RGBA{&full}, opaque: opaque(&full)}
	for size := full.Rect.Max; max(size.X, size.Y) > 1; {
		size = image.Pt(Cells(size.X, 1), Cells(size.Y, 1))
		p.levels = append(p.levels, image.NewRGBA(image.Rectangle{Max: size}))
	}
	p.Update(full.Rect)
	return p
}

// Size returns the size of the picture in pixels.
func (p *Pyramid) Size() image.Point { return p.levels[0].Rect.Max }

// Level returns level n, or the smallest level.
func (p *Pyramid) Level(n int) *image.RGBA { return p.levels[min(n, len(p.levels)-1)] }

// Opaque reports whether all pixels of the original image were opaque.
func (p *Pyramid) Opaque() bool { return p.opaque }

// Update recomputes the levels after a change of level 0 in r.
func (p *Pyramid) Update(r image.Rectangle) {
	for n := 1; n < len(p.levels); n++ {
		to := p.levels[n]
		r = image.Rect(r.Min.X>>1, r.Min.Y>>1, Cells(r.Max.X, 1), Cells(r.Max.Y, 1)).Intersect(to.Rect)
		halve(to, p.levels[n-1], r)
	}
}

// Draw fills dst with the part r of the picture at a level. dst must start at 0,0. r is in pixels of the picture and
// must start at multiples of 2^level. Pixels outside of the picture become transparent.
func (p *Pyramid) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	m := p.Level(level)
	from := image.Pt(r.Min.X>>level, r.Min.Y>>level)
	part := dst.Rect.Add(from).Intersect(m.Rect)
	if part.Size() != dst.Rect.Size() {
		clear(dst.Pix)
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		to := dst.Pix[(y-from.Y)*dst.Stride+4*(part.Min.X-from.X):]
		copy(to, m.Pix[y*m.Stride+4*part.Min.X:][:4*part.Dx()])
	}
}

// Cells returns the number of cells of 2^level pixels that cover a length, including a partial one.
func Cells(length, level int) int { return (length + 1<<level - 1) >> level }

// opaque reports whether all pixels are opaque. It checks two pixels at a time and takes an eighth of the time of
// [image.RGBA.Opaque].
func opaque(m *image.RGBA) bool {
	const alphas = 0xff000000_ff000000
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:][:4*m.Rect.Dx()]
		for ; len(row) >= 8; row = row[8:] {
			if binary.LittleEndian.Uint64(row)&alphas != alphas {
				return false
			}
		}
		if len(row) > 0 && row[3] != 0xff {
			return false
		}
	}
	return true
}

// halve computes the pixels of dst in r as means of four pixels of src. At an odd border, the last column or row counts
// twice.
func halve(dst, src *image.RGBA, r image.Rectangle) {
	const strip = 256 // rows for each goroutine
	rows := func(from, to int) {
		for y := from; y < to; y++ {
			upper := src.Pix[2*y*src.Stride:][:4*src.Rect.Dx()]
			lower := src.Pix[min(2*y+1, src.Rect.Dy()-1)*src.Stride:][:4*src.Rect.Dx()]
			halveRow(dst.Pix[y*dst.Stride+4*r.Min.X:][:4*r.Dx()], upper[8*r.Min.X:], lower[8*r.Min.X:])
		}
	}
	if r.Dy() <= strip {
		rows(r.Min.Y, r.Max.Y)
		return
	}
	var group guard.Group
	for first := r.Min.Y; first < r.Max.Y; first += strip {
		group.Go("reduce picture", func() { rows(first, min(first+strip, r.Max.Y)) })
	}
	group.Wait()
}

func halveRow(dst, upper, lower []byte) {
	whole := min(len(upper)/8, len(dst)/4)
	for x := range whole {
		a, b, d := upper[8*x:8*x+8:8*x+8], lower[8*x:8*x+8:8*x+8], dst[4*x:4*x+4:4*x+4]
		d[0] = uint8((uint(a[0]) + uint(a[4]) + uint(b[0]) + uint(b[4]) + 2) >> 2)
		d[1] = uint8((uint(a[1]) + uint(a[5]) + uint(b[1]) + uint(b[5]) + 2) >> 2)
		d[2] = uint8((uint(a[2]) + uint(a[6]) + uint(b[2]) + uint(b[6]) + 2) >> 2)
		d[3] = uint8((uint(a[3]) + uint(a[7]) + uint(b[3]) + uint(b[7]) + 2) >> 2)
	}
	if len(dst) > 4*whole {
		for c := range 4 {
			dst[4*whole+c] = uint8((uint(upper[8*whole+c]) + uint(lower[8*whole+c]) + 1) >> 1)
		}
	}
}
