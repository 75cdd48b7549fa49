package scene

// lanterns: paper lanterns rise over a river at nightfall; the water carries their light.
type lanterns struct{ setting }

type lanternPalette struct {
	top, mid, horizon, moon, far, near rgb
	light                              Light
}

func lanternPalettes() []lanternPalette {
	return []lanternPalette{
		{hex(0x0b1034), hex(0x2b2a66), hex(0xa05a86), hex(0xfff3da), hex(0x2c2756), hex(0x090a20), Dusk},
		{hex(0x040818), hex(0x0f2244), hex(0x3c5c7c), hex(0xf3f4ea), hex(0x142642), hex(0x03060f), Night},
		{hex(0x1a0f3a), hex(0x6b2f6c), hex(0xf08a62), hex(0xffe9c4), hex(0x4a2450), hex(0x140a1e), Dusk},
		{hex(0x06161c), hex(0x10424a), hex(0x6aa08c), hex(0xf4f6e0), hex(0x12383e), hex(0x030d10), Night},
	}
}

type lantern struct {
	x, y, v, sway, phase float32

	kind int // which of the sprites
}

type lanternStage struct {
	w, h       int
	W, H, unit float32
	shore      int
	horizon    float32
	pal        lanternPalette
	back       []byte // what does not move, packed like a canvas, down to the shore
	hills      []float32
	lanterns   []lantern
	sprites    []glow
	stars      stars
	lake       lake
	span       float32 // height over which lanterns rise before they begin again below
}

func (m lanterns) Stage(w, h int) Stage {
	r, d := rng(m.place), rng(m.detail)
	s := &lanternStage{w: w, h: h, W: float32(w), H: float32(h)}
	palettes := lanternPalettes()
	lights := make([]Light, len(palettes))
	for i, p := range palettes {
		lights[i] = p.light
	}
	s.pal = palettes[m.choose(&r, lights)]
	s.unit = min(s.W, s.H*1.3)
	s.horizon = s.H * r.in(0.64, 0.71)
	s.shore = min(int(s.horizon), h-2)
	s.lake = lake{shore: s.shore, unit: s.unit, tint: mix(s.pal.mid, s.pal.near, 0.35), dim: 0.88, tex: newTexture(8, 4, r.seed())}
	s.paintBack(&r, m.wish.Moon || r.n(3) > 0)
	s.stars = newStars(&d, int(s.W*s.horizon/1500), w, int(s.horizon*0.8))
	s.light(&d)
	return s
}

// paintBack paints sky, moon, and two ranges of hills with trees.
func (s *lanternStage) paintBack(r *rng, moon bool) {
	p := s.pal
	moonX, moonY, moonR := s.W*r.in(0.15, 0.85), s.horizon*r.in(0.16, 0.34), s.unit*r.in(0.035, 0.055)
	if !moon {
		moonR = -9
	}
	far, near := make([]float32, s.w), make([]float32, s.w)
	s1, s2, side := r.seed(), r.seed(), r.in(0, 9)
	s.hills = make([]float32, s.w)
	for x := range s.w {
		X := float32(x) + 7000
		far[x] = s.horizon - s.unit*(0.05+0.085*(0.5+0.5*ridge1(X*1.3/s.unit, 5, s1))+0.05*noise1(X*0.7/s.unit, s1+3))
		wood := fbm1(X*1.1/s.unit+side, 3, s2)
		near[x] = s.horizon + s.unit*0.003 - s.unit*0.055*max(0, wood+0.16) - pines(X, s.unit*0.020, s2, 1.3)*smooth(-0.2, 0.05, wood)
		s.hills[x] = min(far[x], near[x])
	}
	s.back = make([]byte, (s.shore+1)*s.w*4)
	bands(s.shore+1, func(from, to int) {
		for y := from; y < to; y++ {
			Y := float32(y)
			g := Y / s.horizon
			base := mix(p.mid, p.horizon, pow(smooth(0.35, 1, g), 1.3))
			if g < 0.5 {
				base = mix(mix(p.top, p.mid, smooth(0, 1, g*1.6)), base, smooth(0.2, 0.5, g))
			}
			haze := mix(p.far, p.horizon, 0.5*smooth(s.horizon-s.unit*0.16, s.horizon, Y))
			out, dr := s.back[y*s.w*4:][:s.w*4], ditherRow(y)
			for x := range s.w {
				c := base
				if moon {
					dx, dy := float32(x)-moonX, Y-moonY
					d := sqrt(dx*dx + dy*dy)
					c = mix(c, p.moon, 0.30*exp(-d/(s.unit*0.13))+0.3*exp(-max(0, d-moonR)/(s.unit*0.02)))
					c = mix(c, p.moon, 1-smooth(moonR-1.2, moonR+1.2, d))
				}
				c = mix(c, haze, clamp01(Y+1-far[x]))
				c = mix(c, p.near, clamp01(Y+1-near[x]))
				e, o := dr[x&63], x*4
				out[o], out[o+1], out[o+2] = b8(c[0]+e), b8(c[1]+e), b8(c[2]+e)
			}
		}
	})
}

