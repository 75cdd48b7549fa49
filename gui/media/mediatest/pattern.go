package mediatest

import (
	"image"
	"image/color"
)

// Pattern returns a picture in which all neighbouring pixels differ. The colour of a pixel depends on its position.
func Pattern(w, h int, opaque bool) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{uint8(x*7 + y*3), uint8(x*5 + y*11), uint8(x ^ y), 255}
			if !opaque {
				c.A = uint8(x*3 + y*2)
			}
			im.Set(x, y, c)
		}
	}
	return im
}
