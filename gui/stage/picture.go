package stage

import (
	"image"
	"sync"
)

// Picture is a Source for a picture that does not change, such as a photograph. It keeps smaller versions of it, each half
// as large as the one before, which take a third of its memory in all. They are made when they are needed for the first
// time. It is safe for several goroutines.
type Picture struct {
	size   image.Point
	mu     sync.Mutex
	levels []*image.RGBA // levels[n] is shrunk by 2^n
}

// NewPicture makes a Source of an image, which must not be changed after that. Its corner need not be in 0,0.
func NewPicture(img *image.RGBA) *Picture {
	own := *img
	own.Rect = own.Rect.Sub(own.Rect.Min)
	return &Picture{size: own.Rect.Max, levels: []*image.RGBA{&own}}
}

// Size is that of the picture in pixels.
func (p *Picture) Size() image.Point { return p.size }

// Prepare makes the smaller versions that a stage needs to show the picture as a whole. Called off the window's goroutine
// before SetSource, it makes the picture appear at once.
func (p *Picture) Prepare() { p.level(grid{size: p.size, edge: tileEdge}.coarsest()) }

// Draw fills dst as Source says.
func (p *Picture) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	m := p.level(level)
	from := image.Rect(r.Min.X>>level, r.Min.Y>>level, cells(r.Max.X, level), cells(r.Max.Y, level)).Intersect(m.Rect)
	for y := from.Min.Y; y < from.Max.Y; y++ {
		copy(dst.Pix[(y-from.Min.Y)*dst.Stride:], m.Pix[y*m.Stride+4*from.Min.X:][:4*from.Dx()])
	}
}

func (p *Picture) level(n int) *image.RGBA {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.levels) <= n {
		p.levels = append(p.levels, halve(p.levels[len(p.levels)-1]))
	}
	return p.levels[n]
}

// halve shrinks an image to half of its size: a pixel is the mean of the four that it stands for, or of those of them that
// there are at a border.
func halve(src *image.RGBA) *image.RGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewRGBA(image.Rect(0, 0, cells(w, 1), cells(h, 1)))
	var rows sync.WaitGroup
	const strip = 256 // rows that one goroutine makes
	for first := 0; first < dst.Rect.Max.Y; first += strip {
		rows.Go(func() {
			for y := first; y < min(first+strip, dst.Rect.Max.Y); y++ {
				upper := src.Pix[2*y*src.Stride:][:4*w]
				lower := src.Pix[min(2*y+1, h-1)*src.Stride:][:4*w]
				halveRows(dst.Pix[y*dst.Stride:][:4*dst.Rect.Max.X], upper, lower)
			}
		})
	}
	rows.Wait()
	return dst
}

// halveRows makes one row of two. A column or a row that stands alone counts twice, which is the mean of what there is.
func halveRows(dst, upper, lower []byte) {
	whole := len(upper) / 8
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
