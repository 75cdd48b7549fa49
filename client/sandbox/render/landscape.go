package render

import (
	"fmt"
	"hash/fnv"
)

// sceneInput is the part of a request that determines the scene.
type sceneInput struct {
	prompt, negative, model string
	seed                    int64
}

// layoutHash returns the hash for the layout, from prompt and seed. A picture and a clip with the same prompt and seed
// show the same place.
func (b sceneInput) layoutHash() rng { return rngOf(b.seed, b.prompt) }

// detailHash returns the hash for details such as clouds, stars and speed, from all fields.
func (b sceneInput) detailHash() rng { return rngOf(b.seed, b.prompt, b.negative, b.model) }

// palette returns the colours. Consecutive seeds have different palettes, so that pictures of one order are easy to
// tell apart.
func (b sceneInput) palette() palette {
	words := rngOf(0, b.prompt)
	const step = 7 // coprime to the number of palettes, and usually reaches another family
	return palettes[(words.next()+uint64(b.seed)*step)%uint64(len(palettes))]
}

func rngOf(seed int64, texts ...string) rng {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q", texts) // quoted, so that different lists give different hashes
	r := rng(h.Sum64() ^ uint64(seed)*0x9e3779b97f4a7c15)
	return rng(r.next())
}

// family is a kind of landscape.
type family int

const (
	mountains family = iota
	sea
	dunes
	aurora
)

// ranges is the number of ranges behind each other in a family.
var ranges = [...]int{mountains: 7, sea: 8, dunes: 6, aurora: 3}

// palette is the colours of a landscape: the sky from top to horizon, the light source, the farthest and the nearest
// range. other is the colour of mist, foam, shaded dunes or the tips of northern lights, depending on the family.
type palette struct {
	family                               family
	night                                bool
	top, mid, low, sun, far, near, other uint32 // 0xRRGGBB
}

var palettes = [...]palette{
	{mountains, false, 0x33437c, 0xb883a6, 0xffd9ae, 0xfff3d8, 0xd7a9a9, 0x171c38, 0xf7d3c0},
	{mountains, false, 0x4a86c4, 0x9fc8e8, 0xf3f7f4, 0xffffff, 0xc4dcee, 0x10303f, 0xe2eef2},
	{mountains, false, 0x231a4c, 0x8d4787, 0xff9f78, 0xffe2b8, 0xc06e80, 0x140c2a, 0xd77f8c},
	{mountains, false, 0xc96b3c, 0xf3a95c, 0xffe7b8, 0xfff8e4, 0xf8c480, 0x33160f, 0xf8cf94},
	{mountains, true, 0x070e28, 0x1b3160, 0x6d8fb4, 0xf4f4e6, 0x40608a, 0x040914, 0x4a6d97},
	{mountains, false, 0x23646e, 0x86c0ae, 0xf6f2d4, 0xfffbe6, 0xb8d6c0, 0x0a2628, 0xd2e6d2},
	{sea, false, 0xf6c58f, 0xfad8af, 0xfdebd0, 0xf0654a, 0x8cc5c4, 0x0f4c68, 0xfdf3df},
	{sea, true, 0x1f2a5a, 0x464a85, 0x6d6bb0, 0xffe3a3, 0x5a78b8, 0x0d1a44, 0xcfe0ff},
	{sea, false, 0x9fd8e6, 0xc8eaf0, 0xf1fbf6, 0xffcf4d, 0x6fc7c0, 0x0b5a74, 0xffffff},
	{sea, false, 0xe8788a, 0xf4a8a0, 0xffd8b5, 0xfff0c2, 0xb97aa8, 0x3a1f5c, 0xffe9e0},
	{dunes, false, 0x2f5f98, 0x86b0d0, 0xf6e6cc, 0xfffbea, 0xe8cfae, 0xeec083, 0xa06238},
	{dunes, false, 0x2b1a4e, 0xb04a78, 0xffb070, 0xfff0c8, 0xe98a78, 0xf58c4e, 0x5c2146},
	{dunes, true, 0x060a20, 0x16264e, 0x4a648c, 0xf2f2e8, 0x46608a, 0x7e93b4, 0x141c38},
	{aurora, true, 0x030816, 0x0a1c30, 0x12304a, 0x46ffb0, 0x2fb8c8, 0x02060c, 0x8a4dff},
	{aurora, true, 0x070519, 0x191435, 0x2a2350, 0x5dffc8, 0x7d6bff, 0x04030c, 0xff5fb8},
	{aurora, true, 0x04121c, 0x0d3034, 0x164c54, 0xc8ff8a, 0x38e0a8, 0x020a0c, 0x2a8cff},
}

