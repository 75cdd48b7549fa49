//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"slices"

	"github.com/jezek/xgb/xproto"
)

// transfer asks a source for its flavours, best first, until one brings something.
type transfer struct {
	wire  *wire
	at    xproto.Timestamp
	left  []int       // indices of flavours that were not asked for
	asked int         // the one that is awaited
	prop  xproto.Atom // where its answer will stand
	next  *int        // counts the properties of all transfers
	incr  bool        // the answer comes in pieces
	data  []byte      // of those
	local func(host string) bool
	done  func(content) // called once; the content is empty where nothing was understood
}

// begin asks for the best of the flavours that are offered.
func (t *transfer) begin(offered []xproto.Atom) {
	for i, atom := range t.wire.atoms.flavours {
		if slices.Contains(offered, atom) {
			t.left = append(t.left, i)
		}
	}
	t.ask()
}

// ask asks for the next flavour, or ends.
func (t *transfer) ask() {
	t.incr, t.data, t.prop = false, nil, 0
	if len(t.left) == 0 {
		t.done(content{})
		return
	}
	t.asked, t.left = t.left[0], t.left[1:]
	t.prop = t.wire.atoms.transfers[*t.next%transferProperties]
	*t.next++
	t.wire.convert(t.wire.atoms.flavours[t.asked], t.prop, t.at)
}

// notified takes the source's answer. It reports whether the event was one.
func (t *transfer) notified(e xproto.SelectionNotifyEvent) bool {
	if t.prop == 0 || t.incr || e.Selection != t.wire.atoms.selection || e.Target != t.wire.atoms.flavours[t.asked] || (e.Property != t.prop && e.Property != 0) {
		return false
	}
	if e.Property == 0 { // the source does not give it after all
		t.ask()
		return true
	}
	data, kind, whole := t.wire.take(t.prop)
	switch {
	case !whole:
		t.ask()
	case kind == t.wire.atoms.incr:
		t.incr = true // having deleted the property was the word to begin
	default:
		t.read(data)
	}
	return true
}

// changed takes the next piece of a flavour that comes in pieces; an empty one is the end. It reports whether the event was one.
func (t *transfer) changed(e xproto.PropertyNotifyEvent) bool {
	if !t.incr || e.Atom != t.prop {
		return false
	}
	data, _, whole := t.wire.take(t.prop)
	switch {
	case !whole || len(t.data)+len(data) > maxFlavour:
		t.ask() // what still comes is deleted unread: see proxy.stray
	case len(data) == 0:
		t.read(t.data)
	default:
		t.data = append(t.data, data...)
	}
	return true
}

func (t *transfer) read(data []byte) {
	if c := parse(flavours[t.asked], data, t.local); !c.empty() {
		t.prop, t.left = 0, nil
		t.done(c)
		return
	}
	t.ask()
}
