// Package player plays clips with sound through libmpv.
//
// A [Player] plays one clip after another with one mpv core ([Engine]). Its owner keeps it, because starting the core
// takes 0.1 s. Its methods run on the window goroutine, queue a task and return immediately. A goroutine of the player
// runs the tasks in order; consecutive seeks coalesce into the last. Results arrive on the window goroutine as a
// [State] and as frames in the size of the panel. At most one post is pending, and it delivers the newest of both. A
// slow window therefore skips frames instead of falling behind.
//
// A frame belongs to the window until the next one arrives; the engine draws into the other two of three buffers.
//
// [View] shows a player. [Pair] plays two clips in step.
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

// Options configure [New]. Post is required.
type Options struct {
	Post  func(func()) // runs a function later on the window goroutine
	Log   *slog.Logger // nil: none
	Audio string       // mpv's ao option: "null" for silence; "": the system's output
	Open  Opener       // starts the engine; nil: libmpv
}

// Player plays one clip at a time. Unless stated otherwise, call its methods on the window goroutine. They return
// immediately.
type Player struct {
	post    func(func())
	log     *slog.Logger
	open    Opener
	onState func(State)       // called on the window goroutine
	onFrame func(*image.RGBA) // called on the window goroutine

	wakeup chan struct{}
	quit   chan struct{}
	done   chan struct{}

	mu            sync.Mutex
	tasks         []task          // locked by mu
	state         State           // locked by mu
	delivered     State           // last state passed to onState; locked by mu
	panel         image.Point     // in device pixels; locked by mu
	discard       bool            // frames still belong to the previous clip; locked by mu
	frames        tripleBuffer    // locked by mu
	positionReply uint64          // reply id of the current position subscription; locked by mu
	receivedReply uint64          // reply id of the last received position; locked by mu
	posted        bool            // a post is pending; locked by mu
	closed        bool            // locked by mu
	started       bool            // the goroutine is running; locked by mu
	pieces        []orientedPiece // of the open clip or film; locked by mu

	// Used only by the player's goroutine:
	engine      Engine
	startErr    error           // why the engine failed to start
	orientation mp4.Orientation // orientation that the engine's filters correct
}

// New creates a player. Its engine starts with the first clip, on the player's goroutine.
func New(o Options) *Player {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Open == nil {
		o.Open = openMPV(o.Audio)
	}
	return &Player{
		post: o.Post, log: o.Log, open: o.Open, onState: func(State) {}, onFrame: func(*image.RGBA) {},
		wakeup:        make(chan struct{}, 1),
		quit:          make(chan struct{}),
		done:          make(chan struct{}),
		positionReply: replyEnded,
		receivedReply: replyEnded,
		state:         State{Paused: true, Speed: 1},

		orientation: mp4.Upright,
	}
}

// State returns the newest state. Any goroutine may call it.
func (p *Player) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// OnState sets the callback for new states. It runs on the window goroutine.
func (p *Player) OnState(fn func(State)) { p.onState = fn }

// OnFrame sets the callback for new frames. It runs on the window goroutine. A frame is valid until the next one.
func (p *Player) OnFrame(fn func(*image.RGBA)) { p.onFrame = fn }

// Close stops the engine and waits for it, about 50 ms. No callback runs after it returns. It may be called twice, on
// any goroutine.
func (p *Player) Close() {
	p.mu.Lock()
	first, started := !p.closed, p.started
	p.closed = true
	p.tasks = nil
	p.frames.clear()
	p.mu.Unlock()
	if first {
		close(p.quit)
	}
	if started {
		<-p.done
	}
}

// change edits the state and schedules its delivery.
func (p *Player) change(edit func(*State)) {
	p.update(func() { edit(&p.state) })
}

// update runs fn, which edits the state or the frames, under the lock and schedules their delivery.
func (p *Player) update(fn func()) {
	p.mu.Lock()
	fn()
	tell := !p.posted && !p.closed
	p.posted = p.posted || tell
	p.mu.Unlock()
	if tell {
		p.post(p.deliver)
	}
}

// deliver passes the newest frame and state to the callbacks, on the window goroutine.
func (p *Player) deliver() {
	p.mu.Lock()
	p.posted = false
	if p.closed {
		p.mu.Unlock()
		return
	}
	im, state := p.frames.take(), p.state
	changed := state != p.delivered
	p.delivered = state
	p.mu.Unlock()
	if im != nil {
		p.onFrame(im)
	}
	if changed {
		p.onState(state)
	}
}

// frame receives a frame on the engine's render goroutine and returns a spare buffer.
func (p *Player) frame(im *image.RGBA) (spare *image.RGBA) {
	p.update(func() {
		spare = im
		if !p.discard {
			spare = p.frames.put(im)
		}
	})
	return spare
}

// event handles an event on the engine's event goroutine.
func (p *Player) event(e mpv.Event) {
	switch e.ID {
	case mpv.PropertyChange:
		p.property(e)
	case mpv.FileLoaded:
		p.add(task{run: p.describe})
	case mpv.VideoReconfig:
		p.add(task{kind: kindMeasure, run: p.measure})
	case mpv.PlaybackRestart:
		p.add(task{run: p.resubscribe})
	case mpv.EndFile:
		if e.Err != nil {
			p.change(func(s *State) { s.Err, s.Seeking, s.Loaded = damaged(s.Path, e.Err), false, false })
		}
	}
}

