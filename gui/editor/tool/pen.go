package tool

import (
	"image/color"
	"math"
	"slices"

	"viviscope/gui/editor/drawing"
)

// pen is the brush and the eraser.
type pen struct {
	idle
	toolbox  *Toolbox
	at       drawing.Point // of the pointer
	seen     bool          // the pointer is over the canvas
	mark     *drawing.Mark // being drawn
	thin     drawing.Thinner
	places   []drawing.Point // all of them, rounded
	straight bool            // from one place to another, with Shift
}

func (t *pen) Hover(p Pointer) {
	t.at, t.seen = p.At, true
	t.toolbox.host.Changed()
}

func (t *pen) Down(p Pointer) {
	t.Hover(p)
	if t.toolbox.host.Drawing().Full() {
		t.toolbox.host.Refused(ErrFull)
		return
	}
	t.begin(p)
}

func (t *pen) begin(p Pointer) {
	m := t.toolbox.host.Fresh(t.kind)
	m.Points = []drawing.Point{p.At.Round()}
	t.mark, t.straight = &m, p.Hold.Has(Shift)
	t.thin = drawing.Thinner{}
	t.thin.Add(p.At)
	t.places = slices.Clone(m.Points)
	if t.straight {
		t.toolbox.host.Preview(t.toolbox.host.Drawing().Add(m))
	} else {
		t.toolbox.host.StrokeBegin(m)
	}
}

func (t *pen) Drag(p Pointer) {
	t.Hover(p)
	switch {
	case t.mark == nil:
	case t.straight:
		m := *t.mark
		m.Points = t.line(p)
		t.toolbox.host.Preview(t.toolbox.host.Drawing().Add(m))
	default:
		t.extend(p)
		if len(t.places) >= drawing.MaxPoints {
			t.Up(p)
			t.begin(p)
		}
	}
}

// extend leads the stroke on to where the pointer is.
func (t *pen) extend(p Pointer) {
	t.thin.Add(p.At)
	if at := p.At.Round(); at != t.places[len(t.places)-1] {
		t.places = append(t.places, at)
		t.toolbox.host.StrokeExtend(at)
	}
}

// points are those that the stroke keeps. Where thinning would hardly make it shorter it keeps all of its places: they are what
// the canvas shows already, so that no pixel changes when the button is let go.
func (t *pen) points() []drawing.Point {
	if thin := t.thin.Points(); 2*len(thin) < len(t.places) {
		return thin
	}
	return slices.Clip(t.places)
}

// line is the straight stroke to the pointer, at a multiple of 15 degrees while Shift is still held.
func (t *pen) line(p Pointer) []drawing.Point {
	from, to := t.mark.Points[0], p.At
	if p.Hold.Has(Shift) {
		to = drawing.Snap(from, to)
	}
	if to = to.Round(); to == from {
		return []drawing.Point{from}
	}
	return []drawing.Point{from, to}
}

func (t *pen) Up(p Pointer) {
	if t.mark == nil {
		return
	}
	m := *t.mark
	if t.straight {
		m.Points = t.line(p)
	} else {
		t.extend(p)
		m.Points = t.points()
	}
	t.mark = nil
	t.toolbox.add(string(t.kind), m, false)
}

func (t *pen) Cancel() bool {
	if t.mark == nil {
		return false
	}
	t.mark = nil
	t.toolbox.host.Preview(t.toolbox.host.Drawing())
	return true
}

func (t *pen) Leave() {
	t.Cancel()
	t.seen = false
}

func (t *pen) Overlay(float64) Overlay {
	if !t.seen {
		return Overlay{Cursor: Crossing}
	}
	s := t.toolbox.host.Fresh(t.kind).Style
	return Overlay{Pen: &Pen{At: t.at, Edge: s.Width / 2, Solid: s.Width / 2 * s.Hardness}, Cursor: Hidden}
}

// picker takes a colour from the canvas.
type picker struct {
	idle
	host  Host
	at    drawing.Point
	color color.NRGBA
	seen  bool // there is a pixel below the pointer
}

func (t *picker) Hover(p Pointer) {
	t.at = p.At
	t.color, t.seen = t.host.Pixel(int(math.Floor(p.At.X)), int(math.Floor(p.At.Y)))
	t.host.Changed()
}

func (t *picker) Down(p Pointer) { t.Hover(p) }
func (t *picker) Drag(p Pointer) { t.Hover(p) }

// Up hands over the colour where the button is let go, so that the place can be looked for with the button held.
func (t *picker) Up(p Pointer) {
	if t.Hover(p); t.seen {
		t.host.Picked(t.color)
	}
}

func (t *picker) Leave() { t.seen = false }

func (t *picker) Overlay(float64) Overlay {
	o := Overlay{Cursor: Crossing}
	if t.seen {
		o.Swatch = &Swatch{t.at, t.color}
	}
	return o
}

// idle is a tool that the pointer does nothing with: its numbers are set elsewhere, or the view moves itself. The other tools embed it and
// have methods of their own for what they do.
type idle struct{ kind Kind }

func (t *idle) Kind() Kind              { return t.kind }
func (t *idle) Hover(Pointer)           {}
func (t *idle) Down(Pointer)            {}
func (t *idle) Drag(Pointer)            {}
func (t *idle) Up(Pointer)              {}
func (t *idle) Key(Key) bool            { return false }
func (t *idle) Cancel() bool            { return false }
func (t *idle) Leave()                  {}
func (t *idle) Overlay(float64) Overlay { return Overlay{} }
