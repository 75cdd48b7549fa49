package tool

import (
	"image/color"
	"math"

	"viviscope/gui/editor/drawing"
)

// picker takes a colour from the canvas.
type picker struct {
	host  Host
	at    drawing.Point
	color color.NRGBA
	seen  bool // there is a pixel below the pointer
}

func (t *picker) Kind() Kind { return Pick }

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

func (t *picker) Key(Key) bool { return false }
func (t *picker) Cancel() bool { return false }
func (t *picker) Leave()       { t.seen = false }

func (t *picker) Overlay(float64) Overlay {
	o := Overlay{Cursor: Crossing}
	if t.seen {
		o.Swatch = &Swatch{t.at, t.color}
	}
	return o
}

// idle is a tool that the pointer does nothing with: its numbers are set elsewhere, or the view moves itself.
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
