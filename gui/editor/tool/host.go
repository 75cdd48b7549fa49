// Package tool is what the pointer and the keys do on the edit canvas. A [Toolbox] holds the current tool and the selected
// marks; each tool is a small state machine that takes places in pixels of the canvas, the keys held and the zoom, and tells
// its [Host] what is to be shown meanwhile and what was done in the end. Nothing here draws, waits or knows the window, so a
// whole edit is a list of calls. A Toolbox belongs to one goroutine.
//
// Down, Drag and Up come in this order; Hover comes between an Up and the next Down. While a drag goes on the drawing itself
// is what it was: the host shows what Preview was given. Cancel, which Esc calls, and Leave end a drag without an edit.
package tool

import (
	"errors"
	"image"
	"image/color"

	"viviscope/gui/editor/drawing"
)

// Host is the canvas that the tools work on. The tools call it from within their own methods; Drawing must show at once what
// Commit was given.
type Host interface {
	// Drawing is what stands on the canvas, without what a drag that goes on makes of it.
	Drawing() drawing.Drawing
	// Preview shows d until the next Preview or Commit. The drawing itself is shown again by giving it.
	Preview(d drawing.Drawing)
	// Commit makes d the drawing, as one step of the history with this word: "Undo brush".
	Commit(word string, d drawing.Drawing)
	// Continue is Commit, but one step with the Continue before it where that had the same key and nothing came in between.
	Continue(key, word string, d drawing.Drawing)

	// StrokeBegin and StrokeExtend show a stroke while it is drawn, until the next Preview or Commit. The points are every place of
	// the pointer; the mark that is committed has the same, or where many of them lie on one line fewer, at most drawing.Exact
	// beside them.
	StrokeBegin(m drawing.Mark)
	StrokeExtend(points ...drawing.Point)

	// Fresh is a mark as the tool is set to make it: its kind, style and roundness, without points.
	Fresh(k Kind) drawing.Mark
	// Fill is the colour of what Extend adds.
	Fill() color.NRGBA
	// Measure is the size of the label of a text with letters of the given height.
	Measure(text string, height float64) drawing.Point
	// Pixel is the colour that is seen at a pixel of the canvas; false beside it.
	Pixel(x, y int) (color.NRGBA, bool)

	// Write lets the person type into the label of a text. It ends with Toolbox.Written. A mark with ID 0 is not on the canvas yet.
	Write(m drawing.Mark)
	// Picked hands over a colour.
	Picked(c color.NRGBA)
	// Refused says why something cannot be done: ErrFull or a *drawing.LimitError.
	Refused(err error)
	// Changed says that the overlay, the selection or a number of the current tool is another one.
	Changed()
}

// ErrFull says that a canvas holds as many marks as it can.
var ErrFull = errors.New("no more marks fit on this canvas")

// Kind names a tool.
type Kind string

// The tools.
const (
	Move    Kind = "move"
	Brush   Kind = "brush"
	Erase   Kind = "erase"
	Arrow   Kind = "arrow"
	Line    Kind = "line"
	Box     Kind = "box"
	Ellipse Kind = "ellipse"
	Text    Kind = "text"
	Number  Kind = "number"
	Blur    Kind = "blur"    // or Pixelate, as the host is set
	Region  Kind = "region"  // emphasis
	Picture Kind = "picture" // moves what Toolbox.Place put there
	Crop    Kind = "crop"
	Extend  Kind = "extend"
	Rotate  Kind = "rotate"
	Resize  Kind = "resize" // its fields do it: see Toolbox.Resize
	Pick    Kind = "pick"
	Pan     Kind = "pan" // the view moves itself
)

// Hold is the set of keys that are held.
type Hold uint8

// The keys that change what a drag does.
const (
	Shift Hold = 1 << iota // keep the ratio, straight, square, steps of 15 degrees
	Alt                    // from the middle
)

// Has says that the key is held.
func (h Hold) Has(k Hold) bool { return h&k != 0 }

// shape is what the keys mean to a grip.
func (h Hold) shape() drawing.Hold {
	return drawing.Hold{Even: h.Has(Shift), Middle: h.Has(Alt)}
}

// Pointer is where the pointer is.
type Pointer struct {
	At     drawing.Point
	Hold   Hold
	Zoom   float64 // pixels of the screen for one of the canvas
	Double bool    // of Down: the second of two quick clicks
}

// reach is a length on the screen in pixels of the canvas.
func (p Pointer) reach(px float64) float64 {
	if p.Zoom <= 0 {
		return px
	}
	return px / p.Zoom
}

// How near is near, in pixels of the screen.
const (
	nearHandle = 9
	nearMark   = 5
	aDrag      = 4 // less is a click
)

// moved says that the pointer went so far from a place that it is a drag.
func (p Pointer) moved(from drawing.Point) bool {
	d := p.reach(aDrag)
	return abs(p.At.X-from.X) >= d || abs(p.At.Y-from.Y) >= d
}

func abs(f float64) float64 { return max(f, -f) }

// Name names a key that a tool knows.
type Name string

// The keys.
const (
	Left  Name = "left"
	Right Name = "right"
	Up    Name = "up"
	Down  Name = "down"
	Enter Name = "enter"
	All   Name = "all" // Ctrl+A
)

// Key is a key that was pressed.
type Key struct {
	Name Name
	Hold Hold
}

// step is how far an arrow key moves something, px: ten times as far with Shift. ok is false for other keys.
func (k Key) step() (dx, dy float64, ok bool) {
	by, ok := map[Name]drawing.Point{Left: {X: -1}, Right: {X: 1}, Up: {Y: -1}, Down: {Y: 1}}[k.Name]
	if k.Hold.Has(Shift) {
		by.X, by.Y = 10*by.X, 10*by.Y
	}
	return by.X, by.Y, ok
}

// Overlay is what is shown over the picture while a tool is used, in pixels of the canvas. It is no part of the drawing.
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
