package compare

import (
	"image"
	"strings"

	"golang.org/x/image/draw"

	"viviscope/client/picturefile"
	"viviscope/client/picturefile/reduce"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
)

// largest is the longest side of a bitmap in memory, in pixels. Larger pictures are reduced.
const largest = 4096

// picture is one of the two compared pictures.
type picture struct {
	imageview.Source
	bitmap *image.RGBA // the pixels of Source; nil for a frame of a clip
	size   image.Point // of the file or clip, in pixels
}

// newPicture returns a picture with its reduced sizes; nil for no picture. size is that of the file in pixels; zero
// means the size of the bitmap. It must not run on the window's goroutine: it takes about 50 ms for 8 megapixels, and a
// second if the bitmap itself must be reduced.
func newPicture(im image.Image, size image.Point) *picture {
	if im == nil || im.Bounds().Empty() {
		return nil
	}
	if size.X <= 0 || size.Y <= 0 {
		size = im.Bounds().Size()
	}
	bitmap, ok := im.(*image.RGBA)
	if !ok {
		bitmap = image.NewRGBA(image.Rectangle{Max: im.Bounds().Size()})
		draw.Draw(bitmap, bitmap.Rect, im, im.Bounds().Min, draw.Src)
	}
	sizes := reduce.NewPyramid(picturefile.ScaleDown(bitmap, largest))
	return &picture{Source: sizes, bitmap: sizes.Level(0), size: size}
}

// newFrame returns a frame of a clip with the given size; nil if there is no frame or the size is unknown.
func newFrame(im *image.RGBA, size image.Point) *picture {
	if im == nil || im.Rect.Empty() || size.X <= 0 || size.Y <= 0 {
		return nil
	}
	return &picture{Source: imageview.Frame{RGBA: im}, size: size}
}

// in returns the transform that fits the picture into a box, centred. t is the transform of the box.
func (p *picture) in(box image.Point, t imageview.Transform) imageview.Transform {
	x, y, k := fitted(p.size, box)
	left, top := t.FromPicture(x, y)
	return imageview.Transform{Scale: t.Scale * k * float64(p.size.X) / float64(p.Size().X), X: left, Y: top}
}

// fitted returns the position of a size that is fitted into a box, centred, and the scale factor.
func fitted(size, box image.Point) (x, y, k float64) {
	k = min(float64(box.X)/float64(size.X), float64(box.Y)/float64(size.Y))
	return (float64(box.X) - float64(size.X)*k) / 2, (float64(box.Y) - float64(size.Y)*k) / 2, k
}

// unlike is the difference between two pictures.
type unlike struct {
	shown    *picture // map of the differences, amplified
	differ   int      // number of differing pixels
	pixels   int      // number of compared pixels
	most     int      // largest difference of a channel, of 255
	stronger int      // amplification of the map
	scaled   bool     // the two had different sizes
}

// strongest is the largest amplification of a difference.
const strongest = 32

// differenceOf compares two pictures pixel by pixel. Pictures of different sizes are first fitted into the box that
// holds both. It takes about 100 ms for 8 megapixels, so it must not run on the window's goroutine.
func differenceOf(a, b *picture) unlike {
	la, lb := a.bitmap, b.bitmap
	u := unlike{scaled: a.size != b.size}
	if la.Rect != lb.Rect || u.scaled {
		box := image.Pt(max(la.Rect.Dx(), lb.Rect.Dx()), max(la.Rect.Dy(), lb.Rect.Dy()))
		la, lb = inBox(la, box), inBox(lb, box)
	}
	u.pixels = la.Rect.Dx() * la.Rect.Dy()
	out := image.NewRGBA(la.Rect)
	for i := 0; i < len(out.Pix); i += 4 {
		apart := 0
		for c := range 4 {
			d := max(la.Pix[i+c], lb.Pix[i+c]) - min(la.Pix[i+c], lb.Pix[i+c])
			apart = max(apart, int(d))
			out.Pix[i+c] = d
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
		// A difference in transparency alone is shown as grey.
		alpha := int(out.Pix[i+3])
		for c := range 3 {
			out.Pix[i+c] = uint8(min(max(int(out.Pix[i+c]), alpha)*u.stronger, 0xff))
		}
		out.Pix[i+3] = 0xff
	}
	u.shown = newPicture(out, image.Pt(max(a.size.X, b.size.X), max(a.size.Y, b.size.Y)))
	return u
}

// inBox returns a picture that is fitted into a box, centred.
func inBox(im *image.RGBA, box image.Point) *image.RGBA {
	if im.Rect.Size() == box {
		return im
	}
	out := image.NewRGBA(image.Rectangle{Max: box})
	x, y, k := fitted(im.Rect.Size(), box)
	at := func(v float64) int { return int(v + 0.5) }
	size := im.Rect.Size()
	to := image.Rect(at(x), at(y), at(x+float64(size.X)*k), at(y+float64(size.Y)*k))
	draw.BiLinear.Scale(out, to, im, im.Rect, draw.Src, nil)
	return out
}

// words returns the result as text.
func (u unlike) words() string {
	var found []string
	if u.scaled {
		found = append(found, lang.L("Scaled to the same size first."))
	}
	share := 100 * float64(u.differ) / float64(max(u.pixels, 1))
	switch {
	case u.differ == 0:
		found = append(found, lang.L("Identical: no pixel differs."))
	case share < 0.1:
		found = append(found, lang.L("Fewer than %s %% of the pixels differ, by at most %d of 255.",
			lang.Decimal(0.1, 1), u.most))
	case u.differ == u.pixels:
		found = append(found, lang.L("All pixels differ, by at most %d of 255.", u.most))
	default:
		found = append(found, lang.L("%s %% of the pixels differ, by at most %d of 255.", lang.Decimal(share, 1),
			u.most))
	}
	if u.stronger > 1 {
		found = append(found, lang.L("Amplified %d times.", u.stronger))
	}
	return strings.Join(found, " ")
}
