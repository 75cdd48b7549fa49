package scene

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// boat rides a wave.
type boat struct {
	sprite      *sprite
	wave        int
	x, v, phase float32
}

// launch puts a boat on one to three of the waves.
func (s *seaStage) launch(r *rng) []boat {
	var out []boat
	for i, k := range []int{5, 3, 2} {
		if i > 0 && r.n(4) == 0 {
			continue
		}
		flip := r.n(2) == 0
		v := s.unit * r.in(0.010, 0.018) * (0.4 + 0.1*float32(k))
		if flip {
			v = -v
		}
		x := s.W * (0.30 + 0.25*float32(i)) * r.in(0.8, 1.2)
		out = append(out, boat{cutBoat(s.unit*(0.034+0.0135*float32(k)), s.pal, flip), k, x, v, r.in(0, 6)})
	}
	return out
}

func (b *boat) paint(c *Canvas, p *seaPainter, t float32) {
	l, size := &p.waves[b.wave], float32(b.sprite.n)
	x := wrap(b.x+b.v*t+2*size, p.W+4*size) - 2*size
	// it lies on the mean of three places and leans with the slope between the outer two
	e := size * 0.28
	left, right := l.height(x-e, t), l.height(x+e, t)
	y := (l.height(x, t) + left + right) / 3
	angle := 0.8*float32(math.Atan(float64((right-left)/(2*e)))) + 0.022*sin(t*1.3+b.phase)
	var front []float32
	if b.wave+1 < waves {
		front = p.front[b.wave+1]
	}
	b.sprite.paint(c, placement{x: x, y: y + size*0.015, angle: angle, own: p.tops[b.wave], front: front, sink: size * 0.035, shadow: p.unit * 0.006})
}

// sprite is a square picture with transparency.
type sprite struct {
	n      int
	pix    []float32 // premultiplied: three channels 0..255, alpha 0..1
	ax, ay float32   // the point that stands on the water
}

type pt struct{ x, y float32 }

// fill fills a closed path of quadratic pieces: every second point is a control point. shade darkens or lightens it downward.
func (s *sprite) fill(c rgb, shade float32, pts ...pt) {
	r := vector.NewRasterizer(s.n, s.n)
	r.MoveTo(pts[0].x, pts[0].y)
	for i := 1; i+1 < len(pts); i += 2 {
		r.QuadTo(pts[i].x, pts[i].y, pts[i+1].x, pts[i+1].y)
	}
	r.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, s.n, s.n))
	r.DrawOp = draw.Src
	r.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	for y := range s.n {
		g := 1 + shade*(float32(y)/float32(s.n)-0.5)
		for x := range s.n {
			a := float32(mask.Pix[y*mask.Stride+x]) / 255
			if a == 0 {
				continue
			}
			o := (y*s.n + x) * 4
			for q := range 3 {
				s.pix[o+q] = s.pix[o+q]*(1-a) + min(255, c[q]*g)*a
			}
			s.pix[o+3] = s.pix[o+3]*(1-a) + a
		}
	}
}

// straight makes a path of straight pieces.
func straight(p ...pt) []pt {
	out := []pt{p[0]}
	for i := 1; i < len(p); i++ {
		out = append(out, pt{(p[i-1].x + p[i].x) / 2, (p[i-1].y + p[i].y) / 2}, p[i])
	}
	return out
}

// cutBoat cuts a sailing boat out of paper, 2.6 u wide and high.
func cutBoat(u float32, p seaPalette, flip bool) *sprite {
	n := max(4, int(u*2.6))
	s := &sprite{n: n, pix: make([]float32, n*n*4), ax: 1.3 * u, ay: 2.28 * u}
	at := func(x, y float32) pt {
		if flip {
			x = 2.6 - x
		}
		return pt{x * u, y * u}
	}
	mast := straight(at(1.27, 0.22), at(1.32, 0.22), at(1.33, 2.0), at(1.26, 2.0))
	flag := straight(at(1.29, 0.10), at(1.29, 0.26), at(0.98, 0.19))
	s.fill(mix(p.hull, rgb{}, 0.25), 0, mast...)
	s.fill(p.sail, -0.25, at(1.36, 0.30), at(2.25, 1.15), at(2.18, 1.72), at(1.75, 1.80), at(1.36, 1.74), at(1.44, 1.0), at(1.36, 0.30))
	s.fill(mix(p.jib, p.sail, 0.1), -0.25, at(1.22, 0.52), at(0.75, 1.2), at(0.50, 1.68), at(0.85, 1.78), at(1.22, 1.72), at(1.14, 1.1), at(1.22, 0.52))
	s.fill(p.jib, 0, flag...)
	s.fill(p.hull, -0.5, at(0.42, 1.90), at(1.3, 2.0), at(2.28, 1.84), at(2.12, 2.30), at(1.80, 2.36), at(1.3, 2.40), at(0.82, 2.36), at(0.55, 2.25), at(0.42, 1.90))
	s.fill(mix(p.hull, p.sail, 0.75), 0, at(0.43, 1.93), at(1.3, 2.04), at(2.27, 1.87), at(2.26, 1.93), at(2.25, 1.95), at(1.3, 2.12), at(0.46, 2.01), at(0.43, 1.97), at(0.43, 1.93))
	return s
}

// placement says where a sprite goes: it turns around its standing point, sinks a little into its own wave, and stands behind the front ones.
type placement struct {
	x, y, angle  float32
	own, front   []float32 // edges of its wave and of the nearer ones (nil: none)
	sink, shadow float32
}

func (s *sprite) paint(c *Canvas, at placement) {
	sn, cs := sin(at.angle), cos(at.angle)
	R := int(float32(s.n) * 1.1)
	sample := func(px, py float32) [4]float32 {
		dx, dy := px-at.x, py-at.y
		return s.at(dx*cs+dy*sn+s.ax-0.5, -dx*sn+dy*cs+s.ay-0.5)
	}
	for py := max(0, int(at.y)-R); py < min(c.H, int(at.y)+R/3); py++ {
		for px := max(0, int(at.x)-R); px < min(c.W, int(at.x)+R); px++ {
			Y := float32(py)
			visible := clamp01(at.own[px] + at.sink - Y + 0.5)
			if at.front != nil {
				visible *= clamp01(at.front[px] - Y)
			}
			if visible <= 0 {
				continue
			}
			v := sample(float32(px), Y)
			shadow := sample(float32(px)-at.shadow, Y-at.shadow*0.8)[3] * (1 - v[3]) * 0.20 * visible
			o := (py*c.W + px) * 4
			for z := range 3 {
				c.Pix[o+z] = b8(float32(c.Pix[o+z])*(1-shadow)*(1-v[3]*visible) + v[z]*visible)
			}
		}
	}
}

// at reads the sprite between its pixels.
func (s *sprite) at(u, v float32) (out [4]float32) {
	iu, iv := int(math.Floor(float64(u))), int(math.Floor(float64(v)))
	if iu < 0 || iv < 0 || iu+1 >= s.n || iv+1 >= s.n {
		return
	}
	fu, fv := u-float32(iu), v-float32(iv)
	o, next := (iv*s.n+iu)*4, s.n*4
	for z := range 4 {
		a := s.pix[o+z] + (s.pix[o+4+z]-s.pix[o+z])*fu
		b := s.pix[o+next+z] + (s.pix[o+next+4+z]-s.pix[o+next+z])*fu
		out[z] = a + (b-a)*fv
	}
	return out
}
