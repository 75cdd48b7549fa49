package scene

// mountains: ridges behind each other in drifting mist, pine forests in front, sun or moon, streaks of cloud; with a lake
// where the words ask for one.
type mountains struct{ setting }

type mountainPalette struct {
	top, mid, horizon, sun, mist, near rgb
	light                              Light
	winter                             bool
}

func mountainPalettes() []mountainPalette {
	return []mountainPalette{
		{hex(0x33437c), hex(0xb883a6), hex(0xffd9ae), hex(0xfff3d8), hex(0xf7d3c0), hex(0x171c38), Dawn, false},
		{hex(0x4a86c4), hex(0x9fc8e8), hex(0xf3f7f4), hex(0xffffff), hex(0xe2eef2), hex(0x10303f), Day, false},
		{hex(0x231a4c), hex(0x8d4787), hex(0xff9f78), hex(0xffe2b8), hex(0xd77f8c), hex(0x140c2a), Dusk, false},
		{hex(0xc96b3c), hex(0xf3a95c), hex(0xffe7b8), hex(0xfff8e4), hex(0xf8cf94), hex(0x33160f), Dusk, false},
		{hex(0x070e28), hex(0x1b3160), hex(0x6d8fb4), hex(0xf4f4e6), hex(0x4a6d97), hex(0x040914), Night, false},
		{hex(0x23646e), hex(0x86c0ae), hex(0xf6f2d4), hex(0xfffbe6), hex(0xd2e6d2), hex(0x0a2628), Day, false},
		{hex(0x6d86a8), hex(0xb4c6da), hex(0xf4efe9), hex(0xfffaf0), hex(0xe6edf4), hex(0x22384c), Day, true},
		{hex(0x544a7e), hex(0xb49ac4), hex(0xffdcd0), hex(0xfff2e4), hex(0xeadcec), hex(0x282848), Dawn, true},
		{hex(0x3a2c62), hex(0xa06a98), hex(0xffb49a), hex(0xffe6cc), hex(0xd8a8b8), hex(0x221838), Dusk, true},
		{hex(0x0a1430), hex(0x2c4874), hex(0x86a4c4), hex(0xf6f6ee), hex(0x7e9cc0), hex(0x0a1424), Night, true},
	}
}

const ridges = 7

type ridge struct {
	seed            uint32
	base, amp, freq float32
	speed           float32 // of the slow pan: near ridges move faster
	mist            float32 // how deep below the skyline it begins
	lut             [256]rgb
	trees, dense    float32
}

type mountainStage struct {
	w, h             int
	W, H, unit       float32
	bottom           int // the first row that is not land: the shore of the lake, or the end of the picture
	horizon          float32
	sunX, sunY, sunR float32
	pan              float32
	pal              mountainPalette
	ridges           [ridges]ridge
	sky              []rgb
	clouds, grain    texture
	cloudLit         rgb
	cover            float32
	birds            flock
	stars            stars
	lake             *lake
	snow             *snowfall
}

func (m mountains) Stage(w, h int) Stage {
	r, d := rng(m.place), rng(m.detail)
	s := &mountainStage{w: w, h: h, W: float32(w), H: float32(h), bottom: h}
	s.unit = min(s.W, s.H*1.2)
	s.pal = m.palette(&r)
	bottom := s.H
	if m.wish.Lake && !m.avoid.Lake {
		bottom = s.H * r.in(0.62, 0.68)
		s.bottom = int(bottom)
		s.lake = &lake{shore: s.bottom - 1, unit: s.unit, tint: mix(s.pal.mid, s.pal.near, 0.4), dim: 0.84, tex: newTexture(8, 4, r.seed())}
	}
	s.horizon = bottom * r.in(0.50, 0.60)
	s.sunX, s.sunY, s.sunR = s.W*r.in(0.22, 0.78), s.horizon-bottom*r.in(0.13, 0.26), s.unit*r.in(0.045, 0.075)
	if s.pal.light == Night {
		s.sunR *= 0.7
		s.sunY -= bottom * 0.1
	}
	s.pan = r.sign()
	s.layRidges(&r, bottom)
	s.layDetails(m, &d)
	s.paintSky()
	return s
}

