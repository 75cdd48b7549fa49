package viewer

import (
	"context"
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/media/player"
)

// Sequence is the order in which a person looks at things: the gallery as it is filtered and sorted. Its methods are called on
// the window's goroutine and must not block.
type Sequence interface {
	Len() int
	At(i int) (a db.Asset, ok bool) // ok is false while the row is not read
	IndexOf(id int64) int           // -1: it is not in it, or not any more
}

// Library is what the viewer reads and keeps. *db.Library is one. Its methods are called off the window's goroutine.
type Library interface {
	facts.Families
	Asset(ctx context.Context, id int64) (db.Asset, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Pictures gives pictures of assets; px is the longer side in device pixels. Request calls done on the window's goroutine,
// later, unless cancel was called before. Whole is called off the window's goroutine. *media.Thumbs is one.
type Pictures interface {
	Nearest(asset db.Asset, px int) (image.Image, bool) // at any size, without IO
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
	Whole(asset db.Asset) (*image.RGBA, error)
	Strip(asset db.Asset, done func(image.Image, error)) (cancel func()) // 16 pictures of a clip in a row
}

// Player plays one clip. *player.Player is one.
type Player interface {
	OnState(func(player.State))
	State() player.State
	Load(path string)
	Unload()
	Play()
	Pause()
	Toggle()
	SeekExact(at time.Duration)
	SeekFrame(n int)
	Step(n int)
	SetSpeed(factor float64)
	SetVolume(percent float64)
	SetMuted(muted bool)
	SetLoop(from, to time.Duration)
	NoLoop()
}

// ClipView shows what the player plays. *player.View is one.
type ClipView interface {
	fyne.CanvasObject
	SetPoster(im image.Image)
}

// Clips play two clips in step. *player.Pair is one.
type Clips interface {
	Load(a, b string)
	Toggle()
	SeekExact(at time.Duration)
	Step(n int)
	SetSpeed(factor float64)
	SetVolume(percent float64)
	SetMuted(muted bool)
	SetLoop(on bool)
	Panel(width, height int)         // of each, in device pixels
	OnFrames(a, b func(*image.RGBA)) // who gets the pictures
	Close()                          // waits: off the window's goroutine
}

// Deps is what a viewer needs. All functions are called on the window's goroutine unless they say otherwise.
type Deps struct {
	Library   Library
	Pictures  Pictures
	Player    Player
	View      ClipView // of Player
	Nav       action.Nav
	Organizer action.Organizer
	NewClips  func(onState func(player.PairState)) Clips
	Frame     func(ctx context.Context, a db.Asset, at time.Duration) (image.Image, error) // of a clip; off the window's goroutine

	AbsPath func(rel string) (string, error) // of an asset
	Price   func(db.Job) jobs.Quote          // what its request costs today; off the window's goroutine
	Canvas  func() fyne.Canvas               // of the window; nil while there is none
	Post    func(func())                     // runs a function on the window's goroutine, later
	Go      func(func())                     // runs a function on another goroutine
	Now     func() time.Time
	Log     *slog.Logger
	Keys    action.KeysOf // nil: actions have the keys that they come with

	OnBack       func(last db.Asset) // the viewer was left at an asset: show what was shown before, where that is
	OnFullScreen func(on bool)       // the whole screen for the window, and the viewer alone in it
}
