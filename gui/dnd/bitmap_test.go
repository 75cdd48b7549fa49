package dnd

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"golang.org/x/image/bmp"
)

// flavourTable reads the encoded bitmap back with identical pixels.
func TestBitmapRoundTrip(t *testing.T) {
	im := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	im.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 255})
	im.SetNRGBA(2, 1, color.NRGBA{1, 2, 3, 255})
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		t.Fatal(err)
	}
	c := readBitmap(encodeBitmap(b.Bytes()))
	if len(c.entries) != 1 {
		t.Fatalf("read %+v", c)
	}
	got, err := bmp.Decode(bytes.NewReader(c.entries[0].picture))
	if err != nil {
		t.Fatal(err)
	}
	for y := range 2 {
		for x := range 3 {
			if want, is := color.NRGBAModel.Convert(im.At(x, y)),
				color.NRGBAModel.Convert(got.At(x, y)); im.NRGBAAt(x, y).A != 0 && want != is {
				t.Errorf("pixel %d, %d is %v, want %v", x, y, is, want)
			}
		}
	}
	if b := encodeBitmap([]byte(onePNG)); b != nil {
		t.Errorf("a damaged picture became %d bytes", len(b))
	}
}
