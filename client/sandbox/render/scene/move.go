package scene

import "image"

// NewMove makes a film that begins exactly with a picture, fitted to its size, and moves on from there: the camera glides in, a
// soft light passes over, and the colours follow the words of the brief.
func NewMove(from image.Image, b Brief) Scene { return move{from, b} }

type move struct {
	from  image.Image
	brief Brief
}

type moveStage struct {
	w, h      int
	from      *image.RGBA
	zoom      float32 // at the end
	dx, dy    float32 // shift at the end, as a part of what the zoom hides
	beam      rgb     // the light that passes over
	beamDir   float32
	beamWidth float32
	mood      rgb // gain of the three channels at the end
	snow      *snowfall
}

func (m move) Stage(w, h int) Stage {
	r := rng(m.brief.detail())
	wish := Wishes(m.brief.Prompt)
	s := &moveStage{w: w, h: h, from: Cover(m.from, w, h)}
	s.zoom = r.in(0.09, 0.16)
	s.dx, s.dy = r.in(-0.8, 0.8), r.in(-0.6, 0.6)
	s.beamDir, s.beamWidth = r.sign(), r.in(0.22, 0.4)
	s.beam, s.mood = lightOf(wish)
	if wish.Snow && !Wishes(m.brief.Negative).Snow {
		s.snow = newSnowfall(&r, w, h)
	}
	return s
}

// lightOf gives the light that passes over a picture, and where its colours go.
func lightOf(w Wish) (beam, mood rgb) {
	beam, mood = rgb{46, 40, 30}, rgb{1.02, 1, 0.98}
	switch {
	case w.Light == Night || w.Family == Aurora:
		beam, mood = rgb{18, 40, 58}, rgb{0.66, 0.74, 0.90}
	case w.Light == Dusk || w.Family == Lanterns || w.Warm:
		beam, mood = rgb{70, 40, 14}, rgb{1.07, 0.95, 0.84}
	case w.Light == Dawn:
		beam, mood = rgb{60, 42, 40}, rgb{1.06, 0.99, 0.97}
	case w.Snow || w.Cool:
		beam, mood = rgb{40, 46, 54}, rgb{0.95, 1, 1.07}
	}
	return beam, mood
}

type movePainter struct {
	*moveStage
	lens lens
	beam []int32 // light of each column, 0..256
}

func (s *moveStage) Painter() Painter {
	return &movePainter{moveStage: s, lens: newLens(s.w, s.h), beam: make([]int32, s.w+s.h)}
}

func (p *movePainter) Paint(c *Canvas, t, dur float32) {
	u := progress(t, dur)
	if u <= 0.0001 {
		copy(c.Pix, p.from.Pix)
		return
	}
	e := u * u * (3 - 2*u)
	e = 0.5*e + 0.5*u*u // sets off gently, is still under way at the end
	scale := 1 + p.zoom*e
	hidden := (1 - 1/scale) / 2
	p.lens.set(scale, hidden*p.dx*float32(p.w), hidden*p.dy*float32(p.h))
	p.lightColumns(u)
	var gain [3]int32
	for z := range gain {
		gain[z] = int32(256 * (1 + (p.mood[z]-1)*e))
	}
	for y := range p.h {
		p.row(c, y, gain)
	}
	if p.snow != nil {
		p.snow.paintFaded(c, t, smooth(0, 0.25, u))
	}
}

// lightColumns works out the beam along the diagonal x + y/2.
func (p *movePainter) lightColumns(u float32) {
	n := float32(p.w) + float32(p.h)/2
	at := -p.beamWidth + (1+2*p.beamWidth)*u
	if p.beamDir < 0 {
		at = 1 - at
	}
	fade := smooth(0, 0.12, u)
	for i := range p.beam {
		d := (float32(i)/n - at) / p.beamWidth
		p.beam[i] = int32(256 * fade * exp(-d*d*3))
	}
}

func (p *movePainter) row(c *Canvas, y int, gain [3]int32) {
	a, b, fy := p.lens.rows(p.from, y)
	out := c.Pix[y*p.w*4:][:p.w*4]
	beam := p.beam[y/2:]
	add := [3]int32{int32(p.moveStage.beam[0]), int32(p.moveStage.beam[1]), int32(p.moveStage.beam[2])}
	for x := range p.w {
		o, fx, l := p.lens.x[x], p.lens.fx[x], beam[x]
		for z := range int32(3) {
			s := sample(a, b, o+z, fx, fy) >> 8 * gain[z] >> 8 // 0..255 and a little more
			s += add[z] * l >> 8 * (64 + s) >> 8               // shadows stay dark
			out[x*4+int(z)] = byte(min(s, 255))
		}
	}
}