// ridge is one range: hills, dunes or waves.
type ridge struct {
	seed            uint32
	base, amp, freq float32
	speed           float32          // speed of the pan, in pixels a second; of a wave, in radians a second
	depth           float32          // height of the colour gradient below the skyline
	trees           float32          // height of its trees; 0: none
	grain           int32            // in 256ths
	lut             [256]fixedColour // colours from the skyline down
	dark            [256]fixedColour // colours of the shaded side
}

// landscape is a scene laid out for one picture size.
type landscape struct {
	palette
	w, h             int
	unit             float32
	horizon          float32
	shore            int // last row of land; a lake below it mirrors the rows above
	sunX, sunY, sunR float32
	windDirection    float32 // -1 or 1: direction of wind, pan and shade
	ridges           []ridge
	sky              []fixedColour
	tex              texture
	cloudThreshold   float32 // noise below this threshold is clear sky
	stars            stars
	curtains         []curtain
}

func newLandscape(b sceneInput, width, height int) *landscape {
	r, d := b.layoutHash(), b.detailHash()
	l := &landscape{palette: b.palette(), w: width, h: height, shore: height - 1}
	w, h := float32(width), float32(height)
	l.unit = min(w, h*1.25)
	bottom := h
	if l.family == aurora || l.family == mountains && r.n(2) == 0 {
		bottom = h * r.in(0.63, 0.70)
		l.shore = min(int(bottom), height-2)
	}
	l.horizon = bottom * r.in(0.46, 0.56)
	l.windDirection = float32(1 - 2*r.n(2))
	l.sunX, l.sunY, l.sunR = w*r.in(0.22, 0.78), l.horizon-bottom*r.in(0.12, 0.26), l.unit*r.in(0.045, 0.075)
	l.cloudThreshold = d.in(0.50, 0.58)
	if l.night {
		l.sunY, l.sunR = l.horizon*r.in(0.2, 0.4), l.sunR*0.7
	}
	if l.family == aurora {
		l.horizon = bottom * 0.97
		l.sunR = -9 // no sun or moon
		l.curtains = newCurtains(&r, l.palette, w, h, l.horizon)
	}
	for k := range ranges[l.family] {
		l.ridges = append(l.ridges, l.newRidge(&r, k, bottom))
	}
	l.tex = newTexture(4, 5, d.seed())
	if l.night {
		l.stars = newStars(&d, int(w*l.horizon/1500), width, int(l.horizon*0.95))
	}
	l.paintSky()
	return l
}

// newRidge returns range k, counted from the farthest.
func (l *landscape) newRidge(r *rng, k int, bottom float32) ridge {
	count := ranges[l.family]
	u, f := l.unit, float32(k)/float32(count-1)
	low, sun, far, near, other := hex(l.low), hex(l.sun), hex(l.far), hex(l.near), hex(l.other)
	q := ridge{seed: r.seed(), speed: l.windDirection * u * (0.0025 + 0.028*f*f)}
	body, fog, shade, grain := mix(far, near, pow(0.08+0.92*f, 1.15)), other, mix(other, far, 0.75*pow(1-f, 1.4)),
		float32(0)
	switch l.family {
	case mountains:
		q.base = l.horizon - bottom*0.10 + (bottom*1.08-l.horizon)*pow(f, 1.25)*0.93
		q.amp = u * (0.155 - 0.055*f) * r.in(0.85, 1.2)
		q.freq, q.depth, grain = (2.3-0.7*f)/u, u*(0.15+0.13*f), 0.06+0.1*f
		if k >= count-3 {
			q.trees, q.amp = u*(0.012+0.017*float32(k-count+3)), q.amp*0.55
		}
		fog = mix(fog, body, 0.12+0.55*f*f)
	case sea:
		q.base, q.amp = l.horizon+(bottom*0.965-l.horizon)*pow(f, 1.35), u*(0.007+0.027*f)
		q.freq = 6.28 / (u * (0.20 + 0.42*f) * r.in(0.9, 1.15))
		q.speed, q.depth, grain = float32(1-2*(k%2))*r.in(0.55, 0.8), q.amp*3.4+u*0.05, 0.1
		fog = mix(body, near, 0.4)
		body = mix(body, other, 0.13)
	case dunes:
		q.base, q.amp = l.horizon+(bottom*1.02-l.horizon)*pow(f, 1.5)*0.86+u*0.02, u*(0.030+0.125*f)*r.in(0.85, 1.15)
		q.freq, q.depth, grain = (2.4-1.55*f)/u*r.in(0.9, 1.1), u*(0.08+0.34*f), 0.06+0.24*f
		body, fog = mix(body, sun, 0.22), mix(body, mix(other, far, 0.6*(1-f)), 0.45)
	case aurora:
		q.base, q.amp = bottom-u*0.035*(1-f), u*(0.07-0.05*f)
		q.freq, q.depth, q.speed = (1.9+f)/u, u*0.1, 0
		if k > 0 {
			q.trees = u * 0.022
		}
		body = mix(low, near, 0.5+0.5*f)
		fog = mix(body, low, 0.3*(1-f))
	}
	q.grain = int32(grain * 256)
	for i := range q.lut {
		d := float32(i) / 255
		q.lut[i] = mix(body, fog, smoothstep(0.02, 1, d)*0.9).fixed()
		q.dark[i] = mix(shade, fog, smoothstep(0, 1, d)*0.3).fixed()
	}
	return q
}

