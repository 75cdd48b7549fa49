package render

import (
	"image"
	"image/jpeg"
	"image/png"
	"io"
)

// EncodePNG writes a picture as PNG.
func EncodePNG(w io.Writer, m image.Image) error {
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, m)
}

// EncodeJPEG writes a picture as JPEG, of a quality at which nothing can be seen of it.
func EncodeJPEG(w io.Writer, m image.Image) error {
	return jpeg.Encode(w, m, &jpeg.Options{Quality: 92})
}
