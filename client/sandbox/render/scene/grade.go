package scene

// graded gives a scene the colours that the words ask for: warm, cool, black and white.
type graded struct {
	Scene
	wish Wish
}

func grade(s Scene, w Wish) Scene {
	if !w.Warm && !w.Cool && !w.Mono {
		return s
	}
	return graded{s, w}
}

func (g graded) Stage(w, h int) Stage { return gradedStage{g.Scene.Stage(w, h), newTones(g.wish)} }

type gradedStage struct {
	Stage
	tones tones
}

func (s gradedStage) Painter() Painter { return gradedPainter{s.Stage.Painter(), &s.tones} }

type gradedPainter struct {
	Painter
	tones *tones
}

func (p gradedPainter) Paint(c *Canvas, t, dur float32) {
	p.Painter.Paint(c, t, dur)
	p.tones.apply(c)
}

// tones is a curve a channel, behind an optional mix of the channels.
type tones struct {
	curve [3][256]byte
	mono  bool
}

func newTones(w Wish) tones {
	t := tones{mono: w.Mono}
	gain := rgb{1, 1, 1}
	if w.Warm {
		gain = rgb{1.07, 0.985, 0.87}
	}
	if w.Cool {
		gain = rgb{gain[0] * 0.88, gain[1] * 0.98, gain[2] * 1.10}
	}
	for z := range t.curve {
		for i := range t.curve[z] {
			v := float32(i) / 255
			if w.Mono {
				v += (smooth(0, 1, v) - v) * 0.35 // a little more contrast in place of the colours
			}
			t.curve[z][i] = b8(255*pow(v, 1/gain[z]) + 0.5)
		}
	}
	return t
}

func (t *tones) apply(c *Canvas) {
	for o := 0; o+3 < len(c.Pix); o += 4 {
		p := c.Pix[o : o+3 : o+3]
		r, g, b := p[0], p[1], p[2]
		if t.mono {
			l := byte((54*int(r) + 183*int(g) + 19*int(b)) >> 8)
			r, g, b = l, l, l
		}
		p[0], p[1], p[2] = t.curve[0][r], t.curve[1][g], t.curve[2][b]
	}
}
