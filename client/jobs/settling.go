package jobs

import (
	"context"

	"viviscope/client"
	"viviscope/db"
)

// Words of a person, or about them, kept with the entry and the job.
const (
	NoteNotCharged = "a person said that it was not charged"
	NoteWasCharged = "a person said that it was charged"
	noteAdopted    = "a person gave the task ID"
	NoteSetRight   = "the service knew the task after all"
)

func (e *Engine) adopt(ctx context.Context, jobID int64, taskID string) error {
	if err := client.CheckTaskID(taskID); err != nil {
		return err
	}
	job, err := e.lib.Job(ctx, jobID)
	if err != nil {
		return err
	}
	if CanAskAgain(job) && job.TaskID == taskID {
		_, err := e.takeUp(ctx, job)
		return err
	}
	if job.State != db.Unconfirmed || !job.Kind.IsVideo() {
		return &MoveError{ID: jobID, From: job.State, To: db.Queued}
	}
	if err := e.records.free(ctx, job, taskID); err != nil {
		return err
	}
	svc, err := e.conns.get(ctx, job.ProfileID)
	if err != nil {
		return err
	}
	task, err := svc.GetVideo(ctx, taskID)
	if err != nil {
		return err
	}
	_, err = e.records.change(ctx, jobID, func(s *step) error {
		if s.Job.State != db.Unconfirmed {
			return &MoveError{ID: jobID, From: s.Job.State, To: db.Queued}
		}
		if err := e.records.free(ctx, *s.Job, taskID); err != nil {
			return err
		}
		s.Job.TaskID, s.Job.Account = taskID, "" // it is asked about with the key of now
		s.Job.AcceptedAt = s.Job.SentAt
		if task.CreatedAt.After(s.Job.SentAt.Add(-clipLife)) && task.CreatedAt.Before(s.now) {
			s.Job.AcceptedAt = task.CreatedAt.UTC()
		}
		s.Job.ExpiresAt = s.Job.AcceptedAt.Add(clipLife)
		s.Job.Note = noteAdopted
		if en, ok := s.open(); ok {
			s.closing(db.Void, en, noteAdopted)
			s.closing(db.Reserve, en, noteAdopted)
		}
		return s.observe(task)
	})
	return err
}

// NotCharged ends an unconfirmed job: a person looked and found that the service did not charge it. It also gives
// back the reserve of a task that the service says it does not know. Errors: *MoveError for any other job.
func (e *Engine) NotCharged(ctx context.Context, jobID int64) error {
	_, err := e.records.change(ctx, jobID, func(s *step) error {
		en, ok := s.open()
		if !ok || !undecided(*s.Job) {
			return &MoveError{ID: jobID, From: s.Job.State, To: db.Rejected}
		}
		s.closing(db.Void, en, NoteNotCharged)
		s.Job.Note = NoteNotCharged
		if s.Job.State == db.Expired {
			return nil
		}
		return s.move(db.Rejected)
	})
	return named("settle", jobID, err)
}

// WasCharged ends an unconfirmed job the other way: a person found that the service did charge it, and the answer is
// lost for good. Errors: *MoveError for any other job.
func (e *Engine) WasCharged(ctx context.Context, jobID int64) error {
	_, err := e.records.change(ctx, jobID, func(s *step) error {
		en, ok := s.open()
		if !ok || !undecided(*s.Job) {
			return &MoveError{ID: jobID, From: s.Job.State, To: db.Expired}
		}
		s.closing(db.Charge, en, NoteWasCharged)
		s.Job.Note = NoteWasCharged
		if s.Job.State == db.Expired {
			return nil
		}
		s.trouble(trouble{Code: CodeAnswerLost, Message: s.Job.ErrorMessage})
		return s.move(db.Expired)
	})
	return named("settle", jobID, err)
}
