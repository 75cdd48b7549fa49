package player

import (
	"image"
	"math"
	"time"

	"viviscope/gui/media/mpv"
)

// State says how a player stands.
type State struct {
	Path string // of the clip; "" for none
	Err  error  // why it is not played: [ErrNotFound], [ErrStart], media.ErrDamaged, or that of opening the file

	// What the clip is, from Loaded on:
	Loaded   bool
	Size     image.Point // as it is to be seen, in pixels
	Duration time.Duration
	FPS      float64 // 0 when the file does not say
	HasAudio bool

	Position time.Duration // of the picture that is shown
	At       time.Time     // when Position was so
	Seeking  bool          // on the way to another place
	Paused   bool
	Ended    bool // stands at its last picture, which is no pause: a seek goes on playing

	// As set:
	Volume float64 // 0 to 100
	Muted  bool
	Speed  float64
	Loop   Loop
}

// Loop says whether and where a clip begins again.
type Loop struct {
	On       bool
	From, To time.Duration // both 0: the whole clip
}

// Frame gives the number of the picture that is shown, from 0; -1 when the rate is not known.
func (s State) Frame() int {
	if s.FPS <= 0 {
		return -1
	}
	return int(math.Round(s.Position.Seconds() * s.FPS))
}

// Frames gives how many pictures the clip has, from its length; -1 when that is not known.
func (s State) Frames() int {
	return mpv.Frames(s.Duration, s.FPS)
}

// place makes a position of what the engine tells. Sound that is longer than the pictures takes it past the last of them.
func (s State) place(at float64) time.Duration {
	if n := s.Frames(); n > 0 {
		at = min(at, float64(n-1)/s.FPS)
	}
	return mpv.Duration(max(0, at))
}

// now gives where the clip is at a time, if it went on playing.
func (s State) now(at time.Time) time.Duration {
	if s.Paused || s.Ended || s.Seeking || !s.Loaded {
		return s.Position
	}
	return s.Position + time.Duration(float64(at.Sub(s.At))*s.Speed)
}
