package boards

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// hatched is the pattern over what stands in for a clip: lines that fall from right to left, 6 px apart, in a size in device pixels.
func hatched(size image.Point, scale float32) image.Image {
	r, g, b, _ := theme.Color(resources.Text1).RGBA()
	alpha := uint32(51) // 20 %, on a light ground 30 %
	if r < 0x8000 {
		alpha = 76
	}
	line := color.RGBA{uint8(r * alpha / 0xff00), uint8(g * alpha / 0xff00), uint8(b * alpha / 0xff00), uint8(alpha)}
	im, apart := image.NewRGBA(image.Rectangle{Max: size}), max(int(6*scale*1.414), 2)
	for y := range size.Y {
		for x := range size.X {
			if (x+y)%apart < max(int(scale), 1) {
				im.SetRGBA(x, y, line)
			}
		}
	}
	return im
}
