package film

import "image"

// BT.709 limited range in 16.16 fixed point: luma 16..235, chroma 16..240.
const (
	yR, yG, yB    = 11966, 40254, 4064
	cbR, cbG, cbB = -6596, -22189, 28785
	crR, crG, crB = 28785, -26145, -2640
	yBias         = 16<<16 + 1<<15
	cBias         = 512<<16 + 1<<17 // of the sum of four pixels
)

// toI420 converts packed pixels (4 bytes: red, green, blue, unused) of the size of dst, which must be even, to
// BT.709 limited range 4:2:0. Chroma is the mean of its four pixels.
func toI420(dst *image.YCbCr, pix []byte) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	for y := 0; y < h; y += 2 {
		row0, row1 := pix[y*w*4:][:w*4], pix[(y+1)*w*4:][:w*4]
		y0, y1 := dst.Y[y*dst.YStride:][:w], dst.Y[(y+1)*dst.YStride:][:w]
		cb, cr := dst.Cb[y/2*dst.CStride:][:w/2], dst.Cr[y/2*dst.CStride:][:w/2]
		for x, o := 0, 0; x+1 < w; x, o = x+2, o+8 {
			p, q := row0[o:o+8:o+8], row1[o:o+8:o+8]
			r, g, b := int(p[0]), int(p[1]), int(p[2])
			y0[x] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb := r, g, b
			r, g, b = int(p[4]), int(p[5]), int(p[6])
			y0[x+1] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb = sr+r, sg+g, sb+b
			r, g, b = int(q[0]), int(q[1]), int(q[2])
			y1[x] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb = sr+r, sg+g, sb+b
			r, g, b = int(q[4]), int(q[5]), int(q[6])
			y1[x+1] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb = sr+r, sg+g, sb+b
			cb[x/2] = uint8((cbR*sr + cbG*sg + cbB*sb + cBias) >> 18)
			cr[x/2] = uint8((crR*sr + crG*sg + crB*sb + cBias) >> 18)
		}
	}
}
