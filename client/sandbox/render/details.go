package render

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// pines says how far conifers stand above the ground at x, in pixels. u is about the height of a tree.
func pines(x, u float32, s uint32) float32 {
	var top float32
	for pass := range uint32(2) {
		spacing := u * (0.5 + 0.4*float32(pass))
		i := int32(math.Floor(float64(x / spacing)))
		for k := i - 1; k <= i+1; k++ {
			q := uint32(k)
			centre := (float32(k) + 0.2 + 0.6*hash01(q, s+pass*7)) * spacing
			height := u * (0.7 + 1.5*hash01(q, s+1+pass*7)*hash01(q, s+2+pass*7))
			v := 1 - abs(x-centre)/(height*(0.17+0.07*hash01(q, s+3)))
			if v <= 0 {
				continue
			}
			step := v * 6.5 // branches: steps that narrow toward the tip
			v += (0.5 - (step - float32(int(step)))) * 0.10 * (1 - v)
			top = max(top, v*height)
		}
	}
	return top
}

// blurred is a running mean over 2r+1 values.
func blurred(src []float32, r int) []float32 {
	out := make([]float32, len(src))
	at := func(i int) float32 { return src[min(max(i, 0), len(src)-1)] }
	var sum float32
	for i := -r; i <= r; i++ {
		sum += at(i)
	}
	for i := range out {
		out[i] = sum / float32(2*r+1)
		sum += at(i+r+1) - at(i-r)
	}
	return out
}

// flock is some birds far away.
type flock struct {
	n         int
	x, y, dir float32
	unit      float32
	series    uint32
	colour    rgb
}

func (f flock) paint(c *canvas, t float32) {
	for i := range uint32(f.n) {
		x := f.x + f.dir*t*f.unit*0.022 + f.unit*0.11*(hash01(i, f.series)-0.5)*2
		y := f.y + f.unit*0.035*(hash01(i, f.series+1)-0.5)*2 + f.unit*0.004*noise1(t*0.8+float32(i)*9, f.series)
		s := f.unit * (0.007 + 0.006*hash01(i, f.series+2))
		flap := sin(t*(5+hash01(i, f.series+3)*2) + float32(i)*2)
		for j := range 49 { // from one tip of the wings to the other
			side := float32(j-24) / 24
			u := abs(side)
			c.dot(x+side*s, y-s*(0.55*flap*u+0.25)*u*2*(1.15-u*0.7), max(0.7, s*0.11*(1-u*0.8)), f.colour, 0.55)
		}
	}
}

// stars are points that twinkle.
type stars []struct{ x, y, light, phase float32 }

func newStars(r *rng, n, w, h int) stars {
	out := make(stars, n)
	for i := range out {
		b := r.f()
		out[i].x, out[i].y = float32(r.n(w)), float32(r.n(max(1, h)))
		out[i].light, out[i].phase = 0.10+0.9*b*b*b*b, r.in(0, 6)
	}
	return out
}

// paint adds the stars where sky(x) says that nothing stands in front; bright sky hides them.
func (s stars) paint(c *canvas, t float32, sky func(x int) float32) {
	for _, v := range s {
		x, y := int(v.x), int(v.y)
		if v.y+2 > sky(x) {
			continue
		}
		a := v.light * (0.8 + 0.2*sin(t*2.1+v.phase*5)) * (1 - clamp01(c.at(x, y)[1]/230))
		c.dot(v.x, v.y, 0.4+0.7*v.light, rgb{255, 255, 255}, a)
	}
}

// snowfall is snow in all depths.
type snowfall struct {
	flakes [420]struct{ x, y, v, drift, r, a, phase float32 }
	w, h   float32
}

func newSnowfall(r *rng, w, h float32) *snowfall {
	s := &snowfall{w: w, h: h}
	unit := min(w, h)
	for i := range s.flakes {
		f := &s.flakes[i]
		near := pow(r.f(), 2.6)
		f.x, f.y, f.phase = r.in(0, w*1.2), r.in(0, h*1.1), r.in(0, 6)
		f.v, f.drift = unit*(0.035+0.13*near)*r.in(0.8, 1.2), unit*(0.012+0.03*near)
		f.r, f.a = max(0.55, unit*(0.0011+0.0042*near)), 0.75-0.3*near
	}
	return s
}

func (s *snowfall) paint(c *canvas, t float32) {
	for _, f := range s.flakes {
		x := wrap(f.x+f.drift*t+f.drift*0.8*sin(t*0.9+f.phase), s.w*1.2) - s.w*0.1
		y := wrap(f.y+f.v*t, s.h*1.1) - s.h*0.05
		c.dot(x, y, f.r, rgb{250, 252, 255}, f.a)
	}
}

// lights are paper lanterns that rise, the far ones first, so that near ones are painted over them.
type lights struct {
	all        [84]struct{ x, y, v, r, sway, phase float32 }
	w, horizon float32
}

