package paint

import "image"

// tileSide is the side of a tile in pixels. Larger tiles repaint more than was touched, smaller ones cost more keeping of
// books; at 128 a brush of 40 px touches one to four.
const tileSide = 128

// layer is what the marks make of one tile. A tile whose layer is nil has no marks.
type layer struct {
	pix []uint8 // tileSide rows of tileSide pixels
	// hide is how much of the ground each pixel hides: nil, where that is the same as its alpha. It is another where
	// something was blurred or darkened that was not opaque itself: what was there before must not shine through.
	hide []uint8
}

func newLayer() *layer { return &layer{pix: make([]uint8, 4*tileSide*tileSide)} }

func (l *layer) clone() *layer {
	c := &layer{pix: append([]uint8(nil), l.pix...)}
	if l.hide != nil {
		c.hide = append([]uint8(nil), l.hide...)
	}
	return c
}

func (l *layer) bytes() int64 {
	if l == nil {
		return 0
	}
	return int64(len(l.pix) + len(l.hide))
}

// blend lays a premultiplied pixel upon pixel i.
func (l *layer) blend(i int, r, g, b, a uint32) {
	over(l.pix[4*i:4*i+4:4*i+4], r, g, b, a)
	if l.hide != nil {
		l.hide[i] = uint8(a + mul(uint32(l.hide[i]), 255-a))
	}
}

// erase takes away so many of 255 parts of pixel i.
func (l *layer) erase(i int, a uint32) {
	thin(l.pix[4*i:4*i+4], 255-a)
	if l.hide != nil {
		l.hide[i] = uint8(mul(uint32(l.hide[i]), 255-a))
	}
}

// replace makes the picture at pixel i be p, whatever the ground is.
func (l *layer) replace(i int, p [4]uint8) {
	if p[3] != 255 && l.hide == nil {
		l.hide = make([]uint8, tileSide*tileSide)
		for j := range l.hide {
			l.hide[j] = l.pix[4*j+3]
		}
	}
	copy(l.pix[4*i:], p[:])
	if l.hide != nil {
		l.hide[i] = 255
	}
}

// over gives pixel i of the layer upon a pixel of the ground.
func (l *layer) over(i int, ground []uint8) [4]uint8 {
	p := l.pix[4*i : 4*i+4 : 4*i+4]
	hidden := uint32(p[3])
	if l.hide != nil {
		hidden = uint32(l.hide[i])
	}
	switch left := 255 - hidden; left {
	case 255:
		if p[3] == 0 {
			return [4]uint8(ground)
		}
		fallthrough
	default:
		return [4]uint8{
			p[0] + uint8(mul(uint32(ground[0]), left)),
			p[1] + uint8(mul(uint32(ground[1]), left)),
			p[2] + uint8(mul(uint32(ground[2]), left)),
			p[3] + uint8(mul(uint32(ground[3]), left)),
		}
	case 0:
		return [4]uint8(p)
	}
}

// flatten writes the picture in r, which lies inside of the tile at, to dst. The ground may be dst itself.
func flatten(dst, ground *image.RGBA, l *layer, at image.Point, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		d := dst.Pix[dst.PixOffset(r.Min.X, y):][:4*r.Dx()]
		g := ground.Pix[ground.PixOffset(r.Min.X, y):][:4*r.Dx()]
		if l == nil {
			copy(d, g)
			continue
		}
		i := (y-at.Y)*tileSide + r.Min.X - at.X
		for x := 0; x < len(d); x, i = x+4, i+1 {
			p := l.over(i, g[x:x+4:x+4])
			copy(d[x:], p[:])
		}
	}
}

// grid is how a canvas is cut into tiles, row by row.
type grid struct {
	size          image.Point
	columns, rows int
}

func gridOf(size image.Point) grid {
	return grid{size: size, columns: (size.X + tileSide - 1) / tileSide, rows: (size.Y + tileSide - 1) / tileSide}
}

func (g grid) count() int { return g.columns * g.rows }

// rect is tile i, cut at the edge of the canvas.
func (g grid) rect(i int) image.Rectangle {
	p := image.Pt(i%g.columns*tileSide, i/g.columns*tileSide)
	return image.Rectangle{Min: p, Max: p.Add(image.Pt(tileSide, tileSide))}.Intersect(image.Rectangle{Max: g.size})
}

// each calls f for every tile that r overlaps.
func (g grid) each(r image.Rectangle, f func(i int)) {
	r = r.Intersect(image.Rectangle{Max: g.size})
	if r.Empty() {
		return
	}
	for y := r.Min.Y / tileSide; y <= (r.Max.Y-1)/tileSide; y++ {
		for x := r.Min.X / tileSide; x <= (r.Max.X-1)/tileSide; x++ {
			f(y*g.columns + x)
		}
	}
}
