package compare

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// The pair takes the pointer and the keys.
var (
	_ fyne.Draggable      = (*Pair)(nil)
	_ fyne.Scrollable     = (*Pair)(nil)
	_ fyne.DoubleTappable = (*Pair)(nil)
	_ fyne.Disableable    = (*Pair)(nil)
	_ desktop.Keyable     = (*Pair)(nil)
	_ desktop.Mouseable   = (*Pair)(nil)
	_ desktop.Cursorable  = (*Pair)(nil)
)

// dragging is what the pointer does while its button is down.
type dragging int

const (
	dragNothing dragging = iota
	dragDivider
	dragPictures
)

// The steps of keys and wheel.
const (
	dividerStep = 0.01 // share of the pictures
	dividerLong = 0.1
	panStep     = 48    // px
	zoomStep    = 1.25  // factor
	wheelZoom   = 0.007 // of the logarithm of the factor, for a unit of the wheel
	grabWidth   = 24    // px on either side of the divider that take hold of it
)

// MouseDown takes hold of the divider where it is near or nothing can be panned, else of the pictures.
func (p *Pair) MouseDown(e *desktop.MouseEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p); c != nil && !p.Disabled() {
		c.Focus(p)
	}
	p.drag = dragNothing
	switch {
	case e.Button == desktop.MouseButtonTertiary:
		p.drag = dragPictures
	case e.Button != desktop.MouseButtonPrimary:
	case p.mode == Slider && (p.near(e.Position) || !p.view().pans()):
		p.drag = dragDivider
		p.divideAt(e.Position)
	default:
		p.drag = dragPictures
	}
}

// near reports whether a position is on the divider or its handle.
func (p *Pair) near(at fyne.Position) bool {
	c, _ := p.scene()
	return math.Abs(float64(at.X)*p.screenScale()-c.cut) <= grabWidth*p.screenScale()
}

// divideAt puts the divider under a position.
func (p *Pair) divideAt(at fyne.Position) {
	if _, seen := p.scene(); seen.width() > 0 {
		p.SetSplit((float64(at.X)*p.screenScale() - seen.x0) / seen.width())
	}
}

// MouseUp lets go.
func (p *Pair) MouseUp(*desktop.MouseEvent) { p.drag = dragNothing }

// Dragged moves what the pointer took hold of.
func (p *Pair) Dragged(e *fyne.DragEvent) {
	switch k := p.screenScale(); p.drag {
	case dragDivider:
		p.divideAt(e.Position)
	case dragPictures:
		p.look(func(s sight) sight { return s.moved(float64(e.Dragged.DX)*k, float64(e.Dragged.DY)*k) })
	}
}

// DragEnd lets go.
func (p *Pair) DragEnd() { p.drag = dragNothing }

// DoubleTapped shows the pictures whole, or at their own size where they are whole.
func (p *Pair) DoubleTapped(*fyne.PointEvent) {
	if p.sight.scale == 0 {
		p.Actual()
		return
	}
	p.Fit()
}

// Scrolled pans, and with Ctrl zooms to the pointer.
func (p *Pair) Scrolled(e *fyne.ScrollEvent) {
	k := p.screenScale()
	p.look(func(s sight) sight {
		if !zooming() {
			return s.moved(float64(e.Scrolled.DX)*k, float64(e.Scrolled.DY)*k)
		}
		x := float64(e.Position.X) * k
		if p.mode == Side && x > s.width {
			x -= s.width
		}
		return s.zoomed(math.Exp(float64(e.Scrolled.DY)*wheelZoom), x, float64(e.Position.Y)*k)
	})
}

// zooming reports whether the key is down that makes the wheel zoom.
func zooming() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShortcutDefault != 0
}

// Cursor shows what a drag would do.
func (p *Pair) Cursor() desktop.Cursor {
	switch {
	case p.Disabled():
		return desktop.DefaultCursor
	case p.mode == Slider && !p.view().pans():
		return desktop.HResizeCursor
	}
	return desktop.CrosshairCursor
}

// FocusGained shows the ring around the handle.
func (p *Pair) FocusGained() { p.focused = true; p.Refresh() }

// FocusLost takes it away, and ends a hold: the key will come up elsewhere.
func (p *Pair) FocusLost() {
	p.focused, p.shift = false, false
	p.Hold(false)
	p.Refresh()
}

// TypedRune does nothing; keys arrive at TypedKey.
func (p *Pair) TypedRune(rune) {}

// KeyDown notes Shift and takes Space.
func (p *Pair) KeyDown(e *fyne.KeyEvent) {
	switch e.Name {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight:
		p.shift = true
	case fyne.KeySpace:
		if p.Holds == nil || p.Holds() {
			p.Hold(true)
		}
	}
}

// KeyUp ends what KeyDown began.
func (p *Pair) KeyUp(e *fyne.KeyEvent) {
	switch e.Name {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight:
		p.shift = false
	case fyne.KeySpace:
		p.Hold(false)
	}
}

// TypedKey takes the keys of the pair and hands the others to OnKey; where the owner has them it takes none.
func (p *Pair) TypedKey(e *fyne.KeyEvent) {
	if p.Keys != nil {
		p.Keys(e)
		return
	}
	if !p.Key(e) && p.OnKey != nil {
		p.OnKey(e)
	}
}

// Key does what a key means here, and reports whether it means anything: for an owner whose other part has the focus.
func (p *Pair) Key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyLeft:
		p.arrow(-1, 0)
	case fyne.KeyRight:
		p.arrow(1, 0)
	case fyne.KeyUp:
		p.arrow(0, -1)
	case fyne.KeyDown:
		p.arrow(0, 1)
	case fyne.KeyX:
		p.Swap()
	case fyne.KeyS:
		p.Turn(Side)
	case fyne.KeyD:
		p.Turn(Difference)
	case fyne.Key1:
		p.Turn(OnlyA)
	case fyne.Key2:
		p.Turn(OnlyB)
	case fyne.KeyPlus, fyne.KeyEqual:
		p.ZoomBy(zoomStep)
	case fyne.KeyMinus:
		p.ZoomBy(1 / zoomStep)
	case fyne.Key0:
		p.Fit()
	case fyne.KeySpace: // taken by KeyDown
	default:
		return false
	}
	return true
}

// Turn shows a mode, and the slider again where it is shown already.
func (p *Pair) Turn(m Mode) {
	if p.mode == m {
		m = Slider
	}
	p.SetMode(m)
}

// arrow moves the divider sideways where there is one, else pans.
func (p *Pair) arrow(dx, dy float64) {
	if p.mode == Slider && dy == 0 {
		step := dividerStep
		if p.shift {
			step = dividerLong
		}
		p.SetSplit(p.split + dx*step)
		return
	}
	k := p.screenScale() * panStep
	p.look(func(s sight) sight { return s.moved(-dx*k, -dy*k) })
}

// Enable does nothing: a pair with pictures is on.
func (p *Pair) Enable() {}

// Disable does nothing: a pair without pictures is off.
func (p *Pair) Disable() {}

// Disabled reports that there is nothing to take hold of; the focus passes such a pair by.
func (p *Pair) Disabled() bool { return p.pics[0] == nil && p.pics[1] == nil && !p.loading }
