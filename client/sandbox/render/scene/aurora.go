package scene

// aurora: curtains of light over a dark shore, stars, and a lake that mirrors all of it.
type aurora struct{ setting }

type auroraPalette struct{ top, low, edge, body, tip, land rgb }

func auroraPalettes() []auroraPalette {
	return []auroraPalette{
		{hex(0x030816), hex(0x12304a), hex(0x46ffb0), hex(0x2fb8c8), hex(0x8a4dff), hex(0x02060c)},
		{hex(0x070519), hex(0x2a2350), hex(0x5dffc8), hex(0x7d6bff), hex(0xff5fb8), hex(0x04030c)},
		{hex(0x04121c), hex(0x164c54), hex(0xc8ff8a), hex(0x38e0a8), hex(0x2a8cff), hex(0x020a0c)},
		{hex(0x0a0616), hex(0x40264a), hex(0x8affd8), hex(0xff6ea0), hex(0xffa65c), hex(0x07040a)},
	}
}

const curtains = 4

type curtain struct {
	seed                 uint32
	y, amp, freq, length float32
	strength             float32
	lut                  [512]rgb // light from a quarter of the length below the edge to the top
}

type auroraStage struct {
	w, h         int
	W, H, unit   float32
	horizon      float32
	shore        int
	pal          auroraPalette
	curtains     [curtains]curtain
	ridge, trees []float32 // skylines of the far shore
	stars        stars
	lake         lake
	snow         *snowfall
}

func (a aurora) Stage(w, h int) Stage {
	r, d := rng(a.place), rng(a.detail)
	s := &auroraStage{w: w, h: h, W: float32(w), H: float32(h)}
	palettes := auroraPalettes()
	s.pal = palettes[r.n(len(palettes))]
	s.unit = min(s.W, s.H*1.3)
	s.horizon = s.H * r.in(0.68, 0.75)
	s.shore = int(s.horizon)
	for k := range s.curtains {
		s.curtains[k] = s.hang(&r, k)
	}
	s.layShore(&r)
	s.lake = lake{shore: s.shore, unit: s.unit, tint: s.pal.low, dim: 0.80, tex: newTexture(8, 4, r.seed())}
	s.stars = newStars(&d, int(s.W*s.horizon/900), w, s.shore)
	if a.wish.Snow && !a.avoid.Snow {
		s.snow = newSnowfall(&d, w, h)
	}
	return s
}

// hang makes curtain k, from the far one at the top to the near one.
func (s *auroraStage) hang(r *rng, k int) curtain {
	f := float32(k) / (curtains - 1)
	q := curtain{
		seed: r.seed(), y: s.horizon * (0.42 + 0.42*f) * r.in(0.92, 1.06), amp: s.H * r.in(0.07, 0.13),
		freq: r.in(1.0, 1.7) / s.unit, length: s.H * r.in(0.34, 0.52), strength: r.in(1.05, 1.6) * (1.05 - 0.35*f),
	}
	for i := range q.lut {
		d := float32(i)/511*1.25 - 0.25 // -0.25 below the edge, 1 at the top
		v := exp(-d * 3.6)
		if d < 0 {
			v = exp(d * 34)
		}
		v *= smooth(1, 0.55, d) * smooth(-0.25, -0.08, d)
		c := mix(mix(s.pal.edge, s.pal.body, smooth(0.02, 0.38, d)), s.pal.tip, smooth(0.25, 0.85, d))
		c = mix(c, rgb{255, 255, 255}, 0.22*exp(-d*d*260))
		q.lut[i] = c.times(v)
	}
	return q
}

