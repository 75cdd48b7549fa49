package scene

import (
	"image"
	"image/draw"

	xdraw "golang.org/x/image/draw"
)

// Cover scales src and cuts what hangs over, so that it fills w times h pixels.
func Cover(src image.Image, w, h int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	b := src.Bounds()
	if b.Dx() == w && b.Dy() == h {
		draw.Draw(out, out.Rect, src, b.Min, draw.Src)
	} else {
		f := max(float64(w)/float64(b.Dx()), float64(h)/float64(b.Dy()))
		cw, ch := max(1, int(float64(w)/f+0.5)), max(1, int(float64(h)/f+0.5))
		x, y := b.Min.X+(b.Dx()-cw)/2, b.Min.Y+(b.Dy()-ch)/2
		xdraw.CatmullRom.Scale(out, out.Rect, src, image.Rect(x, y, x+cw, y+ch), draw.Src, nil)
	}
	flatten(out)
	return out
}

// flatten puts a picture with transparent parts on white; a film has no transparency.
func flatten(m *image.RGBA) {
	for i := 0; i < len(m.Pix); i += 4 {
		if a := m.Pix[i+3]; a < 255 {
			m.Pix[i] += 255 - a // premultiplied, so this cannot overflow
			m.Pix[i+1] += 255 - a
			m.Pix[i+2] += 255 - a
			m.Pix[i+3] = 255
		}
	}
}

// ease moves from 0 to 1, standing still at both ends.
func ease(t float32) float32 { return t * t * t * (t*(t*6-15) + 10) }

// lens says which pixels of a picture of the same size stand behind each pixel, when the picture is scaled up around its middle and shifted.
type lens struct{ x, fx, y, fy []int32 }

func newLens(w, h int) lens {
	return lens{make([]int32, w), make([]int32, w), make([]int32, h), make([]int32, h)}
}

// set: scale from 1 up; dx and dy in pixels, no more than the scale hides at the border.
func (z lens) set(scale, dx, dy float32) {
	axis := func(at, frac []int32, d float32, stride int32) {
		n := len(at)
		mid := float32(n-1) / 2
		for i := range at {
			v := int32(((float32(i)-mid)/scale + mid + d) * 256)
			v = min(max(v, 0), int32(n-1)*256-1)
			at[i], frac[i] = v>>8*stride, v&255
		}
	}
	axis(z.x, z.fx, dx, 4)
	axis(z.y, z.fy, dy, 1)
}

// rows gives the two rows of m that stand behind row y, and how far between them it lies (0..255).
func (z lens) rows(m *image.RGBA, y int) (a, b []byte, f int32) {
	i := int(z.y[y])
	return m.Pix[i*m.Stride:], m.Pix[min(i+1, m.Rect.Dy()-1)*m.Stride:], z.fy[y]
}

// sample mixes four values, the result times 65536/256.
func sample(a, b []byte, o, fx, fy int32) int32 {
	i, j := int32(a[o]), int32(b[o])
	i = i<<8 + (int32(a[o+4])-i)*fx
	j = j<<8 + (int32(b[o+4])-j)*fx
	return i + (j-i)>>8*fy
}

// progress is how much of a film of dur seconds is over at t: 0 at the first frame, 1 at the last one.
func progress(t, dur float32) float32 { return clamp01(t / (dur - 1.0/FPS)) }

// FPS is the rate of all films, in frames a second.
const FPS = 24
