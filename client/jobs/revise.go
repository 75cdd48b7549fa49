package jobs

import (
	"bytes"
	"context"
	"errors"

	"viviscope/db"
)

// ErrOtherKind says that a request makes a job of another kind than the one it was to revise: a job keeps its kind.
var ErrOtherKind = errors.New("the request is of another kind than the job")

// errRevised says that a job's request changed between the reading and the commit. It is read again and sent as it is.
var errRevised = errors.New("the request was revised")

// Revise gives a held job another request, with what stands in its places; its estimate follows. It stays held.
// Errors: *client.ValidationError; *MoveError for a job that is not held any more; [ErrOtherKind]. On an error the job
// is as it was.
func (e *Engine) Revise(ctx context.Context, id int64, o Order) error {
	return named("revise", id, e.revise(ctx, id, o))
}

func (e *Engine) revise(ctx context.Context, id int64, o Order) error {
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	now, err := e.row(ctx, o, keptFiles{})
	if err != nil {
		return err
	}
	job, err := e.lib.Job(ctx, id)
	if err != nil {
		return err
	}
	priced := []db.Job{now}
	if err := e.price(ctx, job.ProfileID, priced); err != nil {
		return err
	}
	now = priced[0]
	if err := e.leaveInputs(ctx, job); err != nil {
		return err
	}
	defer e.takeDowns.wake.raise()
	_, err = e.change(ctx, id, func(s *step) error {
		if err := s.expect(db.Held, db.Held); err != nil {
			return err
		}
		if s.Job.Kind != now.Kind {
			return ErrOtherKind
		}
		s.Job.Model, s.Job.Prompt, s.Job.Request = now.Model, now.Prompt, now.Request
		s.Job.InputPath, s.Job.Inputs = now.InputPath, now.Inputs
		s.Job.EstimateMicros, s.Job.Currency = now.EstimateMicros, now.Currency
		return nil
	})
	return err
}

// sameRequest reports whether a job still asks for what it asked for when it was read.
func sameRequest(a, b db.Job) bool {
	return bytes.Equal(a.Request, b.Request) && bytes.Equal(a.Inputs, b.Inputs) && a.InputPath == b.InputPath
}
