package mpv

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"runtime"
	"sync"
	"unsafe"

	"viviscope/client/guard"
)

// ErrClosed is returned by the methods of a closed player.
var ErrClosed = errors.New("player is closed")

// Config configures a player.
type Config struct {
	// Options are mpv options set before it starts, over the defaults of [Library.NewPlayer].
	Options map[string]string

	// OnFrame receives ownership of each frame on the render goroutine. It returns a buffer for the next frame: an
	// earlier frame that is no longer in use, or nil to allocate one. It must return quickly and must not call the
	// player.
	OnFrame func(*image.RGBA) (spare *image.RGBA)

	// AnyWidth renders frames in exactly the requested size. It costs a copy if the width is not a multiple of 16.
	AnyWidth bool

	// OnEvent receives each event on the event goroutine. It must return quickly and must not call Close.
	OnEvent func(Event)
}

// Player is one mpv core with a software renderer. Reuse it for many files: creating a core takes 100 ms and several
// threads. Call Close when done.
type Player struct {
	lib     *Library
	number  uintptr
	handle  uintptr
	onEvent func(Event)
	render  *renderer

	wakeup chan struct{}
	quit   chan struct{}
	done   sync.WaitGroup

	mu     sync.RWMutex // read-locked by each call into the core, write-locked by Close
	closed bool         // locked by mu
}

// defaults isolate mpv: no window, terminal, user configuration, scripts or network access.
func defaults() map[string]string {
	return map[string]string{
		"vo":                     "libmpv",
		"terminal":               "no",
		"config":                 "no",
		"osc":                    "no",
		"osd-level":              "0",
		"input-default-bindings": "no",
		"ytdl":                   "no",
		"load-scripts":           "no",
		"load-stats-overlay":     "no", // built-in scripts too: each has a thread and an interpreter
		"load-osd-console":       "no",
		"load-console":           "no", // its name since mpv 0.40
		"load-select":            "no",
		"load-positioning":       "no",
		"load-commands":          "no",
		"load-auto-profiles":     "no",
		"audio-display":          "no",
		"sub":                    "no",
		"idle":                   "yes",
		"keep-open":              "yes",
		"hwdec":                  "no",
		"vd-lavc-threads":        "2",
		// Files on disk are read faster than they play. A cache pause would also lose a frame step: mpv then forgets to
		// stop at the next frame.
		"cache-pause": "no",
		// A library file has no reason to make mpv open another file or URL.
		"access-references":     "no",
		"autoload-files":        "no",
		"load-unsafe-playlists": "no",
		// The same applies to a file that contains a list of URLs.
		"demuxer-lavf-o": "protocol_whitelist=file",
		// The renderer requests the exact size, so no letterboxing is needed.
		"keepaspect": "no",
		// See TurnOption.
		"video-rotate": "no",
	}
}

// NewPlayer starts an empty player. Set a size with [Player.Resize] and load a file with Command("loadfile", path).
func (l *Library) NewPlayer(c Config) (*Player, error) {
	h := l.create()
	if h == 0 {
		return nil, errors.New("create player: mpv_create gave nothing (out of memory, or LC_NUMERIC is not C)")
	}
	options := defaults()
	maps.Copy(options, c.Options)
	for name, value := range options {
		// Ignore options that this mpv version does not know: each only restricts mpv.
		if code := l.setOption(h, name, value); code < 0 && name == "vo" {
			l.destroy(h)
			return nil, l.fail("set option vo", code)
		}
	}
	if code := l.initialize(h); code < 0 {
		err := l.fail("start player", code)
		l.destroy(h)
		return nil, err
	}
	p := &Player{
		lib:     l,
		handle:  h,
		onEvent: c.OnEvent,
		wakeup:  make(chan struct{}, 1),
		quit:    make(chan struct{}),
	}
	// Create the render context before loading a file; without one mpv opens its own window.
	r, err := newRenderer(l, h, c)
	if err != nil {
		l.destroy(h)
		return nil, err
	}
	p.render = r
	l.add(p)
	l.renderNotify(r.context, l.frameCallback, p.number)
	p.done.Add(2)
	guard.Go("player pictures", p.renderLoop)
	guard.Go("player events", p.eventLoop)
	return p, nil
}

// Resize sets the size of following frames, in pixels, and redraws the current frame. Without [Config.AnyWidth] the
// width is rounded down to a multiple of 16, because rows start at 64-byte boundaries without padding. 0, 0 stops
// rendering; frames are dropped. Sizes above the limits of libmpv are scaled down.
func (p *Player) Resize(width, height int) {
	p.render.resize(width, height, false)
	p.wake()
}

// Present is Resize for a frame that is known to exist, as after [PlaybackRestart]. It is drawn even if it came before
// [Player.Forget] or was skipped.
func (p *Player) Present(width, height int) {
	p.render.resize(width, height, true)
	p.wake()
}

// Forget discards the current frame: nothing is redrawn until mpv has a new frame. Call it before a load or seek. After
// it returns, OnFrame receives no earlier frames.
func (p *Player) Forget() { p.render.forget() }

