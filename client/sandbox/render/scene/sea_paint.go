package scene

type seaPainter struct {
	*seaStage
	tops  [waves][]float32 // the edge of each wave
	front [waves][]float32 // the highest edge of it and the nearer ones
	layer []uint8          // what each column shows in the row being painted: 0 sky, k+1 wave k
}

func (s *seaStage) Painter() Painter {
	p := &seaPainter{seaStage: s, layer: make([]uint8, s.w)}
	for k := range waves {
		p.tops[k], p.front[k] = make([]float32, s.w), make([]float32, s.w)
	}
	return p
}

func (p *seaPainter) Paint(c *Canvas, t, _ float32) {
	for k := range p.waves {
		for x := range p.w {
			p.tops[k][x] = p.waves[k].height(float32(x), t)
		}
	}
	copy(p.front[waves-1], p.tops[waves-1])
	for k := waves - 2; k >= 0; k-- {
		for x := range p.w {
			p.front[k][x] = min(p.tops[k][x], p.front[k+1][x])
		}
	}
	clear(p.layer)
	// above the highest wave and its shadow there is nothing but the sky
	highest := p.H
	for _, y := range p.front[0] {
		highest = min(highest, y)
	}
	still := min(max(0, int(highest-p.shadowHt)-1), p.h)
	copy(c.Pix, p.sky[:still*p.w*4])
	for y := still; y < p.h; y++ {
		p.row(c, y)
	}
	for i := range p.clouds {
		p.clouds[i].paint(c, p, t)
	}
	for i := range p.boats {
		p.boats[i].paint(c, p, t)
	}
}

func (p *seaPainter) row(c *Canvas, y int) {
	Y := float32(y)
	dr, paper := ditherRow(y), p.paper.row(y)
	out := c.Pix[y*p.w*4:][:p.w*4]
	var sky []byte
	if (y+1)*p.w*4 <= len(p.sky) {
		sky = p.sky[y*p.w*4:][:p.w*4]
	}
	for x := range p.w {
		k := int(p.layer[x])
		for k < waves && Y+1 > p.front[k][x] {
			k++
		}
		p.layer[x] = uint8(k)
		o := x * 4
		q := out[o : o+3 : o+3]
		shade := float32(1)
		if k < waves { // the wave in front throws a soft shadow
			if e := p.front[k][x] - Y; e < p.shadowHt {
				e = 1 - e/p.shadowHt
				if k == 0 {
					shade = 1 - 0.14*e*e
				} else {
					shade = 1 - 0.26*e*e
				}
			}
		}
		if k == 0 {
			if sky == nil { // lower than any trough can leave free
				q[0], q[1], q[2] = b8(p.pal.low[0]), b8(p.pal.low[1]), b8(p.pal.low[2])
				continue
			}
			q[0], q[1], q[2] = b8(float32(sky[o])*shade), b8(float32(sky[o+1])*shade), b8(float32(sky[o+2])*shade)
			continue
		}
		l := &p.waves[k-1]
		depth := Y - p.tops[k-1][x]
		s := &l.body[int(min(max(0, depth*l.perDepth), 255))]
		r, g, b := s[0], s[1], s[2]
		if depth < p.foamWidth+0.5 { // the cut edge catches the light
			a := clamp01(p.foamWidth+0.5-depth) * 0.9
			r, g, b = r+(l.edge[0]-r)*a, g+(l.edge[1]-g)*a, b+(l.edge[2]-b)*a
		}
		shade *= 1 + 0.075*(paper[x&texMask]-0.5)
		r, g, b = r*shade, g*shade, b*shade
		if e := p.front[k-1][x] - Y; e > 0 { // the edge pixel shows a part of what is behind
			bg := c.above(x, y)
			r, g, b = r+(bg[0]-r)*e, g+(bg[1]-g)*e, b+(bg[2]-b)*e
		}
		d := dr[x&63]
		q[0], q[1], q[2] = b8(r+d), b8(g+d), b8(b+d)
	}
}
