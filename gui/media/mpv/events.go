package mpv

import "fmt"

// ObserveNumber makes every change of a number property a [PropertyChange], under a number that the caller gives, and its present value
// the first. A change back to the value that was told last is no change.
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
		e.Known, e.Value = true, *(*float64)(raw.data)
	case raw.format == formatFlag:
		e.Known, e.Value = true, float64(*(*int32)(raw.data))
	}
}