func newLights(r *rng, w, horizon, unit float32) *lights {
	l := &lights{w: w, horizon: horizon}
	for i := range l.all {
		near := pow(float32(i)/float32(len(l.all)-1), 3.2)
		q := &l.all[i]
		q.x, q.y, q.phase = w*r.in(-0.02, 1.02), r.in(0, horizon*1.18), r.in(0, 7)
		q.v, q.sway = unit*(0.006+0.020*near)*r.in(0.8, 1.2), unit*(0.003+0.010*near)
		q.r = unit * (0.0055 + 0.034*near*near)
	}
	return l
}

func (l *lights) paint(c *canvas, t float32, shore int) {
	for _, q := range l.all {
		x := wrap(q.x+q.sway*sin(t*0.7+q.phase)+q.v*0.35*t+l.w*0.1, l.w*1.2) - l.w*0.1
		y := wrap(q.y-q.v*t, l.horizon*1.18) - l.horizon*0.08 // from behind the shore to above the picture
		flicker := 0.92 + 0.08*sin(t*3.1+q.phase*3)*sin(t*1.7+q.phase)
		c.lantern(x, y, q.r, flicker*smooth(-l.horizon*0.08, 0, y), shore)
	}
}

// lantern paints a lantern of radius r with the light around it, not below the row shore.
func (c *canvas) lantern(x, y, r, light float32, shore int) {
	reach := max(4, r*6)
	for py := max(0, int(y-reach)); py <= min(shore, c.h-1, int(y+reach)); py++ {
		for px := max(0, int(x-reach)); px <= min(c.w-1, int(x+reach)); px++ {
			dx, dy := (float32(px)-x)/r, (float32(py)-y)/r
			d2 := dx*dx + dy*dy
			fall := max(0, 1-d2*r*r/(reach*reach))
			halo := light * fall * fall * (0.10 + 0.45/(1+d2))
			k := c.at(px, py)
			k = k.plus(rgb{255, 150, 62}, halo*(1-k[0]/300))
			// A rounded shape, wider at the top: 1.5 wide, 2 high.
			ex, ey := dx/(0.78-0.12*dy), dy/1.05
			if m := clamp01((1-sqrt(sqrt(ex*ex*ex*ex+ey*ey*ey*ey)))*r*0.8+0.5) * light; m > 0 {
				d := sqrt(dx*dx + (dy-0.35)*(dy-0.35)*0.8)
				paper := mix(mix(hex(0xfff0b8), hex(0xff9c3c), smooth(0, 0.95, d)), hex(0xc9481c), smooth(0.75, 1.5, d))
				k = mix(k, paper, m)
			}
			c.set(px, py, k)
		}
	}
}

// curtain is a curtain of northern light.
type curtain struct {
	seed                 uint32
	y, amp, freq, length float32
	strength, unit       float32
	lut                  [512]rgb // light from a quarter of the length below the edge to the top
}

// newCurtains hangs them from the far one at the top to the near one.
func newCurtains(r *rng, p palette, w, h, horizon float32) []curtain {
	out := make([]curtain, 4)
	unit := min(w, h*1.3)
	for k := range out {
		f := float32(k) / 3
		q := curtain{
			seed: r.seed(), y: horizon * (0.42 + 0.42*f) * r.in(0.92, 1.06), amp: h * r.in(0.07, 0.13), unit: unit,
			freq: r.in(1.0, 1.7) / unit, length: h * r.in(0.34, 0.52), strength: r.in(1.05, 1.6) * (1.05 - 0.35*f),
		}
		for i := range q.lut {
			d := float32(i)/511*1.25 - 0.25 // -0.25 below the edge, 1 at the top
			v := exp(-d * 3.6)
			if d < 0 {
				v = exp(d * 34)
			}
			k := mix(mix(p.sun, p.far, smooth(0.02, 0.38, d)), p.other, smooth(0.25, 0.85, d))
			q.lut[i] = k.times(v * smooth(1, 0.55, d) * smooth(-0.25, -0.08, d))
		}
		out[k] = q
	}
	return out
}

// fold is a curtain at one column: where its edge is, how long it is (inverse), how bright.
type fold struct{ edge, perLength, light float32 }

func (q *curtain) folds(w int, t float32) []fold {
	out := make([]fold, w)
	for x := range out {
		at := float32(x) - float32(w)/2
		b := (at + q.unit*0.10*noise1(at*q.freq*0.8+t*0.07, q.seed+3)) * q.freq
		rays := 0.55 + 0.45*noise1(b*13+t*0.35, q.seed+11) // they drift along the curtain
		fine := 0.75 + 0.25*noise1(b*46-t*0.6, q.seed+13)
		body := smooth(-0.55, 0.55, noise1(b*0.9-t*0.09+3, q.seed+17)+0.15)
		length := q.length * (0.62 + 0.32*noise1(b*5+t*0.2, q.seed+19) + 0.08*rays)
		edge := q.y + q.amp*(1.5*fbm1(b+t*0.055, 3, q.seed, false)+0.22*noise1(b*4.5-t*0.16, q.seed+5))
		out[x] = fold{edge, 1 / length, q.strength * body * (0.25 + 0.75*rays) * fine}
	}
	return out
}

