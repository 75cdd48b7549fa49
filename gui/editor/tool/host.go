// Package tool turns the pointer and the keys into edits of the canvas. A [Toolbox] holds the current tool and the
// selected marks. Each tool is a small state machine. It gets positions in canvas pixels, the held modifier keys and
// the zoom, and calls its [Host] with previews and with the finished edit. Nothing here draws, waits or knows the
// window, so a test is a list of calls. A Toolbox belongs to one goroutine.
//
// Down, Drag and Up come in this order; Hover comes between an Up and the next Down. During a drag the drawing itself
// does not change: the host shows the drawing of the last Preview. Cancel (Esc) and Leave end a drag without an edit.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	toolbox                                         the current tool and the selection
//	move, pen, shaper, placer, picker, crop, extend, rotate   one tool each
//	markdrag, frame                                 a drag of selected marks; the frame of crop and extend
//	selection, tool                                 the selected marks and their edits; the interface of a tool
//	host                                            the canvas that the tools work on, and the values they exchange
package tool

import (
	"errors"
	"image"
	"image/color"

	"viviscope/gui/editor/drawing"
)

// Host is the canvas that the tools work on. The tools call it from within their own methods. After Commit, Drawing
// must return the committed drawing at once.
type Host interface {
	// Drawing returns the drawing on the canvas, without the preview of a drag.
	Drawing() drawing.Drawing
	// Preview shows d until the next Preview or Commit. Preview(Drawing()) ends a preview.
	Preview(d drawing.Drawing)
	// Commit makes d the drawing, as one step of the history. word names the step; the host translates it.
	Commit(word string, d drawing.Drawing)
	// Continue is Commit, but merges with the previous step if that was a Continue with the same key.
	Continue(key, word string, d drawing.Drawing)

	// StrokeBegin and StrokeExtend show a stroke in progress, until the next Preview or Commit. The points are all
	// positions of the pointer. The committed mark may have fewer points; its path deviates by at most drawing.Exact.
	StrokeBegin(m drawing.Mark)
	StrokeExtend(points ...drawing.Point)

	// Fresh returns a new mark with the settings of a tool: kind, style and roundness, without points.
	Fresh(k Kind) drawing.Mark
	// Fill returns the colour of the area that Extend adds.
	Fill() color.NRGBA
	// Measure returns the size of the label of a text with letters of the given height.
	Measure(text string, height float64) drawing.Point
	// Pixel returns the visible colour of a canvas pixel; false outside the canvas.
	Pixel(x, y int) (color.NRGBA, bool)

	// Write lets the user type the text of a label, and ends with Toolbox.Written. A mark with ID 0 is not on the
	// canvas yet.
	Write(m drawing.Mark)
	// Picked receives a colour that was picked from the canvas.
	Picked(c color.NRGBA)
	// Refused receives the reason why an edit is impossible: ErrFull or a *drawing.LimitError.
	Refused(err error)
	// Changed is called after the overlay, the selection or a number of the current tool changed.
	Changed()
}

// ErrFull reports that a canvas has drawing.MaxMarks marks.
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
	Picture Kind = "picture" // its fields apply it: see Toolbox.Resize
	Crop    Kind = "crop"
	Extend  Kind = "extend"
	Rotate  Kind = "rotate"
	Resize  Kind = "resize" // its fields do it: see Toolbox.Resize
	Pick    Kind = "pick"
	Pan     Kind = "pan" // the view moves itself
)

// Hold is the set of modifier keys that are held.
type Hold uint8

// The keys that change what a drag does.
const (
	Shift Hold = 1 << iota // keep the ratio, straight, square, steps of 15 degrees
	Alt                    // from the middle
)

// Has reports whether a key is held.
func (h Hold) Has(k Hold) bool { return h&k != 0 }

// shape returns the meaning of the keys for a grip.
func (h Hold) shape() drawing.Hold {
	return drawing.Hold{Even: h.Has(Shift), Middle: h.Has(Alt)}
}

// Pointer is the state of the pointer.
type Pointer struct {
	At     drawing.Point
	Hold   Hold
	Zoom   float64 // screen pixels per canvas pixel
	Double bool    // of Down: the second of two quick clicks
}

// reach converts a length in screen pixels to canvas pixels.
func (p Pointer) reach(px float64) float64 {
	if p.Zoom <= 0 {
		return px
	}
	return px / p.Zoom
}

// Distances in screen pixels.
const (
	handleTolerance = 9 // at which the pointer takes a handle
	markTolerance   = 5 // at which it hits a mark
	dragThreshold   = 4 // from which a movement is a drag and no click
)

// moved reports whether the pointer is far enough from a position to start a drag.
func (p Pointer) moved(from drawing.Point) bool {
	d := p.reach(dragThreshold)
	return abs(p.At.X-from.X) >= d || abs(p.At.Y-from.Y) >= d
}

func abs(f float64) float64 { return max(f, -f) }

// Name names a key that tools use.
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

// Key is a pressed key with its modifiers.
type Key struct {
	Name Name
	Hold Hold
}

// step returns the movement of an arrow key in canvas pixels, ten times as far with Shift. ok is false for other keys.
func (k Key) step() (dx, dy float64, ok bool) {
	by, ok := map[Name]drawing.Point{Left: {X: -1}, Right: {X: 1}, Up: {Y: -1}, Down: {Y: 1}}[k.Name]
	if k.Hold.Has(Shift) {
		by.X, by.Y = 10*by.X, 10*by.Y
	}
	return by.X, by.Y, ok
}

// Overlay is drawn over the picture while a tool is used, in canvas pixels. It is not part of the drawing.
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

// Frame is the new canvas of a crop or an extension.
type Frame struct {
	Rect   image.Rectangle
	Dim    bool // darken the area outside of it
	Thirds bool // with lines at thirds
	Fill   color.NRGBA
	Border bool // fill the area inside of it and outside of the canvas with Fill
}

// Pen is the tip of a brush: its edge, and the part inside that is not soft.
type Pen struct {
	At          drawing.Point
	Edge, Solid float64 // radii
}

// Swatch shows the colour below the pointer.
type Swatch struct {
	At    drawing.Point
	Color color.NRGBA
}

// Cursor names the shape of the pointer.
type Cursor string

// The shapes.
const (
	Pointing Cursor = ""      // an arrow
	Crossing Cursor = "cross" // a press starts to draw
	Moving   Cursor = "move"
	Hidden   Cursor = "hidden" // Overlay.Pen is shown instead
	Typing   Cursor = "text"
)
