// Package imageview shows large pictures in a part of the window.
//
// [Tiles] shows one picture under a [Transform], cut into tiles of one image object (and so one texture) each, with a
// checkerboard below transparent parts. A tile is drawn at the level, a reduction by a power of two, that fits the
// zoom; the graphics driver does the rest. Only visible tiles exist. When the picture changes, only the tiles of the
// changed part are drawn again.
//
// [View] is a widget around it that zooms to the pointer and pans, and reports the pointer in picture coordinates.
//
// Everything belongs to the window's goroutine. Positions are those of Fyne, in units of the canvas relative to the
// view. Picture coordinates are pixels, x to the right and y down, with 0,0 in the outer corner of the first pixel. A
// zoom of 1 is 100 %: one pixel of the picture is one pixel of the screen, whatever the scale of the canvas is.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	pointer    the pointer, the buttons and the wheel
//	view       the widget: zoom, pan, fit
//	tiles      the tiles of one picture
//	transform, press   where a picture is in the view; the values of the pointer
package imageview

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
)

const (
	fitMargin  = 16 // units around a fitted picture
	minVisible = 48 // units of the picture that always stay visible
)

// follow is how the transform changes when the view is resized.
type follow int

const (
	followNothing follow = iota // the middle stays in place
	followWhole                 // the picture is fitted, but never enlarged
	followFill                  // the picture is fitted, and enlarged if it is smaller than the view
)

// View shows a large picture that can be zoomed and panned.
type View struct {
	widget.BaseWidget

	// Overlay is over the picture and has no layout. Its owner places the objects in it after every move of the
	// picture.
	Overlay *fyne.Container

	canvas    func() fyne.Canvas
	pointed   func(Pointer)
	moved     func()
	modifiers func() fyne.KeyModifier

	tiles     *Tiles
	picture   image.Point // its size; 0,0: none
	part      float64     // size of the bitmap relative to the file; below 1 for a reduced copy
	transform Transform
	pixel     float64 // screen pixels per unit
	follow    follow
	margin    float64 // units around a fitted picture
	bound     bool    // no gap in the view: a smaller picture is centred, and it is never smaller than fitted
	columns   int     // number of columns that show the same part of the picture

	cursor  desktop.Cursor
	panHeld bool
	press   press
	downs   [2]fyne.Position // positions of the last two presses of the primary button
}

// New returns an empty view. canvas returns the canvas of the window; nil while there is none. pointed gets the pointer
// events. moved is called after the picture may have moved in the view, or the picture or the view was resized.
func New(canvas func() fyne.Canvas, pointed func(Pointer), moved func()) *View {
	v := &View{
		Overlay: &fyne.Container{}, canvas: canvas, pointed: pointed, moved: moved, modifiers: heldModifiers,
		tiles: NewTiles(), transform: Transform{Scale: 1}, pixel: 1, part: 1, margin: fitMargin, columns: 1,
	}
	v.ExtendBaseWidget(v)
	return v
}

// SetSource shows a picture fitted into the view, at 100 % if it is smaller; nil shows none.
func (v *View) SetSource(src Source) {
	v.cancel()
	v.tiles.SetSource(src)
	v.picture, v.part = v.tiles.size, 1
	v.follow = followWhole
	v.settle()
}

// SetReduced is SetSource for a reduced copy of a picture with the given size. Zooms are those of the picture: at 100 %
// one of its pixels is one pixel of the screen.
func (v *View) SetReduced(src Source, size image.Point) {
	v.SetSource(src)
	if longest := max(size.X, size.Y); longest > 0 && v.picture != (image.Point{}) {
		v.part = float64(max(v.picture.X, v.picture.Y)) / float64(longest)
		v.settle()
	}
}

