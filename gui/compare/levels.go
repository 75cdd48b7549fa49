package compare

import (
	"image"
	"math/bits"
	"strings"

	"golang.org/x/image/draw"

	"viviscope/gui/lang"
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

// unlike is what tells two pictures apart.
type unlike struct {
	shown    *levels // the amounts, made stronger
	differ   int     // pixels
	pixels   int     // that were compared
	most     int     // the largest amount of one channel, of 255
	stronger int     // how many times the map shows it
	scaled   bool    // the two had different sizes
}

// strongest is the most that a difference is amplified.
const strongest = 32

// tellApart finds what tells two pictures apart, pixel by pixel. Pictures of different sizes are fitted into the box that holds
// both first. It takes some 100 ms for 8 megapixels: off the window's goroutine.
func tellApart(a, b *levels) unlike {
	la, lb := a.maps[0], b.maps[0]
	u := unlike{scaled: a.size != b.size}
	if la.Rect != lb.Rect || u.scaled {
		box := boxOf(la.Rect.Size(), lb.Rect.Size())
		la, lb = inBox(la, box), inBox(lb, box)
	}
	u.pixels = la.Rect.Dx() * la.Rect.Dy()
	out := image.NewRGBA(la.Rect)
	for i := 0; i < len(out.Pix); i += 4 {
		apart := 0
		for c := range 4 {
			d := int(la.Pix[i+c]) - int(lb.Pix[i+c])
			if d < 0 {
				d = -d
			}
			apart = max(apart, d)
			out.Pix[i+c] = uint8(d)
		}
		if apart > 0 {
			u.differ++
			u.most = max(u.most, apart)
		}
	}
	u.stronger = 1
	if u.most > 0 {
		u.stronger = min(max(0xff/u.most, 1), strongest)
	}
	for i := 0; i < len(out.Pix); i += 4 {
		// What differs in how much can be seen through it, and in no colour, is shown as grey.
		alpha := int(out.Pix[i+3])
		for c := range 3 {
			out.Pix[i+c] = uint8(min(max(int(out.Pix[i+c]), alpha)*u.stronger, 0xff))
		}
		out.Pix[i+3] = 0xff
	}
	u.shown = newLevels(out)
	u.shown.size = boxOf(a.size, b.size)
	return u
}

// inBox fits a picture into a box, whole and in the middle.
func inBox(im *image.RGBA, box image.Point) *image.RGBA {
	if im.Rect.Size() == box {
		return im
	}
	out := image.NewRGBA(image.Rectangle{Max: box})
	s := sight{box: box, width: float64(box.X), height: float64(box.Y)}.clamped()
	r := s.inside(im.Rect.Size())
	to := image.Rect(int(r.x0+0.5), int(r.y0+0.5), int(r.x1+0.5), int(r.y1+0.5))
	draw.BiLinear.Scale(out, to, im, im.Rect, draw.Src, nil)
	return out
}

// words say what was found, whole.
func (u unlike) words() string {
	var found []string
	if u.scaled {
		found = append(found, lang.L("Fitted to one size first."))
	}
	share := 100 * float64(u.differ) / float64(max(u.pixels, 1))
	switch {
	case u.differ == 0:
		found = append(found, lang.L("Identical: no pixel differs."))
	case share < 0.1:
		found = append(found, lang.L("Fewer than %s %% of the pixels differ, by %d of 255 at most.", lang.Decimal(0.1, 1), u.most))
	case u.differ == u.pixels:
		found = append(found, lang.L("All of the pixels differ, by %d of 255 at most.", u.most))
	default:
		found = append(found, lang.L("%s %% of the pixels differ, by %d of 255 at most.", lang.Decimal(share, 1), u.most))
	}
	if u.stronger > 1 {
		found = append(found, lang.L("Shown %d times stronger.", u.stronger))
	}
	return strings.Join(found, " ")
}
