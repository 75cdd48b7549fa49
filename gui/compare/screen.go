package compare

import (
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
)

// widest is how wide the sheet may get, in px: wider windows show the window around it.
const widest = 2400

// Screen opens comparisons, one at a time.
type Screen struct {
	d    Deps
	view *view // nil: none is open
}

// New makes a screen that shows nothing yet.
func New(d Deps) *Screen { return &Screen{d: d} }

// Show opens a comparison of two pictures over whatever is in front. It replaces one that is open.
func (s *Screen) Show(left, right db.Asset) {
	c := s.d.Canvas()
	if c == nil {
		return
	}
	s.Close()
	v := newView(s, left, right)
	s.view = v
	v.sheet = widgets.ShowWideSheet(c, widest, v.content, s.Close)
	v.sheet.OnKey, v.sheet.OnHold = v.key, v.pair.Hold
	v.fetch()
	s.read(v)
}

// Close takes the comparison away and calls off what it asked for.
func (s *Screen) Close() {
	if v := s.view; v != nil {
		s.view = nil
		v.sheet.Hide()
		v.release()
	}
}

// read gets what the library knows of the two and shows it. What cannot be read is left out and logged.
func (s *Screen) read(v *view) {
	assets := [2]db.Asset{v.sides[0].asset, v.sides[1].asset}
	s.d.Go(func() {
		var known [2]facts.Background
		for i, a := range assets {
			b, err := facts.Read(v.ctx, s.d.Rows, a)
			if err != nil && v.ctx.Err() == nil {
				s.d.Log.Warn("cannot read what belongs to a picture", slog.Int64("asset", a.ID), slog.Any("err", err))
			}
			known[i] = b
		}
		s.d.Post(func() {
			if s.view == v {
				v.told(known)
			}
		})
	})
}

// Deps is what a comparison needs.
type Deps struct {
	Rows     facts.Library // read off the window's goroutine; *db.Library is one
	Pictures media.Pictures

	Post   func(func()) // runs a function on the window's goroutine, later
	Go     func(func()) // runs a function on another goroutine
	Now    func() time.Time
	Canvas func() fyne.Canvas // of the window; nil while there is none
	Log    *slog.Logger
	Nav    action.Nav
}
