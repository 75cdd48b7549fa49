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

// proxy receives the drags over one window. It runs on one goroutine, which blocks on the X server but never on the
// window: answers of the target arrive through a channel. If the server hangs or the connection dies, only drags end.
type proxy struct {
	conn     *connection
	receiver *receiver
	log      *slog.Logger
	after    func(time.Duration) <-chan time.Time
	events   chan xgb.Event
	direct   chan xproto.ClientMessageEvent // see takeDirect
	quit     chan struct{}
	done     chan struct{}

	intercepts bool // messages to the program's window can be intercepted on the toolkit's connection

	session       *session         // nil: no drag hovers
	transfer      *transfer        // nil: no content is being transferred
	deadline      <-chan time.Time // of the transfer
	transferCount int              // property counter of the transfers
}

// openProxy starts a proxy for an X11 window and returns immediately.
func openProxy(window uintptr, r *receiver) (stop func()) {
	if window == 0 {
		return func() {}
	}
	p := newProxy(r, time.After)
	p.intercepts = interceptDrags()
	// The X library parses replies without length checks. A panic caused by a broken server ends drags, not the
	// program.
	guard.Go("drops", func() { p.serve("", uint32(window)) })
	return func() { close(p.quit) }
}

func newProxy(r *receiver, after func(time.Duration) <-chan time.Time) *proxy {
	// A flood of events is dropped rather than buffered: see readEvents.
	const waiting = 1024
	return &proxy{receiver: r, log: r.log, after: after,
		events: make(chan xgb.Event, waiting), direct: make(chan xproto.ClientMessageEvent), quit: make(chan struct{}),
		done: make(chan struct{})}
}

// serve receives drags over a window of a display ("" is $DISPLAY) until the proxy stops.
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

// readEvents reads events from the connection and drops those that do not fit into the channel. Unread events would
// block replies, and the goroutine that handles events may be waiting for a reply.
func (p *proxy) readEvents() {
	defer close(p.events)
	for {
		event, failure := p.conn.x.WaitForEvent()
		if event == nil && failure == nil {
			return
		}
		if event == nil {
			continue // its window, and so the source, is gone
		}
		select {
		case p.events <- event:
		default:
		}
	}
}

// run handles events until the proxy stops, the window is destroyed, or the connection is lost.
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
			p.abandonTransfer()
		}
	}
}

