package render

import (
	"fmt"
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"viviscope/client/sandbox/render/scene"
)

const markText = "sandbox"

// mark is the word that says where a picture comes from, drawn for one size of picture. It is read only.
type mark struct {
	at    image.Rectangle // where it stands, in the lower right corner
	light []byte          // how much white each pixel of it takes
	dark  []byte          // how much shadow, below the white
}

// newMark draws the mark for pictures of w times h pixels: legible on a phone, quiet on a big screen.
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
	pad := int(size*0.35) + 1
	width := font.MeasureString(face, markText).Ceil() + spacing.Ceil()*len(markText)
	box := image.Rect(0, 0, width+2*pad, int(size*1.1)+2*pad)
	text := image.NewAlpha(box)
	d := font.Drawer{Dst: text, Src: image.Opaque, Face: face, Dot: fixed.P(pad, pad+int(size*0.82))}
	for _, r := range markText {
		d.DrawString(string(r))
		d.Dot.X += spacing
	}
	margin := int(size * 0.75)
	corner := image.Pt(w-box.Dx()-margin+pad, h-box.Dy()-margin+pad)
	m := &mark{at: box.Add(corner), light: text.Pix, dark: shadow(text, max(1, int(size*0.14)))}
	for i := range m.light {
		m.light[i] = byte(int(m.light[i]) * 160 / 255)
	}
	return m, nil
}

// shadow is the text, spread by r pixels and softened.
func shadow(text *image.Alpha, r int) []byte {
	w, h := text.Rect.Dx(), text.Rect.Dy()
	sum := make([]int, w*h)
	for y := range h {
		for x := range w {
			for dy := -r; dy <= r; dy++ {
				for dx := -r; dx <= r; dx++ {
					if px, py := x+dx, y+dy; px >= 0 && py >= 0 && px < w && py < h {
						sum[y*w+x] += int(text.Pix[py*text.Stride+px])
					}
				}
			}
		}
	}
	out := make([]byte, w*h)
	area := (2*r + 1) * (2*r + 1)
	for i, v := range sum {
		out[i] = byte(min(v*2/area, 255) * 105 / 255)
	}
	return out
}

// stamp puts the mark on a picture of the size that it was made for.
func (m *mark) stamp(c *scene.Canvas) {
	w := m.at.Dx()
	for y := max(0, m.at.Min.Y); y < min(c.H, m.at.Max.Y); y++ {
		for x := max(0, m.at.Min.X); x < min(c.W, m.at.Max.X); x++ {
			i := (y-m.at.Min.Y)*w + x - m.at.Min.X
			light, dark := int(m.light[i]), int(m.dark[i])
			if light|dark == 0 {
				continue
			}
			p := c.Pix[(y*c.W+x)*4:][:3]
			for z, v := range p {
				s := int(v) * (255 - dark) / 255
				p[z] = byte(s + (255-s)*light/255)
			}
		}
	}
}

// canvasOf copies a picture onto a canvas.
func canvasOf(m image.Image) *scene.Canvas {
	b := m.Bounds()
	out := &image.RGBA{Stride: b.Dx() * 4, Rect: image.Rect(0, 0, b.Dx(), b.Dy())}
	c := scene.NewCanvas(b.Dx(), b.Dy())
	out.Pix = c.Pix
	draw.Draw(out, out.Rect, m, b.Min, draw.Src)
	return c
}
