package jobs

import (
	"context"

	"viviscope/client"
	"viviscope/db"
)

// settling ends jobs with an outcome that only the user knows.
type settling struct {
	lib      Library
	records  *records
	conns    *connections
	watching *watching
}

func (st *settling) adopt(ctx context.Context, jobID int64, taskID string) error {
	if err := client.CheckTaskID(taskID); err != nil {
		return err
	}
	job, err := st.lib.Job(ctx, jobID)
	if err != nil {
		return err
	}
	if CanAskAgain(job) && job.TaskID == taskID {
		_, err := st.watching.pollEnded(ctx, job)
		return err
	}
	if job.State != db.Unconfirmed || !job.Kind.IsVideo() {
		return &MoveError{ID: jobID, From: job.State, To: db.Queued}
	}
	if err := st.records.checkTaskFree(ctx, job, taskID); err != nil {
		return err
	}
	svc, err := st.conns.get(ctx, job.ProfileID)
	if err != nil {
		return err
	}
	task, err := svc.GetVideo(ctx, taskID)
	if err != nil {
		return err
	}
	_, err = st.records.change(ctx, jobID, func(s *step) error {
		if s.Job.State != db.Unconfirmed {
			return &MoveError{ID: jobID, From: s.Job.State, To: db.Queued}
		}
		if err := st.records.checkTaskFree(ctx, *s.Job, taskID); err != nil {
			return err
		}
		s.Job.TaskID, s.Job.Account = taskID, "" // it is polled with the current key
		s.Job.AcceptedAt = s.Job.SentAt
		if task.CreatedAt.After(s.Job.SentAt.Add(-clipLife)) && task.CreatedAt.Before(s.now) {
			s.Job.AcceptedAt = task.CreatedAt.UTC()
		}
		s.Job.ExpiresAt = s.Job.AcceptedAt.Add(clipLife)
		s.Job.Note = NoteAdopted
		if en, ok := s.openEntry(); ok {
			s.closeEntry(db.Void, en, NoteAdopted)
			s.closeEntry(db.Reserve, en, NoteAdopted)
		}
		return s.observe(task)
	})
	return err
}

// notCharged implements [Engine.NotCharged].
func (st *settling) notCharged(ctx context.Context, jobID int64) error {
	_, err := st.records.change(ctx, jobID, func(s *step) error {
		en, ok := s.openEntry()
		if !ok || !undecided(*s.Job) {
			return &MoveError{ID: jobID, From: s.Job.State, To: db.Rejected}
		}
		s.closeEntry(db.Void, en, NoteNotCharged)
		s.Job.Note = NoteNotCharged
		if s.Job.State == db.Expired {
			return nil
		}
		return s.move(db.Rejected)
	})
	return wrapJob("settle", jobID, err)
}

// wasCharged implements [Engine.WasCharged].
func (st *settling) wasCharged(ctx context.Context, jobID int64) error {
	_, err := st.records.change(ctx, jobID, func(s *step) error {
		en, ok := s.openEntry()
		if !ok || !undecided(*s.Job) {
			return &MoveError{ID: jobID, From: s.Job.State, To: db.Expired}
		}
		s.closeEntry(db.Charge, en, NoteWasCharged)
		s.Job.Note = NoteWasCharged
		if s.Job.State == db.Expired {
			return nil
		}
		s.setFault(fault{Code: CodeAnswerLost, Message: s.Job.ErrorMessage})
		return s.move(db.Expired)
	})
	return wrapJob("settle", jobID, err)
}
