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

// watermark is the word that says where a picture comes from, for one size of picture: legible on a phone, quiet on a
// big screen. It is read only.
type watermark struct {
	text   *image.Alpha // where it stands, in the lower right corner
	shadow int          // how far its shadow falls, px
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

// stamp puts the mark on a picture of the size that it was made for: white on a shadow, so that it is seen on any
// ground.
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
