//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"image"
	"time"

	"github.com/jezek/xgb/xproto"
)

// How long a source may take to hand over its content: while it hovers, where the pointer waits for our answer, and at the drop.
const (
	peekPatience = 400 * time.Millisecond
	dropPatience = 10 * time.Second
)

// message takes one message of a source: Enter, then Position at each move, then Leave or Drop.
func (p *proxy) message(e xproto.ClientMessageEvent) {
	a, data := &p.wire.atoms, e.Data.Data32
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
		p.position(image.Pt(int(int16(data[2]>>16)), int(int16(data[2]))), xproto.Timestamp(data[3]), xproto.Atom(data[4]))
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
		s.offered = p.wire.typeList(s.source)
	} else {
		s.offered = []xproto.Atom{xproto.Atom(data[2]), xproto.Atom(data[3]), xproto.Atom(data[4])}
	}
	if s.source != p.wire.target {
		p.wire.watch(s.source, true)
	}
	p.session = s
}

func (p *proxy) position(root image.Point, at xproto.Timestamp, action xproto.Atom) {
	s := p.session
	px, ok := p.wire.inWindow(root)
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
		p.fetch(at, peekPatience, func(c content) {
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
	what, ok := s.offer(&p.wire.atoms)
	if !ok {
		p.status(false)
		return
	}
	p.question(p.sink.over, what, func(ok bool) {
		p.status(ok)
		if s.moved {
			p.ask()
		}
	})
}

// question puts a question to the target; decide is called with its answer, unless the session ends or asks something else before.
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
	p.fetch(at, dropPatience, func(c content) {
		s.content = c
		if c.empty() {
			p.finish(false)
			return
		}
		p.question(p.sink.drop, c.offer(), func(ok bool) {
			if ok {
				p.sink.deliver(s.px, c)
			}
			p.finish(ok)
		})
	})
}

// fetch starts a transfer. A transfer that runs is given up.
func (p *proxy) fetch(at xproto.Timestamp, patience time.Duration, done func(content)) {
	t := &transfer{wire: p.wire, at: at, next: &p.asked, local: thisMachine}
	t.done = func(c content) {
		p.transfer, p.deadline = nil, nil
		done(c)
	}
	p.transfer, p.deadline = t, p.after(patience)
	t.begin(p.session.offered)
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
	p.wire.send(s.source, p.wire.atoms.status, data)
}

// finish tells the source how its drop ended, and ends the session.
func (p *proxy) finish(accepted bool) {
	s := p.session
	data := [5]uint32{s.window}
	if accepted {
		data[1], data[2] = 1, uint32(p.action())
	}
	p.wire.send(s.source, p.wire.atoms.finished, data)
	p.cancel()
}

// action is what we do with a drop: nothing that the source would notice. To a move we answer a copy, which the protocol allows always: a
// file manager deletes what was moved.
func (p *proxy) action() xproto.Atom {
	if p.session.action == p.wire.atoms.linkAction {
		return p.wire.atoms.linkAction
	}
	return p.wire.atoms.copyAction
}

// cancel ends the session, if there is one.
func (p *proxy) cancel() {
	p.transfer, p.deadline = nil, nil
	s := p.session
	if s == nil {
		return
	}
	p.session = nil
	p.sink.leave()
	if s.source != p.wire.target {
		p.wire.watch(s.source, false)
	}
}
