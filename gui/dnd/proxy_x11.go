//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// proxy receives the drags over one window in its place. Everything happens on one goroutine, which waits for the X server but never
// for the window: questions to the target are answered through a channel. Where the server hangs or the connection dies, drags end,
// and nothing else does.
type proxy struct {
	wire   *wire
	sink   *receiver
	log    *slog.Logger
	after  func(time.Duration) <-chan time.Time
	events chan xgb.Event
	quit   chan struct{}
	done   chan struct{}

	session  *session         // nil: nothing hovers
	transfer *transfer        // nil: no content is on its way
	deadline <-chan time.Time // of the transfer
	asked    int              // counts the transfers' properties
}

// openProxy starts a proxy for a window on a display ("" is $DISPLAY). It returns at once; stop ends it, and may be called twice.
func openProxy(display string, window uint32, sink *receiver, after func(time.Duration) <-chan time.Time) (stop func()) {
	p := newProxy(sink, after)
	go func() {
		defer close(p.done)
		p.live(display, window)
	}()
	return sync.OnceFunc(func() { close(p.quit) })
}

func newProxy(sink *receiver, after func(time.Duration) <-chan time.Time) *proxy {
	// A flood of events is cut off rather than kept: see pump.
	const waiting = 1024
	return &proxy{sink: sink, log: sink.log, after: after, events: make(chan xgb.Event, waiting), quit: make(chan struct{}), done: make(chan struct{})}
}

func (p *proxy) live(display string, window uint32) {
	// The library that speaks X reads the server's replies without checking their lengths. A server that is broken ends drags, not the program.
	defer func() {
		if v := recover(); v != nil {
			p.log.Error("reception of drags ended", "panic", v)
		}
	}()
	w, err := dial(display, window)
	if err != nil {
		p.log.Warn("drags arrive through the toolkit only", "err", err)
		return
	}
	p.wire = w
	if err := w.announce(); err != nil {
		w.withdraw()
		p.log.Warn("drags arrive through the toolkit only", "err", err)
		return
	}
	go p.pump()
	p.log.Debug("drags arrive through a proxy", "window", window)
	p.run()
	p.cancel()
	w.withdraw()
}

// pump takes the events off the connection. It drops what nobody has time for, because a connection whose events are not taken does not
// hand out replies either, and the goroutine that would take them waits for one.
func (p *proxy) pump() {
	defer close(p.events)
	for {
		event, failure := p.wire.x.WaitForEvent()
		if event == nil && failure == nil {
			return
		}
		if event == nil {
			continue // a window that is gone: its source has gone as well
		}
		select {
		case p.events <- event:
		default:
		}
	}
}

// run returns when the proxy is stopped, the window has gone, or the connection is lost.
func (p *proxy) run() {
	for {
		var answer chan bool
		if p.session != nil {
			answer = p.session.answer
		}
		select {
		case <-p.quit:
			return
		case event, ok := <-p.events:
			if !ok {
				p.log.Warn("connection for drags lost; they arrive through the toolkit only")
				return
			}
			if gone := p.handle(event); gone {
				return
			}
		case ok := <-answer:
			p.session.answer = nil
			p.session.decide(ok)
		case <-p.deadline:
			p.late()
		}
	}
}

// handle takes one event. It reports whether the program's window has gone.
func (p *proxy) handle(event xgb.Event) (gone bool) {
	switch e := event.(type) {
	case xproto.ClientMessageEvent:
		if e.Format == 32 {
			p.message(e)
		}
	case xproto.SelectionNotifyEvent:
		if p.transfer != nil && p.transfer.notified(e) {
			return false
		}
		if slices.Contains(p.wire.atoms.transfers[:], e.Property) {
			xproto.DeleteProperty(p.wire.x, p.wire.window, e.Property)
		}
	case xproto.PropertyNotifyEvent:
		p.property(e)
	case xproto.DestroyNotifyEvent:
		if e.Window == p.wire.target {
			return true
		}
		if p.session != nil && e.Window == p.session.source {
			p.cancel()
		}
	}
	return false
}

func (p *proxy) property(e xproto.PropertyNotifyEvent) {
	if e.State != xproto.PropertyNewValue || (p.transfer != nil && p.transfer.changed(e)) {
		return
	}
	// A piece of something that was given up: its source goes on only when the piece is gone, and would wait for ever.
	awaited := p.transfer != nil && p.transfer.prop == e.Atom
	if !awaited && slices.Contains(p.wire.atoms.transfers[:], e.Atom) {
		xproto.DeleteProperty(p.wire.x, p.wire.window, e.Atom)
	}
}
