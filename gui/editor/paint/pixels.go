package paint

import (
	"image"
	"image/color"
	"math"
	"runtime"

	"viviscope/client/guard"
)

// mul returns a*b/255, rounded.
func mul(a, b uint32) uint32 {
	t := a*b + 128
	return (t + t>>8) >> 8
}

// byteOf maps 0..1 to 0..255; NaN becomes 0.
func byteOf(share float64) uint32 {
	if !(share > 0) {
		return 0
	}
	return uint32(math.Round(255 * min(share, 1)))
}

// tint is a colour that is blended by coverage. c holds red, green and blue, not premultiplied.
type tint struct {
	c     [3]uint32
	alpha uint32
}

func tintOf(c color.NRGBA, opacity float64) tint {
	return tint{
		c:     [3]uint32{uint32(c.R), uint32(c.G), uint32(c.B)},
		alpha: mul(uint32(c.A), byteOf(opacity)),
	}
}

// over blends a premultiplied pixel over p.
func over(p []uint8, r, g, b, a uint32) {
	left := 255 - a
	p[0] = uint8(r + mul(uint32(p[0]), left))
	p[1] = uint8(g + mul(uint32(p[1]), left))
	p[2] = uint8(b + mul(uint32(p[2]), left))
	p[3] = uint8(a + mul(uint32(p[3]), left))
}

// darkTextLuminance is the luminance from which letters on a colour are dark. It is between the yellow of the mark
// colours, which needs dark letters, and red and green. White letters on those two are easier to read than their
// contrast ratio suggests.
const darkTextLuminance = 0.4

// textColourOn returns the colour of letters on a label of colour c.
func textColourOn(c color.NRGBA) [3]uint32 {
	if IsLight(c) {
		return [3]uint32{0x18, 0x1b, 0x1d}
	}
	return [3]uint32{255, 255, 255}
}

// IsLight reports whether dark signs are easier to read than white ones on a ground of colour c.
func IsLight(c color.NRGBA) bool { return luminance(c) > darkTextLuminance }

// luminance returns the relative luminance of a colour, 0 to 1 (WCAG 2.2).
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// cut copies a part of an image.
func cut(im *image.RGBA, r image.Rectangle) *image.RGBA {
	out := image.NewRGBA(r)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(out.Pix[out.PixOffset(r.Min.X, y):][:4*r.Dx()], im.Pix[im.PixOffset(r.Min.X, y):])
	}
	return out
}

// upright returns im with its first pixel at 0,0 and rows without padding. It copies the pixels only if rows have
// padding.
func upright(im *image.RGBA) *image.RGBA {
	size := im.Rect.Size()
	if im.Stride != 4*size.X {
		im = cut(im, im.Rect)
	}
	return &image.RGBA{Pix: im.Pix[:4*size.X*size.Y], Stride: im.Stride, Rect: image.Rectangle{Max: size}}
}

// parallel calls f for parts of 0 to n, on several goroutines.
func parallel(n int, f func(from, to int)) {
	parts := runtime.GOMAXPROCS(0)
	var group guard.Group
	for i := range parts {
		group.Go("paint", func() { f(n*i/parts, n*(i+1)/parts) })
	}
	group.Wait()
}
