package tool

import (
	"image/color"
	"math"

	"viviscope/gui/editor/drawing"
)

// picker picks a colour from the canvas.
type picker struct {
	idle
	host  Host
	at    drawing.Point
	color color.NRGBA
	seen  bool // the pointer is over a pixel
}

func (t *picker) Hover(p Pointer) {
	t.at = p.At
	t.color, t.seen = t.host.Pixel(int(math.Floor(p.At.X)), int(math.Floor(p.At.Y)))
	t.host.Changed()
}

func (t *picker) Down(p Pointer) { t.Hover(p) }

func (t *picker) Drag(p Pointer) { t.Hover(p) }

// Up picks the colour where the button is released, so that the user can search for the place with the button held.
func (t *picker) Up(p Pointer) {
	t.Hover(p)
	if t.seen {
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
