package paint

import (
	"encoding/binary"
	"fmt"
	"image"
	"math"

	"viviscope/gui/editor/drawing"
)

// album holds the pictures that are placed on a canvas, in the sizes in which they are needed: halved again and again, so
// that a picture that is shown small is made of all of its pixels.
type album struct {
	from  Pictures
	pages map[string]*page
}

type page struct {
	full   *image.RGBA   // as it was given
	halves []*image.RGBA // full, half, quarter …; nil: not made yet. Each with a transparent pixel around it
}

func newAlbum(p Pictures) *album { return &album{from: p, pages: map[string]*page{}} }

// keep forgets the pictures that none of these marks places.
func (a *album) keep(marks []drawing.Mark) {
	used := map[string]bool{}
	for _, m := range marks {
		if m.Kind == drawing.Picture {
			used[m.Asset] = true
		}
	}
	for ref := range a.pages {
		if !used[ref] {
			delete(a.pages, ref)
		}
	}
}

func (a *album) bytes() (n int64) {
	for _, p := range a.pages {
		for _, h := range p.halves {
			if h != nil {
				n += int64(len(h.Pix))
			}
		}
	}
	return n
}

// placed is a picture of the library upon the canvas.
type placed struct {
	picture *image.RGBA    // with a transparent pixel around it, so that its edges are smooth when it lies askew
	back    drawing.Matrix // from the canvas to its pixels
	pixels  image.Rectangle
	opacity uint32
}

func (a *album) place(m drawing.Mark) (*placed, error) {
	p := a.pages[m.Asset]
	if p == nil {
		im, err := a.from.Picture(m.Asset)
		if err != nil {
			return nil, fmt.Errorf("read placed picture %s: %w", m.Asset, err)
		}
		p = &page{full: upright(im)}
		a.pages[m.Asset] = p
	}
	out := &placed{opacity: byteOf(m.Style.Opacity)}
	size := p.full.Rect.Size()
	if size.X < 1 || size.Y < 1 || !(m.Size.X > 0) || !(m.Size.Y > 0) {
		return out, nil
	}
	at := drawing.Scaled(m.Size.X/float64(size.X), m.Size.Y/float64(size.Y)).Then(m.At)
	if !(at.Scale() > 0) {
		return out, nil
	}
	// The half that has the pixels of the canvas, or somewhat fewer or more: bilinear filtering is good for that.
	level := int(min(max(math.Round(-math.Log2(at.Scale())), 0), 12))
	half, step := p.half(level)
	at = drawing.Moved(-1, -1).Then(drawing.Scaled(step, step)).Then(at)
	t := trace(at)
	t.rect(drawing.Rect{X1: float64(half.Rect.Dx()), Y1: float64(half.Rect.Dy())}, false)
	var ok bool
	if out.back, ok = at.Inverse(); ok {
		out.picture, out.pixels = half, t.pixels().Intersect(m.Bounds()) // a soft edge may reach further where a pixel is large
	}
	return out, nil
}

// half is the picture halved so many times, or as often as it can be, and how many pixels of the full one a pixel is.
func (p *page) half(level int) (*image.RGBA, float64) {
	if level < len(p.halves) && p.halves[level] != nil {
		return p.halves[level], float64(int(1) << level)
	}
	im, step := p.full, 1
	for i := 0; ; i++ {
		if i == len(p.halves) {
			p.halves = append(p.halves, nil)
		}
		if i == level || max(im.Rect.Dx(), im.Rect.Dy()) <= 2 {
			if p.halves[i] == nil {
				p.halves[i] = margin(im)
			}
			return p.halves[i], float64(step)
		}
		if i+1 < len(p.halves) && p.halves[i+1] != nil {
			next := p.halves[i+1]
			im = next.SubImage(next.Rect.Inset(1)).(*image.RGBA)
		} else {
			im = halved(im)
		}
		step *= 2
	}
}

// margin copies an image and leaves a transparent pixel around it. The result begins at 0,0.
func margin(im *image.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, im.Rect.Dx()+2, im.Rect.Dy()+2))
	for y := range im.Rect.Dy() {
		copy(out.Pix[(y+1)*out.Stride+4:][:4*im.Rect.Dx()], im.Pix[y*im.Stride:])
	}
	return out
}

// halved is an image of half the size, each pixel the mean of four; at an odd edge of the two or one that are there.
func halved(im *image.RGBA) *image.RGBA {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, (w+1)/2, (h+1)/2))
	for y := range out.Rect.Dy() {
		top := im.Pix[2*y*im.Stride:]
		bottom := im.Pix[min(2*y+1, h-1)*im.Stride:]
		halveRow(out.Pix[y*out.Stride:][:out.Stride], top, bottom, w)
	}
	return out
}

// halveRow makes a row of two, of which w pixels count.
func halveRow(to, top, bottom []uint8, w int) {
	for x := 0; x < len(to)/4; x++ {
		l, r := 8*x, 4*min(2*x+1, w-1)
		for c := range 4 {
			to[4*x+c] = uint8((uint32(top[l+c]) + uint32(top[r+c]) + uint32(bottom[l+c]) + uint32(bottom[r+c]) + 2) / 4)
		}
	}
}

func (p *placed) touches(r image.Rectangle) bool { return p.opacity != 0 && p.pixels.Overlaps(r) }

// paint samples the picture between its four nearest pixels. It does so by itself, because a picture is dragged and turned
// at every event of the pointer, and the general routine of the image library takes some five times as long.
func (p *placed) paint(t *tile) {
	w, h := float64(p.picture.Rect.Dx()-1), float64(p.picture.Rect.Dy()-1)
	r, m := p.pixels.Intersect(t.rect), p.back
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := (y-t.rect.Min.Y)*tileSide + r.Min.X - t.rect.Min.X
		for x := r.Min.X; x < r.Max.X; x, i = x+1, i+1 {
			px, py := float64(x)+0.5, float64(y)+0.5
			// Between the middles of pixels, in steps of 1/256. Outside, and on the edge, all is transparent.
			u, v := m.A*px+m.B*py+m.C-0.5+1.0/512, m.D*px+m.E*py+m.F-0.5+1.0/512
			if !(u >= 0 && v >= 0 && u < w && v < h) {
				continue
			}
			c := p.between(int(u*256), int(v*256))
			if a := c >> 24; a != 0 {
				o := p.opacity
				t.layer.blend(i, mul(c&0xff, o), mul(c>>8&0xff, o), mul(c>>16&0xff, o), mul(a, o))
			}
		}
	}
}

// between is the picture at a place, given in 256ths of a pixel from the middle of the first: red in the lowest byte.
func (p *placed) between(x, y int) uint32 {
	top := p.picture.Pix[y>>8*p.picture.Stride+x>>8*4:]
	bottom := top[p.picture.Stride:]
	u, v := uint32(x&255), uint32(y&255)
	return lerp(
		lerp(binary.LittleEndian.Uint32(top), binary.LittleEndian.Uint32(top[4:]), u),
		lerp(binary.LittleEndian.Uint32(bottom), binary.LittleEndian.Uint32(bottom[4:]), u), v)
}

// lerp is the colour w 256ths of the way from a to b, two channels at a time.
func lerp(a, b, w uint32) uint32 {
	const even, half = 0x00ff00ff, 0x00800080
	low := ((a&even)*(256-w) + (b&even)*w + half) >> 8 & even
	high := ((a>>8&even)*(256-w) + (b>>8&even)*w + half) & (even << 8)
	return low | high
}
