package compare

import (
	"image"
	"math"
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
