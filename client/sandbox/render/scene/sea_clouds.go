package scene

// paperCloud is bumps on a flat bottom.
type paperCloud struct {
	x, y, v                  float32
	bumps                    []bump
	top, bottom, half, width float32
}

type bump struct{ x, y, r float32 }

func (s *seaStage) cutClouds(r *rng, many bool) []paperCloud {
	n := 5
	if many {
		n = 9
	}
	out := make([]paperCloud, n)
	for i := range out {
		size := s.unit * r.in(0.030, 0.060)
		c := paperCloud{x: r.in(0, s.W*1.3), y: s.horizon * r.in(0.14, 0.62), v: s.unit * r.in(0.006, 0.016)}
		count := 4 + r.n(3)
		for j := range count {
			f := float32(j)/float32(count-1)*2 - 1
			radius := size * (1.05 - 0.62*f*f) * r.in(0.8, 1.15)
			c.bumps = append(c.bumps, bump{f * size * 1.9, -radius * 0.35, radius})
			c.top = max(c.top, radius*1.4)
		}
		c.bottom, c.half, c.width = size*0.22, size*3.2, s.W
		out[i] = c
	}
	return out
}

// inside is the distance to the edge, above 0 inside.
func (q *paperCloud) inside(x, y float32) float32 {
	best := float32(-1e9)
	for _, b := range q.bumps {
		dx, dy := x-b.x, y-b.y
		if d2 := dx*dx + dy*dy; best < 0 || d2 < b.r*b.r {
			best = max(best, b.r-sqrt(d2))
		}
	}
	return min(best, q.bottom-y)
}

func (q *paperCloud) paint(c *Canvas, p *seaPainter, t float32) {
	x := wrap(q.x+q.v*t+q.width*0.2, q.width*1.4) - q.width*0.2
	margin := p.unit * 0.03
	x0, x1 := max(0, int(x-q.half-margin)), min(p.w-1, int(x+q.half+margin))
	y0, y1 := max(0, int(q.y-q.top-4)), min(p.h-1, int(q.y+q.bottom+margin))
	soft := p.unit * 0.012
	for py := y0; py <= y1; py++ {
		paper := p.paper.row(py)
		y := float32(py) - q.y
		colour := mix(p.pal.cloud, p.pal.top, 0.05+0.30*smooth(-q.top, q.bottom, y))
		for px := x0; px <= x1; px++ {
			if float32(py) >= p.front[0][px] {
				continue
			}
			in := q.inside(float32(px)-x, y)
			if in < 0.7 {
				if sh := q.inside(float32(px)-x-p.unit*0.003, y-p.unit*0.007) + soft; sh > 0 {
					c.blend(px, py, rgb{}, 0.13*smooth(0, soft, sh))
				}
			}
			if a := clamp01(in + 0.5); a > 0 {
				c.blend(px, py, colour.times(1+0.05*(paper[px&texMask]-0.5)), a)
			}
		}
	}
}
