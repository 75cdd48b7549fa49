package scene

// Adorn adds to a picture what the words of the brief ask for and what can stand in any picture: lanterns, northern lights, stars, snow,
// birds. It reports whether it added anything.
func Adorn(c *Canvas, b Brief) bool {
	w := Wishes(b.Prompt)
	r := rng(b.detail())
	unit := float32(min(c.W, c.H))
	added := false
	if w.Family == Aurora {
		hangAurora(c, r)
		added = true
	}
	if w.Light == Night {
		newStars(&r, c.W*c.H/2600, c.W, int(float32(c.H)*0.5)).paint(c, 0, func(int) float32 { return float32(c.H) })
		added = true
	}
	if w.Family == Lanterns {
		s := &lanternStage{w: c.W, h: c.H, W: float32(c.W), H: float32(c.H), unit: unit, horizon: float32(c.H) * 0.9}
		s.light(&r)
		for i := range s.lanterns {
			q := &s.lanterns[i]
			s.sprites[q.kind].paint(c, q.x, q.y-s.horizon*0.08, c.H-1, 1)
		}
		added = true
	}
	if w.Birds {
		flock{n: 5 + r.n(4), x: float32(c.W) * r.in(0.25, 0.75), y: float32(c.H) * r.in(0.14, 0.26), dir: 1, unit: unit * 1.3, series: r.seed(), colour: hex(0x1c1c28)}.paint(c, 0)
		added = true
	}
	if w.Snow {
		newSnowfall(&r, c.W, c.H).paint(c, 0)
		added = true
	}
	return added
}

// hangAurora adds the light of two curtains to the upper half.
func hangAurora(c *Canvas, r rng) {
	s := &auroraStage{w: c.W, h: c.H, W: float32(c.W), H: float32(c.H), pal: auroraPalettes()[0]}
	s.unit = min(s.W, s.H*1.3)
	s.horizon = s.H * 0.62
	for k := range s.curtains {
		s.curtains[k] = s.hang(&r, k)
	}
	p := s.Painter().(*auroraPainter)
	for k := range 2 {
		p.move(k, 0)
	}
	for y := range c.H {
		fade := smooth(s.H*0.62, s.H*0.35, float32(y))
		for x := range c.W {
			o := (y*c.W + x) * 4
			for k := range 2 {
				f := p.fold[k][x]
				i := ((f.edge-float32(y))*f.perLength + 0.25) * (511 / 1.25)
				if i < 0 || i >= 511 {
					continue
				}
				l := p.curtains[k].lut[int(i)]
				for z := range 3 {
					v := float32(c.Pix[o+z])
					c.Pix[o+z] = b8(v + l[z]*f.light*fade*(1-v/300))
				}
			}
		}
	}
}