// property applies an observed property. Values received before FileLoaded belong to the previous clip.
func (p *Player) property(e mpv.Event) {
	turn := false
	p.change(func(s *State) {
		switch {
		case !s.Loaded:
		case e.Name == propEnded && e.Known:
			s.Ended = e.Value != 0 && !s.Loop.On
		case e.Name == propPosition && e.Reply == p.positionReply:
			if e.Known {
				s.Position, s.At = s.clampPosition(e.Value), time.Now()
				turn = mixed(p.pieces)
			}
			if p.receivedReply != p.positionReply {
				p.receivedReply = p.positionReply
				s.Seeking = slices.ContainsFunc(p.tasks, func(t task) bool { return t.kind == kindSeek })
			}
		}
	})
	if turn {
		p.add(task{kind: kindTurn, run: func(e Engine) error { return p.turnAt(e, p.State().Position) }})
	}
}

// Engine is the subset of mpv.Player that a player uses. *mpv.Player is one.
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

// Opener starts an engine that passes its frames and events to these callbacks.
type Opener func(onFrame func(*image.RGBA) *image.RGBA, onEvent func(mpv.Event)) (Engine, error)

// Observed properties.
const (
	propPosition = "time-pos"
	propEnded    = "eof-reached"
)

// replyEnded is the reply id of propEnded. Those of propPosition follow it.
const replyEnded = 1

// openMPV returns the opener of mpv.Player. audio is its ao option, "" for the system's output.
func openMPV(audio string) Opener {
	return func(onFrame func(*image.RGBA) *image.RGBA, onEvent func(mpv.Event)) (Engine, error) {
		lib, err := mpv.Open()
		if err != nil {
			return nil, &NotFoundError{Install: media.PlayerPackage()}
		}
		options := map[string]string{
			"pause":             "yes",
			"keep-open":         "yes",
			"keep-open-pause":   "no", // the end is not a pause: a seek from there continues playing
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

// ErrNotFound means that this computer has no libmpv. The wrapping error is a [*NotFoundError]. Clips then open in the
// system's player.
var ErrNotFound = mpv.ErrNotFound

// ErrStart means that libmpv exists but its player does not start.
var ErrStart = errors.New("the player does not start")

// IsUnavailable reports whether err means that this computer cannot play clips.
func IsUnavailable(err error) bool { return errors.Is(err, ErrNotFound) || errors.Is(err, ErrStart) }

// NotFoundError is [ErrNotFound] with the package to install.
type NotFoundError struct {
	Install string // what to install, such as "libmpv2 (apt install libmpv2)"
}

// Error returns the whole message for the user.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("%v: install %s", ErrNotFound, e.Install)
}

// Unwrap makes errors.Is(err, ErrNotFound) true.
func (e *NotFoundError) Unwrap() error { return ErrNotFound }

// State is the state of a player.
type State struct {
	Path string // of the clip; "": none
	Err  error  // why it does not play: [ErrNotFound], [ErrStart], media.ErrDamaged, or an error of opening the file

	// Valid from Loaded on:
	Loaded       bool
	Size         image.Point // display size, in pixels
	Duration     time.Duration
	FPS          float64 // 0: unknown
	HasAudio     bool
	HasSubtitles bool // has subtitles, embedded or as a file beside it

	Position time.Duration // of the visible frame
	At       time.Time     // when Position was current
	Seeking  bool          // a seek is running
	Paused   bool
	Ended    bool // stopped at its last frame, which is not a pause: a seek continues playing

	// Settings:
	Volume    float64 // 0 to 100
	Muted     bool
	Subtitles bool // subtitles are visible
	Speed     float64
	Loop      Loop
}

// Loop is a looped range.
type Loop struct {
	On       bool
	From, To time.Duration // both 0: the whole clip
}

// Frame returns the index of the visible frame, from 0, or -1 if the rate is unknown.
func (s State) Frame() int {
	if s.FPS <= 0 {
		return -1
	}
	return int(math.Round(s.Position.Seconds() * s.FPS))
}

// Frames returns the number of frames computed from the length, or -1 if that is unknown.
func (s State) Frames() int {
	return mpv.Frames(s.Duration, s.FPS)
}

// clampPosition converts a position of the engine. It clamps to the last frame, because the sound may be longer than
// the video.
func (s State) clampPosition(at float64) time.Duration {
	if n := s.Frames(); n > 0 {
		at = min(at, float64(n-1)/s.FPS)
	}
	return mpv.Duration(max(0, at))
}

// positionAt returns the extrapolated position at a time.
func (s State) positionAt(at time.Time) time.Duration {
	if s.Paused || s.Ended || s.Seeking || !s.Loaded {
		return s.Position
	}
	return s.Position + time.Duration(float64(at.Sub(s.At))*s.Speed)
}
