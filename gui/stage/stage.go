package stage

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Deps are what a stage needs of its program.
type Deps struct {
	Go   func(func()) // runs a function on another goroutine
	Post func(func()) // runs a function on the window's goroutine, later
	// Modifiers are the modifier keys that are held now; nil: those of Fyne's driver.
	Modifiers func() fyne.KeyModifier
}

const (
	fitMargin = 16 // units around a picture that is shown as a whole
	inSight   = 48 // units of the picture that can never be moved off the stage
)

// follow says what happens to the view when the stage gets another size.
type follow int

const (
	followNothing follow = iota // the middle stays the middle
	followWhole                 // as a whole, but never enlarged
	followFill                  // as a whole, enlarged where it is smaller than the stage
)

// told is what OnView was called for last.
type told struct {
	view    View
	picture image.Point
	stage   fyne.Size
}

// Stage shows a large picture. All of its methods and fields are for the window's goroutine.
type Stage struct {
	widget.BaseWidget

	// OnView is called after the picture has moved on the stage, or one of the two got another size.
	OnView func()
	// OnDown, OnDrag and OnUp are the pointer with a button pressed, from the moment on that it is pressed until that same
	// button is released, wherever that is. Buttons that are pressed meanwhile are not told. OnHover is the pointer over the
	// stage with no button pressed, and OnLeave is when it goes away. A button that pans is not told at all.
	OnDown, OnDrag, OnUp, OnHover func(Pointer)
	OnLeave                       func()
	// OnDouble is a double click with the first button. The two clicks have been told one by one before that.
	OnDouble func(Pointer)
	// Overlay has no layout and lies upon the picture. Its owner moves what is in it, in OnView.
	Overlay *fyne.Container
	// Grid shows lines between the pixels of the picture from a zoom of 8 on. Refresh after a change.
	Grid bool

	deps   Deps
	tiles  *tiles
	ground *ground
	view   View
	pixel  float64 // pixels of the screen per unit
	follow follow

	cursor  desktop.Cursor
	panHeld bool
	told    told
	press   press
	downs   [2]fyne.Position // where the first button was pressed the last two times
	over    bool
}

// New makes an empty stage.
func New(d Deps) *Stage {
	s := &Stage{deps: d, Overlay: &fyne.Container{}, Grid: true, ground: newGround(), view: View{Scale: 1}, pixel: 1}
	s.tiles = newTiles(d, s.landed)
	s.ExtendBaseWidget(s)
	return s
}

// SetSource shows a picture as a whole, at 100 % where it is smaller than the stage; nil shows none. A picture as large as the
// one before takes its place bit by bit as it is drawn; another one begins empty.
func (s *Stage) SetSource(src Source) {
	s.cancel()
	s.tiles.show(src)
	s.follow = followWhole
	s.settle()
}

// Changed draws parts of the picture again, in its pixels; without any, all of it, which may also have another size.
// What is in sight comes with the next frame; calls that come faster than that are done together.
func (s *Stage) Changed(rs ...image.Rectangle) {
	if s.tiles.src == nil {
		return
	}
	if len(rs) > 0 {
		s.tiles.changed(rs)
		s.tiles.pump()
		return
	}
	before := s.tiles.grid.size
	x, y := s.view.ToPicture(s.middle())
	s.tiles.everything()
	if s.tiles.grid.size != before && s.follow == followNothing {
		s.view = s.clamped(At(s.view.Scale, x, y, s.width(), s.height()))
	}
	s.settle()
}

// Fit shows the picture as a whole, as large as it goes, with a margin of 16 around it. It stays so while the stage gets
// other sizes, until the next zoom or pan. Other than when it was just shown, a small picture is enlarged then: that is what
// the command does in programs for pictures.
func (s *Stage) Fit() { s.follow = followFill; s.settle() }

// Actual shows the picture at 100 %, with what is in the middle of the stage in the middle.
func (s *Stage) Actual() { s.ZoomBy(1 / s.Scale()) }

// ZoomBy zooms around the middle of the stage, between 2 % (or what shows the whole picture) and 3200 %.
func (s *Stage) ZoomBy(f float64) { s.ZoomAt(f, s.Middle()) }

// ZoomAt zooms around a position: what is there stays there, as far as some of the picture stays in sight.
func (s *Stage) ZoomAt(f float64, at fyne.Position) {
	if s.empty() || !(f > 0) {
		return
	}
	s.follow = followNothing
	s.view = s.clamped(s.view.ZoomAt(s.limited(s.Scale()*f)/s.pixel, float64(at.X), float64(at.Y)))
	s.place()
	s.tiles.pump()
}

// Step zooms to the next round figure above or below, such as 66.7 % or 200 %, around the middle.
func (s *Stage) Step(up bool) { s.ZoomBy(nextStop(s.Scale(), up) / s.Scale()) }

