package compose

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
)

// clicks takes every click that makes or changes jobs through the gate to the engine, one at a time. It belongs to the
// window's goroutine.
type clicks struct {
	Deps
	*draft
	gate        *submitGate
	submitter   jobSubmitter
	gateChanged func() // a click has started or ended
}

// press admits a click, or queues it behind the running one, unchanged and at the price that was shown. The form can be
// changed meanwhile.
func (s *clicks) press(c *click) {
	if c.account.ID == 0 || c.order.Jobs() == 0 || (c.account.NoKey && !c.hold) || !s.Sender.Press(c.pressed()) {
		return
	}
	a := s.gate.take(c)
	if (a == admitted || a == queued) && c.order.Baked {
		c.picture = sync.OnceValues(func() (Baked, error) {
			return s.submitter.bake(context.Background(), c.canvas, c.order.WithoutMarks)
		})
		// before the canvas changes; the error is reported when the rows are created
		s.Go(func(ctx context.Context) { c.picture() })
	}
	switch a {
	case admitted:
		s.start(c)
	case queued:
		s.changed()
	case rejected:
		s.Sender.Unpress(c.pressed())
		s.notices.say(lang.L("A click is already waiting, so this one was ignored."))
	}
}

// start sends an admitted click. The engine may refuse it until the user has agreed to its cost.
func (s *clicks) start(c *click) {
	s.failure = ""
	s.gateChanged()
	commit := func(ctx context.Context, how jobs.Terms) error { return s.submitter.commit(ctx, c, how) }
	done := func(err error) {
		c.err = err
		s.finish(c)
	}
	switch {
	case c.revises != nil:
		s.Sender.Release(c.shown, commit, done)
	case c.list != nil:
		s.Sender.SendListed(c.list, c.shown, commit, done)
	default:
		s.Sender.Send(c.shown, commit, done)
	}
}

// finish opens the gate after a click and calls its done, except for new jobs that the user declined. A waiting click
// is sent next, but only if this one made its rows: after an error or a refusal the user decides again about the other
// one.
func (s *clicks) finish(c *click) {
	next := s.gate.leave()
	if c.err != nil {
		s.Sender.Unpress(c.pressed())
	}
	s.failure = ""
	s.gateChanged()
	inForm := next != nil && next.key == keyOf(s.draft)
	if c.revises != nil || !errors.Is(c.err, spend.ErrDeclined) {
		c.done()
	}
	if inForm { // the seed may be a new one, which is not a change by the user
		next.key = keyOf(s.draft)
	}
	switch {
	case next == nil:
	case c.err == nil:
		s.gate.take(next)
		s.start(next)
	default:
		s.Sender.Unpress(next.pressed())
		dropped := lang.L("The waiting click was dropped. Nothing was sent.")
		if s.failure != "" {
			dropped = s.failure + " · " + dropped
		}
		s.failure = dropped
		s.changed()
	}
}

// failed shows why a click made no row, so that nothing of it was sent. It returns false for nil.
func (s *clicks) failed(err error) bool {
	if err == nil {
		return false
	}
	s.Log().Error("cannot commit the click", slog.Any("err", err))
	s.failure = wording.NotSent(err)
	s.changed()
	return true
}

// free reports whether the form can be sent: it is complete, and it is not being sent already.
func (s *clicks) free(problems []client.ValidationError) bool {
	mine := s.held == nil || (s.held.gone == "" && s.held.job.ProfileID == s.account.ID)
	a := s.gate.ask(keyOf(s.draft))
	return len(problems) == 0 && s.account.ID != 0 && mine && (a == admitted || a == queued)
}
