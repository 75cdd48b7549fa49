package scene

// dunes: sand with a lit and a shaded side along each crest, haze between the ranges, wind that moves the light over the ripples.
type dunes struct{ setting }

type dunePalette struct {
	top, mid, horizon, sun, lit, shade, far rgb
	light                                   Light
}

func dunePalettes() []dunePalette {
	return []dunePalette{
		{hex(0x2f5f98), hex(0x86b0d0), hex(0xf6e6cc), hex(0xfffbea), hex(0xeec083), hex(0xa06238), hex(0xe8cfae), Day},
		{hex(0x2b1a4e), hex(0xb04a78), hex(0xffb070), hex(0xfff0c8), hex(0xf58c4e), hex(0x5c2146), hex(0xe98a78), Dusk},
		{hex(0x40507e), hex(0xc49aa6), hex(0xffe0b4), hex(0xfff6dc), hex(0xf0b488), hex(0x74485c), hex(0xecc0a8), Dawn},
		{hex(0x060a20), hex(0x16264e), hex(0x4a648c), hex(0xf2f2e8), hex(0x7e93b4), hex(0x141c38), hex(0x46608a), Night},
		{hex(0x8a3420), hex(0xe28848), hex(0xffdc9c), hex(0xfff8e0), hex(0xe88a40), hex(0x64222a), hex(0xf0b478), Dusk},
	}
}

const ranges = 6

type dune struct {
	seed            uint32
	base, amp, freq float32
	speed           float32
	lit, shade      [256]rgb // by depth below the crest
	perDepth        float32
	ripple          float32
}

type duneStage struct {
	w, h             int
	W, H, unit       float32
	horizon          float32
	sunX, sunY, sunR float32
	side             float32 // where the light comes from: 1 left
	pan              float32
	pal              dunePalette
	dunes            [ranges]dune
	sky              []rgb
	ripples          texture
	birds            flock
	stars            stars
}

func (m dunes) Stage(w, h int) Stage {
	r, d := rng(m.place), rng(m.detail)
	s := &duneStage{w: w, h: h, W: float32(w), H: float32(h)}
	palettes := dunePalettes()
	lights := make([]Light, len(palettes))
	for i, p := range palettes {
		lights[i] = p.light
	}
	s.pal = palettes[m.choose(&r, lights)]
	s.unit = min(s.W, s.H*1.25)
	s.horizon = s.H * r.in(0.42, 0.52)
	s.side, s.pan = r.sign(), r.sign()
	s.sunX, s.sunR = s.W*(0.5-s.side*r.in(0.14, 0.32)), s.unit*r.in(0.04, 0.062)
	s.sunY = s.horizon - s.H*r.in(0.10, 0.26)
	for k := range s.dunes {
		s.dunes[k] = s.heap(&r, k)
	}
	s.ripples = newTexture(32, 3, d.seed())
	s.birds = flock{n: 2 + d.n(4), x: s.W * d.in(0.2, 0.7), y: s.horizon - s.H*d.in(0.2, 0.32), dir: -s.pan, unit: s.unit, series: d.seed(), colour: mix(s.pal.shade, s.pal.mid, 0.2)}
	if m.avoid.Birds || s.pal.light == Night {
		s.birds.n = 0
	}
	if s.pal.light == Night {
		s.stars = newStars(&d, int(s.W*s.horizon/1100), w, int(s.horizon))
	}
	s.paintSky()
	return s
}

func (s *duneStage) heap(r *rng, k int) dune {
	p, f := s.pal, float32(k)/(ranges-1)
	l := dune{seed: r.seed(), base: s.horizon + (s.H*1.02-s.horizon)*pow(f, 1.5)*0.86 + s.unit*0.02}
	l.amp = s.unit * (0.030 + 0.125*f) * r.in(0.85, 1.15)
	l.freq = (2.4 - 1.55*f) / s.unit * r.in(0.9, 1.1)
	l.speed = s.pan * s.unit * (0.002 + 0.018*f*f)
	air := 0.78 * pow(1-f, 1.4)
	lit, shade := mix(p.lit, p.far, air), mix(p.shade, p.far, air*0.92)
	for i := range l.lit {
		d := float32(i) / 255
		glow := mix(lit, p.sun, 0.26*(1-d)*(1-d)*(1-0.4*f)) // crests shine
		l.lit[i] = mix(glow, mix(lit, shade, 0.35), smooth(0.15, 1, d))
		l.shade[i] = mix(shade, mix(shade, p.far, 0.20), smooth(0.1, 1, d))
	}
	l.perDepth = 255 / (s.unit * (0.08 + 0.34*f))
	l.ripple = 0.02 + 0.12*f
	return l
}

