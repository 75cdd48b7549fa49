//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"image"
	"log/slog"
	"slices"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"viviscope/client/guard"
)

// proxy receives the drags over one window in its place. Everything happens on one goroutine, which waits for the X
// server but never for the window: questions to the target are answered through a channel. Where the server hangs or
// the connection dies, drags end, and nothing else does.
type proxy struct {
	conn     *connection
	receiver *receiver
	log      *slog.Logger
	after    func(time.Duration) <-chan time.Time
	events   chan xgb.Event
	direct   chan xproto.ClientMessageEvent // see takeDirect
	quit     chan struct{}
	done     chan struct{}

	intercepts bool // messages to the program's window can be taken off the toolkit's connection

	session  *session         // nil: nothing hovers
	transfer *transfer        // nil: no content is on its way
	deadline <-chan time.Time // of the transfer
	asked    int              // counts the transfers' properties
}

// openProxy starts a proxy for a window, where it is one of an X server. It returns at once.
func openProxy(window uintptr, r *receiver) (stop func()) {
	if window == 0 {
		return func() {}
	}
	p := newProxy(r, time.After)
	p.intercepts = interceptDrags()
	// The library that speaks X reads the server's replies without checking their lengths. A server that is broken ends
	// drags, not the program.
	guard.Go("drops", func() { p.serve("", uint32(window)) })
	return func() { close(p.quit) }
}

func newProxy(r *receiver, after func(time.Duration) <-chan time.Time) *proxy {
	// A flood of events is cut off rather than kept: see readEvents.
	const waiting = 1024
	return &proxy{receiver: r, log: r.log, after: after,
		events: make(chan xgb.Event, waiting), direct: make(chan xproto.ClientMessageEvent), quit: make(chan struct{}),
		done: make(chan struct{})}
}

// serve receives drags over a window of a display ("" is $DISPLAY) until it is stopped.
func (p *proxy) serve(display string, window uint32) {
	defer close(p.done)
	w, err := dial(display, window)
	if err != nil {
		p.log.Warn("drags arrive through the toolkit only", "err", err)
		return
	}
	p.conn = w
	if err := w.announce(); err != nil {
		w.withdraw()
		p.log.Warn("drags arrive through the toolkit only", "err", err)
		return
	}
	guard.Go("drops", p.readEvents)
	p.log.Debug("drags arrive through a proxy", "window", window, "direct", p.intercepts)
	if p.intercepts {
		giveBack, err := p.takeDirect()
		if err != nil {
			p.log.Warn("drags that ignore the proxy arrive through the toolkit", "err", err)
		} else {
			defer giveBack()
		}
	}
	p.run()
	p.cancel()
	w.withdraw()
}

