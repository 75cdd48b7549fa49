package order

import "time"

// Canvas is what lies on the edit canvas, as far as a request follows from it. The zero value: nothing does. It is not kept
// with a draft: the canvas has a session of its own.
type Canvas struct {
	Open  bool
	Asset string // ref of the library's picture at the bottom; "": an empty sheet, which can be sent as it is drawn only
	Link  string // of that picture, as it came
	Dies  int64  // when Link stops working, Unix milliseconds; 0: not known

	Width, Height int  // pixels of what is drawn, after cropping, turning and so on
	Marks         int  // how many marks lie upon it
	Changed       bool // what is drawn is not the picture itself: there are marks, or it is shaped
	Shaped        bool // it was cropped, turned, extended and so on

	SourceWidth, SourceHeight int // pixels of the picture itself; 0: those of what is drawn, or not known where that is changed
}

// CanvasWay is how the picture on the canvas is sent.
type CanvasWay int

// The ways. A service takes one file, or any number of web addresses (interface 4.5).
const (
	CanvasEmpty       CanvasWay = iota // nothing is on the canvas
	CanvasLink                         // the picture itself, by its web address
	CanvasFile                         // the picture itself, as the one file
	CanvasHosted                       // the picture itself, put on the person's host first
	CanvasDrawn                        // what is drawn, as the one file
	CanvasDrawnHosted                  // what is drawn, put on the person's host first
)

// linkLeast is how long a link must still live to be used in place of a file: a picture call may wait for its turn, and the
// file cannot die meanwhile. Beside other web addresses there is no such choice.
const linkLeast = 10 * time.Minute

// slot is the picture itself, as a slot would hold it.
func (c Canvas) slot() Slot {
	s := Slot{URL: c.Link, Asset: c.Asset, Dies: c.Dies, Width: c.SourceWidth, Height: c.SourceHeight}
	if s.Width == 0 && !c.Changed {
		s.Width, s.Height = c.Width, c.Height
	}
	return s
}
