package compare

import (
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/facts"
)

// Pictures gives pictures of assets without blocking; px is the longer side in device pixels. Request calls done on the
// window's goroutine, later, unless cancel was called before. *media.Thumbs is one.
type Pictures interface {
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
}

// Deps is what a comparison needs. Everything but the callbacks and Hosting is required; the callbacks are called on the
// window's goroutine, after the comparison was closed.
type Deps struct {
	Rows     facts.Rows // read off the window's goroutine; *db.Library is one
	Pictures Pictures

	Post   func(func()) // runs a function on the window's goroutine, later
	Go     func(func()) // runs a function on another goroutine
	Now    func() time.Time
	Canvas func() fyne.Canvas // of the window; nil while there is none
	Log    *slog.Logger

	OnReuse func(db.Job)                // the settings of a picture into the composer; nil: not offered
	OnFrame func(a db.Asset, place int) // a picture into a slot of the composer: 0 is the first frame; nil: not offered
	Hosting func() bool                 // whether a picture without a link can be a frame; nil: it cannot
}
