package render

// palette is the colours of a landscape: its sky from the top to the horizon, what shines in it, its farthest and its nearest range, and
// what lies between them: mist, the shaded side of dunes, the foam of waves, the tips of northern lights.
type palette struct {
	family                               family
	light                                light
	winter                               bool
	top, mid, low, sun, far, near, other rgb
}

// palettesOf are the palettes of a family.
func palettesOf(f family) (out []palette) {
	for _, p := range [...]struct {
		family family
		light  light
		winter bool
		k      [7]uint32
	}{
		{mountains, dawn, false, [7]uint32{0x33437c, 0xb883a6, 0xffd9ae, 0xfff3d8, 0xd7a9a9, 0x171c38, 0xf7d3c0}},
		{mountains, day, false, [7]uint32{0x4a86c4, 0x9fc8e8, 0xf3f7f4, 0xffffff, 0xc4dcee, 0x10303f, 0xe2eef2}},
		{mountains, dusk, false, [7]uint32{0x231a4c, 0x8d4787, 0xff9f78, 0xffe2b8, 0xc06e80, 0x140c2a, 0xd77f8c}},
		{mountains, dusk, false, [7]uint32{0xc96b3c, 0xf3a95c, 0xffe7b8, 0xfff8e4, 0xf8c480, 0x33160f, 0xf8cf94}},
		{mountains, night, false, [7]uint32{0x070e28, 0x1b3160, 0x6d8fb4, 0xf4f4e6, 0x40608a, 0x040914, 0x4a6d97}},
		{mountains, day, false, [7]uint32{0x23646e, 0x86c0ae, 0xf6f2d4, 0xfffbe6, 0xb8d6c0, 0x0a2628, 0xd2e6d2}},
		{mountains, day, true, [7]uint32{0x6d86a8, 0xb4c6da, 0xf4efe9, 0xfffaf0, 0xd0d8e0, 0x22384c, 0xe6edf4}},
		{mountains, dusk, true, [7]uint32{0x3a2c62, 0xa06a98, 0xffb49a, 0xffe6cc, 0xca8a98, 0x221838, 0xd8a8b8}},
		{mountains, night, true, [7]uint32{0x0a1430, 0x2c4874, 0x86a4c4, 0xf6f6ee, 0x547298, 0x0a1424, 0x7e9cc0}},
		{sea, dawn, false, [7]uint32{0xf6c58f, 0xfad8af, 0xfdebd0, 0xf0654a, 0x8cc5c4, 0x0f4c68, 0xfdf3df}},
		{sea, night, false, [7]uint32{0x1f2a5a, 0x464a85, 0x6d6bb0, 0xffe3a3, 0x5a78b8, 0x0d1a44, 0xcfe0ff}},
		{sea, day, false, [7]uint32{0x9fd8e6, 0xc8eaf0, 0xf1fbf6, 0xffcf4d, 0x6fc7c0, 0x0b5a74, 0xffffff}},
		{sea, dusk, false, [7]uint32{0xe8788a, 0xf4a8a0, 0xffd8b5, 0xfff0c2, 0xb97aa8, 0x3a1f5c, 0xffe9e0}},
		{sea, dusk, false, [7]uint32{0xd9603f, 0xeb9862, 0xffd08a, 0xfff2c4, 0xd98a62, 0x4a1c2c, 0xffe6c0}},
		{aurora, night, false, [7]uint32{0x030816, 0x0a1c30, 0x12304a, 0x46ffb0, 0x2fb8c8, 0x02060c, 0x8a4dff}},
		{aurora, night, true, [7]uint32{0x070519, 0x191435, 0x2a2350, 0x5dffc8, 0x7d6bff, 0x04030c, 0xff5fb8}},
		{aurora, night, false, [7]uint32{0x04121c, 0x0d3034, 0x164c54, 0xc8ff8a, 0x38e0a8, 0x020a0c, 0x2a8cff}},
		{dunes, day, false, [7]uint32{0x2f5f98, 0x86b0d0, 0xf6e6cc, 0xfffbea, 0xe8cfae, 0xeec083, 0xa06238}},
		{dunes, dusk, false, [7]uint32{0x2b1a4e, 0xb04a78, 0xffb070, 0xfff0c8, 0xe98a78, 0xf58c4e, 0x5c2146}},
		{dunes, dawn, false, [7]uint32{0x40507e, 0xc49aa6, 0xffe0b4, 0xfff6dc, 0xecc0a8, 0xf0b488, 0x74485c}},
		{dunes, night, false, [7]uint32{0x060a20, 0x16264e, 0x4a648c, 0xf2f2e8, 0x46608a, 0x7e93b4, 0x141c38}},
		{lanterns, dusk, false, [7]uint32{0x0b1034, 0x2b2a66, 0xa05a86, 0xfff3da, 0x2c2756, 0x090a20, 0x5a4876}},
		{lanterns, night, false, [7]uint32{0x040818, 0x0f2244, 0x3c5c7c, 0xf3f4ea, 0x142642, 0x03060f, 0x26405e}},
		{lanterns, dusk, false, [7]uint32{0x1a0f3a, 0x6b2f6c, 0xf08a62, 0xffe9c4, 0x4a2450, 0x140a1e, 0x9a5068}},
	} {
		if k := p.k; p.family == f {
			out = append(out, palette{p.family, p.light, p.winter, hex(k[0]), hex(k[1]), hex(k[2]), hex(k[3]), hex(k[4]), hex(k[5]), hex(k[6])})
		}
	}
	return out
}

