// Package player plays clips in the window, with sound, by the libmpv that the computer has.
//
// A [Player] is one engine that is used for one clip after another: starting it costs a tenth of a second, so its owner
// keeps it. Its methods only note what is wanted and return at once: they are for the window's goroutine. A goroutine
// of the player carries them out in order; of several seeks in waiting only the last is made. What happens is told in a
// [State], and what is seen comes as pictures of the size of the panel; both arrive on the window's goroutine, newest
// first, with at most one post in waiting, so that a window that is late skips pictures and never lags behind.
//
// A picture belongs to the window until the next one is given: the engine draws into the other two of three.
//
// [View] shows a player in a window. [Pair] plays two clips in step.
package player

import (
	"errors"
	"fmt"
	"image"
	"log/slog"
	"math"
	"slices"
	"sync"
	"time"

	"viviscope/client/mp4"
	"viviscope/gui/media"
	"viviscope/gui/media/mpv"
)

// Options say how [New] is to work. Post is required.
type Options struct {
	Post  func(func()) // runs a function on the window's goroutine, later
	Log   *slog.Logger // nil: none
	Audio string       // libmpv's ao option: "null" for none that is heard; "": the system's sound
	Open  Opener       // starts the engine; nil: libmpv's
}

// Player plays one clip at a time. Its methods are for the window's goroutine unless they say otherwise, and return at
// once.
type Player struct {
	post    func(func())
	log     *slog.Logger
	open    Opener
	onState func(State)       // of the window's goroutine
	onFrame func(*image.RGBA) // of the window's goroutine

	woken chan struct{}
	quit  chan struct{}
	done  chan struct{}

	mu      sync.Mutex
	todo    []task      // locked by mu
	state   State       // locked by mu
	told    State       // what the window knows; locked by mu
	panel   image.Point // in device pixels; locked by mu
	away    bool        // the pictures that come are of a clip that was left; locked by mu
	frames  frames      // locked by mu
	asked   uint64      // the number that the position is watched under; locked by mu
	heard   uint64      // the last such number under which it was told; locked by mu
	posted  bool        // a post is in waiting; locked by mu
	closed  bool        // locked by mu
	started bool        // the goroutine runs; locked by mu
	pieces  []oriented  // of the clip or film that is open; locked by mu

	// Of the player's goroutine alone:
	engine Engine
	broken error           // why there is none
	turned mp4.Orientation // that the engine's filters make upright
}

// New makes a player that has not started its engine: that happens with the first clip, away from the window's
// goroutine.
func New(o Options) *Player {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Open == nil {
		o.Open = openMPV(o.Audio)
	}
	return &Player{
		post: o.Post, log: o.Log, open: o.Open, onState: func(State) {}, onFrame: func(*image.RGBA) {},
		woken: make(chan struct{}, 1),
		quit:  make(chan struct{}),
		done:  make(chan struct{}),
		asked: replyEnded,
		heard: replyEnded,
		state: State{Paused: true, Speed: 1},

		turned: mp4.Upright,
	}
}

// State gives the newest state. Any goroutine may ask.
func (p *Player) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// OnState sets who gets each new state, on the window's goroutine.
func (p *Player) OnState(fn func(State)) { p.onState = fn }

// OnFrame sets who gets each new picture, there, to show until the next one.
func (p *Player) OnFrame(fn func(*image.RGBA)) { p.onFrame = fn }

// Close ends the engine and waits for that, some 50 ms. Nothing is called back after it returned. It may be called
// twice, and from any goroutine.
func (p *Player) Close() {
	p.mu.Lock()
	first, started := !p.closed, p.started
	p.closed = true
	p.todo = nil
	p.frames.clear()
	p.mu.Unlock()
	if first {
		close(p.quit)
	}
	if started {
		<-p.done
	}
}

// change edits the state and tells the window.
func (p *Player) change(edit func(*State)) {
	p.locked(func() { edit(&p.state) })
}

// locked runs fn, which edits the state or the pictures, with the lock, and sees to it that the window gets the newest
// of both.
func (p *Player) locked(fn func()) {
	p.mu.Lock()
	fn()
	tell := !p.posted && !p.closed
	p.posted = p.posted || tell
	p.mu.Unlock()
	if tell {
		p.post(p.deliver)
	}
}

// deliver runs on the window's goroutine.
func (p *Player) deliver() {
	p.mu.Lock()
	p.posted = false
	if p.closed {
		p.mu.Unlock()
		return
	}
	im, state := p.frames.take(), p.state
	changed := state != p.told
	p.told = state
	p.mu.Unlock()
	if im != nil {
		p.onFrame(im)
	}
	if changed {
		p.onState(state)
	}
}

// frame takes a picture from the engine, on its render goroutine.
func (p *Player) frame(im *image.RGBA) (spare *image.RGBA) {
	p.locked(func() {
		if spare = im; !p.away {
			spare = p.frames.put(im)
		}
	})
	return spare
}