// Command runs an mpv command and waits until mpv accepts it. Loading and seeking continue asynchronously. Never call
// it from OnFrame.
func (p *Player) Command(args ...string) error {
	if len(args) == 0 {
		return errors.New("mpv command: no name")
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return ErrClosed
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	argv := make([]*byte, len(args)+1)
	for i, a := range args {
		argv[i] = cString(a)
		pin.Pin(argv[i])
	}
	pin.Pin(&argv[0])
	// Errors contain only the command name, because arguments may contain a path, which must not be logged.
	return p.lib.fail("mpv "+args[0], p.lib.command(p.handle, unsafe.Pointer(&argv[0])))
}

// Set sets a property, such as "pause" to "yes".
func (p *Player) Set(name, value string) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return ErrClosed
	}
	return p.lib.fail("set "+name, p.lib.setProperty(p.handle, name, value))
}

// Float returns a property as a finite number, or an error if it has no such value now.
func (p *Player) Float(name string) (float64, error) {
	var v float64
	if err := p.get(name, formatDouble, unsafe.Pointer(&v)); err != nil {
		return 0, err
	}
	if !finite(v) {
		return 0, fmt.Errorf("get %s: %v", name, v)
	}
	return v, nil
}

// Int returns a property as an integer, or an error if it has no value now.
func (p *Player) Int(name string) (int64, error) {
	var v int64
	err := p.get(name, formatInt64, unsafe.Pointer(&v))
	return v, err
}

// String returns a property as text, or an error if it has no value now.
func (p *Player) String(name string) (string, error) {
	var s *byte
	if err := p.get(name, formatString, unsafe.Pointer(&s)); err != nil {
		return "", err
	}
	defer p.lib.free(unsafe.Pointer(s))
	return goString(s), nil
}

func (p *Player) get(name string, format int32, into unsafe.Pointer) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return ErrClosed
	}
	return p.lib.fail("get "+name, p.lib.getProperty(p.handle, name, format, into))
}

// Close stops playback, both goroutines and the core. It may be called twice, but not from OnFrame or OnEvent.
func (p *Player) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	// libmpv requires this order: stop rendering, free the render context, then the core.
	close(p.quit)
	p.lib.wakeup(p.handle)
	p.done.Wait()
	p.lib.renderNotify(p.render.context, 0, 0)
	p.lib.renderFree(p.render.context)
	p.lib.destroy(p.handle)
	p.lib.remove(p)
	return nil
}

// wake wakes the render goroutine without blocking. Several wake-ups coalesce.
func (p *Player) wake() {
	select {
	case p.wakeup <- struct{}{}:
	default:
	}
}

func (p *Player) renderLoop() {
	defer p.done.Done()
	for {
		select {
		case <-p.quit:
			return
		case <-p.wakeup:
			p.render.step()
		}
	}
}

// ObserveNumber sends a [PropertyChange] for the current value of a number property and for each change. reply is the
// id of the subscription. A change back to the last sent value is not sent.
func (p *Player) ObserveNumber(name string, reply uint64) error {
	return p.observe(name, reply, formatDouble)
}

// ObserveFlag is [Player.ObserveNumber] for a boolean property.
func (p *Player) ObserveFlag(name string, reply uint64) error {
	return p.observe(name, reply, formatFlag)
}

// Unobserve ends the subscriptions with this reply id. Queued changes may still arrive.
func (p *Player) Unobserve(reply uint64) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return ErrClosed
	}
	return p.lib.fail("unobserve", p.lib.unobserve(p.handle, reply))
}

func (p *Player) observe(name string, reply uint64, format int32) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return ErrClosed
	}
	return p.lib.fail("observe "+name, p.lib.observe(p.handle, reply, name, format))
}

func (p *Player) eventLoop() {
	defer p.done.Done()
	for {
		raw := (*rawEvent)(p.lib.waitEvent(p.handle, -1))
		select {
		case <-p.quit:
			return
		default:
		}
		switch id := EventID(raw.id); {
		case id == eventShutdown:
			return
		case id == eventNone || p.onEvent == nil:
		default:
			p.onEvent(p.event(id, raw))
		}
	}
}

// event copies the fields that callers need: raw is valid only until the next wait.
func (p *Player) event(id EventID, raw *rawEvent) Event {
	e := Event{ID: id}
	switch {
	case raw.data == nil:
	case id == StartFile:
		e.Entry = (*rawStartFile)(raw.data).entry
	case id == EndFile:
		if end := (*rawEndFile)(raw.data); end.reason == endReasonError {
			e.Err = fmt.Errorf("mpv says %q", p.lib.errorString(end.err))
		}
	case id == PropertyChange:
		e.Reply = raw.userdata
		e.property((*rawProperty)(raw.data))
	}
	return e
}

func (e *Event) property(raw *rawProperty) {
	e.Name = goString(raw.name)
	switch {
	case raw.data == nil:
	case raw.format == formatDouble:
		if v := *(*float64)(raw.data); finite(v) {
			e.Known, e.Value = true, v
		}
	case raw.format == formatFlag:
		e.Known, e.Value = true, float64(*(*int32)(raw.data))
	}
}