// choose picks one of the palettes of a family: by the season and the wished light where there are such, and not with the avoided one.
func choose(r *rng, f family, wished, avoided wish) palette {
	all := palettesOf(f)
	for _, fits := range []func(palette) bool{
		func(p palette) bool { return p.winter == (wished.snow && !avoided.snow) },
		func(p palette) bool { return p.light == wished.light },
		func(p palette) bool { return p.light != avoided.light },
	} {
		var some []palette
		for _, p := range all {
			if fits(p) {
				some = append(some, p)
			}
		}
		if len(some) > 0 {
			all = some
		}
	}
	return all[r.n(len(all))].tinted(wished)
}

// tinted gives the palette the colours that the words ask for: warm, cool, black and white.
func (p palette) tinted(w wish) palette {
	for _, k := range []*rgb{&p.top, &p.mid, &p.low, &p.sun, &p.far, &p.near, &p.other} {
		if w.warm {
			*k = k.timesEach(rgb{1.06, 0.98, 0.82})
		}
		if w.cool {
			*k = k.timesEach(rgb{0.82, 0.96, 1.1})
		}
		if v := k.luma(); w.mono {
			*k = rgb{v, v, v}
		}
	}
	return p
}

// ridge is one of the ranges that stand behind each other: hills, dunes or waves.
type ridge struct {
	seed            uint32
	base, amp, freq float32
	speed           float32 // of the slow pan: near ranges move faster; of a wave, in radians a second
	depth           float32 // below the skyline, over which the colours run
	trees           float32 // height of the wood on it; 0: none
	grain           float32
	lut             [256]rgb // its colours from the skyline down
	dark            [256]rgb // on the side that the sun does not reach
}

// landscape is a place laid out for one size of picture.
type landscape struct {
	family     family
	w, h       int
	unit       float32
	pal        palette
	horizon    float32
	shore      int // the last row of land; below it a lake mirrors what is above
	sunX, sunY float32
	sunR       float32
	side       float32 // where the wind and the pan go to, and the shade of dunes
	ridges     []ridge
	sky        []rgb
	tex        texture
	cover      float32 // how much of a cloud's noise is no cloud
	stars      stars
	birds      flock
	boats      []boat
	curtains   []curtain
	lights     *lights
	snow       *snowfall
	mirrors    bool
}

