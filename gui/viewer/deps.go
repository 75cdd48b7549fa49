package viewer

import (
	"context"
	"image"
	"time"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/media"
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
	facts.Library
	AbsPath(rel string) (string, error)
	Asset(ctx context.Context, id int64) (db.Asset, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Player plays one clip. *player.Player is one.
type Player interface {
	player.Source
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
	action.Host
	Nav       action.Nav
	Organizer action.Organizer
	Library   Library
	Pictures  media.Pictures
	Player    Player
	NewClips  func(onState func(player.PairState)) Clips
	Frame     func(ctx context.Context, a db.Asset, at time.Duration) (image.Image, error) // of a clip; off the window's goroutine
}
