// Package narrow reads the colours of lossy WebP pictures as they are meant.
package narrow

import "image"

// Widen gives the pixels of a WebP, of which out is what the decoder's image says: out itself, in which the colours of a lossy one are put right. A lossy WebP holds its colours as
// ITU-R BT.601 does (RFC 6386 9.2), brightness from 16 to 235 and colour from 16 to 240. Its decoder hands them out as the
// kind of image that a JPEG has, whose values reach from 0 to 255: shown like that, black is dark gray and red is pale.
func Widen(im image.Image, out *image.RGBA) *image.RGBA {
	var y *image.YCbCr
	switch v := im.(type) {
	case *image.YCbCr:
		y = v
	case *image.NYCbCrA:
		y = &v.YCbCr
	default:
		return out
	}
	for row := range out.Rect.Dy() {
		pix := out.Pix[row*out.Stride:]
		for x := range out.Rect.Dx() {
			luma, chroma := y.YOffset(y.Rect.Min.X+x, y.Rect.Min.Y+row), y.COffset(y.Rect.Min.X+x, y.Rect.Min.Y+row)
			// ITU-R BT.601, in 16 bits after the point.
			l := 76309 * (int32(y.Y[luma]) - 16)
			b, r := int32(y.Cb[chroma])-128, int32(y.Cr[chroma])-128
			p := pix[4*x : 4*x+4 : 4*x+4]
			a := uint32(p[3])
			p[0] = premultiplied(l+104597*r, a)
			p[1] = premultiplied(l-25675*b-53279*r, a)
			p[2] = premultiplied(l+132201*b, a)
		}
	}
	return out
}

// premultiplied gives a colour with 16 bits after its point as a byte, under an opacity.
func premultiplied(v int32, a uint32) uint8 {
	byte16 := uint32(min(max((v+1<<15)>>16, 0), 255))
	return uint8((byte16*a + 127) / 255)
}
