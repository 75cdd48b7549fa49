package jobs

import (
	"errors"
	"time"

	"viviscope/db"
)

// step is one change of a job while its transaction is open: the row, its entries and assets, and the moment.
type step struct {
	*db.Change
	now     time.Time
	prices  *priceTables
	entries []db.Entry // of the job, as they were before
	written []db.Entry // appended by this change
}

func (s *step) move(to db.JobState) error { return move(s.Job, to, s.now) }

// moveFrom moves a job that is in one of the given states and no other. Several arrows lead to most states, and the
// job may have moved on since it was looked at: a caller that means one arrow says so.
func (s *step) moveFrom(to db.JobState, from ...db.JobState) error {
	if err := s.expect(to, from...); err != nil {
		return err
	}
	return s.move(to)
}

// expect fails with a *MoveError towards a state where the job is in none of the given ones.
func (s *step) expect(to db.JobState, from ...db.JobState) error {
	if !in(s.Job.State, from...) {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: to}
	}
	return nil
}

// trouble puts what went wrong into the row, in words for a person.
func (s *step) trouble(t trouble) {
	s.Job.ErrorCode, s.Job.ErrorMessage = t.Code, t.Message
	if t.Raw != "" {
		s.Job.RawAnswer = t.Raw
	}
}

// hold holds a job that waits. One that is being sent is not touched: only its answer decides.
func (s *step) hold(why db.HoldReason, t trouble) error {
	if err := s.moveFrom(db.Held, db.Waiting); err != nil {
		return err
	}
	s.Job.Hold = why
	s.forgetRefusedKey()
	s.trouble(t)
	return nil
}

// forgetRefusedKey clears the account of a job whose key the service refused, because such a key identifies no
// account.
func (s *step) forgetRefusedKey() {
	if s.Job.Hold == db.HeldKeyRefused {
		s.Job.Account = ""
	}
}

// takeBack holds a job of which it is proved that it cost nothing.
func (s *step) takeBack(why db.HoldReason) error {
	s.Job.Hold = why
	s.forgetRefusedKey()
	return s.moveFrom(db.Held, db.Sending)
}

// errRevised says that a job's request changed between the reading and the commit. It is read again and sent as it is.
var errRevised = errors.New("the request was revised")
