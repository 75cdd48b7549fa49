package tool

import (
	"image"
	"image/color"

	"viviscope/gui/editor/drawing"
)

// Overlay is what is shown over the picture while a tool is in the hand, in pixels of the canvas. It is no part of the drawing.
type Overlay struct {
	Lines    []Segment
	Outlines [][4]drawing.Point // around selected marks and the band that selects
	Handles  []drawing.Handle
	Frame    *Frame
	Pen      *Pen
	Swatch   *Swatch
	Cursor   Cursor
}

// Segment is a straight line.
type Segment struct{ A, B drawing.Point }

// Frame is the sheet that a crop leaves or an extension makes.
type Frame struct {
	Rect   image.Rectangle
	Dim    bool // what is outside of it is darkened
	Thirds bool // with lines at thirds
	Fill   color.NRGBA
	Border bool // what is inside of it and outside of the canvas is shown with Fill
}

// Pen is where a brush would paint: its edge, and the part inside that is not soft.
type Pen struct {
	At          drawing.Point
	Edge, Solid float64 // radii
}

// Swatch shows the colour below the pointer.
type Swatch struct {
	At    drawing.Point
	Color color.NRGBA
}

// Cursor names the form of the pointer.
type Cursor string

// The forms.
const (
	Pointing Cursor = ""      // an arrow
	Crossing Cursor = "cross" // something is drawn from here
	Moving   Cursor = "move"
	Hidden   Cursor = "hidden" // the pen is shown instead
	Typing   Cursor = "text"
)

// outline is the frame around a mark.
func outline(m drawing.Mark) [4]drawing.Point {
	switch m.Kind {
	case drawing.Brush, drawing.Erase, drawing.Line, drawing.Arrow:
		b := m.Bounds()
		return drawing.Rect{
			X0: float64(b.Min.X), Y0: float64(b.Min.Y), X1: float64(b.Max.X), Y1: float64(b.Max.Y),
		}.Corners()
	}
	return m.Corners()
}
