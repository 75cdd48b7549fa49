package reduce

import (
	"encoding/binary"
	"image"

	"viviscope/client/guard"
)

// Pyramid is a picture in halving sizes, down to one pixel: level n is shrunk by 2^n, and each of its pixels is the
// mean of those that it stands for. The smaller sizes take a third of the picture's memory. Several goroutines may read
// it while none changes it.
type Pyramid struct {
	levels []*image.RGBA
	opaque bool
}

// NewPyramid makes the smaller sizes of an image, which takes some 10 ms for 8 megapixels. The image is the full size
// and is not copied. Its corner need not be in 0,0.
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

// Size is that of the picture in pixels.
func (p *Pyramid) Size() image.Point { return p.levels[0].Rect.Max }

// Level is the picture shrunk by 2^n, or the smallest one that there is.
func (p *Pyramid) Level(n int) *image.RGBA { return p.levels[min(n, len(p.levels)-1)] }

// Opaque tells that no pixel of the image that the pyramid was made of lets anything through.
func (p *Pyramid) Opaque() bool { return p.opaque }

// Update makes the smaller sizes again where the full one has changed in r.
func (p *Pyramid) Update(r image.Rectangle) {
	for n := 1; n < len(p.levels); n++ {
		to := p.levels[n]
		r = image.Rect(r.Min.X>>1, r.Min.Y>>1, Cells(r.Max.X, 1), Cells(r.Max.Y, 1)).Intersect(to.Rect)
		halve(to, p.levels[n-1], r)
	}
}

// Draw fills dst, whose corner is in 0,0, with the part r of the picture shrunk by 2^level. r begins with a multiple of
// 2^level. What lies beyond the picture becomes transparent.
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

// Cells is how many cells of 2^level pixels a length has, counting the one that is cut off.
func Cells(length, level int) int { return (length + 1<<level - 1) >> level }

// opaque looks at two pixels at a time: an eighth of what [image.RGBA.Opaque] takes.
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

// halve makes the pixels of dst in r, each the mean of four of src. A column or a row that stands alone counts twice.
func halve(dst, src *image.RGBA, r image.Rectangle) {
	const strip = 256 // rows that one goroutine makes
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