func (m mountains) palette(r *rng) mountainPalette {
	var open []mountainPalette
	var lights []Light
	for _, p := range mountainPalettes() {
		if p.winter == (m.wish.Snow && !m.avoid.Snow) {
			open, lights = append(open, p), append(lights, p.light)
		}
	}
	return open[m.choose(r, lights)]
}

func (s *mountainStage) layRidges(r *rng, bottom float32) {
	p := s.pal
	for k := range s.ridges {
		f := float32(k) / (ridges - 1)
		l := &s.ridges[k]
		l.seed = r.seed()
		l.base = s.horizon - bottom*0.10 + (bottom*0.98-s.horizon+bottom*0.10)*pow(f, 1.25)*0.93
		l.amp = s.unit * (0.155 - 0.055*f) * r.in(0.85, 1.2) * bottom / s.H
		l.freq = (2.3 - 0.7*f) / s.unit
		l.speed = s.pan * s.unit * (0.0025 + 0.030*f*f)
		l.mist = s.unit * (0.15 + 0.13*f)
		body := mix(mix(p.horizon, p.mid, 0.55), p.near, pow(0.10+0.90*f, 1.15))
		fog := mix(mix(p.mist, p.horizon, 0.25), body, 0.12+0.55*f*f)
		for i := range l.lut {
			l.lut[i] = mix(body, fog, smooth(0.02, 1, float32(i)/255)*(0.95-0.35*f))
		}
		if k >= ridges-3 {
			l.trees = s.unit * (0.012 + 0.017*float32(k-(ridges-3)))
			l.dense = 1.25
			l.amp *= 0.55
		}
	}
}

func (s *mountainStage) layDetails(m mountains, d *rng) {
	night := s.pal.light == Night
	s.clouds, s.grain = newTexture(4, 5, d.seed()), newTexture(16, 4, d.seed())
	s.cover = d.in(0.50, 0.60)
	if m.wish.Clouds {
		s.cover = 0.44
	}
	if m.avoid.Clouds {
		s.cover = 2 // more than any cloud
	}
	s.cloudLit = mix(s.pal.sun, s.pal.horizon, 0.35)
	if night {
		s.cloudLit = mix(s.pal.mid, s.pal.horizon, 0.7)
	}
	s.birds = flock{n: 3 + d.n(5), x: s.W * d.in(0.1, 0.5), y: s.horizon - s.H*d.in(0.20, 0.34), dir: -s.pan, unit: s.unit, series: d.seed(), colour: mix(s.pal.near, s.pal.mid, 0.25)}
	if m.avoid.Birds || ((night || s.pal.winter) && !m.wish.Birds) {
		s.birds.n = 0
	}
	if night {
		s.stars = newStars(d, int(s.W*s.horizon/1700), s.w, int(s.horizon*0.95))
	}
	if s.pal.winter {
		s.snow = newSnowfall(d, s.w, s.h)
	}
}

// paintSky paints what does not move: the gradient, the sun or the moon, and the glow around it.
func (s *mountainStage) paintSky() {
	p := s.pal
	strength := float32(1)
	if p.light == Night {
		strength = 0.5
	}
	s.sky = make([]rgb, s.w*s.bottom)
	bands(s.bottom, func(from, to int) {
		for y := from; y < to; y++ {
			g := float32(y) / s.horizon
			base := mix(p.mid, p.horizon, smooth(0, 1, clamp01((g-0.55)/0.5)))
			if g < 0.55 {
				base = mix(p.top, p.mid, smooth(0, 1, g/0.55))
			}
			row := s.sky[y*s.w:][:s.w]
			for x := range row {
				dx, dy := float32(x)-s.sunX, float32(y)-s.sunY
				d := sqrt(dx*dx + dy*dy)
				glow := 0.50*exp(-d/(s.unit*0.20)) + 0.35*exp(-d/(s.unit*0.055))
				c := mix(base, p.sun, clamp01(glow*strength))
				row[x] = mix(c, p.sun, 1-smooth(s.sunR-1.2, s.sunR+1.2, d))
			}
		}
	})
}
