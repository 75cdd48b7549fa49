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

// Library is the part of the library that the viewer uses. *db.Library implements it. Its methods are called off the
// window's goroutine.
type Library interface {
	facts.Library
	action.Settings
	AbsPath(rel string) (string, error)
	Asset(ctx context.Context, id int64) (db.Asset, error)
}

// Player plays one clip. *player.Player implements it.
type Player interface {
	player.Source
	OnState(func(player.State))
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
	SetSubtitles(shown bool)
	SetLoop(from, to time.Duration)
	NoLoop()
}

// Clips play two clips in step. *player.Pair implements it.
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
	OnFrames(a, b func(*image.RGBA)) // receive the frames of both clips
	Close()                          // blocks; called off the window's goroutine
}

// Deps are the dependencies of the viewer. Its functions are called on the window's goroutine, unless noted otherwise.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Exchange  action.Exchange
	Navigator action.Navigator
	Organizer action.Organizer
	Library   Library
	Pictures  media.Pictures
	Player    Player
	NewClips  func(onState func(player.PairState)) Clips
	Judge     facts.Judge // nil: every file that can be shown counts as whole
}