// skyline returns the y coordinate of the top of range k at column x and time t.
func (l *landscape) skyline(k int, x, t float32) float32 {
	q := &l.ridges[k]
	if l.family == sea { // two sines, steeper on one side
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
		return q.base - q.amp*1.1*fbm1(at, 4, q.seed, false) - treeHeight(x, q.trees, q.seed)
	}
	return q.base - q.amp*(0.25+fbm1(at*0.8, 6, q.seed, true)*0.85+0.6*noise1(at*0.35, q.seed+77))
}

// paintSky paints the static part of the sky: the gradient, the sun or the moon, and its glow.
func (l *landscape) paintSky() {
	top, mid, low, sun, strength := hex(l.top), hex(l.mid), hex(l.low), hex(l.sun), float32(0.9)
	if l.night {
		strength = 0.45
	}
	l.sky = make([]fixedColour, l.w*(l.shore+1))
	for y := range l.shore + 1 {
		g := float32(y) / l.horizon
		base := mix(mix(top, mid, smoothstep(0, 0.55, g)), low, smoothstep(0.5, 1.05, g))
		row := l.sky[y*l.w:][:l.w]
		for x := range row {
			k := base
			if l.sunR > 0 {
				dx, dy := float32(x)-l.sunX, float32(y)-l.sunY
				d := sqrt(dx*dx + dy*dy)
				glow := 0.45*exp(-d/(l.unit*0.20)) + 0.35*exp(-d/(l.unit*0.055))
				k = mix(mix(base, sun, clamp01(glow*strength)), sun, 1-smoothstep(l.sunR-1.2, l.sunR+1.2, d))
			}
			row[x] = k.fixed()
		}
	}
}

// frameState holds values that are computed once for each frame.
type frameState struct {
	t     float32
	tops  [][]float32       // skyline of each range and column
	front [][]float32       // highest skyline of this and all nearer ranges
	mist  [][]float32       // upper edge of the mist: the smoothed skyline
	folds [][]curtainColumn // of the curtains
}

func (l *landscape) newFrameState(t float32) frameState {
	m := frameState{t: t}
	for k := range l.ridges {
		tops := make([]float32, l.w)
		for x := range tops {
			tops[x] = l.skyline(k, float32(x), t)
		}
		m.tops, m.front, m.mist = append(m.tops, tops), append(m.front, append([]float32(nil), tops...)),
			append(m.mist, tops)
		if l.ridges[k].trees > 0 { // otherwise each tree would draw a streak in the mist
			m.mist[k] = runningMean(tops, int(l.unit*0.035))
		}
	}
	for k := len(l.ridges) - 2; k >= 0; k-- {
		for x, near := range m.front[k+1] {
			m.front[k][x] = min(m.front[k][x], near)
		}
	}
	for i := range l.curtains {
		m.folds = append(m.folds, l.curtains[i].columns(l.w, t))
	}
	return m
}

// paint paints the scene at time t, in seconds.
func (l *landscape) paint(c *canvas, t, _ float32) {
	m := l.newFrameState(t)
	layer := make([]int, l.w) // what each column shows in the current row: 0 sky, k+1 range k
	for y := range l.shore + 1 {
		for x, k := range layer {
			for k < len(l.ridges) && float32(y)+1 > m.front[k][x] {
				k++
			}
			layer[x] = k
		}
		l.paintRow(c, y, &m, layer)
	}
	l.stars.paint(c, t, m.front[0])
	l.mirror(c, t)
}