func newLandscape(b brief, width, height int) *landscape {
	r, d := rng(b.place()), rng(b.detail())
	wished, avoided := wishesOf(b.prompt), wishesOf(b.negative)
	l := &landscape{family: familyOf(b), w: width, h: height, shore: height - 1}
	w, h := float32(width), float32(height)
	l.pal = choose(&r, l.family, wished, avoided)
	l.unit = min(w, h*1.25)
	bottom := h
	if l.mirrors = l.family == aurora || l.family == lanterns || wished.lake && !avoided.lake && l.family == mountains; l.mirrors {
		bottom = h * r.in(0.63, 0.70)
		l.shore = min(int(bottom), height-2)
	}
	l.horizon = bottom * r.in(0.46, 0.56)
	if l.family == aurora || l.family == lanterns {
		l.horizon = bottom * 0.97
	}
	l.side = r.sign()
	l.sunX, l.sunY, l.sunR = w*r.in(0.22, 0.78), l.horizon-bottom*r.in(0.12, 0.26), l.unit*r.in(0.045, 0.075)
	if l.pal.light == night || l.family == lanterns {
		l.sunY, l.sunR = l.horizon*r.in(0.2, 0.4), l.sunR*0.7
	}
	if l.family == aurora {
		l.sunR = -9 // nothing but the northern lights
	}
	for k := range ranges[l.family] {
		l.ridges = append(l.ridges, l.newRidge(&r, k, bottom))
	}
	l.tex = newTexture(4, 5, d.seed())
	l.cover = d.in(0.50, 0.58)
	if wished.clouds {
		l.cover = 0.42
	}
	if avoided.clouds || l.family == aurora {
		l.cover = 2 // more than any cloud
	}
	l.birds = flock{3 + d.n(5), w * d.in(0.1, 0.5), l.horizon - h*d.in(0.20, 0.34), -l.side, l.unit, d.seed(), mix(l.pal.near, l.pal.mid, 0.3)}
	if avoided.birds || !wished.birds && (l.pal.light == night || l.pal.winter || l.family == lanterns) {
		l.birds.n = 0
	}
	if l.pal.light == night || l.family == lanterns {
		l.stars = newStars(&d, int(w*l.horizon/1500), width, int(l.horizon*0.95))
	}
	if l.family == sea && !avoided.boats {
		l.boats = launch(&d, w, l.unit)
	}
	if l.family == aurora {
		l.curtains = newCurtains(&r, l.pal, w, h, l.horizon)
	}
	if l.family == lanterns {
		l.lights = newLights(&r, w, bottom, l.unit)
	}
	if wished.snow && !avoided.snow && l.family != dunes && l.family != sea {
		l.snow = newSnowfall(&d, w, h)
	}
	l.paintSky()
	return l
}

// ranges is how many ranges a family has.
var ranges = map[family]int{mountains: 7, sea: 8, aurora: 3, dunes: 6, lanterns: 3}

// newRidge lays range k, from the farthest one to the nearest.
func (l *landscape) newRidge(r *rng, k int, bottom float32) ridge {
	count := ranges[l.family]
	p, u, f := l.pal, l.unit, float32(k)/float32(count-1)
	q := ridge{seed: r.seed(), speed: l.side * u * (0.0025 + 0.028*f*f)}
	body, fog := mix(p.far, p.near, pow(0.08+0.92*f, 1.15)), p.other
	switch l.family {
	case mountains:
		q.base = l.horizon - bottom*0.10 + (bottom*1.08-l.horizon)*pow(f, 1.25)*0.93
		q.amp = u * (0.155 - 0.055*f) * r.in(0.85, 1.2)
		q.freq, q.depth, q.grain = (2.3-0.7*f)/u, u*(0.15+0.13*f), 0.06+0.1*f
		if k >= count-3 {
			q.trees, q.amp = u*(0.012+0.017*float32(k-count+3)), q.amp*0.55
		}
		fog = mix(fog, body, 0.12+0.55*f*f)
	case sea:
		q.base, q.amp = l.horizon+(bottom*0.965-l.horizon)*pow(f, 1.35), u*(0.007+0.027*f)
		q.freq = 6.28 / (u * (0.20 + 0.42*f) * r.in(0.9, 1.15))
		q.speed, q.depth, q.grain = float32(1-2*(k%2))*r.in(0.55, 0.8), q.amp*3.4+u*0.05, 0.1
		fog = mix(body, p.near, 0.4)
		body = mix(body, p.other, 0.13)
	case dunes:
		q.base, q.amp = l.horizon+(bottom*1.02-l.horizon)*pow(f, 1.5)*0.86+u*0.02, u*(0.030+0.125*f)*r.in(0.85, 1.15)
		q.freq, q.depth, q.grain = (2.4-1.55*f)/u*r.in(0.9, 1.1), u*(0.08+0.34*f), 0.06+0.24*f
		body, fog = mix(body, p.sun, 0.22), mix(body, mix(p.other, p.far, 0.6*(1-f)), 0.45)
	default:
		q.base, q.amp = bottom-u*0.035*(1-f), u*(0.07-0.05*f)
		q.freq, q.depth, q.speed = (1.9+f)/u, u*0.1, 0
		if k > 0 {
			q.trees = u * 0.022
		}
		if l.family == aurora {
			body = mix(p.low, p.near, 0.5+0.5*f)
		}
		fog = mix(body, p.low, 0.3*(1-f))
	}
	for i := range q.lut {
		d := float32(i) / 255
		q.lut[i] = mix(body, fog, smooth(0.02, 1, d)*0.9)
		q.dark[i] = mix(mix(p.other, p.far, 0.75*pow(1-f, 1.4)), fog, smooth(0, 1, d)*0.3)
	}
	return q
}

