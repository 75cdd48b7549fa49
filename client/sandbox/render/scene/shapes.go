package scene

import (
	"math"
	"runtime"
	"sync"
)

// pines says how far conifers stand above the ground at x, in pixels. u is about the height of a tree, dense how closely they stand.
func pines(x, u float32, s uint32, dense float32) float32 {
	var top float32
	for pass := range uint32(2) {
		spacing := u * (0.62 + 0.5*float32(pass)) / dense
		i := int32(math.Floor(float64(x / spacing)))
		for k := i - 1; k <= i+1; k++ {
			q := uint32(k)
			centre := (float32(k) + 0.2 + 0.6*hash01(q, s+pass*7)) * spacing
			height := u * (0.7 + 1.5*hash01(q, s+1+pass*7)*hash01(q, s+2+pass*7))
			half := height * (0.17 + 0.07*hash01(q, s+3))
			d := x - centre
			if d < 0 {
				d = -d
			}
			if d >= half {
				continue
			}
			v := 1 - d/half
			step := v * 6.5 // branches: steps that narrow toward the tip
			v += (0.5 - (step - float32(int(step)))) * 0.10 * (1 - v)
			top = max(top, v*height)
		}
	}
	return top
}

// blur is a running mean over 2r+1 values, done some times over.
func blur(src, dst []float32, r, times int) {
	n := len(src)
	tmp := make([]float32, n)
	copy(dst, src)
	for range times {
		copy(tmp, dst)
		at := func(i int) float32 { return tmp[min(max(i, 0), n-1)] }
		var sum float32
		for i := -r; i <= r; i++ {
			sum += at(i)
		}
		for i := range dst {
			dst[i] = sum / float32(2*r+1)
			sum += at(i+r+1) - at(i-r)
		}
	}
}

// bands runs f for parts of the rows 0 to n-1 on all cores. f must not depend on where the parts are cut.
func bands(n int, f func(from, to int)) {
	parts := min(runtime.GOMAXPROCS(0), 4, n)
	if parts < 2 {
		f(0, n)
		return
	}
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() { f(n*p/parts, n*(p+1)/parts) })
	}
	wg.Wait()
}

// flock is some birds far away.
type flock struct {
	n         int
	x, y, dir float32
	unit      float32
	series    uint32
	colour    rgb
}

func (f flock) paint(c *Canvas, t float32) {
	for i := range f.n {
		q := uint32(i)
		x := f.x + f.dir*t*f.unit*0.022 + f.unit*0.11*(hash01(q, f.series)-0.5)*2
		y := f.y + f.unit*0.035*(hash01(q, f.series+1)-0.5)*2 + f.unit*0.004*noise1(t*0.8+float32(i)*9, f.series)
		size := f.unit * (0.007 + 0.006*hash01(q, f.series+2))
		flap := sin(t*(5+hash01(q, f.series+3)*2) + float32(i)*2)
		bird(c, x, y, size, flap, f.colour)
	}
}

func bird(c *Canvas, x, y, s, flap float32, k rgb) {
	for side := float32(-1); side <= 1; side += 2 {
		for i := range 24 {
			u := float32(i) / 23
			px := x + side*u*s
			py := y - s*(0.55*flap*u+0.25)*u*2*(1.15-u*0.7)
			c.dot(px, py, max(0.7, s*0.11*(1-u*0.8)), k, 0.55)
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
		out[i].light, out[i].phase = 255*(0.10+0.85*b*b*b*b), r.in(0, 6)
	}
	return out
}

// paint adds the stars where sky(x) says that nothing stands in front; bright sky hides them.
func (s stars) paint(c *Canvas, t float32, sky func(x int) float32) {
	for _, v := range s {
		x, y := int(v.x), int(v.y)
		if v.y+2 > sky(x) {
			continue
		}
		b := v.light * (0.8 + 0.2*sin(t*2.1+v.phase*5)) * (1 - clamp01(c.at(x, y)[1]/230))
		c.add(x, y, b)
		if v.light > 90 {
			c.add(x-1, y, b*0.3)
			c.add(x+1, y, b*0.3)
			c.add(x, y-1, b*0.3)
			c.add(x, y+1, b*0.3)
		}
	}
}

// add adds white light to a pixel, if it is on the canvas.
func (c *Canvas) add(x, y int, light float32) {
	if x < 0 || y < 0 || x >= c.W || y >= c.H {
		return
	}
	o := (y*c.W + x) * 4
	for z := range 3 {
		c.Pix[o+z] = b8(float32(c.Pix[o+z]) + light)
	}
}

// snowfall is snow in three depths.
type snowfall struct {
	flakes []struct{ x, y, v, drift, r, a, phase float32 }
	w, h   float32
}

func newSnowfall(r *rng, w, h int) *snowfall {
	s := &snowfall{w: float32(w), h: float32(h)}
	unit := min(s.w, s.h)
	s.flakes = make([]struct{ x, y, v, drift, r, a, phase float32 }, 420)
	for i := range s.flakes {
		f := &s.flakes[i]
		near := pow(r.f(), 2.6)
		f.x, f.y = r.in(0, s.w*1.2), r.in(0, s.h*1.1)
		f.v = unit * (0.035 + 0.13*near) * r.in(0.8, 1.2)
		f.drift = unit * (0.012 + 0.03*near)
		f.r = max(0.55, unit*(0.0011+0.0042*near))
		f.a = 0.75 - 0.3*near
		f.phase = r.in(0, 6)
	}
	return s
}

func (s *snowfall) paint(c *Canvas, t float32) { s.paintFaded(c, t, 1) }

// paintFaded paints the snow with a part of its strength.
func (s *snowfall) paintFaded(c *Canvas, t, strength float32) {
	for i := range s.flakes {
		f := &s.flakes[i]
		x := wrap(f.x+f.drift*t+f.drift*0.8*sin(t*0.9+f.phase), s.w*1.2) - s.w*0.1
		y := wrap(f.y+f.v*t, s.h*1.1) - s.h*0.05
		c.dot(x, y, f.r, rgb{250, 252, 255}, f.a*strength)
	}
}
