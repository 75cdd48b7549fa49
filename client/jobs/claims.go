package jobs

import (
	"errors"
	"time"

	"viviscope/db"
)

// unclaim gives a place back that was claimed for a job which is not to be sent after all: a person was quicker, or
// the transaction failed and the row must say what is true.
func (e *Engine) unclaim(id int64, cause error) {
	overtaken := isMove(cause) || errors.Is(cause, errRevised)
	if cause != nil && !overtaken && e.soft.Err() == nil {
		e.log.Error("send", "job", id, "err", cause)
	}
	e.records.commits.Lock()
	defer e.records.commits.Unlock()
	now, err := e.lib.Job(e.committing(), id)
	if err != nil {
		e.outbox.drop(id)
		return
	}
	if now.State == db.Waiting && !errors.Is(cause, errRevised) && e.soft.Err() == nil {
		// The disk refused the commit. The job keeps its turn, and the next try comes later.
		e.outbox.gate(now.ProfileID, 10*time.Second)
	}
	e.outbox.put(now)
}

// hold takes a waiting job back because nothing can be sent.
func (e *Engine) hold(id int64, why db.HoldReason, t trouble) {
	e.takeBack(id, func(s *step) error { return s.hold(why, t) })
}

func (e *Engine) takeBack(id int64, fn func(*step) error) {
	if _, err := e.records.change(e.committing(), id, fn); err != nil {
		e.unclaim(id, err)
	}
}
