package compose

import (
	"context"
	"errors"
	"sync"

	"viviscope/client/jobs"
	"viviscope/gui/lang"
	"viviscope/gui/price"
)

// clicks take what is pressed on its way: past the one before it, over the questions, to its rows. They belong to the window's
// goroutine.
type clicks struct {
	*editing
	clerk  clerk
	sender *price.Sender
	turn   turnstile
	shown  func() // a click is under way, or not any more: what sends beside the form is to show it
}

// press lets a click through, or keeps it behind the one that is under way: as it was pressed, with the price that was shown.
// The form waits for neither: it can be changed and read meanwhile.
func (s *clicks) press(c click) {
	if c.account.ID == 0 || c.order.Jobs() == 0 || (c.account.NoKey && !c.hold) {
		return
	}
	e := s.turn.ask(c.of)
	if (e == passes || e == waits) && c.order.Baked {
		c.flat = sync.OnceValues(func() (Baked, error) { return s.clerk.bake(context.Background(), c.canvas) })
		s.Go(func() { c.flat() }) // the canvas is not looked at again; an error comes out at the commit
	}
	switch s.turn.take(c) {
	case passes:
		s.begin(c)
	case waits:
		s.render()
	case full:
		s.notices.say(lang.L("One click waits already, so this one was not taken."))
	}
}

// begin hands the order of a click over that was let through.
func (s *clicks) begin(c click) {
	send, commit := s.sender.Release, c.commit
	if commit == nil {
		send, commit = s.sender.Send, s.clerk.commit(c)
	}
	s.failure = ""
	s.show()
	var o outcome
	send(func(ctx context.Context, agreed jobs.Terms) error {
		o = commit(ctx, agreed)
		return o.err
	}, func(err error) {
		o.err = err
		s.end(func() {
			if c.commit != nil || !errors.Is(err, price.ErrDeclined) {
				c.settled(o)
			}
		}, err == nil)
	})
}

// end opens the way after a click, which settled tells the form about. The one that waited goes next, but only where this one
// came to its rows: who was told that it did not, or decided against it, decides about the other one anew.
func (s *clicks) end(settled func(), well bool) {
	next := s.turn.leave()
	s.failure = ""
	s.show()
	inForm := next != nil && next.of == s.purpose()
	settled()
	if inForm { // a seed that moves on is no change of the person's
		next.of = s.purpose()
	}
	switch {
	case next == nil:
	case well:
		s.turn.take(*next)
		s.begin(*next)
	default:
		dropped := lang.L("The click that waited was dropped: nothing of it was sent.")
		if s.failure != "" {
			dropped = s.failure + " · " + dropped
		}
		s.failure = dropped
		s.render()
	}
}

// show shows that a click is under way, or not any more.
func (s *clicks) show() {
	s.render()
	s.shown()
}
