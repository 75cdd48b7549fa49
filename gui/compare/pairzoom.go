package compare

import (
	"fyne.io/fyne/v2"
)

// Fit shows all of both pictures.
func (p *Pair) Fit() { p.look(func(s sight) sight { s.scale = 0; return s }) }

// Actual shows one pixel of the larger picture in one pixel of the screen.
func (p *Pair) Actual() {
	p.look(func(s sight) sight { return s.zoomed(1/s.now(), s.width/2, s.height/2) })
}

// ZoomBy enlarges by a factor around the middle; it goes from whole to 32 times.
func (p *Pair) ZoomBy(factor float64) {
	p.look(func(s sight) sight { return s.zoomed(factor, s.width/2, s.height/2) })
}

// Zoom gives how many pixels of the screen a pixel of the larger picture takes, and whether that is because all is shown.
func (p *Pair) Zoom() (scale float64, whole bool) { return p.view().now(), p.sight.scale == 0 }

// look changes what part is seen.
func (p *Pair) look(change func(sight) sight) {
	to := change(p.view())
	p.sight.scale, p.sight.x, p.sight.y = to.scale, to.x, to.y
	p.draw()
	if p.OnChanged != nil {
		p.OnChanged()
	}
}

// view gives what is seen, with the measures of the room as it is now. In a room for two, each has a half of it.
func (p *Pair) view() sight {
	s, k := p.sight, p.screenScale()
	s.width, s.height, s.margin = float64(p.Size().Width)*k, float64(p.Size().Height)*k, margin*k
	if p.place == InSheet {
		s.margin = 0
	}
	if p.mode == Side {
		s.width /= 2
		s.margin /= 2
	}
	return s.clamped()
}

// screenScale gives how many device pixels a unit of the window has.
func (p *Pair) screenScale() float64 {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p); c != nil && c.Scale() > 0 {
		return float64(c.Scale())
	}
	return 1
}

// scene gives what is to be drawn, where the pictures are seen, and the divider in device pixels.
func (p *Pair) scene() (c scene, seen rect) {
	s := p.view()
	a, b := p.pics[p.standing(0)], p.pics[p.standing(1)]
	room := rect{0, 0, s.width, s.height}
	seen = s.place().intersect(room)
	c.sharp = s.now() >= 4
	switch p.mode {
	case Slider:
		c.cut = seen.x0 + p.split*seen.width()
	case Side:
		c.cut, c.gap = s.width, 1
	case OnlyA:
		b, c.cut = nil, s.width+1
	case OnlyB:
		a, c.cut = nil, -1
	case Difference:
		a, b, c.cut = p.unlike.shown, nil, s.width+1
	}
	c.a, c.ra = shownOf(a, s)
	c.b, c.rb = shownOf(b, s)
	if p.mode == Side {
		c.rb.x0 += s.width
		c.rb.x1 += s.width
	}
	return c, seen
}
