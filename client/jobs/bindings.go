package jobs

import "viviscope/db"

// bindings changes the account that the row of a job is bound to.
type bindings struct {
	*lifetime
	records *records
}

// unbind clears the account of a job whose key the service has revoked, so that the profile's next key may poll its
// task.
func (b *bindings) unbind(id int64, account string) {
	if account == "" {
		return
	}
	_, err := b.records.change(b.commitContext(), id, func(s *step) error {
		s.Job.Account = ""
		return nil
	})
	if err != nil {
		b.log.Error("unbind", "job", id, "err", err)
	}
}

// noteOtherKey stores in the row of a task, once, that it is not polled because of another key.
func (b *bindings) noteOtherKey(id int64) {
	_, err := b.records.change(b.commitContext(), id, func(s *step) error {
		if !in(s.Job.State, db.Queued, db.InProgress) || s.Job.ErrorCode == CodeOtherKey {
			return &MoveError{ID: id, From: s.Job.State, To: s.Job.State}
		}
		s.setFault(faultOf(ErrOtherKey))
		return nil
	})
	if err != nil && !isMove(err) {
		b.log.Error("poll", "job", id, "err", err)
	}
}
