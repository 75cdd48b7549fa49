package compare

import (
	"image"
	"math/bits"

	"golang.org/x/image/draw"
)

// largest is the longest side of a bitmap that is kept, in pixels: a texture of that size is taken by every driver.
const largest = 4096

// levels is a picture in halving sizes, the whole one first, so that a picture that is shown small is averaged and
// does not flicker. All are tight *image.RGBA with their corner at 0,0 and are never drawn into.
type levels struct {
	size image.Point // of the picture as it came, pixels
	maps []*image.RGBA
}

// newLevels makes the sizes of a picture; nil for no picture. It takes some 50 ms for 8 megapixels: off the window's
// goroutine.
func newLevels(im image.Image) *levels {
	if im == nil || im.Bounds().Empty() {
		return nil
	}
	l := &levels{size: im.Bounds().Size()}
	top := tight(im)
	for max(top.Rect.Dx(), top.Rect.Dy()) > largest {
		top = halved(top)
	}
	for l.maps = []*image.RGBA{top}; max(top.Rect.Dx(), top.Rect.Dy()) > 256; {
		top = halved(top)
		l.maps = append(l.maps, top)
	}
	return l
}

// sized lets the bitmaps stand for a picture of a size; nothing leaves it as it is.
func (l *levels) sized(size image.Point) *levels {
	if l != nil && size.X > 0 && size.Y > 0 {
		l.size = size
	}
	return l
}

// frameLevels shows a bitmap as it is, for pictures that change many times a second. size is that of what it stands for.
// Bitmaps are used again with other content, and the graphics card knows them by their address: each gets a new one.
func frameLevels(im *image.RGBA, size image.Point) *levels {
	if im == nil || im.Rect.Empty() {
		return nil
	}
	own := *im
	return &levels{size: size, maps: []*image.RGBA{&own}}
}

// at gives the smallest bitmap that is not enlarged where the picture is width device pixels wide.
func (l *levels) at(width float64) *image.RGBA {
	i := 0
	if w := int(width); w > 0 {
		i = bits.Len(uint(l.maps[0].Rect.Dx()/w)) - 1
	}
	return l.maps[min(max(i, 0), len(l.maps)-1)]
}

// tight gives a picture as the kind that the window uploads without converting it.
func tight(im image.Image) *image.RGBA {
	if same, ok := im.(*image.RGBA); ok && same.Rect.Min == (image.Point{}) && same.Stride == 4*same.Rect.Dx() {
		return same
	}
	out := image.NewRGBA(image.Rectangle{Max: im.Bounds().Size()})
	draw.Draw(out, out.Rect, im, im.Bounds().Min, draw.Src)
	return out
}

// halved gives a picture at half its size. The sampler reads four pixels for each, which at half the size is their mean.
func halved(im *image.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, max(im.Rect.Dx()/2, 1), max(im.Rect.Dy()/2, 1)))
	draw.ApproxBiLinear.Scale(out, out.Rect, im, im.Rect, draw.Src, nil)
	return out
}

// shownOf gives the bitmap to draw of a picture and where; nothing for none.
func shownOf(l *levels, s sight) (*image.RGBA, rect) {
	if l == nil {
		return nil, rect{}
	}
	r := s.inside(l.size)
	return l.at(r.width()), r
}