// event takes an event from the engine, on its event goroutine.
func (p *Player) event(e mpv.Event) {
	switch e.ID {
	case mpv.PropertyChange:
		p.property(e)
	case mpv.FileLoaded:
		p.add(task{run: p.describe})
	case mpv.VideoReconfig:
		p.add(task{kind: kindMeasure, run: p.measure})
	case mpv.PlaybackRestart:
		p.add(task{run: p.arrive})
	case mpv.EndFile:
		if e.Err != nil {
			p.change(func(s *State) { s.Err, s.Seeking, s.Loaded = damaged(s.Path, e.Err), false, false })
		}
	}
}

// property notes what is watched. What comes before the clip is known belongs to the one before it.
func (p *Player) property(e mpv.Event) {
	turn := false
	p.change(func(s *State) {
		switch {
		case !s.Loaded:
		case e.Name == propEnded && e.Known:
			s.Ended = e.Value != 0 && !s.Loop.On
		case e.Name == propPosition && e.Reply == p.asked:
			if e.Known {
				s.Position, s.At = s.place(e.Value), time.Now()
				turn = mixed(p.pieces)
			}
			if p.heard != p.asked {
				p.heard = p.asked
				s.Seeking = slices.ContainsFunc(p.todo, func(t task) bool { return t.kind == kindSeek })
			}
		}
	})
	if turn {
		p.add(task{kind: kindTurn, run: func(e Engine) error { return p.turnAt(e, p.State().Position) }})
	}
}

// Engine is what a player needs of libmpv. *mpv.Player is one.
type Engine interface {
	Command(args ...string) error
	Set(name, value string) error
	Float(name string) (float64, error)
	Int(name string) (int64, error)
	String(name string) (string, error)
	Resize(width, height int)
	ObserveNumber(name string, reply uint64) error
	Unobserve(reply uint64) error
	Forget()
	Close() error
}

// Opener starts an engine that hands its pictures and events to these functions.
type Opener func(onFrame func(*image.RGBA) *image.RGBA, onEvent func(mpv.Event)) (Engine, error)

// The properties that are watched.
const (
	propPosition = "time-pos"
	propEnded    = "eof-reached"
)

// replyEnded is the number that propEnded is watched under; those of propPosition follow it.
const replyEnded = 1

// openMPV gives the opener of libmpv's player. audio is its ao option, "" for the system's sound.
func openMPV(audio string) Opener {
	return func(onFrame func(*image.RGBA) *image.RGBA, onEvent func(mpv.Event)) (Engine, error) {
		lib, err := mpv.Open()
		if err != nil {
			return nil, &NotFoundError{Install: media.PlayerPackage()}
		}
		options := map[string]string{
			"pause":             "yes",
			"keep-open":         "yes",
			"keep-open-pause":   "no", // the end is no pause: a seek from there goes on
			"volume-max":        "100",
			"audio-client-name": "Viviscope",
			"sid":               "no",
		}
		if audio != "" {
			options["ao"] = audio
		}
		p, err := lib.NewPlayer(mpv.Config{Options: options, OnFrame: onFrame, OnEvent: onEvent})
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrStart, err)
		}
		if err := p.ObserveFlag(propEnded, replyEnded); err != nil {
			return nil, errors.Join(fmt.Errorf("%w: %w", ErrStart, err), p.Close())
		}
		return p, nil
	}
}

// ErrNotFound means that this computer has no libmpv. The error that wraps it is a [*NotFoundError]. Clips are then
// opened in the system's player.
var ErrNotFound = mpv.ErrNotFound

// ErrStart means that libmpv is there but its player does not start.
var ErrStart = errors.New("the player does not start")

// Lacking reports whether an error is that clips cannot be played on this computer.
func Lacking(err error) bool { return errors.Is(err, ErrNotFound) || errors.Is(err, ErrStart) }

// NotFoundError is [ErrNotFound] with what a person can do about it.
type NotFoundError struct {
	Install string // what to install, such as "libmpv2 (apt install libmpv2)"
}

// Error gives the words for a person, whole.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("%v: install %s", ErrNotFound, e.Install)
}

// Unwrap makes errors.Is(err, ErrNotFound) true.
func (e *NotFoundError) Unwrap() error { return ErrNotFound }

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
	HasWords bool // subtitles, in the clip or beside it

	Position time.Duration // of the picture that is shown
	At       time.Time     // when Position was so
	Seeking  bool          // on the way to another place
	Paused   bool
	Ended    bool // stands at its last picture, which is no pause: a seek goes on playing

	// As set:
	Volume float64 // 0 to 100
	Muted  bool
	Words  bool // subtitles are shown
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

// place makes a position of what the engine tells. Sound that is longer than the pictures takes it past the last of
// them.
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