// skyline is the height of range k at a column.
func (l *landscape) skyline(k int, x, t float32) float32 {
	q := &l.ridges[k]
	if l.family == sea { // two sines, a little steeper on one side
		a := x*q.freq + t*q.speed + float32(q.seed%7)
		return q.base - q.amp*(sin(a+0.35*sin(a))+0.42*sin(x*q.freq*1.7-t*q.speed*0.7+float32(q.seed%5)))
	}
	x += q.speed*t + 5000
	at := x * q.freq
	switch {
	case l.family == dunes: // long waves with sharp tops, leaning with the wind
		at += 0.22 * noise1(at*0.7, q.seed+3)
		return q.base - q.amp*((1-1.5*abs(noise1(at, q.seed)))*0.8+0.55*noise1(at*0.37+5, q.seed+7))
	case q.trees > 0:
		return q.base - q.amp*1.1*fbm1(at, 4, q.seed, false) - pines(x, q.trees, q.seed)
	}
	return q.base - q.amp*(0.25+fbm1(at*0.8, 6, q.seed, true)*0.85+0.6*noise1(at*0.35, q.seed+77))
}

// paintSky paints what does not move: the gradient, the sun or the moon, and the glow around it.
func (l *landscape) paintSky() {
	p, strength := l.pal, float32(0.9)
	if p.light == night || l.family == lanterns {
		strength = 0.45
	}
	l.sky = make([]rgb, l.w*(l.shore+1))
	bands(l.shore+1, func(from, to int) {
		for y := from; y < to; y++ {
			g := float32(y) / l.horizon
			base := mix(mix(p.top, p.mid, smooth(0, 0.55, g)), p.low, smooth(0.5, 1.05, g))
			row := l.sky[y*l.w:][:l.w]
			for x := range row {
				row[x] = base
				if l.sunR < 0 {
					continue
				}
				dx, dy := float32(x)-l.sunX, float32(y)-l.sunY
				d := sqrt(dx*dx + dy*dy)
				glow := 0.45*exp(-d/(l.unit*0.20)) + 0.35*exp(-d/(l.unit*0.055))
				row[x] = mix(mix(base, p.sun, clamp01(glow*strength)), p.sun, 1-smooth(l.sunR-1.2, l.sunR+1.2, d))
			}
		}
	})
}

// moment is what is worked out once for a frame.
type moment struct {
	t     float32
	tops  [][]float32 // of each range and column, the skyline
	front [][]float32 // the highest of it and of the nearer ones
	mist  [][]float32 // where mist sets in: the skyline, softened
	folds [][]fold    // of the curtains
}

func (l *landscape) moment(t float32) moment {
	m := moment{t: t}
	for k := range l.ridges {
		tops := make([]float32, l.w)
		for x := range tops {
			tops[x] = l.skyline(k, float32(x), t)
		}
		m.tops, m.front, m.mist = append(m.tops, tops), append(m.front, append([]float32(nil), tops...)), append(m.mist, tops)
		if l.ridges[k].trees > 0 { // with the real one each tree draws a streak in the mist
			m.mist[k] = blurred(tops, int(l.unit*0.035))
		}
	}
	for k := len(l.ridges) - 2; k >= 0; k-- {
		for x, near := range m.front[k+1] {
			m.front[k][x] = min(m.front[k][x], near)
		}
	}
	for i := range l.curtains {
		m.folds = append(m.folds, l.curtains[i].folds(l.w, t))
	}
	return m
}

// paint implements [painter].
func (l *landscape) paint(c *canvas, t, _ float32) {
	m := l.moment(t)
	layer := make([]int, l.w) // what each column shows in the row that is painted: 0 sky, k+1 range k
	for y := range l.shore + 1 {
		l.row(c, y, &m, layer)
	}
	l.stars.paint(c, t, func(x int) float32 { return m.front[0][x] })
	l.birds.paint(c, t)
	for _, b := range l.boats {
		b.paint(c, l, &m)
	}
	if l.lights != nil {
		l.lights.paint(c, t, l.shore)
	}
	if l.mirrors {
		l.mirror(c, t)
	}
	if l.snow != nil {
		l.snow.paint(c, t)
	}
}