func (s *duneStage) paintSky() {
	p := s.pal
	rows := min(s.h, int(s.horizon+s.unit*0.16)+1)
	s.sky = make([]rgb, rows*s.w)
	strength := float32(0.62)
	if p.light == Night {
		strength = 0.28
	}
	bands(rows, func(from, to int) {
		for y := from; y < to; y++ {
			g := float32(y) / s.horizon
			base := mix(p.mid, p.horizon, smooth(0.5, 1, g))
			if g < 0.5 {
				base = mix(p.top, p.mid, smooth(0, 1, g*2))
			}
			for x := range s.w {
				dx, dy := float32(x)-s.sunX, float32(y)-s.sunY
				d := sqrt(dx*dx + dy*dy)
				c := mix(base, p.sun, clamp01(strength*exp(-d/(s.unit*0.16))+0.4*exp(-d/(s.unit*0.05))))
				s.sky[y*s.w+x] = mix(c, p.sun, 1-smooth(s.sunR-1.2, s.sunR+1.2, d))
			}
		}
	})
}

type dunePainter struct {
	*duneStage
	tops, front, slope [ranges][]float32
	offs               [ranges]float32
	layer              []uint8
}

func (s *duneStage) Painter() Painter {
	p := &dunePainter{duneStage: s, layer: make([]uint8, s.w)}
	for k := range ranges {
		p.tops[k], p.front[k], p.slope[k] = make([]float32, s.w), make([]float32, s.w), make([]float32, s.w)
	}
	return p
}

func (p *dunePainter) Paint(c *Canvas, t, _ float32) {
	for k := range p.dunes {
		p.crest(k, t)
	}
	copy(p.front[ranges-1], p.tops[ranges-1])
	for k := ranges - 2; k >= 0; k-- {
		for x := range p.w {
			p.front[k][x] = min(p.tops[k][x], p.front[k+1][x])
		}
	}
	clear(p.layer)
	for y := range p.h {
		p.row(c, y, t)
	}
	p.stars.paint(c, t, func(x int) float32 { return p.front[0][x] })
	p.birds.paint(c, t)
}

// crest is the skyline of dune k: long waves with sharp tops, leaning with the wind.
func (p *dunePainter) crest(k int, t float32) {
	l := &p.dunes[k]
	p.offs[k] = l.speed*t + 3000
	at := func(x float32) float32 {
		q := (x + p.offs[k]) * l.freq
		q += 0.22 * noise1(q*0.7, l.seed+3)
		n := noise1(q, l.seed)
		if n < 0 {
			n = -n
		}
		return l.base - l.amp*((1-n*1.5)*0.8+0.55*noise1(q*0.37+5, l.seed+7))
	}
	step := max(1, p.unit*0.0022) // wide enough for a soft line where light and shade meet
	for x := range p.w {
		X := float32(x)
		p.tops[k][x] = at(X)
		p.slope[k][x] = (at(X+step) - at(X-step)) / (2 * step) / (l.amp * l.freq)
	}
}

func (p *dunePainter) row(c *Canvas, y int, t float32) {
	Y := float32(y)
	out, dr := c.Pix[y*p.w*4:][:p.w*4], ditherRow(y)
	for x := range p.w {
		k := int(p.layer[x])
		for k < ranges && Y+1 > p.front[k][x] {
			k++
		}
		p.layer[x] = uint8(k)
		var s rgb
		switch {
		case k > 0:
			s = p.sand(k-1, x, Y, t)
			if e := p.front[k-1][x] - Y; e > 0 {
				s = mix(s, c.above(x, y), e)
			}
		case (y+1)*p.w <= len(p.sky):
			s = p.sky[y*p.w+x]
		default:
			s = p.pal.horizon
		}
		d, o := dr[x&63], x*4
		q := out[o : o+3 : o+3]
		q[0], q[1], q[2] = b8(s[0]+d), b8(s[1]+d), b8(s[2]+d)
	}
}

// sand: the slope of the crest, carried downward at an angle, says which side of the dune a pixel is on.
func (p *dunePainter) sand(k, x int, Y, t float32) rgb {
	l := &p.dunes[k]
	depth := max(0, Y-p.tops[k][x])
	lean := depth * (0.75 + depth*0.0012*1080/p.unit) * p.side
	at := min(max(float32(x)+lean, 0), float32(p.w-2))
	sx := int(at)
	facing := p.slope[k][sx]
	facing = (facing + (p.slope[k][sx+1]-facing)*(at-float32(sx))) * p.side // above 0: away from the light
	X := float32(x) + p.offs[k] + 8*texSize
	light := smooth(0.55, -0.25, facing)
	i := int(min(depth*l.perDepth, 255))
	s := mix(l.shade[i], l.lit[i], light)
	// ripples follow the dune; the wind lets them glitter
	scale := 900 / p.unit / (0.35 + float32(k)*0.26)
	n := lerp(p.ripples.row(int(Y*scale*1.9+X*scale*0.22*p.side)), X*scale*0.22+t*2.2) - 0.5
	return s.times(1 + n*l.ripple*(0.35+0.9*light))
}
