package render

import "math"

// treeHeight returns the height of conifers above the ground at x, in pixels. u is the approximate height of a tree.
func treeHeight(x, u float32, s uint32) float32 {
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
			step := v * 6.5 // branches narrow toward the tip
			v += (0.5 - (step - float32(int(step)))) * 0.10 * (1 - v)
			top = max(top, v*height)
		}
	}
	return top
}

// runningMean returns the running mean of src over 2r+1 values.
func runningMean(src []float32, r int) []float32 {
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

// stars are twinkling points.
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

// paint draws the stars above the skyline of each column. A bright sky hides them.
func (s stars) paint(c *canvas, t float32, skyline []float32) {
	for _, v := range s {
		x, y := int(v.x), int(v.y)
		if v.y+2 > skyline[x] {
			continue
		}
		a := v.light * (0.8 + 0.2*sin(t*2.1+v.phase*5)) * (1 - clamp01(c.at(x, y)[1]/230))
		c.dot(v.x, v.y, 0.4+0.7*v.light, rgb{255, 255, 255}, a)
	}
}

// curtain is one curtain of northern lights.
type curtain struct {
	seed                 uint32
	y, amp, freq, length float32
	strength, unit       float32
	lut                  [512]fixedColour // light from a quarter of the length below the edge to the top
}

// newCurtains returns the curtains from the farthest at the top to the nearest.
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
			k := mix(mix(hex(p.sun), hex(p.far), smoothstep(0.02, 0.38, d)), hex(p.other), smoothstep(0.25, 0.85, d))
			q.lut[i] = k.times(v * smoothstep(1, 0.55, d) * smoothstep(-0.25, -0.08, d)).fixed()
		}
		out[k] = q
	}
	return out
}

// curtainColumn is a curtain at one column of pixels: its lower edge, its inverse length, and its brightness.
type curtainColumn struct{ edge, perLength, light float32 }

func (q *curtain) columns(w int, t float32) []curtainColumn {
	out := make([]curtainColumn, w)
	for x := range out {
		at := float32(x) - float32(w)/2
		b := (at + q.unit*0.10*noise1(at*q.freq*0.8+t*0.07, q.seed+3)) * q.freq
		rays := 0.55 + 0.45*noise1(b*13+t*0.35, q.seed+11) // rays drift along the curtain
		fine := 0.75 + 0.25*noise1(b*46-t*0.6, q.seed+13)
		body := smoothstep(-0.55, 0.55, noise1(b*0.9-t*0.09+3, q.seed+17)+0.15)
		length := q.length * (0.62 + 0.32*noise1(b*5+t*0.2, q.seed+19) + 0.08*rays)
		edge := q.y + q.amp*(1.5*fbm1(b+t*0.055, 3, q.seed, false)+0.22*noise1(b*4.5-t*0.16, q.seed+5))
		out[x] = curtainColumn{edge, 1 / length, q.strength * body * (0.25 + 0.75*rays) * fine}
	}
	return out
}

// addLight adds the light of the curtain at height y to the background s.
func (f curtainColumn) addLight(s fixedColour, q *curtain, y float32) fixedColour {
	i := ((f.edge-y)*f.perLength + 0.25) * (511 / 1.25)
	if i < 0 || i >= 511 {
		return s
	}
	k := q.lut[int(i)].times(int32(f.light * 256))
	return fixedColour{s[0] + k[0], s[1] + k[1], s[2] + k[2]}
}
