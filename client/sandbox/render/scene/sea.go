package scene

import "math"

// sea is cut out of paper: waves behind each other with light edges and soft shadows, a sun of rings, clouds, boats that ride the waves.
type sea struct{ setting }

type seaPalette struct {
	top, low, sun, far, near, foam, hull, sail, jib, cloud rgb
	light                                                  Light
}

func seaPalettes() []seaPalette {
	return []seaPalette{
		{hex(0xf6c58f), hex(0xfdebd0), hex(0xf0654a), hex(0x8cc5c4), hex(0x0f4c68), hex(0xfdf3df), hex(0x7b2f2a), hex(0xfff6e6), hex(0xf2a65a), hex(0xfff4e2), Dawn},
		{hex(0x1f2a5a), hex(0x6d6bb0), hex(0xffe3a3), hex(0x5a78b8), hex(0x0d1a44), hex(0xcfe0ff), hex(0x2b1d3f), hex(0xfff2d6), hex(0xff9a76), hex(0x8f8fce), Night},
		{hex(0x9fd8e6), hex(0xf1fbf6), hex(0xffcf4d), hex(0x6fc7c0), hex(0x0b5a74), hex(0xffffff), hex(0xc8432f), hex(0xffffff), hex(0xffb84d), hex(0xffffff), Day},
		{hex(0xe8788a), hex(0xffd8b5), hex(0xfff0c2), hex(0xb97aa8), hex(0x3a1f5c), hex(0xffe9e0), hex(0x401a3a), hex(0xfff4ea), hex(0xff8f6b), hex(0xffc6b8), Dusk},
		{hex(0x2e8b8b), hex(0xd6f0dc), hex(0xfff3b0), hex(0x7fc4a8), hex(0x0c3b4a), hex(0xf4fff4), hex(0xb5482d), hex(0xfffaf0), hex(0xf2c14e), hex(0xeefaf0), Day},
		{hex(0xd9603f), hex(0xffd08a), hex(0xfff2c4), hex(0xd98a62), hex(0x4a1c2c), hex(0xffe6c0), hex(0x3a1420), hex(0xfff0dc), hex(0xf2b04e), hex(0xf7b083), Dusk},
	}
}

const waves = 8

type wave struct {
	base, amp            float32
	freq1, freq2, v1, v2 float32
	phase1, phase2       float32
	body                 [256]rgb // by depth below the edge
	perDepth             float32
	edge                 rgb
}

// height is the y of the edge of the wave at x: two sines, a little steeper on one side.
func (l *wave) height(x, t float32) float32 {
	a := float64(x*l.freq1 + t*l.v1 + l.phase1)
	b := float64(x*l.freq2 + t*l.v2 + l.phase2)
	s := float32(math.Sin(a + 0.35*math.Sin(a)))
	return l.base - l.amp*(s+0.42*float32(math.Sin(b))) - l.amp*0.12*sin(t*0.9+l.phase1)
}

type seaStage struct {
	w, h                int
	W, H, unit          float32
	horizon             float32
	sunX, sunY, sunR    float32
	pal                 seaPalette
	waves               [waves]wave
	paper               texture
	sky                 []byte // packed like a canvas
	clouds              []paperCloud
	boats               []boat
	foamWidth, shadowHt float32
}

func (m sea) Stage(w, h int) Stage {
	r, d := rng(m.place), rng(m.detail)
	s := &seaStage{w: w, h: h, W: float32(w), H: float32(h)}
	palettes := seaPalettes()
	lights := make([]Light, len(palettes))
	for i, p := range palettes {
		lights[i] = p.light
	}
	s.pal = palettes[m.choose(&r, lights)]
	s.unit = min(s.W, s.H*1.25)
	s.horizon = s.H * r.in(0.40, 0.50)
	s.foamWidth, s.shadowHt = s.unit*0.0042, s.unit*0.030
	for k := range s.waves {
		s.waves[k] = s.cutWave(&r, k)
	}
	s.sunX, s.sunY, s.sunR = s.W*r.in(0.25, 0.75), s.horizon-s.unit*r.in(0.05, 0.13), s.unit*r.in(0.115, 0.15)
	s.paper = newTexture(64, 3, r.seed())
	if !m.avoid.Clouds {
		s.clouds = s.cutClouds(&d, m.wish.Clouds)
	}
	if !m.avoid.Boats {
		s.boats = s.launch(&d)
	}
	s.paintSky()
	return s
}

func (s *seaStage) cutWave(r *rng, k int) wave {
	p, f := s.pal, float32(k)/(waves-1)
	l := wave{base: s.horizon + (s.H*0.965-s.horizon)*pow(f, 1.35), amp: s.unit * (0.007 + 0.027*f)}
	l.freq1 = 2 * math.Pi / (s.unit * (0.20 + 0.42*f) * r.in(0.9, 1.15))
	l.freq2 = l.freq1 * r.in(1.5, 1.9)
	way := float32(1 - 2*(k%2)) // neighbours move against each other
	l.v1, l.v2 = way*r.in(0.55, 0.8), -way*r.in(0.3, 0.6)
	l.phase1, l.phase2 = r.in(0, 7), r.in(0, 7)
	c := mix(p.far, p.near, pow(f, 0.85))
	for i := range l.body {
		l.body[i] = mix(mix(c, p.foam, 0.13), mix(c, p.near, 0.38), smooth(0, 1, float32(i)/255))
	}
	l.edge = mix(mix(c, p.foam, 0.72), p.low, 0.1)
	l.perDepth = 255 / (l.amp*3.4 + s.unit*0.05)
	return l
}

// paintSky paints the paper behind the waves: a gradient and the rings of the sun, each with a shadow.
func (s *seaStage) paintSky() {
	p := s.pal
	rows := min(s.h, int(s.horizon+s.unit*0.06)+1)
	s.sky = make([]byte, rows*s.w*4)
	bands(rows, func(from, to int) {
		for y := from; y < to; y++ {
			base := mix(p.top, p.low, smooth(0, 1, float32(y)/s.horizon))
			paper, dr, out := s.paper.row(y), ditherRow(y), s.sky[y*s.w*4:][:s.w*4]
			for x := range s.w {
				c := s.rings(base, float32(x)-s.sunX, float32(y)-s.sunY)
				c = c.times(1 + 0.075*(paper[x&texMask]-0.5))
				d, o := dr[x&63], x*4
				out[o], out[o+1], out[o+2] = b8(c[0]+d), b8(c[1]+d), b8(c[2]+d)
			}
		}
	})
}

func (s *seaStage) rings(base rgb, dx, dy float32) rgb {
	p, c := s.pal, base
	d2 := dx*dx + dy*dy
	if outer := s.sunR*2.72 + s.unit*0.03; d2 > outer*outer {
		return c
	}
	d, shadow, angle := sqrt(d2), sqrt(dx*dx+(dy-s.unit*0.005)*(dy-s.unit*0.005)), math.Atan2(float64(dy), float64(dx))
	for q := 4; q >= 0; q-- {
		R := s.sunR * (1 + 0.42*float32(q)) * (1 + 0.005*float32(math.Sin(angle*float64(5+q)+float64(q)*1.9))) // cut by hand
		in := 1 - smooth(R-0.9, R+0.9, d)
		sh := (1 - smooth(R, R+s.unit*0.016, shadow)) * (1 - in)
		if q > 0 {
			c = mix(c.times(1-0.055*sh), mix(base, p.sun, 0.34-0.068*float32(q)), in)
		} else {
			c = mix(c.times(1-0.13*sh), mix(p.sun, p.low, 0.18*clamp01(d/s.sunR)), in)
		}
	}
	return c
}