// readEvents takes the events off the connection. It drops what nobody has time for, because a connection whose events
// are not taken does not hand out replies either, and the goroutine that would take them waits for one.
func (p *proxy) readEvents() {
	defer close(p.events)
	for {
		event, failure := p.conn.x.WaitForEvent()
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
		case message := <-p.direct:
			p.handle(message)
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
		if slices.Contains(p.conn.atoms.transfers[:], e.Property) {
			xproto.DeleteProperty(p.conn.x, p.conn.window, e.Property)
		}
	case xproto.PropertyNotifyEvent:
		p.property(e)
	case xproto.DestroyNotifyEvent:
		if e.Window == p.conn.target {
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
	if !awaited && slices.Contains(p.conn.atoms.transfers[:], e.Atom) {
		xproto.DeleteProperty(p.conn.x, p.conn.window, e.Atom)
	}
}

// session is one drag over the window, from its source's Enter to its Leave or its Drop.
type session struct {
	source  xproto.Window
	offered []xproto.Atom

	placed bool        // a position came
	px     image.Point // the latest, px of the program's window
	window uint32      // the id that the source writes into its messages, and expects in the answers
	action xproto.Atom // what the source would do

	peek    peek
	content content // what the peek or the drop brought
	dropped bool    // the button was let go

	moved  bool          // a newer position than the one that the target is asked about
	answer chan bool     // the target's answer to the open question, nil where none is open
	decide func(ok bool) // what follows from it
}

// peek is how far looking at the content before the drop has come.
type peek int

const (
	peekNone    peek = iota
	peekRunning      // the source was asked
	peekDone         // it answered; empty content is nothing that anybody could take
	peekSlow         // it did not answer in time: only the names of its flavours are known
)

// offer is what the target is asked about; ok is false where there is nothing that it could take.
func (s *session) offer(c *connection) (what Offer, ok bool) {
	return hoverOffer(c.offeredNames(s.offered), s.content, s.peek == peekSlow)
}

// How long a source may take to hand over its content: while it hovers, where the pointer waits for our answer, and at
// the drop.
const (
	peekPatience = 400 * time.Millisecond
	dropPatience = 10 * time.Second
)

// message takes one message of a source: Enter, then Position at each move, then Leave or Drop.
func (p *proxy) message(e xproto.ClientMessageEvent) {
	a, data := &p.conn.atoms, e.Data.Data32
	if e.Type == a.enter {
		p.enter(data)
		return
	}
	s := p.session
	if s == nil || xproto.Window(data[0]) != s.source || s.dropped {
		return // of a drag that has ended, or that never entered
	}
	switch e.Type {
	case a.position:
		// Chromium writes the proxy's id here and GTK the program's window; each knows only its own in the answers.
		s.window = uint32(e.Window)
		p.position(image.Pt(int(int16(data[2]>>16)), int(int16(data[2]))), xproto.Timestamp(data[3]),
			xproto.Atom(data[4]))
	case a.leave:
		p.cancel()
	case a.drop:
		s.window = uint32(e.Window)
		p.drop(xproto.Timestamp(data[2]))
	}
}

func (p *proxy) enter(data []uint32) {
	p.cancel()
	const oldest = 3 // what came before has other messages
	if version := data[1] >> 24; version < oldest || data[0] == 0 {
		return
	}
	s := &session{source: xproto.Window(data[0])}
	if data[1]&1 != 0 {
		s.offered = p.conn.typeList(s.source)
	} else {
		s.offered = []xproto.Atom{xproto.Atom(data[2]), xproto.Atom(data[3]), xproto.Atom(data[4])}
	}
	if s.source != p.conn.target {
		p.conn.watch(s.source, true)
	}
	p.session = s
	p.log.Debug("drag entered the window", "flavours", p.conn.offeredNames(s.offered))
}

func (p *proxy) position(root image.Point, at xproto.Timestamp, action xproto.Atom) {
	s := p.session
	px, ok := p.conn.inWindow(root)
	if !ok {
		return
	}
	s.placed, s.px, s.action = true, px, action
	switch {
	case s.answer != nil:
		s.moved = true
	case s.peek == peekRunning: // the answer follows
	case s.peek == peekNone:
		s.peek = peekRunning
		p.fetch(at, true, func(c content) {
			s.peek, s.content = peekDone, c
			p.ask()
		})
	default:
		p.ask()
	}
}

// ask asks the target about the latest position and answers the source.
func (p *proxy) ask() {
	s := p.session
	s.moved = false
	what, ok := s.offer(p.conn)
	if !ok {
		p.status(false)
		return
	}
	p.question(p.receiver.over, what, func(ok bool) {
		p.status(ok)
		if s.moved {
			p.ask()
		}
	})
}

// question puts a question to the target; decide is called with its answer, unless the session ends or asks something
// else before.
func (p *proxy) question(ask func(image.Point, Offer, func(bool)), what Offer, decide func(ok bool)) {
	answer := make(chan bool, 1)
	p.session.answer, p.session.decide = answer, decide
	ask(p.session.px, what, func(ok bool) { answer <- ok })
}

// drop fetches the content once more: only now is it what the person let go.
func (p *proxy) drop(at xproto.Timestamp) {
	s := p.session
	s.dropped, s.answer = true, nil
	if !s.placed {
		p.finish(false)
		return
	}
	p.fetch(at, false, func(c content) {
		s.content = c
		if c.empty() {
			p.finish(false)
			return
		}
		p.question(p.receiver.drop, c.offer(), func(ok bool) {
			if ok {
				p.receiver.deliver(s.px, c)
			}
			p.finish(ok)
		})
	})
}

// fetch starts a transfer. A transfer that runs is given up. hovering: the source waits for an answer at the pointer.
func (p *proxy) fetch(at xproto.Timestamp, hovering bool, done func(content)) {
	patience := dropPatience
	if hovering {
		patience = peekPatience
	}
	t := &transfer{conn: p.conn, selection: p.conn.atoms.selection, at: at, next: &p.asked}
	t.done = func(c content) {
		p.transfer, p.deadline = nil, nil
		done(c)
	}
	p.transfer, p.deadline = t, p.after(patience)
	t.begin(chosen(p.conn.offeredNames(p.session.offered), wantLinks, hovering))
}

// late gives a transfer up whose source does not answer.
func (p *proxy) late() {
	p.transfer, p.deadline = nil, nil
	s := p.session
	if s.dropped {
		p.log.Warn("drop given up: its source does not hand it over")
		p.finish(false)
		return
	}
	s.peek = peekSlow
	p.ask()
}

// status tells the source whether a drop would be taken here, and that it shall go on to tell each position.
func (p *proxy) status(accepted bool) {
	const everyPosition = 2
	s := p.session
	data := [5]uint32{s.window, everyPosition}
	if accepted {
		data[1] |= 1
		data[4] = uint32(p.action())
	}
	p.conn.send(s.source, s.source, p.conn.atoms.status, data[:]...)
}

// finish tells the source how its drop ended, and ends the session.
func (p *proxy) finish(accepted bool) {
	s := p.session
	data := [5]uint32{s.window}
	if accepted {
		data[1], data[2] = 1, uint32(p.action())
	}
	p.conn.send(s.source, s.source, p.conn.atoms.finished, data[:]...)
	p.cancel()
}

// action is what we do with a drop: nothing that the source would notice. To a move we answer a copy, which the
// protocol allows always: a file manager deletes what was moved.
func (p *proxy) action() xproto.Atom {
	if p.session.action == p.conn.atoms.linkAction {
		return p.conn.atoms.linkAction
	}
	return p.conn.atoms.copyAction
}

// cancel ends the session, if there is one.
func (p *proxy) cancel() {
	p.transfer, p.deadline = nil, nil
	s := p.session
	if s == nil {
		return
	}
	p.session = nil
	p.receiver.leave()
	if s.source != p.conn.target {
		p.conn.watch(s.source, false)
	}
}