const lanternSizes = 9

// light makes the lanterns, the far ones first, so that near ones are painted over them.
func (s *lanternStage) light(r *rng) {
	for i := range lanternSizes {
		f := float32(i) / (lanternSizes - 1)
		s.sprites = append(s.sprites, newGlow(s.unit*(0.0055+0.034*f*f), 0.55+0.45*f))
	}
	n := 84
	s.span = s.horizon * 1.18 // from behind the shore to above the picture
	for i := range n {
		f := float32(i) / float32(n-1)
		near := pow(f, 3.2)
		s.lanterns = append(s.lanterns, lantern{
			x: s.W * r.in(-0.02, 1.02), y: r.in(0, s.span), v: s.unit * (0.006 + 0.020*near) * r.in(0.8, 1.2),
			sway: s.unit * (0.003 + 0.010*near), phase: r.in(0, 7),
			kind: min(int(near*lanternSizes), lanternSizes-1),
		})
	}
}

type lanternPainter struct{ *lanternStage }

func (s *lanternStage) Painter() Painter { return lanternPainter{s} }

func (p lanternPainter) Paint(c *Canvas, t, _ float32) {
	copy(c.Pix, p.back)
	p.stars.paint(c, t, func(x int) float32 { return p.hills[x] })
	for i := range p.lanterns {
		q := &p.lanterns[i]
		x := q.x + q.sway*sin(t*0.7+q.phase) + q.v*0.35*t
		x = wrap(x+p.W*0.1, p.W*1.2) - p.W*0.1
		y := wrap(q.y-q.v*t, p.span) - p.horizon*0.08
		flicker := 0.92 + 0.08*sin(t*3.1+q.phase*3)*sin(t*1.7+q.phase)
		flicker *= smooth(-p.horizon*0.08, 0, y)
		p.sprites[q.kind].paint(c, x, y, p.shore, flicker)
	}
	p.lake.paint(c, t)
}

// glow is a lantern with the light around it.
type glow struct {
	half int
	body []rgb     // opaque paper, by pixel
	mask []float32 // of the body
	halo []rgb     // light to add
}

func newGlow(r, strength float32) glow {
	half := max(3, int(r*5))
	g := glow{half: half}
	n := 2*half + 1
	g.body, g.mask, g.halo = make([]rgb, n*n), make([]float32, n*n), make([]rgb, n*n)
	for j := range n {
		for i := range n {
			x, y := (float32(i)-float32(half))/r, (float32(j)-float32(half))/r
			// a rounded shape, wider at the top: 1.5 wide, 2 high
			width := 0.78 - 0.12*y - 0.34*pow(max(0, -y-0.45), 2)*4
			dx, dy := x/width, y/1.05
			edge := 1 - sqrt(sqrt(dx*dx*dx*dx+dy*dy*dy*dy))
			o := j*n + i
			g.mask[o] = clamp01(edge*r*0.8 + 0.5)
			d := sqrt(x*x + (y-0.35)*(y-0.35)*0.8)
			paper := mix(hex(0xfff0b8), hex(0xff9c3c), smooth(0.0, 0.95, d))
			paper = mix(paper, hex(0xc9481c), smooth(0.75, 1.5, d))
			if y > 0.82 {
				paper = mix(paper, hex(0x6a2412), smooth(0.82, 1.0, y))
			}
			g.body[o] = paper
			out := sqrt(x*x+y*y) / 7
			fall := (1 - smooth(0.3, 0.71, out)) * strength
			g.halo[o] = hex(0xff8a34).times(fall*(0.55*exp(-out*7.5))).plus(hex(0xffb050), fall*0.5*exp(-out*16))
		}
	}
	return g
}

// paint puts the lantern on the canvas, not below the row shore.
func (g *glow) paint(c *Canvas, x, y float32, shore int, light float32) {
	if light <= 0 {
		return
	}
	n := 2*g.half + 1
	x0, y0 := x-float32(g.half), y-float32(g.half)
	ix, iy := int(x0+1024)-1024, int(y0+1024)-1024
	fx, fy := x0-float32(ix), y0-float32(iy)
	for j := max(0, -iy); j < n && iy+j <= shore; j++ {
		for i := max(0, -ix); i < n && ix+i < c.W; i++ {
			// between the pixels of the sprite, or slow lanterns would tick
			o := j*n + i
			l, u := o, o
			if i > 0 {
				l = o - 1
			}
			if j > 0 {
				u = o - n
			}
			m := g.mask[o]*(1-fx-fy+fx*fy) + g.mask[l]*fx*(1-fy) + g.mask[u]*fy
			halo := g.halo[o]
			if m == 0 && halo[0] < 0.4 { // too faint to be seen
				continue
			}
			q := c.Pix[((iy+j)*c.W+ix+i)*4:][:3:3]
			for z := range 3 {
				v := float32(q[z])
				v += halo[z] * light * (1 - v/300)
				if m > 0 {
					v += (g.body[o][z]*(0.86+0.14*light) - v) * m * min(1, light*1.4)
				}
				q[z] = b8(v + 0.5)
			}
		}
	}
}
