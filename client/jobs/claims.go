package jobs

import (
	"errors"
	"time"

	"viviscope/db"
)

// claims returns the places of jobs that were claimed and are not sent.
type claims struct {
	*lifetime
	lib     Library
	records *records
	outbox  *outbox
}

// unclaim returns the place of a claimed job that is not sent after all: the user was faster, or the transaction
// failed.
func (c *claims) unclaim(id int64, cause error) {
	overtaken := isMove(cause) || errors.Is(cause, errRevised)
	if cause != nil && !overtaken && c.soft.Err() == nil {
		c.log.Error("send", "job", id, "err", cause)
	}
	c.records.commits.Lock()
	defer c.records.commits.Unlock()
	now, err := c.lib.Job(c.commitContext(), id)
	if err != nil {
		c.outbox.drop(id)
		return
	}
	if now.State == db.Waiting && !errors.Is(cause, errRevised) && c.soft.Err() == nil {
		// The disk refused the commit. The job keeps its turn, and the next try comes later.
		c.outbox.gate(now.ProfileID, 10*time.Second)
	}
	c.outbox.put(now)
}

// hold holds a claimed job because it cannot be sent.
func (c *claims) hold(id int64, why db.HoldReason, t fault) {
	c.changeOrUnclaim(id, func(s *step) error { return s.hold(why, t) })
}

func (c *claims) changeOrUnclaim(id int64, fn func(*step) error) {
	if _, err := c.records.change(c.commitContext(), id, fn); err != nil {
		c.unclaim(id, err)
	}
}