func (s *auroraStage) layShore(r *rng) {
	s.ridge, s.trees = make([]float32, s.w), make([]float32, s.w)
	far, near, side := r.seed(), r.seed(), r.in(0, 7)
	for x := range s.w {
		X := float32(x) + 9000
		s.ridge[x] = s.horizon - s.unit*(0.022+0.050*(0.5+0.5*ridge1(X*1.9/s.unit, 6, far))+0.03*noise1(X*0.9/s.unit, far+5))
		wood := fbm1(X*1.5/s.unit+side, 3, near) + 0.12
		s.trees[x] = s.horizon + s.unit*0.004 - s.unit*0.030*max(0, wood) - pines(X, s.unit*0.024, near, 1.35)*smooth(-0.25, 0.1, wood)
	}
}

type auroraPainter struct {
	*auroraStage
	fold [curtains][]fold
	acc  []rgb
}

// fold is a curtain at one column: where its edge is, how long it is (inverse), how bright.
type fold struct{ edge, perLength, light float32 }

func (s *auroraStage) Painter() Painter {
	p := &auroraPainter{auroraStage: s, acc: make([]rgb, s.w)}
	for k := range p.fold {
		p.fold[k] = make([]fold, s.w)
	}
	return p
}

func (p *auroraPainter) Paint(c *Canvas, t, _ float32) {
	for k := range p.fold {
		p.move(k, t)
	}
	for y := 0; y <= p.shore && y < p.h; y++ {
		p.row(c, y)
	}
	p.stars.paint(c, t, func(x int) float32 { return min(p.ridge[x], p.trees[x]) })
	p.lake.paint(c, t)
	if p.snow != nil {
		p.snow.paint(c, t)
	}
}

func (p *auroraPainter) move(k int, t float32) {
	q := &p.curtains[k]
	for x := range p.fold[k] {
		X := float32(x) - p.W/2
		b := (X + p.unit*0.10*noise1(X*q.freq*0.8+t*0.07, q.seed+3)) * q.freq
		edge := q.y + q.amp*(1.5*fbm1(b+t*0.055, 3, q.seed)+0.22*noise1(b*4.5-t*0.16, q.seed+5))
		rays := 0.55 + 0.45*noise1(b*13+t*0.35, q.seed+11) // they drift along the curtain
		fine := 0.75 + 0.25*noise1(b*46-t*0.6, q.seed+13)
		body := smooth(-0.55, 0.55, noise1(b*0.9-t*0.09+3, q.seed+17)+0.15)
		length := q.length * (0.62 + 0.32*noise1(b*5+t*0.2, q.seed+19) + 0.08*rays)
		p.fold[k][x] = fold{edge, 1 / length, q.strength * body * (0.25 + 0.75*rays) * fine}
	}
}

func (p *auroraPainter) row(c *Canvas, y int) {
	Y := float32(y)
	g := smooth(0, 1, Y/p.horizon)
	base := mix(p.pal.top, p.pal.low, g*g)
	for x := range p.acc {
		p.acc[x] = base
	}
	for k := range p.fold {
		lut := &p.curtains[k].lut
		for x, f := range p.fold[k] {
			i := ((f.edge-Y)*f.perLength + 0.25) * (511 / 1.25)
			if i < 0 || i >= 511 || f.light < 0.004 {
				continue
			}
			l, a := &lut[int(i)], &p.acc[x]
			a[0] += l[0] * f.light
			a[1] += l[1] * f.light
			a[2] += l[2] * f.light
		}
	}
	haze := mix(mix(p.pal.land, p.pal.low, 0.30), p.pal.low, 0.35*smooth(p.horizon-p.unit*0.05, p.horizon, Y))
	out, dr := c.Pix[y*p.w*4:][:p.w*4], ditherRow(y)
	for x, a := range p.acc {
		if e := Y + 1 - p.ridge[x]; e > 0 {
			a = mix(a, haze, min(1, e))
		}
		if e := Y + 1 - p.trees[x]; e > 0 {
			a = mix(a, p.pal.land, min(1, e))
		}
		d, o := dr[x&63], x*4
		q := out[o : o+3 : o+3]
		q[0], q[1], q[2] = b8(shoulder(a[0])+d), b8(shoulder(a[1])+d), b8(shoulder(a[2])+d)
	}
}