// MoveTo shows a point of the picture in the middle of the stage.
func (s *Stage) MoveTo(scale, x, y float64) {
	if s.empty() || !(scale > 0) {
		return
	}
	s.follow = followNothing
	s.view = s.clamped(At(s.limited(scale)/s.pixel, x, y, s.width(), s.height()))
	s.place()
	s.tiles.pump()
}

// PanBy moves the picture by a distance on the stage.
func (s *Stage) PanBy(dx, dy float32) {
	if s.empty() || dx == 0 && dy == 0 {
		return
	}
	s.follow = followNothing
	s.view = s.clamped(s.view.Moved(float64(dx), float64(dy)))
	s.place()
	s.tiles.pump()
}

// Scale is the zoom: 1 is 100 %.
func (s *Stage) Scale() float64 { return s.view.Scale * s.pixel }

// Fitted tells whether the picture is shown as a whole and stays so when the stage gets another size.
func (s *Stage) Fitted() bool { return s.follow != followNothing }

// View is where the picture stands on the stage, in units.
func (s *Stage) View() View { return s.view }

// Shown is the part of the picture that is in sight, in its coordinates.
func (s *Stage) Shown() (x0, y0, x1, y1 float64) {
	return s.view.Shown(s.tiles.grid.size, s.width(), s.height())
}

// Middle is the middle of the stage.
func (s *Stage) Middle() fyne.Position { return fyne.NewPos(s.Size().Width/2, s.Size().Height/2) }

// ToPicture is the point of the picture at a position, which may be outside of the picture.
func (s *Stage) ToPicture(at fyne.Position) (x, y float64) {
	return s.view.ToPicture(float64(at.X), float64(at.Y))
}

// FromPicture is the position of a point of the picture.
func (s *Stage) FromPicture(x, y float64) fyne.Position {
	px, py := s.view.FromPicture(x, y)
	return fyne.NewPos(float32(px), float32(py))
}

// settle makes the view what it must be in the room that the stage has, and shows it.
func (s *Stage) settle() {
	s.measure()
	if !s.empty() && s.follow != followNothing {
		most := mostZoom / s.pixel
		if s.follow == followWhole {
			most = 1 / s.pixel
		}
		s.view = Fit(s.tiles.grid.size, s.width(), s.height(), fitMargin, most)
	}
	s.place()
	s.tiles.pump()
}

// measure finds out how many pixels of the screen a unit has.
func (s *Stage) measure() {
	const far = 4096 // long enough that rounding to whole pixels does not matter
	s.pixel = 1
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil {
		if px, _ := c.PixelCoordinateForPosition(fyne.NewPos(far, 0)); px > 0 {
			s.pixel = float64(px) / far
		}
	}
}

// place shows the view. It is cheap: nothing is drawn here.
func (s *Stage) place() {
	s.tiles.arrange(s.view, s.width(), s.height(), s.pixel)
	s.ground.arrange(s.view, s.tiles.grid.size, s.Size(), s.pixel, s.tiles.holes(), s.tiles.transparent(), s.Grid)
	if now := (told{s.view, s.tiles.grid.size, s.Size()}); now != s.told {
		s.told = now
		if s.OnView != nil {
			s.OnView()
		}
	}
}

// landed follows tiles that were swapped in. The first ones come before Fyne can tell what the scale of the canvas is.
func (s *Stage) landed() {
	before := s.pixel
	if s.measure(); s.pixel != before {
		s.settle()
		return
	}
	s.place()
}

// empty tells that there is nothing that could be zoomed or panned.
func (s *Stage) empty() bool {
	return s.tiles.grid.size == (image.Point{}) || s.width() <= 0 || s.height() <= 0
}

func (s *Stage) limited(zoom float64) float64 {
	whole := Fit(s.tiles.grid.size, s.width(), s.height(), fitMargin, 1/s.pixel).Scale * s.pixel
	return min(max(zoom, min(leastZoom, whole)), mostZoom)
}

func (s *Stage) clamped(v View) View {
	return v.Clamp(s.tiles.grid.size, s.width(), s.height(), inSight)
}

func (s *Stage) width() float64  { return float64(s.Size().Width) }
func (s *Stage) height() float64 { return float64(s.Size().Height) }

func (s *Stage) middle() (x, y float64) { return s.width() / 2, s.height() / 2 }

// CreateRenderer makes what Fyne paints.
func (s *Stage) CreateRenderer() fyne.WidgetRenderer {
	g := s.ground
	g.dress()
	r := &renderer{stage: s, objects: []fyne.CanvasObject{g.behind, g.checker, s.tiles.box, g.lines[0], g.lines[1]}}
	for _, o := range g.around {
		r.objects = append(r.objects, o)
	}
	r.objects = append(r.objects, s.Overlay)
	return r
}

type renderer struct {
	stage   *Stage
	objects []fyne.CanvasObject
	size    fyne.Size
}

func (r *renderer) Destroy()                     {}
func (r *renderer) MinSize() fyne.Size           { return fyne.NewSize(2*fitMargin, 2*fitMargin) }
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

