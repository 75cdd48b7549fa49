//go:build linux || freebsd || openbsd || netbsd

package notify

import (
	"image"
	"image/draw"
)

// imageData is a picture as the hint "image-data" wants it: D-Bus type (iiibiiay).
type imageData struct {
	Width, Height, Stride int32
	Alpha                 bool
	BitsPerSample         int32
	Channels              int32
	Pixels                []byte // rows from the top, R, G, B, A, not premultiplied
}

func dataOf(im image.Image) imageData {
	b := im.Bounds()
	flat := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Bounds(), im, b.Min, draw.Src)
	return imageData{int32(b.Dx()), int32(b.Dy()), int32(flat.Stride), true, 8, 4, flat.Pix}
}
