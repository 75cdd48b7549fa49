package compare

import (
	"image"
	"math"
)

// scene is everything that is drawn of two pictures in one room: what the shader draws on the graphics card, and what
// paint draws without one. Left of cut stands a, right of it b; both may be nil. Device pixels.
type scene struct {
	a, b   *image.RGBA
	ra, rb rect    // where they lie; parts of it may be outside the room
	cut    float64 // -1: all is b
	gap    float64 // kept free on either side of the cut
	sharp  bool    // pixels have edges: they are shown far enlarged
	checks [2]uint8
}

// check is the side of a square of the ground under what can be seen through, device pixels.
const check = 8

// paint draws the scene into a bitmap of the size of the room. It takes some 20 ms for a window: off its goroutine.
func (s *scene) paint(dst *image.RGBA) {
	width := dst.Rect.Dx()
	from := min(max(int(math.Ceil(s.cut-s.gap-0.5)), 0), width)
	to := min(max(int(math.Ceil(s.cut+s.gap-0.5)), from), width)
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride : y*dst.Stride+4*width]
		clear(row)
		s.row(row, y, 0, from, s.a, s.ra)
		s.row(row, y, to, width, s.b, s.rb)
	}
}

// row draws the pixels from..to of one row, where they lie in the picture.
func (s *scene) row(row []uint8, y, from, to int, im *image.RGBA, r rect) {
	v := (float64(y) + 0.5 - r.y0) / r.height()
	if im == nil || v < 0 || v >= 1 || r.width() <= 0 {
		return
	}
	from = max(from, int(math.Ceil(r.x0-0.5)))
	to = min(to, int(math.Ceil(r.x1-0.5)))
	for x := from; x < to; x++ {
		u := (float64(x) + 0.5 - r.x0) / r.width()
		p := row[4*x : 4*x+4 : 4*x+4]
		s.sample(p, im, u, v)
		if p[3] < 0xff {
			ground := uint32(s.checks[(x/check+y/check)&1]) * uint32(0xff-p[3]) / 0xff
			p[0], p[1], p[2], p[3] = uint8(uint32(p[0])+ground), uint8(uint32(p[1])+ground), uint8(uint32(p[2])+ground), 0xff
		}
	}
}

// sample writes the colour of a picture at u, v, each from 0 to 1.
func (s *scene) sample(p []uint8, im *image.RGBA, u, v float64) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	fx, fy := u*float64(w), v*float64(h)
	if s.sharp {
		i := min(int(fy), h-1)*im.Stride + 4*min(int(fx), w-1)
		copy(p, im.Pix[i:i+4])
		return
	}
	fx, fy = max(fx-0.5, 0), max(fy-0.5, 0)
	x0, y0 := int(fx), int(fy)
	x1, y1 := min(x0+1, w-1), min(y0+1, h-1)
	ax, ay := int32((fx-float64(x0))*256), int32((fy-float64(y0))*256)
	p00, p10 := im.Pix[y0*im.Stride+4*x0:], im.Pix[y0*im.Stride+4*x1:]
	p01, p11 := im.Pix[y1*im.Stride+4*x0:], im.Pix[y1*im.Stride+4*x1:]
	for c := range 4 {
		top := int32(p00[c])*(256-ax) + int32(p10[c])*ax
		low := int32(p01[c])*(256-ax) + int32(p11[c])*ax
		p[c] = uint8((top*(256-ay) + low*ay + 1<<15) >> 16)
	}
}
