package paint

import (
	"encoding/binary"
	"fmt"
	"image"
	"maps"
	"math"
	"slices"

	"viviscope/client/picturefile/reduce"
	"viviscope/gui/editor/drawing"
)

// placedPictures caches the pictures that are placed on a canvas with their reduced sizes, so that a picture that is
// shown small is averaged from all of its pixels.
type placedPictures struct {
	from     Pictures
	pictures map[string]*reduce.Pyramid
}

func newPlacedPictures(p Pictures) *placedPictures {
	return &placedPictures{from: p, pictures: map[string]*reduce.Pyramid{}}
}

// keep drops the pictures that none of these marks uses.
func (a *placedPictures) keep(marks []drawing.Mark) {
	maps.DeleteFunc(a.pictures, func(ref string, _ *reduce.Pyramid) bool {
		return !slices.ContainsFunc(marks, func(m drawing.Mark) bool {
			return m.Kind == drawing.Picture && m.Asset == ref
		})
	})
}

// placed is the shape of a picture mark.
type placed struct {
	picture *image.RGBA
	back    drawing.Matrix // from the canvas to pixels that start at 1,1: a transparent border makes the edges smooth
	pixels  image.Rectangle
	opacity uint32
}

func (a *placedPictures) place(m drawing.Mark) (*placed, error) {
	sizes := a.pictures[m.Asset]
	if sizes == nil {
		im, err := a.from.Picture(m.Asset)
		if err != nil {
			return nil, fmt.Errorf("read placed picture %s: %w", m.Asset, err)
		}
		sizes = reduce.NewPyramid(upright(im))
		a.pictures[m.Asset] = sizes
	}
	out := &placed{opacity: byteOf(m.Style.Opacity)}
	size := sizes.Size()
	if size.X < 1 || size.Y < 1 || !(m.Size.X > 0) || !(m.Size.Y > 0) {
		return out, nil
	}
	at := drawing.Scaled(m.Size.X/float64(size.X), m.Size.Y/float64(size.Y)).Then(m.At)
	if !(at.Scale() > 0) {
		return out, nil
	}
	// The reduced size nearest to the size on the canvas. Bilinear filtering covers the remaining difference.
	level := int(min(max(math.Round(-math.Log2(at.Scale())), 0), 12))
	for level > 0 && reduce.Cells(max(size.X, size.Y), level-1) <= 2 {
		level--
	}
	half, step := sizes.Level(level), float64(int(1)<<level)
	at = drawing.Moved(-1, -1).Then(drawing.Scaled(step, step)).Then(at)
	t := trace(at)
	t.rect(drawing.Rect{X1: float64(half.Rect.Dx() + 2), Y1: float64(half.Rect.Dy() + 2)}, false)
	var ok bool
	if out.back, ok = at.Inverse(); ok {
		// a soft edge may reach further if a pixel is large
		out.picture, out.pixels = half, t.pixels().Intersect(m.Bounds())
	}
	return out, nil
}

func (p *placed) touches(r image.Rectangle) bool { return p.opacity != 0 && p.pixels.Overlaps(r) }

// paint samples the picture with bilinear filtering. It does not use the image library, because a placed picture is
// repainted at every pointer event and the general routine takes about five times as long.
func (p *placed) paint(t *tile) {
	w, h := float64(p.picture.Rect.Dx()+1), float64(p.picture.Rect.Dy()+1)
	r, m := p.pixels.Intersect(t.rect), p.back
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := t.index(r.Min.X, y)
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
				over(t.pixel(i), mul(c&0xff, o), mul(c>>8&0xff, o), mul(c>>16&0xff, o), mul(a, o))
			}
		}
	}
}

// between returns the interpolated colour at a place, with red in the lowest byte. x and y are in 1/256 px from the
// middle of the transparent pixel before the first.
func (p *placed) between(x, y int) uint32 {
	left, top := x>>8-1, y>>8-1
	u, v := uint32(x&255), uint32(y&255)
	if left < 0 || top < 0 || left+1 >= p.picture.Rect.Dx() || top+1 >= p.picture.Rect.Dy() {
		return lerp(lerp(p.at(left, top), p.at(left+1, top), u), lerp(p.at(left, top+1), p.at(left+1, top+1), u), v)
	}
	upper := p.picture.Pix[top*p.picture.Stride+4*left:]
	lower := upper[p.picture.Stride:]
	return lerp(
		lerp(binary.LittleEndian.Uint32(upper), binary.LittleEndian.Uint32(upper[4:]), u),
		lerp(binary.LittleEndian.Uint32(lower), binary.LittleEndian.Uint32(lower[4:]), u), v)
}

// at returns one pixel of the picture, transparent outside of it.
func (p *placed) at(x, y int) uint32 {
	if !image.Pt(x, y).In(p.picture.Rect) {
		return 0
	}
	return binary.LittleEndian.Uint32(p.picture.Pix[p.picture.PixOffset(x, y):])
}

// lerp returns the colour w/256 of the way from a to b. It computes two channels at a time.
func lerp(a, b, w uint32) uint32 {
	const even, half = 0x00ff00ff, 0x00800080
	low := ((a&even)*(256-w) + (b&even)*w + half) >> 8 & even
	high := ((a>>8&even)*(256-w) + (b>>8&even)*w + half) & (even << 8)
	return low | high
}
