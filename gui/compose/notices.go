package compose

import (
	"time"

	"viviscope/gui/lang"
)

// How long the form offers to take a change of its own back.
const (
	correctionShown = 8 * time.Second
	recallShown     = 10 * time.Second
)

// notices are what the composer says for a while, one at a time: what the form changed by itself, and what a press came to. It
// belongs to the window's goroutine.
type notices struct {
	Runtime
	line  *notice // where it is said
	refit func()  // a notice came or went, and takes room or leaves it

	stop func() bool // the clock of the one that is shown; nil: none is
}

// say says for a while what there is nothing to take back of.
func (n *notices) say(text string) { n.undoable(text, correctionShown, nil) }

// undoable says for a while what was changed, with the way back.
func (n *notices) undoable(text string, shown time.Duration, undo func()) {
	n.offer(text, lang.L("Undo"), shown, undo)
}

// offer says something for a while, with a way to go on from there by that word; nil: none.
func (n *notices) offer(text, word string, shown time.Duration, on func()) {
	n.hide()
	follow := on
	if on != nil {
		follow = func() {
			n.hide()
			on()
		}
	}
	n.line.show(text, word, follow)
	// A timer that fired while it was being stopped must not hide the notice that came after it.
	current := true
	stop := n.After(shown, func() {
		n.Post(func() {
			if current {
				n.hide()
			}
		})
	})
	n.stop = func() bool { current = false; return stop() }
	n.refit()
}

// up reports whether something is being said.
func (n *notices) up() bool { return n.stop != nil }

func (n *notices) hide() {
	if n.stop == nil {
		return
	}
	n.stop()
	n.stop = nil
	n.line.hide()
	n.refit()
}
