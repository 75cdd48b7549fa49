package imageview

import (
	"image"
	"math"
	"sort"
)

// Transform maps picture coordinates to a viewport: the point x, y of the picture is at X + x·Scale, Y + y·Scale.
// Lengths in the viewport can be in any unit.
type Transform struct {
	Scale float64 // units per picture pixel, above 0
	X, Y  float64 // position of the picture's 0,0
}

// ToPicture returns the picture coordinates of a position in the viewport.
func (t Transform) ToPicture(px, py float64) (x, y float64) {
	return (px - t.X) / t.Scale, (py - t.Y) / t.Scale
}

// FromPicture returns the position in the viewport of a point of the picture.
func (t Transform) FromPicture(x, y float64) (px, py float64) {
	return t.X + x*t.Scale, t.Y + y*t.Scale
}

// ZoomAt changes the scale around a position in the viewport. The point of the picture at that position stays there.
func (t Transform) ZoomAt(scale, px, py float64) Transform {
	k := scale / t.Scale
	return Transform{Scale: scale, X: px - (px-t.X)*k, Y: py - (py-t.Y)*k}
}

// Moved returns the transform panned by a distance in the viewport.
func (t Transform) Moved(dx, dy float64) Transform {
	return Transform{Scale: t.Scale, X: t.X + dx, Y: t.Y + dy}
}

// Clamp moves the picture back so that at least keep units of it are visible in each direction, in a viewport of w by
// h. If the picture or the viewport is smaller than keep, as much as possible is visible.
func (t Transform) Clamp(picture image.Point, w, h, keep float64) Transform {
	clamp := func(at, length, room float64) float64 {
		seen := min(keep, length, room)
		return min(max(at, seen-length), room-seen)
	}
	t.X = clamp(t.X, float64(picture.X)*t.Scale, w)
	t.Y = clamp(t.Y, float64(picture.Y)*t.Scale, h)
	return t
}

// Fit centres the whole picture in a viewport of w by h with a margin, at a scale of at most most. In a small viewport
// the margin shrinks.
func Fit(picture image.Point, w, h, margin, most float64) Transform {
	room := func(length float64) float64 { return max(length-2*margin, length/2, 1) }
	scale := min(room(w)/float64(picture.X), room(h)/float64(picture.Y), most)
	return At(scale, float64(picture.X)/2, float64(picture.Y)/2, w, h)
}

// At returns the transform that shows the point x, y of the picture in the middle of a viewport of w by h.
func At(scale, x, y, w, h float64) Transform {
	return Transform{Scale: scale, X: w/2 - x*scale, Y: h/2 - y*scale}
}

// Shown returns the visible part of the picture in a viewport of w by h, in picture coordinates; zeros if nothing is
// visible.
func (t Transform) Shown(picture image.Point, w, h float64) (x0, y0, x1, y1 float64) {
	x0, y0 = t.ToPicture(0, 0)
	x1, y1 = t.ToPicture(w, h)
	x0, y0 = max(x0, 0), max(y0, 0)
	x1, y1 = min(x1, float64(picture.X)), min(y1, float64(picture.Y))
	if x0 >= x1 || y0 >= y1 {
		return 0, 0, 0, 0
	}
	return x0, y0, x1, y1
}

// The limits of the zoom. At the smaller one a picture is a speck; at the larger one a pixel fills much of the view.
const (
	leastZoom = 0.02
	mostZoom  = 32
)

// stops returns the zooms that View.Step uses.
func stops() []float64 {
	return []float64{leastZoom, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 1, 1.5, 2, 3, 4, 5, 6, 8,
		12, 16, 24, mostZoom}
}

// nextStop returns the next stop above (up) or below a zoom, or the last stop in that direction.
func nextStop(zoom float64, up bool) float64 {
	const near = 1.005 // a zoom this close to a stop counts as that stop
	all := stops()
	if up {
		return all[sort.Search(len(all)-1, func(i int) bool { return all[i] > zoom*near })]
	}
	return all[max(sort.Search(len(all), func(i int) bool { return all[i]*near >= zoom })-1, 0)]
}

// wheelFactor returns the zoom factor for a turn of the wheel. One notch, which Fyne reports as 25, is a quarter of a
// doubling. One event at most doubles or halves the zoom.
func wheelFactor(turned float64) float64 {
	const notch = 25
	return math.Exp2(min(max(turned/notch/4, -1), 1))
}
