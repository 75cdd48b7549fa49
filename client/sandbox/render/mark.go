package render

import (
	"fmt"
	"image"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

const markText = "sandbox"

// mark is the word that says where a picture comes from, drawn for one size of picture: legible on a phone, quiet on a big screen. It is
// read only.
type mark struct {
	at     image.Rectangle // where it stands, in the lower right corner
	text   *image.Alpha
	shadow int // how far its shadow falls, px
}

func newMark(w, h int) (*mark, error) {
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
	spacing := fixed.Int26_6(size * 0.06 * 64)
	m := &mark{shadow: max(1, int(size*0.09))}
	box := image.Rect(0, 0, font.MeasureString(face, markText).Ceil()+spacing.Ceil()*len(markText)+2*m.shadow, int(size*1.2)+2*m.shadow)
	m.text = image.NewAlpha(box)
	d := font.Drawer{Dst: m.text, Src: image.Opaque, Face: face, Dot: fixed.P(m.shadow, int(size*0.9))}
	for _, r := range markText {
		d.DrawString(string(r))
		d.Dot.X += spacing
	}
	margin := int(size * 0.75)
	m.at = box.Add(image.Pt(w-box.Dx()-margin, h-box.Dy()-margin))
	return m, nil
}

// stamp puts the mark on a picture of the size that it was made for: white on a shadow, so that it is seen on any ground.
func (m *mark) stamp(c *canvas) {
	ground := m.at.Intersect(image.Rect(0, 0, c.w, c.h))
	for y := ground.Min.Y; y < ground.Max.Y; y++ {
		for x := ground.Min.X; x < ground.Max.X; x++ {
			at := image.Pt(x, y).Sub(m.at.Min)
			shadow := max(m.text.AlphaAt(at.X-m.shadow, at.Y-m.shadow).A, m.text.AlphaAt(at.X+m.shadow, at.Y-m.shadow).A/2)
			light := m.text.AlphaAt(at.X, at.Y).A
			if shadow|light != 0 {
				c.blend(x, y, rgb{}, float32(shadow)/255*0.45)
				c.blend(x, y, rgb{255, 255, 255}, float32(light)/255*0.65)
			}
		}
	}
}
