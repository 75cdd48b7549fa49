package stage

import "image"

// buffers keeps the memory of tiles that are not shown any more for the next ones. It belongs to the window's goroutine.
type buffers struct {
	size  int // bytes of one buffer
	most  int // how many are kept
	spare [][]byte
}

// image gives an image with a corner in 0,0, whose rows stand one behind the other. Its pixels are whatever was there.
func (b *buffers) image(size image.Point) *image.RGBA {
	need := 4 * size.X * size.Y
	var pix []byte
	if n := len(b.spare); n > 0 && need <= b.size {
		pix = b.spare[n-1]
		b.spare[n-1] = nil
		b.spare = b.spare[:n-1]
	} else {
		pix = make([]byte, max(need, b.size))
	}
	return &image.RGBA{Pix: pix[:need], Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
}

// free takes an image back that is not shown any more. The batch in flight may still read it: images are only asked for
// while there is none. Those that are not of image's making are left to the garbage collector.
func (b *buffers) free(m *image.RGBA) {
	if m == nil || cap(m.Pix) != b.size || len(b.spare) >= b.most {
		return
	}
	b.spare = append(b.spare, m.Pix[:b.size])
}
