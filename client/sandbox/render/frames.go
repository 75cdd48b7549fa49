package render

import "image"

// move is a film that begins exactly with a picture, fitted to its size. The camera glides on from there; with a second picture the film
// dissolves into it, its bright parts first, and ends exactly with it.
type move struct {
	w, h     int
	from, to *image.RGBA // to is nil where there is none
	zoom     float32     // at the end
	dx, dy   float32     // shift at the end, as a part of what the zoom hides
	mood     rgb         // gain of the channels at the end
	cloud    texture
}

func newMove(from, to image.Image, b brief, w, h int) *move {
	r := rng(b.detail())
	m := &move{w: w, h: h, from: cover(from, w, h), zoom: r.in(0.09, 0.16), dx: r.in(-0.8, 0.8), dy: r.in(-0.6, 0.6)}
	m.mood = moodOf(wishesOf(b.prompt))
	if to != nil {
		m.to = cover(to, w, h)
	}
	m.cloud = newTexture(8, 4, r.seed())
	return m
}

// moodOf says where the colours of a picture go.
func moodOf(w wish) rgb {
	switch {
	case w.light == night || w.family == aurora:
		return rgb{0.66, 0.74, 0.90}
	case w.light == dusk || w.family == lanterns || w.warm:
		return rgb{1.07, 0.95, 0.84}
	case w.snow || w.cool:
		return rgb{0.95, 1, 1.07}
	}
	return rgb{1.03, 1, 0.97}
}

// paint implements [painter].
func (m *move) paint(c *canvas, t, dur float32) {
	u := clamp01(t / (dur - 1.0/fps)) // 1 at the last frame
	e := u * u * (3 - 2*u)
	switch {
	case u <= 0.0001:
		copy(c.pix, m.from.Pix)
		return
	case m.to == nil:
		e = 0.5*e + 0.5*u*u // sets off gently, is still under way at the end
	case u >= 0.9999:
		copy(c.pix, m.to.Pix)
		return
	}
	out := m.glide(m.from, e)
	in := out
	gain := mix(rgb{1, 1, 1}, m.mood, e)
	if m.to != nil {
		in, gain = m.glide(m.to, 1-e), rgb{1, 1, 1}
	}
	shine := 0.12 * sin(e*3) // of the light that passes over
	for y := range m.h {
		for x := range m.w {
			k := out.at(x, y)
			if m.to != nil {
				arriving := in.at(x, y)
				n := m.cloud[(y*texSize/m.h)*texSize+x*texSize/m.w]
				when := 0.35*(1-arriving.luma()/255) + 0.35*n // when this place opens
				k = mix(k, arriving, smooth(when, when+0.3, e))
			} else {
				d := (float32(x)+float32(y)/2)/(float32(m.w)+float32(m.h)/2) - u
				k = k.timesEach(gain).times(1 + shine*max(0, 1-d*d*12))
			}
			c.set(x, y, k.add(0.5))
		}
	}
}

// lens shows a picture scaled up around its middle and shifted.
type lens struct {
	m           *canvas
	scale       float32
	left, above float32
}

// glide is the view of a picture when the camera has come a part of its way.
func (m *move) glide(of *image.RGBA, e float32) lens {
	scale := 1 + m.zoom*e
	hidden := (1 - 1/scale) / 2
	return lens{canvasOf(of), 1 / scale, hidden * (1 + m.dx) * float32(m.w-1), hidden * (1 + m.dy) * float32(m.h-1)}
}

// at is the colour behind a pixel.
func (l lens) at(x, y int) rgb {
	fx, fy := float32(x)*l.scale+l.left, float32(y)*l.scale+l.above
	i, j := min(max(int(fx), 0), l.m.w-2), min(max(int(fy), 0), l.m.h-2)
	fx, fy = clamp01(fx-float32(i)), clamp01(fy-float32(j))
	return mix(mix(l.m.at(i, j), l.m.at(i+1, j), fx), mix(l.m.at(i, j+1), l.m.at(i+1, j+1), fx), fy)
}
