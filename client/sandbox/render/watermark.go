package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

const watermarkText = "sandbox"

// watermark is the word "sandbox" for one picture size: legible on a phone, unobtrusive on a large screen. It is
// read-only.
type watermark struct {
	text   *image.Alpha // mask at its position in the lower right corner
	shadow int          // offset of the shadow, in pixels
}

func newWatermark(w, h int) (*watermark, error) {
	size := min(max(float64(min(w, h))*0.021, 11), 44)
	parsed, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	defer face.Close()
	margin := int(size * 0.75)
	width, height := font.MeasureString(face, watermarkText).Ceil(), int(size*1.2)
	at := image.Pt(w-width-margin, h-height-margin)
	m := &watermark{image.NewAlpha(image.Rect(0, 0, width, height).Add(at)), max(1, int(size*0.09))}
	d := font.Drawer{Dst: m.text, Src: image.Opaque, Face: face, Dot: fixed.P(at.X, at.Y+int(size*0.9))}
	d.DrawString(watermarkText)
	return m, nil
}

// stamp draws the watermark on a picture of the matching size: white with a shadow, so that it is visible on any
// background.
func (m *watermark) stamp(c *canvas) {
	box, out := m.text.Rect, c.image()
	for _, layer := range []struct {
		by    int
		shade color.Color
	}{{m.shadow, color.NRGBA{A: 115}}, {-m.shadow, color.NRGBA{A: 57}}, {0, color.NRGBA{255, 255, 255, 166}}} {
		draw.DrawMask(out, box.Add(image.Pt(layer.by, layer.by)), image.NewUniform(layer.shade), image.Point{}, m.text,
			box.Min, draw.Over)
	}
}
