package boards

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/draw"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/resources"
)

// standInOpacity is the opacity of keyframes that stand in for a clip.
const standInOpacity = 0.45

// hatched returns the pattern over pictures that stand in for a clip: diagonal lines, 6 px apart. size is in device
// pixels.
func hatched(size image.Point, scale float32) image.Image {
	r, g, b, _ := theme.Color(resources.Text1).RGBA()
	alpha := uint32(51) // 20 %, on a light background 30 %
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

// drawPart draws a part into r: the picture of its clip, or those of its keyframes. Keyframes of a shot without a clip
// are faint, with the pattern hatch over them. picture returns the loaded picture of an asset; nil for none.
func drawPart(to *image.RGBA, r image.Rectangle, p planning.Part, hatch image.Image,
	picture func(db.Asset) image.Image) {
	opacity := 1.0
	if !p.Made && p.Shot != "" {
		opacity = standInOpacity
	}
	paste := func(r image.Rectangle, a db.Asset) {
		if a.ID == 0 || r.Empty() {
			return
		}
		im := picture(a)
		if im == nil {
			return
		}
		mask := image.NewUniform(color.Alpha{A: uint8(255 * opacity)})
		draw.ApproxBiLinear.Scale(to, r, im, planning.CentreCrop(im.Bounds(), r.Size()), draw.Over,
			&draw.Options{SrcMask: mask})
	}
	if p.Clip.ID != 0 {
		paste(r, p.Clip)
		return
	}
	left, right := r, r
	if !p.NoLast {
		left.Max.X = (r.Min.X + r.Max.X) / 2
		right.Min.X = left.Max.X
	}
	paste(left, p.First)
	paste(right, p.Last)
	if !p.Made {
		draw.Draw(to, r, hatch, r.Min, draw.Over)
	}
}