// Layout is also called by Fyne when nothing has another size.
func (r *renderer) Layout(size fyne.Size) {
	if size == r.size {
		return
	}
	s := r.stage
	before := r.size
	r.size = size
	s.tiles.box.Resize(size)
	s.Overlay.Resize(size)
	if s.follow == followNothing && !s.empty() {
		s.view = s.clamped(s.view.Moved(float64(size.Width-before.Width)/2, float64(size.Height-before.Height)/2))
	}
	s.settle()
}

// Refresh takes the theme's colours and whether there is a grid.
func (r *renderer) Refresh() {
	r.stage.ground.dress()
	r.stage.settle()
	canvas.Refresh(r.stage.Overlay)
}

// View says where a picture stands in a viewport: a point x, y of the picture is at X + x·Scale, Y + y·Scale. Lengths of
// the viewport are in any unit, as long as it is always the same one.
type View struct {
	Scale float64 // units per picture pixel, above 0
	X, Y  float64 // where the picture's 0,0 is
}

// ToPicture is the point of the picture at a place in the viewport.
func (v View) ToPicture(px, py float64) (x, y float64) {
	return (px - v.X) / v.Scale, (py - v.Y) / v.Scale
}

// FromPicture is the place in the viewport of a point of the picture.
func (v View) FromPicture(x, y float64) (px, py float64) { return v.X + x*v.Scale, v.Y + y*v.Scale }

// ZoomAt changes the scale around a place in the viewport: the point of the picture that is there stays there.
func (v View) ZoomAt(scale, px, py float64) View {
	k := scale / v.Scale
	return View{Scale: scale, X: px - (px-v.X)*k, Y: py - (py-v.Y)*k}
}

// Moved pans by a distance in the viewport.
func (v View) Moved(dx, dy float64) View { return View{Scale: v.Scale, X: v.X + dx, Y: v.Y + dy} }

// Clamp moves a picture that would be out of sight back until at least keep units of it are in a viewport of w by h, in
// each direction; all of it where the picture, or the viewport, is smaller than that.
func (v View) Clamp(picture image.Point, w, h, keep float64) View {
	clamp := func(at, length, room float64) float64 {
		seen := min(keep, length, room)
		return min(max(at, seen-length), room-seen)
	}
	v.X = clamp(v.X, float64(picture.X)*v.Scale, w)
	v.Y = clamp(v.Y, float64(picture.Y)*v.Scale, h)
	return v
}

// Fit shows the whole picture in the middle of a viewport of w by h with a margin around it, at a scale of at most most.
// The margin gives way where the viewport is not much larger than it.
func Fit(picture image.Point, w, h, margin, most float64) View {
	room := func(length float64) float64 { return max(length-2*margin, length/2, 1) }
	scale := min(room(w)/float64(picture.X), room(h)/float64(picture.Y), most)
	return At(scale, float64(picture.X)/2, float64(picture.Y)/2, w, h)
}

// At shows the point x, y of the picture in the middle of a viewport of w by h.
func At(scale, x, y, w, h float64) View {
	return View{Scale: scale, X: w/2 - x*scale, Y: h/2 - y*scale}
}

// Shown is the part of the picture that is in a viewport of w by h, in picture coordinates; all 0 when none is.
func (v View) Shown(picture image.Point, w, h float64) (x0, y0, x1, y1 float64) {
	x0, y0 = v.ToPicture(0, 0)
	x1, y1 = v.ToPicture(w, h)
	x0, y0 = max(x0, 0), max(y0, 0)
	x1, y1 = min(x1, float64(picture.X)), min(y1, float64(picture.Y))
	if x0 >= x1 || y0 >= y1 {
		return 0, 0, 0, 0
	}
	return x0, y0, x1, y1
}

// The limits of the zoom: below the first a picture is a speck, above the second one pixel fills a good part of the stage.
const (
	leastZoom = 0.02
	mostZoom  = 32
)

// stops are the zooms that Stage.Step goes through.
func stops() []float64 {
	return []float64{leastZoom, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 1, 1.5, 2, 3, 4, 5, 6, 8, 12, 16, 24, mostZoom}
}

// nextStop is the stop above (up) or below a zoom; the last one where there is no other.
func nextStop(zoom float64, up bool) float64 {
	const near = 1.005 // a zoom this close to a stop stands on it
	all := stops()
	if up {
		for _, stop := range all {
			if stop > zoom*near {
				return stop
			}
		}
		return all[len(all)-1]
	}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i]*near < zoom {
			return all[i]
		}
	}
	return all[0]
}

// wheelFactor is by how much a turn of the wheel zooms: one notch, which Fyne reports as 25, is a quarter of a doubling, and
// no single event more than a doubling.
func wheelFactor(turned float64) float64 {
	const notch = 25
	return math.Exp2(min(max(turned/notch/4, -1), 1))
}
