package compare

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
)

// rect is a box in device pixels of the room, with fractions.
type rect struct{ x0, y0, x1, y1 float64 }

func (r rect) width() float64  { return r.x1 - r.x0 }
func (r rect) height() float64 { return r.y1 - r.y0 }

// intersect gives what two boxes share; empty where that is nothing.
func (r rect) intersect(o rect) rect {
	out := rect{max(r.x0, o.x0), max(r.y0, o.y0), min(r.x1, o.x1), min(r.y1, o.y1)}
	if out.x1 < out.x0 || out.y1 < out.y0 {
		return rect{}
	}
	return out
}

// maxZoom is the most that a pixel is enlarged, device pixels per pixel.
const maxZoom = 32

// sight is what part of a box is seen in a room: the one zoom and pan that both pictures share. Values are
// device pixels, but x and y, which are pixels of the box.
type sight struct {
	box           image.Point // both pictures are fitted into it
	width, height float64     // of the room of one picture
	margin        float64     // kept free around a box that fits
	scale         float64     // device pixels per pixel of the box; 0: whatever shows all of it
	x, y          float64     // the point of the box in the middle of the room
}

// boxOf is the least box that holds two sizes, either of which may be empty.
func boxOf(a, b image.Point) image.Point { return image.Pt(max(a.X, b.X), max(a.Y, b.Y)) }

// fit is the scale at which all of the box is seen.
func (s sight) fit() float64 {
	if s.box.X <= 0 || s.box.Y <= 0 {
		return 1
	}
	w, h := max(s.width-2*s.margin, 1), max(s.height-2*s.margin, 1)
	return min(w/float64(s.box.X), h/float64(s.box.Y), maxZoom)
}

// now is the scale that counts.
func (s sight) now() float64 {
	if s.scale == 0 {
		return s.fit()
	}
	return s.scale
}

// clamped keeps the box in the room: what is smaller stands in the middle, what is larger leaves no gap.
func (s sight) clamped() sight {
	k := s.now()
	s.x = clampCentre(s.x, float64(s.box.X), s.width/k)
	s.y = clampCentre(s.y, float64(s.box.Y), s.height/k)
	return s
}

func clampCentre(centre, length, seen float64) float64 {
	if length <= seen {
		return length / 2
	}
	return min(max(centre, seen/2), length-seen/2)
}

// place gives where the box lies in the room.
func (s sight) place() rect {
	k := s.now()
	x, y := s.width/2-s.x*k, s.height/2-s.y*k
	return rect{x, y, x + float64(s.box.X)*k, y + float64(s.box.Y)*k}
}

// zoomed changes the scale by a factor; the point of the box at a place of the room stays there. It never gets
// smaller than whole.
func (s sight) zoomed(f, atX, atY float64) sight {
	k := s.now()
	to := min(max(k*f, min(s.fit(), 1)), maxZoom)
	s.x += (atX - s.width/2) * (1/k - 1/to)
	s.y += (atY - s.height/2) * (1/k - 1/to)
	s.scale = to
	if math.Abs(to-s.fit()) < 1e-6 {
		s.scale = 0
	}
	return s.clamped()
}

// moved pans by device pixels: the picture goes with the pointer.
func (s sight) moved(dx, dy float64) sight {
	k := s.now()
	s.x -= dx / k
	s.y -= dy / k
	return s.clamped()
}

// pans reports whether there is more of the box than the room shows.
func (s sight) pans() bool {
	k := s.now()
	return float64(s.box.X)*k > s.width+0.5 || float64(s.box.Y)*k > s.height+0.5
}

// inside fits a size into the box, whole and in the middle, and gives where that lies in the room.
func (s sight) inside(size image.Point) rect {
	if size.X <= 0 || size.Y <= 0 {
		return rect{}
	}
	all := s.place()
	k := min(all.width()/float64(size.X), all.height()/float64(size.Y))
	w, h := float64(size.X)*k, float64(size.Y)*k
	x, y := all.x0+(all.width()-w)/2, all.y0+(all.height()-h)/2
	return rect{x, y, x + w, y + h}
}

// scene is everything that is drawn of two pictures in one room: what the shader draws on the graphics card, and what
// paint draws without one. Left of cut stands a, right of it b; both may be nil. Device pixels.
type scene struct {
	a, b   *image.RGBA
	ra, rb rect    // where they lie; parts of it may be outside the room
	cut    float64 // -1: all is b
	gap    float64 // kept free on either side of the cut
	sharp  bool    // pixels have edges: they are shown far enlarged
	checks [2]uint8
}

// check is the side of a square of the ground under what can be seen through, device pixels.
const check = 8

// paint draws the scene into a bitmap of the size of the room. It takes some 20 ms for a window: off its goroutine.
func (s *scene) paint(dst *image.RGBA) {
	width := dst.Rect.Dx()
	from := min(max(int(math.Ceil(s.cut-s.gap-0.5)), 0), width)
	to := min(max(int(math.Ceil(s.cut+s.gap-0.5)), from), width)
	for y := range dst.Rect.Dy() {
		row := dst.Pix[y*dst.Stride : y*dst.Stride+4*width]
		clear(row)
		s.row(row, y, 0, from, s.a, s.ra)
		s.row(row, y, to, width, s.b, s.rb)
	}
}

// row draws the pixels from..to of one row, where they lie in the picture.
func (s *scene) row(row []uint8, y, from, to int, im *image.RGBA, r rect) {
	v := (float64(y) + 0.5 - r.y0) / r.height()
	if im == nil || v < 0 || v >= 1 || r.width() <= 0 {
		return
	}
	from = max(from, int(math.Ceil(r.x0-0.5)))
	to = min(to, int(math.Ceil(r.x1-0.5)))
	for x := from; x < to; x++ {
		u := (float64(x) + 0.5 - r.x0) / r.width()
		p := row[4*x : 4*x+4 : 4*x+4]
		s.sample(p, im, u, v)
		if p[3] < 0xff {
			ground := uint32(s.checks[(x/check+y/check)&1]) * uint32(0xff-p[3]) / 0xff
			p[0], p[1], p[2], p[3] = uint8(uint32(p[0])+ground), uint8(uint32(p[1])+ground), uint8(uint32(p[2])+ground), 0xff
		}
	}
}

// sample writes the colour of a picture at u, v, each from 0 to 1.
func (s *scene) sample(p []uint8, im *image.RGBA, u, v float64) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	fx, fy := u*float64(w), v*float64(h)
	if s.sharp {
		i := min(int(fy), h-1)*im.Stride + 4*min(int(fx), w-1)
		copy(p, im.Pix[i:i+4])
		return
	}
	fx, fy = max(fx-0.5, 0), max(fy-0.5, 0)
	x0, y0 := int(fx), int(fy)
	x1, y1 := min(x0+1, w-1), min(y0+1, h-1)
	ax, ay := int32((fx-float64(x0))*256), int32((fy-float64(y0))*256)
	p00, p10 := im.Pix[y0*im.Stride+4*x0:], im.Pix[y0*im.Stride+4*x1:]
	p01, p11 := im.Pix[y1*im.Stride+4*x0:], im.Pix[y1*im.Stride+4*x1:]
	for c := range 4 {
		top := int32(p00[c])*(256-ax) + int32(p10[c])*ax
		low := int32(p01[c])*(256-ax) + int32(p11[c])*ax
		p[c] = uint8((top*(256-ay) + low*ay + 1<<15) >> 16)
	}
}

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
