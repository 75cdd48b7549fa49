package scene

type mountainPainter struct {
	*mountainStage
	// of each ridge and column: the skyline (the highest of it and the nearer ones), the same softened, and the rate at which mist sets in
	tops, low, rate [ridges][]float32
	offs            [ridges]float32 // how far each ridge has moved
	layer           []uint8         // what each column shows in the row being painted: 0 sky, k+1 ridge k
}

func (s *mountainStage) Painter() Painter {
	p := &mountainPainter{mountainStage: s, layer: make([]uint8, s.w)}
	for k := range ridges {
		p.tops[k], p.low[k], p.rate[k] = make([]float32, s.w), make([]float32, s.w), make([]float32, s.w)
	}
	return p
}

func (p *mountainPainter) Paint(c *Canvas, t, _ float32) {
	p.skylines(t)
	clear(p.layer)
	for y := range p.bottom {
		p.row(c, y, t)
	}
	if p.stars != nil {
		p.stars.paint(c, t, func(x int) float32 { return p.tops[0][x] })
	}
	p.birds.paint(c, t)
	if p.lake != nil {
		p.lake.paint(c, t)
	}
	if p.snow != nil {
		p.snow.paint(c, t)
	}
}

func (p *mountainPainter) skylines(t float32) {
	for k := range p.ridges {
		l := &p.ridges[k]
		p.offs[k] = l.speed*t + 5000
		tops, rate := p.tops[k], p.rate[k]
		for x := range tops {
			X := float32(x) + p.offs[k]
			q := X * l.freq
			if l.trees > 0 {
				tops[x] = l.base - l.amp*(1.1*fbm1(q, 4, l.seed)) - pines(X, l.trees, l.seed, l.dense)
			} else {
				tops[x] = l.base - l.amp*(0.25+ridge1(q*0.8, 6, l.seed)*0.8+0.6*noise1(q*0.35, l.seed+77))
			}
			rate[x] = 255 / (l.mist * (1.15 + 0.75*noise1(X*l.freq*1.3+t*0.05*(1+float32(k)*0.2), l.seed+9)))
		}
		blur(tops, p.low[k], int(p.unit*0.035), 2) // mist follows a softened skyline: with the real one each tree draws a streak in it
	}
	for k := ridges - 2; k >= 0; k-- {
		for x, near := range p.tops[k+1] {
			p.tops[k][x] = min(p.tops[k][x], near)
		}
	}
}

func (p *mountainPainter) row(c *Canvas, y int, t float32) {
	Y := float32(y)
	// clouds are flatter near the horizon; their texture is scaled around the middle of the picture, or all would lean to one side
	far := 1 / (0.18 + max(0, (p.horizon-Y)/p.H)*1.5)
	scale := far * 0.15 * 1080 / p.unit
	drift := t*5.5*p.pan*p.unit/1080 + 40*texSize/scale
	band := smooth(0, 0.15, (p.horizon-Y)/p.H) * smooth(0, 0.12, Y/p.H) * 0.62
	clouds := p.clouds.row(int(Y * 1.5 * 1080 / p.H * far * 0.35))
	grain := p.grain.row(int(Y * 0.9))
	sky := p.sky[y*p.w:][:p.w]
	out, dr := c.Pix[y*p.w*4:][:p.w*4], ditherRow(y)
	for x := range p.w {
		k := int(p.layer[x])
		for k < ridges && Y+1 > p.tops[k][x] {
			k++
		}
		p.layer[x] = uint8(k)
		var s rgb
		if k == 0 {
			s = sky[x]
			if band > 0 {
				n := lerp(clouds, (float32(x)-p.W/2+drift)*scale)
				if a := clamp01((n-p.cover)*3.6) * band; a > 0 {
					s = mix(s, p.cloudLit, a)
				}
			}
		} else {
			s = p.land(k-1, x, Y, grain)
			if e := p.tops[k-1][x] - Y; e > 0 { // the edge pixel shows a part of what is behind
				s = mix(s, c.above(x, y), e)
			}
		}
		d, o := dr[x&63], x*4
		q := out[o : o+3 : o+3]
		q[0], q[1], q[2] = b8(s[0]+d), b8(s[1]+d), b8(s[2]+d)
	}
}

// land is the colour of ridge k: mist by depth, and a texture that is stronger near the skyline.
func (p *mountainPainter) land(k, x int, Y float32, grain []float32) rgb {
	i := min(max(0, (Y-p.low[k][x])*p.rate[k][x]), 255)
	s := p.ridges[k].lut[int(i)]
	n := lerp(grain, float32(x)+p.offs[k]) - 0.5
	return s.times(1 + n*(1-i/255)*(0.062+0.022*float32(k)))
}
