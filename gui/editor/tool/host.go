package tool

import (
	"errors"
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

	// StrokeBegin, StrokeExtend and StrokeEnd show a stroke while it is drawn. The points are every place of the pointer;
	// the mark that is committed after StrokeEnd has the same, or where many of them lie on one line fewer, at most drawing.Exact
	// beside them. After StrokeEnd the canvas shows
	// the drawing again.
	StrokeBegin(m drawing.Mark)
	StrokeExtend(points ...drawing.Point)
	StrokeEnd()

	// Fresh is a mark as the tool is set to make it: its kind, style and roundness, without points.
	Fresh(k Kind) drawing.Mark
	// Fill is the colour of what Extend adds.
	Fill() color.NRGBA
	// Measure is the size of the label of a text with letters of the given height.
	Measure(text string, height float64) drawing.Point
	// Pixel is the colour that is seen at a pixel of the canvas; false beside it.
	Pixel(x, y int) (color.NRGBA, bool)

	// Write lets the person type into the label of a text. It ends with Kit.Written. A mark with ID 0 is not on the canvas yet.
	Write(m drawing.Mark)
	// Picked hands over a colour.
	Picked(c color.NRGBA)
	// Refused says why something cannot be done: ErrFull or a *drawing.LimitError.
	Refused(err error)
	// Changed says that the overlay, the selection or a number of the tool in the hand is another one.
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
	Picture Kind = "picture" // moves what Kit.Place put there
	Crop    Kind = "crop"
	Extend  Kind = "extend"
	Rotate  Kind = "rotate"
	Resize  Kind = "resize" // its fields do it: see Kit.Resize
	Pick    Kind = "pick"
	Pan     Kind = "pan" // the view moves itself
)

// Hold is the set of keys that are held.
type Hold uint8

// The keys that change what a drag does.
const (
	Shift   Hold = 1 << iota // keep the ratio, straight, square, steps of 15 degrees
	Alt                      // from the middle
	Control                  // with a key: its other meaning
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
	Left      Name = "left"
	Right     Name = "right"
	Up        Name = "up"
	Down      Name = "down"
	Delete    Name = "delete" // and backspace
	Enter     Name = "enter"
	Duplicate Name = "duplicate" // Ctrl+D
	All       Name = "all"       // Ctrl+A
	Raise     Name = "raise"     // ], with Control to the top
	Lower     Name = "lower"     // [, with Control to the bottom
)

// Key is a key that was pressed.
type Key struct {
	Name Name
	Hold Hold
}