// handle handles one event. It reports whether the program's window is gone.
func (p *proxy) handle(event xgb.Event) (gone bool) {
	switch e := event.(type) {
	case xproto.ClientMessageEvent:
		if e.Format == 32 {
			p.message(e)
		}
	case xproto.SelectionNotifyEvent:
		if p.transfer != nil && p.transfer.handleSelection(e) {
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
	if e.State != xproto.PropertyNewValue || (p.transfer != nil && p.transfer.handleProperty(e)) {
		return
	}
	// A chunk of an abandoned INCR transfer. Delete it, because its source would wait for that forever.
	awaited := p.transfer != nil && p.transfer.prop == e.Atom
	if !awaited && slices.Contains(p.conn.atoms.transfers[:], e.Atom) {
		xproto.DeleteProperty(p.conn.x, p.conn.window, e.Atom)
	}
}

// session is one drag over the window, from Enter to Leave or Drop.
type session struct {
	source  xproto.Window
	offered []xproto.Atom

	placed bool        // a position was received
	px     image.Point // the latest position, px of the program's window
	window uint32      // the window id in the source's messages, which the answers must repeat
	action xproto.Atom // the action that the source requests

	peek    peek
	content content // result of the peek or the drop
	dropped bool    // the button was released

	positionChanged bool          // the position changed since the last question to the target
	answer          chan bool     // answer of the target; nil: no question is open
	decide          func(ok bool) // callback for the answer
}

// peek is the state of reading the content before the drop.
type peek int

const (
	peekNone     peek = iota
	peekRunning       // the source was asked
	peekDone          // the content is known; empty: nothing is supported
	peekTimedOut      // timed out: only the names of the flavours are known
)

// offer returns the offer for the target. ok is false if nothing is supported.
func (s *session) offer(c *connection) (what Offer, ok bool) {
	return hoverOffer(c.offeredNames(s.offered), s.content, s.peek == peekTimedOut)
}

// Timeouts for the transfer of the content: while hovering, when the pointer waits for our answer, and after the drop.
const (
	peekTimeout = 400 * time.Millisecond
	dropTimeout = 10 * time.Second
)

// message handles a message of a source: Enter, then Position at each move, then Leave or Drop.
func (p *proxy) message(e xproto.ClientMessageEvent) {
	a, data := &p.conn.atoms, e.Data.Data32
	if e.Type == a.enter {
		p.enter(data)
		return
	}
	s := p.session
	if s == nil || xproto.Window(data[0]) != s.source || s.dropped {
		return // of a drag that has ended or never entered
	}
	switch e.Type {
	case a.position:
		// Chromium sends the proxy's id and GTK the program's window. Each accepts only its own in the answers.
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
	const oldest = 3 // earlier versions have other messages
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
		s.positionChanged = true
	case s.peek == peekRunning: // the answer follows the peek
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
	s.positionChanged = false
	what, ok := s.offer(p.conn)
	if !ok {
		p.status(false)
		return
	}
	p.askTarget(p.receiver.over, what, func(ok bool) {
		p.status(ok)
		if s.positionChanged {
			p.ask()
		}
	})
}

// askTarget asks the target. decide receives its answer, unless the session ends or asks another question first.
func (p *proxy) askTarget(ask func(image.Point, Offer, func(bool)), what Offer, decide func(ok bool)) {
	answer := make(chan bool, 1)
	p.session.answer, p.session.decide = answer, decide
	ask(p.session.px, what, func(ok bool) { answer <- ok })
}

// drop fetches the content again: the content is final only after the release.
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
		p.askTarget(p.receiver.drop, c.offer(), func(ok bool) {
			if ok {
				p.receiver.deliver(s.px, c)
			}
			p.finish(ok)
		})
	})
}

// fetch starts a transfer and cancels a running one. hovering: the source waits for an answer to a position.
func (p *proxy) fetch(at xproto.Timestamp, hovering bool, done func(content)) {
	patience := dropTimeout
	if hovering {
		patience = peekTimeout
	}
	t := &transfer{conn: p.conn, selection: p.conn.atoms.selection, at: at, next: &p.transferCount}
	t.done = func(c content) {
		p.transfer, p.deadline = nil, nil
		done(c)
	}
	p.transfer, p.deadline = t, p.after(patience)
	t.begin(readOrder(p.conn.offeredNames(p.session.offered), preferLinks, hovering))
}

// abandonTransfer cancels a transfer after its timeout.
func (p *proxy) abandonTransfer() {
	p.transfer, p.deadline = nil, nil
	s := p.session
	if s.dropped {
		p.log.Warn("drop given up: its source does not hand it over")
		p.finish(false)
		return
	}
	s.peek = peekTimedOut
	p.ask()
}

// status reports to the source whether a drop is accepted here, and requests each further position.
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

// finish reports the result of the drop to the source and ends the session.
func (p *proxy) finish(accepted bool) {
	s := p.session
	data := [5]uint32{s.window}
	if accepted {
		data[1], data[2] = 1, uint32(p.action())
	}
	p.conn.send(s.source, s.source, p.conn.atoms.finished, data[:]...)
	p.cancel()
}

// action returns the action for a drop: always a copy or a link. The protocol allows answering a move with a copy; a
// file manager would delete moved files.
func (p *proxy) action() xproto.Atom {
	if p.session.action == p.conn.atoms.linkAction {
		return p.conn.atoms.linkAction
	}
	return p.conn.atoms.copyAction
}

// cancel ends the session, if any.
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
