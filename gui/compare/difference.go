package compare

import (
	"image"
	"strings"

	"golang.org/x/image/draw"

	"viviscope/gui/lang"
)

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
