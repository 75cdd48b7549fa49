package order

import "time"

// Canvas contains the properties of the edit canvas that affect a request. The zero value is an empty canvas. It is not
// stored with a draft, because the canvas is stored separately.
type Canvas struct {
	Open  bool
	Key   string // identifies the canvas; each canvas has its own prompt
	Asset string // ref of the bottom picture; "": a blank canvas, which can only be sent as a drawing
	Link  string // link of the bottom picture, unmodified
	Dies  int64  // when Link expires, Unix milliseconds; 0: unknown

	Width, Height int  // pixels of the drawing, after cropping, rotation and so on
	Marks         int  // number of marks
	Changed       bool // the drawing differs from the picture: it has marks, or Shaped is set
	Shaped        bool // the picture was cropped, rotated, extended and so on

	SourceWidth, SourceHeight int // pixels of the bottom picture; 0: unknown, or those of an unchanged drawing
}

// CanvasDelivery is how the picture on the canvas is sent.
type CanvasDelivery int

// The deliveries. A request contains either one file, or any number of links (interface 4.5).
const (
	CanvasEmpty       CanvasDelivery = iota // the canvas has no picture
	CanvasLink                              // the unchanged picture, by its link
	CanvasFile                              // the unchanged picture, as the file of the request
	CanvasHosted                            // the unchanged picture, uploaded to the image host first
	CanvasDrawn                             // the drawing, as the file of the request
	CanvasDrawnHosted                       // the drawing, uploaded to the image host first
)

// minLinkLife is the minimum remaining life of a link to be used instead of a file, because a picture call may wait in
// the queue. It does not apply to a request with other links, where a file is impossible.
const minLinkLife = 10 * time.Minute

// slot returns the bottom picture as a slot.
func (c Canvas) slot() Slot {
	s := Slot{URL: c.Link, Asset: c.Asset, Dies: c.Dies, Width: c.SourceWidth, Height: c.SourceHeight}
	if s.Width == 0 && !c.Changed {
		s.Width, s.Height = c.Width, c.Height
	}
	return s
}
