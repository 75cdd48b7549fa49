package order

import (
	"time"

	"viviscope/client"
)

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

// Drawn reports whether what is on the canvas is sent, with its marks or without them, and not the file below.
func (d EditDraft) Drawn() bool {
	c := d.Canvas
	return c.Open && (c.Asset == "" || c.Shaped || c.Changed && !d.WithoutMarks)
}

// DiffersWithoutMarks reports whether sending the picture without its marks makes another request.
func (d EditDraft) DiffersWithoutMarks() bool {
	return d.Canvas.Open && d.Canvas.Asset != "" && d.Canvas.Marks > 0
}

// CanvasWay chooses how the picture on the canvas is sent.
func (d EditDraft) CanvasWay(env Env) CanvasWay {
	if !d.Canvas.Open {
		return CanvasEmpty
	}
	beside := len(d.Inputs()) > 0
	if d.Drawn() {
		if beside && env.Hosting {
			return CanvasDrawnHosted
		}
		return CanvasDrawn
	}
	s := d.Canvas.slot()
	lives := s.link() != "" && client.IsHTTPURL(s.link()) && env.reaches(s.link()) && !s.Dead(env.Now)
	left, dies := s.Left(env.Now)
	switch {
	case lives && (beside || !dies || left >= linkLeast):
		return CanvasLink
	case beside && env.Hosting:
		return CanvasHosted
	}
	return CanvasFile
}

// canvas puts the picture on the canvas into a request and an order, where it takes the first place, and says what stands
// against that. alone: nothing can stand beside it.
func (d EditDraft) canvas(env Env, r *client.EditRequest, o *Order) (alone bool, problems []client.ValidationError) {
	way, s := d.CanvasWay(env), d.Canvas.slot()
	switch way {
	case CanvasLink:
		r.ImageURLs = append(r.ImageURLs, o.take(s, 0, env))
	case CanvasHosted:
		o.Uploads = append(o.Uploads, s.upload(0))
		r.ImageURLs = append(r.ImageURLs, "")
	case CanvasDrawnHosted:
		o.Baked, o.Bare = true, d.WithoutMarks
		r.ImageURLs = append(r.ImageURLs, "")
	case CanvasDrawn, CanvasFile:
		o.Baked = way == CanvasDrawn
		if o.Bare = o.Baked && d.WithoutMarks; !o.Baked {
			o.Picture = s.upload(0)
		}
		if len(d.Inputs()) > 0 {
			message := MsgCanvasFile
			if o.Baked {
				message = MsgCanvasDrawn
			}
			problems = []client.ValidationError{{Field: FieldImages, Message: message}}
		}
		return true, problems
	}
	return false, nil
}