// SetSize sets the size of a picture that the owner draws in Overlay. The view is divided into columns side by side,
// each with the same part of the picture and a margin when it is fitted. From then on the picture leaves no gap in the
// view: a smaller one is centred, and it is never smaller than fitted.
func (v *View) SetSize(picture image.Point, columns int, margin float64) {
	x, y := v.transform.ToPicture(v.width()/2, v.height()/2)
	if v.picture != picture {
		v.follow = followFill
	}
	v.picture, v.columns, v.margin, v.bound = picture, columns, margin, true
	if v.follow == followNothing { // the middle stays in place
		v.transform = v.clamped(At(v.transform.Scale, x, y, v.width(), v.height()))
	}
	v.settle()
}

// Changed draws rectangles of the picture again, in picture pixels. Without rectangles, or if the size of the source
// changed, it draws the whole picture again.
func (v *View) Changed(rs ...image.Rectangle) {
	if len(rs) > 0 && (v.tiles.src == nil || v.tiles.src.Size() == v.picture) {
		for _, r := range rs {
			v.tiles.Changed(r)
		}
		v.arrange()
		return
	}
	x, y := v.transform.ToPicture(v.width()/2, v.height()/2)
	v.tiles.SetSource(v.tiles.src)
	v.picture = v.tiles.size
	if v.follow == followNothing && !v.empty() {
		v.transform = v.clamped(At(v.transform.Scale, x, y, v.width(), v.height()))
	}
	v.settle()
}

// Fit fits the picture into the view with a margin. It stays fitted when the view is resized, until the next zoom or
// pan. Unlike SetSource it also enlarges small pictures, as this command does in other picture programs.
func (v *View) Fit() { v.follow = followFill; v.settle() }

// Actual shows the picture at 100 %, around the middle of the view.
func (v *View) Actual() { v.ZoomBy(1 / v.Scale()) }

// Step zooms to the next round zoom above or below, such as 66.7 % or 200 %, around the middle of the view.
func (v *View) Step(up bool) { v.ZoomBy(nextStop(v.Scale(), up) / v.Scale()) }

// ZoomBy zooms by a factor around the middle of the view, between 2 % (or the fitted zoom) and 3200 %.
func (v *View) ZoomBy(f float64) { v.zoomAt(f, v.width()/2, v.height()/2) }

// zoomAt zooms around a position. The point there stays in place, unless the picture would leave the view.
func (v *View) zoomAt(f, x, y float64) {
	if f > 0 {
		v.changeTransform(func() Transform { return v.transform.ZoomAt(v.limited(v.Scale()*f)/v.pixel/v.part, x, y) })
	}
}

// PanBy moves the picture by a distance in the view.
func (v *View) PanBy(dx, dy float32) {
	if dx != 0 || dy != 0 {
		v.changeTransform(func() Transform { return v.transform.Moved(float64(dx), float64(dy)) })
	}
}

// changeTransform changes the transform.
func (v *View) changeTransform(to func() Transform) {
	if v.empty() {
		return
	}
	t := v.clamped(to())
	if v.bound && t == v.transform { // a fitted picture cannot be moved, and stays fitted
		return
	}
	v.follow, v.transform = followNothing, t
	if v.bound && math.Abs(t.Scale/v.whole(mostZoom).Scale-1) < 1e-6 { // it was zoomed out until it is fitted
		v.follow = followFill
	}
	v.place()
}

// Scale returns the zoom; 1 is 100 %.
func (v *View) Scale() float64 { return v.transform.Scale * v.pixel * v.part }

// Pixel returns the number of screen pixels per unit.
func (v *View) Pixel() float64 { return v.pixel }

// Fitted reports whether the picture is fitted, and stays so when the view is resized.
func (v *View) Fitted() bool { return v.follow != followNothing }

// Transform returns the position of the picture in the view, in units.
func (v *View) Transform() Transform { return v.transform }

// Shown returns the visible part of the picture, in picture coordinates.
func (v *View) Shown() (x0, y0, x1, y1 float64) {
	return v.transform.Shown(v.picture, v.width(), v.height())
}

