package order

import "time"

// Canvas describes the edit canvas, as far as a request depends on it. The zero value is an empty canvas. It is not
// stored with a draft, because the canvas has its own session.
type Canvas struct {
	Open  bool
	Key   string // identifies the canvas, also a sheet; each canvas has its own prompt
	Asset string // ref of the library's picture at the bottom; "": an empty sheet, which can only be sent as a drawing
	Link  string // of that picture, unchanged
	Dies  int64  // when Link stops working, Unix milliseconds; 0: not known

	Width, Height int  // pixels of the drawing, after cropping, turning and so on
	Marks         int  // the number of marks on it
	Changed       bool // the drawing differs from the picture: it has marks, or it is shaped
	Shaped        bool // it was cropped, turned, extended and so on

	SourceWidth, SourceHeight int // pixels of the picture itself; 0: not known, or as an unchanged drawing
}

// CanvasDelivery is the way in which the picture on the canvas is sent.
type CanvasDelivery int

// The ways. A service takes one file, or any number of web addresses (interface 4.5).
const (
	CanvasEmpty       CanvasDelivery = iota // the canvas has no picture
	CanvasLink                              // the picture itself, by its web address
	CanvasFile                              // the picture itself, as the one file
	CanvasHosted                            // the picture itself, uploaded to the image host first
	CanvasDrawn                             // the drawing, as the one file
	CanvasDrawnHosted                       // the drawing, uploaded to the image host first
)

// minLinkLife is how long a link must still work to be used instead of a file. A picture call may wait for its turn, and
// a file cannot expire meanwhile. Together with other web addresses, only the link is possible.
const minLinkLife = 10 * time.Minute

// slot returns the picture itself as a slot.
func (c Canvas) slot() Slot {
	s := Slot{URL: c.Link, Asset: c.Asset, Dies: c.Dies, Width: c.SourceWidth, Height: c.SourceHeight}
	if s.Width == 0 && !c.Changed {
		s.Width, s.Height = c.Width, c.Height
	}
	return s
}