// at is the light of the fold at a height.
func (f fold) at(q *curtain, y float32) rgb {
	i := ((f.edge-y)*f.perLength + 0.25) * (511 / 1.25)
	if i < 0 || i >= 511 {
		return rgb{}
	}
	return q.lut[int(i)].times(f.light)
}

// boat rides a wave.
type boat struct {
	wave       int
	x, v, size float32
	flip       float32 // 1, or -1: it looks to the left
	phase      float32
}

// launch puts a boat on one to three of the waves.
func launch(r *rng, w, unit float32) (out []boat) {
	for i, k := range []int{5, 3, 2} {
		if i > 0 && r.n(4) == 0 {
			continue
		}
		b := boat{wave: k, x: w * (0.30 + 0.25*float32(i)) * r.in(0.8, 1.2), size: unit * (0.034 + 0.0135*float32(k)),
			flip: r.sign(), phase: r.in(0, 6)}
		b.v = -b.flip * unit * r.in(0.010, 0.018) * (0.4 + 0.1*float32(k))
		out = append(out, b)
	}
	return out
}

// paint cuts a sailing boat out of paper. It lies on the mean of three places and leans with the slope between the outer two.
func (b boat) paint(c *canvas, l *landscape, m *moment) {
	x := wrap(b.x+b.v*m.t+3*b.size, float32(c.w)+6*b.size) - 3*b.size
	e := b.size * 0.7
	left, right := l.skyline(b.wave, x-e, m.t), l.skyline(b.wave, x+e, m.t)
	y := (l.skyline(b.wave, x, m.t)+left+right)/3 + b.size*0.04
	angle := 0.8*math.Atan(float64((right-left)/(2*e))) + 0.022*float64(sin(m.t*1.3+b.phase))
	sn, cs := float32(math.Sin(angle)), float32(math.Cos(angle))
	piece := func(k rgb, points ...float32) { // the water line is at 0, up is above 0; in sizes of the boat
		out := make([]float32, len(points))
		for i := 0; i < len(points); i += 2 {
			px, py := points[i]*b.flip*b.size, -points[i+1]*b.size
			out[i], out[i+1] = x+px*cs-py*sn, y+px*sn+py*cs
		}
		c.polygon(k, out, func(x int, y float32) float32 {
			seen := clamp01(m.tops[b.wave][x] + b.size*0.1 - y + 0.5)
			if b.wave+1 < len(m.front) {
				seen *= clamp01(m.front[b.wave+1][x] - y)
			}
			return seen
		})
	}
	hull, sail := mix(l.pal.near, hex(0x7b2f2a), 0.6), mix(l.pal.other, hex(0xfff6e6), 0.6)
	piece(mix(hull, rgb{}, 0.25), -0.03, 2.06, 0.03, 2.06, 0.04, 0.2, -0.04, 0.2)
	piece(sail, 0.06, 1.98, 0.6, 1.4, 0.95, 1.1, 0.9, 0.55, 0.06, 0.5, 0.12, 1.2)
	piece(mix(l.pal.sun, sail, 0.45), -0.08, 1.76, -0.5, 1.1, -0.8, 0.6, -0.45, 0.48, -0.08, 0.55, -0.14, 1.1)
	piece(hull, -0.88, 0.38, 0, 0.28, 0.98, 0.44, 0.82, -0.02, 0.5, -0.1, -0.5, -0.1, -0.75, 0.02)
}

// polygon fills a path of x, y, x, y…; seen says how much of a pixel is in sight.
func (c *canvas) polygon(k rgb, path []float32, seen func(x int, y float32) float32) {
	x0, y0, x1, y1 := path[0], path[1], path[0], path[1]
	for i := 0; i < len(path); i += 2 {
		x0, x1, y0, y1 = min(x0, path[i]), max(x1, path[i]), min(y0, path[i+1]), max(y1, path[i+1])
	}
	box := image.Rect(int(x0)-1, int(y0)-1, int(x1)+2, int(y1)+2)
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i := 0; i < len(path); i += 2 {
		px, py := path[i]-float32(box.Min.X), path[i+1]-float32(box.Min.Y)
		if i == 0 {
			r.MoveTo(px, py)
		} else {
			r.LineTo(px, py)
		}
	}
	r.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	in := box.Intersect(image.Rect(0, 0, c.w, c.h))
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if a := mask.Pix[(y-box.Min.Y)*mask.Stride+x-box.Min.X]; a > 0 {
				c.blend(x, y, k, float32(a)/255*seen(x, float32(y)))
			}
		}
	}
}
