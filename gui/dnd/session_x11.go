//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"image"
	"slices"

	"github.com/jezek/xgb/xproto"
)

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

// names returns the names of the offered flavours that are understood.
func (s *session) names(a *atoms) []string {
	var names []string
	for i, atom := range a.flavours {
		if slices.Contains(s.offered, atom) {
			names = append(names, flavours[i])
		}
	}
	return names
}

// offer is what the target is asked about; ok is false where there is nothing that it could take.
func (s *session) offer(a *atoms) (what Offer, ok bool) {
	if !s.content.empty() {
		return s.content.offer(), true
	}
	names := s.names(a)
	return guess(names), s.peek == peekSlow && len(names) > 0
}