// FromPicture returns the position of a point of the picture.
func (v *View) FromPicture(x, y float64) fyne.Position {
	px, py := v.transform.FromPicture(x, y)
	return fyne.NewPos(float32(px), float32(py))
}

// settle fits the transform to the size of the view, and shows it.
func (v *View) settle() {
	v.measure()
	if !v.empty() && v.follow != followNothing {
		most := float64(mostZoom)
		if v.follow == followWhole {
			most = 1
		}
		v.transform = v.whole(most)
	}
	v.place()
}

// measure updates the number of screen pixels per unit.
func (v *View) measure() {
	const far = 4096 // long enough that rounding to whole pixels does not matter
	v.pixel = 1
	if c := v.canvas(); c != nil {
		if px, _ := c.PixelCoordinateForPosition(fyne.NewPos(far, 0)); px > 0 {
			v.pixel = float64(px) / far
		}
	}
}

// place shows the picture under the transform.
func (v *View) place() {
	v.arrange()
	v.moved()
}

func (v *View) arrange() {
	v.tiles.Arrange(v.transform, ViewRect{X1: v.width(), Y1: v.height()}, v.pixel)
}

// empty reports whether there is nothing to zoom or pan.
func (v *View) empty() bool {
	return v.picture == (image.Point{}) || v.width() <= 0 || v.height() <= 0
}

// whole returns the transform that shows all of the picture, at a zoom of at most most.
func (v *View) whole(most float64) Transform {
	return Fit(v.picture, v.width(), v.height(), v.margin, most/v.pixel/v.part)
}

func (v *View) limited(zoom float64) float64 {
	whole := v.whole(1).Scale * v.pixel * v.part
	if !v.bound {
		whole = min(whole, leastZoom)
	}
	return min(max(zoom, whole), mostZoom)
}

func (v *View) clamped(t Transform) Transform {
	w, h := v.width(), v.height()
	if !v.bound {
		return t.Clamp(v.picture, w, h, minVisible)
	}
	t = t.Clamp(v.picture, w, h, math.Inf(1))
	middle := At(t.Scale, float64(v.picture.X)/2, float64(v.picture.Y)/2, w, h)
	if middle.X > 0 {
		t.X = middle.X
	}
	if middle.Y > 0 {
		t.Y = middle.Y
	}
	return t
}

// width returns the width of one column, in units.
func (v *View) width() float64 { return float64(v.Size().Width) / float64(v.columns) }

func (v *View) height() float64 { return float64(v.Size().Height) }

func (v *View) CreateRenderer() fyne.WidgetRenderer {
	return kit.Draw(func() fyne.Size { return fyne.NewSize(2*fitMargin, 2*fitMargin) }, v.resized, func() {
		v.tiles.Refresh()
		v.settle()
		canvas.Refresh(v.Overlay)
	}, v.tiles.Object, v.Overlay)
}

// resized handles a new size. Fyne also calls it if the size did not change.
func (v *View) resized(size fyne.Size) {
	before := v.Overlay.Size()
	if size == before {
		return
	}
	v.Overlay.Resize(size)
	if v.follow == followNothing && !v.empty() {
		dx, dy := size.Width-before.Width, size.Height-before.Height
		v.transform = v.clamped(v.transform.Moved(float64(dx)/float64(2*v.columns), float64(dy)/2))
	}
	v.settle()
}

func (v *View) release(m fyne.KeyModifier) {
	p := v.press
	v.press = press{}
	if !p.pans {
		v.report(Pointer{Event: Up, At: p.at, Button: p.button, Modifier: m})
	}
}

// cancel ends a press.
func (v *View) cancel() {
	if v.press.button != 0 {
		v.release(v.modifiers())
	}
}

func (v *View) report(p Pointer) {
	p.X, p.Y = v.transform.ToPicture(float64(p.At.X), float64(p.At.Y))
	v.pointed(p)
}
