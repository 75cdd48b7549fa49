package player

import (
	"image"
	"log/slog"
	"slices"
	"sync"
	"time"

	"viviscope/gui/media/mpv"
)

// Options say how [New] is to work. Post is required.
type Options struct {
	Post    func(func())      // runs a function on the window's goroutine, later
	Now     func() time.Time  // nil: time.Now
	Log     *slog.Logger      // nil: none
	OnState func(State)       // gets each new state, on the window's goroutine; nil: nobody
	OnFrame func(*image.RGBA) // gets each new picture, there, to show until the next; nil: nobody, or the [View]
	Volume  float64           // 0 to 100, as it was kept
	Muted   bool
	Audio   string // libmpv's ao option: "null" for none that is heard; "": the system's sound
	Open    Opener // starts the engine; nil: libmpv's
}

// Player plays one clip at a time. Its methods are for the window's goroutine unless they say otherwise, and return at once.
type Player struct {
	post    func(func())
	now     func() time.Time
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

	// Of the player's goroutine alone:
	engine Engine
	broken error // why there is none
}

// New makes a player that has not started its engine: that happens with the first clip, away from the window's goroutine.
func New(o Options) *Player {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Open == nil {
		o.Open = openMPV(o.Audio)
	}
	return &Player{
		post: o.Post, now: o.Now, log: o.Log, open: o.Open, onState: o.OnState, onFrame: o.OnFrame,
		woken: make(chan struct{}, 1),
		quit:  make(chan struct{}),
		done:  make(chan struct{}),
		asked: replyEnded,
		heard: replyEnded,
		state: State{Paused: true, Volume: o.Volume, Muted: o.Muted, Speed: 1},
	}
}

// State gives the newest state. Any goroutine may ask.
func (p *Player) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// OnState replaces who gets each new state.
func (p *Player) OnState(fn func(State)) { p.onState = fn }

// OnFrame replaces who gets each new picture.
func (p *Player) OnFrame(fn func(*image.RGBA)) { p.onFrame = fn }

// Close ends the engine and waits for that, some 50 ms. Nothing is called back after it returned. It may be called twice, and
// from any goroutine.
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

// locked runs fn, which edits the state or the pictures, with the lock, and sees to it that the window gets the newest of both.
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
	if im != nil && p.onFrame != nil {
		p.onFrame(im)
	}
	if changed && p.onState != nil {
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
	case mpv.PlaybackRestart:
		p.add(task{run: p.arrive})
	case mpv.EndFile:
		p.add(task{kind: kindTrim, run: func(Engine) error { trimMemory(); return nil }})
		if e.Err != nil {
			p.change(func(s *State) { s.Err, s.Seeking, s.Loaded = damaged(s.Path, e.Err), false, false })
		}
	}
}

// property notes what is watched. What comes before the clip is known belongs to the one before it.
func (p *Player) property(e mpv.Event) {
	p.change(func(s *State) {
		switch {
		case !s.Loaded:
		case e.Name == propEnded && e.Known:
			s.Ended = e.Value != 0 && !s.Loop.On
		case e.Name == propPosition && e.Reply == p.asked:
			if e.Known {
				s.Position, s.At = s.place(e.Value), p.now()
			}
			if p.heard != p.asked {
				p.heard = p.asked
				s.Seeking = slices.ContainsFunc(p.todo, func(t task) bool { return t.kind == kindSeek })
			}
		}
	})
}
