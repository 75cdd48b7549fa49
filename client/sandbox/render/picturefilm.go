package render

import (
	"image"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// pictureFilm is a film that begins exactly with a picture, fitted to its size. The camera then moves slowly. If there
// is a second picture, the film dissolves into it, bright parts first, and ends exactly with it.
type pictureFilm struct {
	w, h     int
	from, to *image.RGBA // to may be nil
	zoom     float32     // at the end
	dx, dy   float32     // offset at the end, as a fraction of the cropped border
	mood     rgb         // channel gain at the end
	dissolve texture
}

func newPictureFilm(from, to image.Image, b sceneInput, w, h int) *pictureFilm {
	r := b.detailHash()
	m := &pictureFilm{w: w, h: h, from: cover(from, w, h), zoom: r.in(0.09, 0.16), dx: r.in(-0.8, 0.8),
		dy: r.in(-0.6, 0.6)}
	m.mood = rgb{r.in(0.85, 1.07), r.in(0.9, 1), r.in(0.84, 1.07)}
	if to != nil {
		m.to = cover(to, w, h)
	}
	m.dissolve = newTexture(8, 4, r.seed())
	return m
}

// paint paints the frame at time t of a film of dur seconds.
func (m *pictureFilm) paint(c *canvas, t, dur float32) {
	u := clamp01(t / (dur - 1.0/fps)) // 1 at the last frame
	e := u * u * (3 - 2*u)
	switch {
	case u <= 0.0001:
		copy(c.pix, m.from.Pix)
		return
	case m.to == nil:
		e = 0.5*e + 0.5*u*u // starts slowly, still moving at the end
	case u >= 0.9999:
		copy(c.pix, m.to.Pix)
		return
	}
	out := m.cameraView(m.from, e)
	in := out
	gain := mix(rgb{1, 1, 1}, m.mood, e)
	if m.to != nil {
		in, gain = m.cameraView(m.to, 1-e), rgb{1, 1, 1}
	}
	shine := 0.12 * sin(e*3) // strength of the passing light
	for y := range m.h {
		for x := range m.w {
			k := out.at(x, y)
			if m.to != nil {
				arriving := in.at(x, y)
				n := m.dissolve[(y*texSize/m.h)*texSize+x*texSize/m.w]
				when := 0.35*(1-arriving.luma()/255) + 0.35*n // start of the dissolve at this pixel
				k = mix(k, arriving, smoothstep(when, when+0.3, e))
			} else {
				d := (float32(x)+float32(y)/2)/(float32(m.w)+float32(m.h)/2) - u
				k = rgb{k[0] * gain[0], k[1] * gain[1], k[2] * gain[2]}.times(1 + shine*max(0, 1-d*d*12))
			}
			c.set(x, y, k.plus(rgb{0.5, 0.5, 0.5}, 1))
		}
	}
}

// cameraView returns the view of a picture at camera progress e, from 0 to 1.
func (m *pictureFilm) cameraView(of *image.RGBA, e float32) *canvas {
	scale := float64(1 + m.zoom*e)
	left, above := float64(m.w)*(scale-1)/2*float64(1+m.dx), float64(m.h)*(scale-1)/2*float64(1+m.dy)
	out := newCanvas(m.w, m.h)
	xdraw.ApproxBiLinear.Transform(out.image(), f64.Aff3{scale, 0, -left, 0, scale, -above}, of, of.Rect, xdraw.Src,
		nil)
	return out
}