func (l *landscape) paintRow(c *canvas, y int, m *frameState, layer []int) {
	Y := float32(y)
	// Clouds are flatter near the horizon. Their texture is scaled around the centre of the picture, so that they do
	// not lean to one side.
	above := (l.horizon - Y) / float32(l.h)
	far := 1 / (0.18 + max(0, above)*1.5)
	scale := far * 0.15 * 1080 / l.unit
	drift := m.t*5.5*l.windDirection*l.unit/1080 + 40*texSize/scale - float32(l.w)/2
	band := smoothstep(0, 0.15, above) * smoothstep(0, 0.12, Y/float32(l.h)) * 0.6
	lit := mix(hex(l.sun), hex(l.low), 0.4).fixed()
	if l.night {
		lit = mix(hex(l.mid), hex(l.low), 0.7).fixed()
	}
	shadow := l.unit * 0.03
	for x, k := range layer {
		var s fixedColour
		if k == 0 {
			s = l.sky[y*l.w+x]
			if band > 0 && l.family != aurora {
				if n := l.tex.lerp((float32(x)+drift)*scale, Y*0.52*1080/l.unit*far); n > l.cloudThreshold {
					s = s.blend(lit, int32(min(1, (n-l.cloudThreshold)*3.6)*band*256))
				}
			}
			for i, folds := range m.folds {
				s = folds[x].addLight(s, &l.curtains[i], Y)
			}
		} else {
			s = l.land(k-1, x, Y, m)
		}
		if l.family == sea && k < len(l.ridges) { // the wave in front casts a soft shadow
			if e := shadow - (m.front[k][x] - Y); e > 0 {
				s = s.times(256 - int32(56*e*e/(shadow*shadow)))
			}
		}
		c.setDithered(x, y, s)
		if k > 0 && y > 0 && m.front[k-1][x] > Y { // antialiasing: blend with the background
			c.blend(x, y, c.at(x, y-1), m.front[k-1][x]-Y)
		}
	}
}

// land returns the colour of range k below its skyline.
func (l *landscape) land(k, x int, Y float32, m *frameState) fixedColour {
	q := &l.ridges[k]
	depth := max(0, Y-m.mist[k][x])
	i := int(min(depth/q.depth*255, 255))
	s := q.lut[i]
	switch l.family {
	case sea: // the cut edge catches the light
		if e := l.unit*0.0042 + 0.5 - (Y - m.tops[k][x]); e > 0 {
			s = s.blend(hex(l.other).fixed(), int32(min(1, e)*192))
		}
	case dunes: // the slope of the crest, projected down at an angle, determines the shade
		at := min(max(float32(x)+depth*0.75*l.windDirection, 2), float32(l.w-3))
		slope := (m.tops[k][int(at)+2] - m.tops[k][int(at)-2]) / 4 / (q.amp * q.freq)
		s = s.blend(q.dark[i], int32(smoothstep(-0.3, 0.5, slope*l.windDirection)*256))
	}
	if q.grain == 0 {
		return s
	}
	n := l.tex[(int(Y*3)&texMask)*texSize+int((float32(x)+q.speed*m.t+9000)*2)&texMask] - 0.5
	return s.times(256 + int32(n*float32(q.grain*int32(425-i))/425))
}

// mirror fills the rows below the shore with a reflection of those above, with ripples that grow toward the viewer.
func (l *landscape) mirror(c *canvas, t float32) {
	tint := mix(hex(l.mid), hex(l.near), 0.4)
	for y := l.shore + 1; y < c.h; y++ {
		d := float32(y - l.shore)
		near := d / float32(c.h-l.shore)
		scale := texSize / l.unit * (0.30 + 0.6*(1-near)) // perspective: far ripples are flatter
		row := 400*sqrt(d/l.unit) + 900*d/l.unit
		sway := l.unit * (0.002 + 0.045*near)
		for x := range c.w {
			u := (float32(x)-float32(c.w)/2)*scale + 64*texSize
			n := l.tex.lerp(u*1.5+t*6, row*2+t*14) + 0.6*l.tex.lerp(u*4, row*5+1000-t*26) - 0.8
			sy := min(max(l.shore-int(d*0.94+n*sway+0.5), 0), l.shore)
			sx := min(max(x+int(n*sway*0.25), 0), c.w-1)
			k := c.at(sx, sy).times((0.85-0.26*near)*(1+0.34*n)).plus(tint, (0.10+0.14*near)*(0.7+0.6*n))
			c.setDithered(x, y, k.fixed())
		}
	}
}
