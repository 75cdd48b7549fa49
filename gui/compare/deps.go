package compare

import (
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
)

// Pictures gives pictures of assets without blocking; px is the longer side in device pixels. Request calls done on the
// window's goroutine, later, unless cancel was called before. *media.Thumbs is one.
type Pictures interface {
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
}

// Deps is what a comparison needs.
type Deps struct {
	Rows     facts.Rows // read off the window's goroutine; *db.Library is one
	Pictures Pictures

	Post   func(func()) // runs a function on the window's goroutine, later
	Go     func(func()) // runs a function on another goroutine
	Now    func() time.Time
	Canvas func() fyne.Canvas // of the window; nil while there is none
	Log    *slog.Logger
	Nav    action.Nav
}
