package jobs

import (
	"errors"
	"time"

	"viviscope/db"
)

// step is one change of a job inside its transaction: the row, its entries and assets, and the time.
type step struct {
	*db.Change
	now      time.Time
	prices   *priceTables
	entries  []db.Entry // of the job, before the change
	appended []db.Entry // appended by this change
}

func (s *step) move(to db.JobState) error { return move(s.Job, to, s.now) }

// moveFrom moves a job that is in one of the given states. Most states can be reached from several others, and the job
// may have moved since it was read, so the caller names the states that it means.
func (s *step) moveFrom(to db.JobState, from ...db.JobState) error {
	if err := s.expect(to, from...); err != nil {
		return err
	}
	return s.move(to)
}

// expect returns a *MoveError towards a state if the job is in none of the given states.
func (s *step) expect(to db.JobState, from ...db.JobState) error {
	if !in(s.Job.State, from...) {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: to}
	}
	return nil
}

// setFault stores a fault in the row, with its message for the user.
func (s *step) setFault(t fault) {
	s.Job.ErrorCode, s.Job.ErrorMessage = t.Code, t.Message
	if t.Raw != "" {
		s.Job.RawAnswer = t.Raw
	}
}

// hold holds a waiting job. It does not change a job that is being sent: only the answer decides about that.
func (s *step) hold(why db.HoldReason, t fault) error {
	if err := s.moveFrom(db.Held, db.Waiting); err != nil {
		return err
	}
	s.Job.Hold = why
	s.forgetRefusedKey()
	s.setFault(t)
	return nil
}

// forgetRefusedKey clears the account of a job whose key the service refused, because such a key identifies no
// account.
func (s *step) forgetRefusedKey() {
	if s.Job.Hold == db.HeldKeyRefused {
		s.Job.Account = ""
	}
}

// takeBack holds a job that has been sent and provably cost nothing.
func (s *step) takeBack(why db.HoldReason) error {
	s.Job.Hold = why
	s.forgetRefusedKey()
	return s.moveFrom(db.Held, db.Sending)
}

// errRevised reports that a job's request changed between reading and commit. The job is read again and sent as it is
// then.
var errRevised = errors.New("the request was revised")
