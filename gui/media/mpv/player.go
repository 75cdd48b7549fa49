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

// ErrClosed is returned by a player that has been closed.
var ErrClosed = errors.New("player is closed")

// Config says how a player is to be.
type Config struct {
	// Options are mpv options set before it starts, over the defaults of [Library.NewPlayer].
	Options map[string]string

	// OnFrame gets every picture, on the render goroutine, to keep. What it gives back is drawn into next: a picture
	// that it got before and that nobody looks at any more, or nil, and one is made. It must return soon, and must not
	// call the player.
	OnFrame func(*image.RGBA) (spare *image.RGBA)

	// AnyWidth gives pictures of exactly the size that was asked for, at the cost of a copy where the width is no
	// multiple of 16.
	AnyWidth bool

	// OnEvent gets every event, on the event goroutine. It must return soon, and must not call Close.
	OnEvent func(Event)
}

// Player is one mpv core with a software renderer. Create one and use it for many files: a core costs 100 ms and
// several threads. Close it when done.
type Player struct {
	lib     *Library
	number  uintptr
	handle  uintptr
	onEvent func(Event)
	render  *renderer

	woken chan struct{}
	quit  chan struct{}
	done  sync.WaitGroup

	mu     sync.RWMutex // held for reading by every call into the core, for writing by Close
	closed bool         // locked by mu
}

// defaults keep mpv to itself: no window, no terminal, no configuration or scripts of the user, no network helpers.
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
		"load-stats-overlay":     "no", // nor its own: each has a thread and an interpreter
		"load-osd-console":       "no",
		"load-console":           "no", // the same since mpv 0.40
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
		// A file on disk is read faster than it is played. Pausing to read ahead would only lose a step: mpv forgets
		// then that it is to stop at the next picture.
		"cache-pause": "no",
		// A library file never has reason to make mpv open another file or address.
		"access-references":     "no",
		"autoload-files":        "no",
		"load-unsafe-playlists": "no",
		// Nor has a file whose content is a list of addresses.
		"demuxer-lavf-o": "protocol_whitelist=file",
		// The renderer is asked for exactly the size that is wanted, so there is nothing to letterbox.
		"keepaspect": "no",
		// See TurnOption.
		"video-rotate": "no",
	}
}

// NewPlayer starts a player that shows nothing yet: set a size with [Player.Resize] and load a file with
// Command("loadfile", path).
func (l *Library) NewPlayer(c Config) (*Player, error) {
	h := l.create()
	if h == 0 {
		return nil, errors.New("create player: mpv_create gave nothing (out of memory, or LC_NUMERIC is not C)")
	}
	options := defaults()
	maps.Copy(options, c.Options)
	for name, value := range options {
		// An option that an older or newer mpv does not know is no reason to give up: each only narrows what mpv does
		// by itself.
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
		woken:   make(chan struct{}, 1),
		quit:    make(chan struct{}),
	}
	// The render context comes before any file: without one mpv opens a window of its own.
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

// Resize sets the size of the pictures that follow, in pixels, and draws the present one again. Without
// [Config.AnyWidth] the width is rounded down to a multiple of 16 (rows must start at 64-byte boundaries and have no
// padding). 0, 0 stops drawing: frames are taken and dropped. A size that libmpv cannot draw is reduced in its ratio.
func (p *Player) Resize(width, height int) {
	p.render.resize(width, height, false)
	p.kick()
}

// Present is Resize for a picture that is known to be there, as after [PlaybackRestart]: it is drawn though it came
// before [Player.Forget] or was not taken in time.
func (p *Player) Present(width, height int) {
	p.render.resize(width, height, true)
	p.kick()
}

// Forget makes the renderer treat what is on screen as gone: nothing is drawn again until mpv has a new frame. Call it
// before a load or a seek whose first frame must not be mistaken for the one before: after it returned, OnFrame gets
// none of those.
func (p *Player) Forget() { p.render.forget() }

// Command runs an mpv command and waits until it was accepted; loading and seeking go on after that.
// Never call it from OnFrame.
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
	// The arguments may hold a path, which is not for logs: only the command's name is in the error.
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

// Float reads a property as a finite number. An error means that it has no such value now.
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

// Int reads a property as a whole number; the error says that it is not there now.
func (p *Player) Int(name string) (int64, error) {
	var v int64
	err := p.get(name, formatInt64, unsafe.Pointer(&v))
	return v, err
}

// String reads a property as text; the error says that it is not there now.
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

// Close stops playback, ends both goroutines and frees the core. It may be called twice, but not from OnFrame or
// OnEvent.
func (p *Player) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	// The order is libmpv's: no more drawing, then the render context, then the core.
	close(p.quit)
	p.lib.wakeup(p.handle)
	p.done.Wait()
	p.lib.renderNotify(p.render.context, 0, 0)
	p.lib.renderFree(p.render.context)
	p.lib.destroy(p.handle)
	p.lib.remove(p)
	return nil
}

// kick wakes the render goroutine. It never blocks; one wake-up in waiting is enough.
func (p *Player) kick() {
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

func (p *Player) renderLoop() {
	defer p.done.Done()
	for {
		select {
		case <-p.quit:
			return
		case <-p.woken:
			p.render.step()
		}
	}
}

// ObserveNumber makes every change of a number property a [PropertyChange], under a number that the caller gives, and
// its present value the first. A change back to the value that was told last is no change.
func (p *Player) ObserveNumber(name string, reply uint64) error {
	return p.observe(name, reply, formatDouble)
}

// ObserveFlag is [Player.ObserveNumber] for a property that is yes or no.
func (p *Player) ObserveFlag(name string, reply uint64) error {
	return p.observe(name, reply, formatFlag)
}

// Unobserve ends what is observed under a number. Changes that are on their way may still come.
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

// event copies what is worth knowing: raw belongs to libmpv and is gone with the next wait.
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
