package paint

import (
	"image/color"
	"math"
)

// mul is a*b/255, rounded.
func mul(a, b uint32) uint32 {
	t := a*b + 128
	return (t + t>>8) >> 8
}

// byteOf is a share of 0 to 1 as 0 to 255; 0 for no number at all.
func byteOf(share float64) uint32 {
	if !(share > 0) {
		return 0
	}
	return uint32(math.Round(255 * min(share, 1)))
}

// tint is a colour that is laid on by coverage. c holds red, green and blue as they are without alpha.
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

// over lays a premultiplied pixel upon p.
func over(p []uint8, r, g, b, a uint32) {
	left := 255 - a
	p[0] = uint8(r + mul(uint32(p[0]), left))
	p[1] = uint8(g + mul(uint32(p[1]), left))
	p[2] = uint8(b + mul(uint32(p[2]), left))
	p[3] = uint8(a + mul(uint32(p[3]), left))
}

// thin leaves so many of 255 parts of p.
func thin(p []uint8, left uint32) {
	for i := range p {
		p[i] = uint8(mul(uint32(p[i]), left))
	}
}

// Letters on a colour are dark where the colour is light. The bound lies between the yellow of the mark colours, which
// needs dark letters, and its red and green, on which white ones are read better than the bare contrast says.
const lightFrom = 0.4

// inkOn is the colour of letters on a label of colour c.
func inkOn(c color.NRGBA) [3]uint32 {
	if luminance(c) > lightFrom {
		return [3]uint32{0x18, 0x1b, 0x1d}
	}
	return [3]uint32{255, 255, 255}
}

// luminance is how light a colour is, 0 to 1 (WCAG 2.2, relative luminance).
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
