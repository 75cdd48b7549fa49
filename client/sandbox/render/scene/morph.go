package scene

import "image"

// NewMorph makes a film that begins exactly with one picture and ends exactly with another, both fitted to its size.
// Both drift on the way; the second comes through its bright parts first, with a little glow where it opens.
func NewMorph(from, to image.Image, b Brief) Scene { return morph{from, to, b} }

type morph struct {
	from, to image.Image
	brief    Brief
}

const (
	morphCell = 8    // pixels between values of the map
	morphSoft = 0.42 // how long one place takes to open
	morphHold = 0.06 // part of the film that each picture stands alone
)

type morphStage struct {
	w, h     int
	from, to *image.RGBA
	when     []float32 // when each place opens, 0..1, one value a cell
	mw, mh   int
	zoom     float32
	glow     float32
}

func (m morph) Stage(w, h int) Stage {
	r := rng(m.brief.detail())
	s := &morphStage{w: w, h: h, from: Cover(m.from, w, h), to: Cover(m.to, w, h), zoom: r.in(0.06, 0.13), glow: r.in(22, 38)}
	s.mw, s.mh = (w+morphCell-1)/morphCell+1, (h+morphCell-1)/morphCell+1
	s.openings(newTexture(8, 4, r.seed()))
	return s
}

// openings works out when each place opens: bright and central ones first, with some noise, softened.
func (s *morphStage) openings(noise texture) {
	mw, mh := s.mw, s.mh
	s.when = make([]float32, mw*mh)
	for y := range mh {
		for x := range mw {
			p := s.to.Pix[s.to.PixOffset(min(x*morphCell, s.w-1), min(y*morphCell, s.h-1)):]
			light := (0.2126*float32(p[0]) + 0.7152*float32(p[1]) + 0.0722*float32(p[2])) / 255
			dx, dy := float32(x)/float32(mw)-0.5, float32(y)/float32(mh)-0.5
			n := noise.row(y * texSize / mw)[x*texSize/mw&texMask]
			s.when[y*mw+x] = 0.55*(1-light) + 0.5*(dx*dx+dy*dy) + 0.55*(n-0.5)
		}
	}
	s.soften(max(1, mw/60))
	lo, hi := s.when[0], s.when[0]
	for _, v := range s.when {
		lo, hi = min(lo, v), max(hi, v)
	}
	for i := range s.when {
		s.when[i] = (s.when[i] - lo) / max(hi-lo, 1e-6)
	}
}

func (s *morphStage) soften(radius int) {
	mw, mh := s.mw, s.mh
	row, column, soft := make([]float32, mw), make([]float32, mh), make([]float32, mh)
	for range 2 {
		for y := range mh {
			copy(row, s.when[y*mw:][:mw])
			blur(row, s.when[y*mw:][:mw], radius, 1)
		}
		for x := range mw {
			for y := range mh {
				column[y] = s.when[y*mw+x]
			}
			blur(column, soft, radius, 1)
			for y := range mh {
				s.when[y*mw+x] = soft[y]
			}
		}
	}
}

type morphPainter struct {
	*morphStage
	a, b lens
}

func (s *morphStage) Painter() Painter {
	return &morphPainter{morphStage: s, a: newLens(s.w, s.h), b: newLens(s.w, s.h)}
}

func (p *morphPainter) Paint(c *Canvas, t, dur float32) {
	u := progress(t, dur)
	switch {
	case u <= 0.0001:
		copy(c.Pix, p.from.Pix)
		return
	case u >= 0.9999:
		copy(c.Pix, p.to.Pix)
		return
	}
	v := 1 - u
	p.a.set(1+p.zoom*u*u*(3-2*u), 0, 0)
	p.b.set(1+p.zoom*v*v*(3-2*v), 0, 0)
	edge := ease(clamp01((u-morphHold)/(1-2*morphHold))) * (1 + morphSoft)
	for y := range p.h {
		p.row(c, y, edge)
	}
}

func (p *morphPainter) row(c *Canvas, y int, edge float32) {
	a0, a1, fya := p.a.rows(p.from, y)
	b0, b1, fyb := p.b.rows(p.to, y)
	my, mfy := y/morphCell, float32(y%morphCell)/morphCell
	when0, when1 := p.when[my*p.mw:], p.when[min(my+1, p.mh-1)*p.mw:]
	out := c.Pix[y*p.w*4:][:p.w*4]
	for x := range p.w {
		mx, mfx := x/morphCell, float32(x%morphCell)/morphCell
		u := when0[mx] + (when0[mx+1]-when0[mx])*mfx
		v := when1[mx] + (when1[mx+1]-when1[mx])*mfx
		k := clamp01((edge - u - (v-u)*mfy) * (1 / float32(morphSoft)))
		k = k * k * (3 - 2*k)
		part, glow := int32(k*256), int32(k*(1-k)*4*p.glow)
		for z := range int32(3) {
			var ca, cb int32
			if part < 256 {
				ca = sample(a0, a1, p.a.x[x]+z, p.a.fx[x], fya)
			}
			if part > 0 {
				cb = sample(b0, b1, p.b.x[x]+z, p.b.fx[x], fyb)
			}
			s := (ca*(256-part) + cb*part) >> 16
			out[x*4+int(z)] = byte(s + glow*(255-s)>>8)
		}
	}
}
