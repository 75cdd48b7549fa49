package dnd

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/png"
)

// maxBitmap limits the bitmap on the clipboard, in pixels of 4 bytes each.
const maxBitmap = 16 << 20

// encodeBitmap converts a PNG picture to the Windows format CF_DIBV5 (BITMAPV5HEADER), because many programs cannot
// paste PNG. It returns nil if the picture exceeds maxBitmap or cannot be decoded.
func encodeBitmap(picture []byte) []byte {
	c, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil || c.Width <= 0 || c.Height <= 0 || c.Width > maxBitmap/c.Height {
		return nil
	}
	decoded, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil
	}
	im := image.NewNRGBA(image.Rect(0, 0, c.Width, c.Height))
	draw.Draw(im, im.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	const header, bitFields = 124, 3
	le := binary.LittleEndian
	b := make([]byte, header, header+4*c.Width*c.Height)
	le.PutUint32(b, header)
	le.PutUint32(b[4:], uint32(c.Width))
	le.PutUint32(b[8:], uint32(c.Height)) // bottom-up rows
	b[12], b[14], b[16] = 1, 32, bitFields
	le.PutUint32(b[20:], uint32(4*c.Width*c.Height))
	for i, mask := range []uint32{0xff0000, 0xff00, 0xff, 0xff000000} { // red, green, blue, alpha
		le.PutUint32(b[40+4*i:], mask)
	}
	copy(b[56:], "BGRs") // sRGB, in little endian
	for y := c.Height - 1; y >= 0; y-- {
		row := im.Pix[y*im.Stride : y*im.Stride+4*c.Width]
		for x := 0; x < len(row); x += 4 {
			b = append(b, row[x+2], row[x+1], row[x], row[x+3])
		}
	}
	return b
}
