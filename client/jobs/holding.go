package jobs

import (
	"context"
	"fmt"

	"viviscope/db"
)

// Discard deletes a job of which nothing was sent. Errors: db.ErrSent for any other.
func (e *Engine) Discard(ctx context.Context, id int64) error {
	defer e.events.flush()
	e.records.commits.Lock()
	defer e.records.commits.Unlock()
	job, err := e.lib.Job(ctx, id)
	if err == nil {
		err = e.takeDowns.leaveInputs(ctx, job)
	}
	if err == nil {
		err = e.lib.DeleteJob(ctx, id)
	}
	if err != nil {
		return fmt.Errorf("discard job %d: %w", id, err)
	}
	e.records.forget(job)
	return nil
}

// StopClients has nothing more of a client go out, of all of them where name is "": what waits, or would go out by itself, waits for
// approval. Tasks at the service go on. It is for after a person has switched clients off, or has taken a token or a grant away.
func (e *Engine) StopClients(ctx context.Context, name string) error {
	defer e.events.flush()
	err := e.records.moveAll(ctx, db.JobFilter{States: []db.JobState{db.Waiting, db.Held}, Client: name}, func(s *step) error {
		j := s.Job
		if j.Client == "" || j.State != db.Waiting && !in(j.Hold, db.HeldPaused, db.HeldAfter, db.HeldNoKey, db.HeldKeyRefused) {
			return &MoveError{ID: j.ID, From: j.State, To: db.Held}
		}
		j.State, j.Hold = db.Held, db.HeldApproval
		s.trouble(trouble{Code: string(ReasonStopped)})
		return nil
	})
	if err != nil {
		return fmt.Errorf("stop clients: %w", err)
	}
	return nil
}
