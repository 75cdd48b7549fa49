package scene

import "math"

// lake mirrors what stands above its shore, with ripples that grow toward the viewer.
type lake struct {
	shore int // the last row of land
	unit  float32
	tint  rgb
	dim   float32 // light of the mirrored picture at the shore
	tex   texture
}

func (l *lake) paint(c *Canvas, t float32) {
	W, depth := float32(c.W), float32(c.H-1-l.shore)
	for y := l.shore + 1; y < c.H; y++ {
		d := float32(y - l.shore)
		near := d / depth
		log := float32(math.Log(float64(1 + d/l.unit*60))) // perspective: far ripples are flatter
		flat := d / l.unit
		row1, row2 := log*260+flat*900+t*14, log*620+flat*1900-t*26
		r1, r2 := l.tex.row(int(row1)), l.tex.row(int(row1)+1)
		q1, q2 := l.tex.row(int(math.Floor(float64(row2)))), l.tex.row(int(math.Floor(float64(row2)))+1)
		f1, f2 := row1-float32(int(row1)), row2-float32(math.Floor(float64(row2)))
		scale := texSize / l.unit * (0.30 + 0.6*(1-near))
		sway := l.unit * (0.0008 + 0.016*near)
		dim, body := l.dim-0.26*near, 0.10+0.14*near
		dr := ditherRow(y)
		out := c.Pix[y*c.W*4:][:c.W*4]
		for x := range c.W {
			u := (float32(x)-W/2)*scale + t*6 + 64*texSize
			a := lerp(r1, u)
			a += (lerp(r2, u) - a) * f1
			b := lerp(q1, u*2)
			b += (lerp(q2, u*2) - b) * f2
			n := a - 0.5 + 0.6*(b-0.5)
			sy := min(max(l.shore-int(d*0.94+n*sway*3.2+0.5), 0), l.shore)
			sx := min(max(x+int(n*sway*0.8), 0), c.W-1)
			s := c.Pix[(sy*c.W+sx)*4:]
			light, tint, e, o := dim*(1+0.34*n), body*(0.7+0.6*n), dr[x&63], x*4
			p := out[o : o+3 : o+3]
			p[0] = b8(float32(s[0])*light + l.tint[0]*tint + e)
			p[1] = b8(float32(s[1])*light + l.tint[1]*tint + e)
			p[2] = b8(float32(s[2])*light + l.tint[2]*tint + e)
		}
	}
}