func (l *landscape) row(c *canvas, y int, m *moment, layer []int) {
	Y := float32(y)
	// Clouds are flatter near the horizon; their texture is scaled around the middle of the picture, or all would lean to one side.
	far := 1 / (0.18 + max(0, (l.horizon-Y)/float32(l.h))*1.5)
	scale := far * 0.15 * 1080 / l.unit
	drift := m.t*5.5*l.side*l.unit/1080 + 40*texSize/scale - float32(l.w)/2
	band := smooth(0, 0.15, (l.horizon-Y)/float32(l.h)) * smooth(0, 0.12, Y/float32(l.h)) * 0.6
	lit := mix(l.pal.sun, l.pal.low, 0.4)
	if l.pal.light == night || l.family == lanterns {
		lit = mix(l.pal.mid, l.pal.low, 0.7)
	}
	for x := range l.w {
		k := layer[x]
		for k < len(l.ridges) && Y+1 > m.front[k][x] {
			k++
		}
		layer[x] = k
		var s rgb
		if k == 0 {
			s = l.sky[y*l.w+x]
			if band > 0 && l.cover < 1 {
				n := l.tex.lerp((float32(x)+drift)*scale, Y*0.52*1080/l.unit*far)
				s = mix(s, lit, clamp01((n-l.cover)*3.6)*band)
			}
			for i, folds := range m.folds {
				s = s.plus(folds[x].at(&l.curtains[i], Y), 1)
			}
		} else {
			s = l.land(k-1, x, Y, m)
			if e := m.front[k-1][x] - Y; e > 0 { // the edge pixel shows a part of what is behind
				s = mix(s, c.at(x, max(y, 1)-1), e)
			}
		}
		if l.family == sea && k < len(l.ridges) { // the wave in front throws a soft shadow
			if e := 1 - (m.front[k][x]-Y)/(l.unit*0.03); e > 0 {
				s = s.times(1 - 0.22*e*e)
			}
		}
		c.set(x, y, s.add(dithering(x, y)))
	}
}

// land is the colour of range k below its skyline.
func (l *landscape) land(k, x int, Y float32, m *moment) rgb {
	q := &l.ridges[k]
	depth := max(0, Y-m.mist[k][x])
	i := int(min(depth/q.depth*255, 255))
	s := q.lut[i]
	n := l.tex.along((float32(x)+q.speed*m.t+9000)*2, int(Y*3)) - 0.5
	switch l.family {
	case sea: // the cut edge catches the light
		s = mix(s, l.pal.other, clamp01(l.unit*0.0042+0.5-(Y-m.tops[k][x]))*0.75)
	case dunes: // the slope of the crest, carried down at an angle, says which side a pixel is on
		at := min(max(float32(x)+depth*0.75*l.side, 2), float32(l.w-3))
		slope := (m.tops[k][int(at)+2] - m.tops[k][int(at)-2]) / 4 / (q.amp * q.freq)
		s = mix(s, q.dark[i], smooth(-0.3, 0.5, slope*l.side))
	}
	return s.times(1 + n*q.grain*(1-0.6*float32(i)/255))
}

// mirror fills what is below the shore with what stands above it, with ripples that grow toward the viewer.
func (l *landscape) mirror(c *canvas, t float32) {
	tint := mix(l.pal.mid, l.pal.near, 0.4)
	for y := l.shore + 1; y < c.h; y++ {
		d := float32(y - l.shore)
		near := d / float32(c.h-l.shore)
		scale := texSize / l.unit * (0.30 + 0.6*(1-near)) // perspective: far ripples are flatter
		row := 400*pow(d/l.unit, 0.5) + 900*d/l.unit
		sway := l.unit * (0.002 + 0.045*near)
		for x := range c.w {
			u := (float32(x)-float32(c.w)/2)*scale + 64*texSize
			n := l.tex.lerp(u*1.5+t*6, row*2+t*14) + 0.6*l.tex.lerp(u*4, row*5+1000-t*26) - 0.8
			sy := min(max(l.shore-int(d*0.94+n*sway+0.5), 0), l.shore)
			sx := min(max(x+int(n*sway*0.25), 0), c.w-1)
			k := c.at(sx, sy).times((0.85-0.26*near)*(1+0.34*n)).plus(tint, (0.10+0.14*near)*(0.7+0.6*n))
			c.set(x, y, k.add(dithering(x, y)))
		}
	}
}
