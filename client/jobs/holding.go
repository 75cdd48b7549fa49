package jobs

import (
	"context"
	"fmt"

	"viviscope/db"
)

// holding holds or discards unsent jobs: one job, the jobs of clients, or all of them.
type holding struct {
	lib       Library
	events    *bus
	status    *status
	records   *records
	pause     *pauseSwitch
	takeDowns *hostCleanup
}

// discard implements [Engine.Discard].
func (h *holding) discard(ctx context.Context, id int64) error {
	defer h.events.flush()
	h.records.commits.Lock()
	defer h.records.commits.Unlock()
	job, err := h.lib.Job(ctx, id)
	if err == nil {
		err = h.takeDowns.enqueueInputs(ctx, job)
	}
	if err == nil {
		err = h.lib.DeleteJob(ctx, id)
	}
	if err != nil {
		return fmt.Errorf("discard job %d: %w", id, err)
	}
	h.records.forget(job)
	return nil
}

// stopClients implements [Engine.StopClients].
func (h *holding) stopClients(ctx context.Context, name string) error {
	defer h.events.flush()
	unsent := db.JobFilter{States: []db.JobState{db.Waiting, db.Held}, Client: name}
	err := h.records.changeAll(ctx, unsent, func(s *step) error {
		j := s.Job
		goesByItself := j.State == db.Waiting ||
			in(j.Hold, db.HeldPaused, db.HeldAfter, db.HeldNoKey, db.HeldKeyRefused)
		if j.Client == "" || !goesByItself {
			return &MoveError{ID: j.ID, From: j.State, To: db.Held}
		}
		j.State, j.Hold = db.Held, db.HeldApproval
		s.setFault(fault{Code: string(ReasonStopped)})
		return nil
	})
	if err != nil {
		return fmt.Errorf("stop clients: %w", err)
	}
	return nil
}

// pauseSending implements [Engine.PauseSending].
func (h *holding) pauseSending(ctx context.Context, pause bool) error {
	defer h.events.flush()
	if err := h.pause.switchTo(ctx, pause); err != nil {
		return fmt.Errorf("pause sending: %w", err)
	}
	h.status.touch()
	if !pause {
		return h.releasePaused(ctx)
	}
	return h.records.changeAll(ctx, db.JobFilter{States: []db.JobState{db.Waiting}}, func(s *step) error {
		if !h.pause.on { // the pause ended meanwhile
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Held}
		}
		return s.hold(db.HeldPaused, fault{})
	})
}

// releasePaused releases the jobs that a pause held, unless a new pause has begun.
func (h *holding) releasePaused(ctx context.Context) error {
	return h.records.changeAll(ctx, db.JobFilter{States: []db.JobState{db.Held}}, func(s *step) error {
		if h.pause.on {
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Waiting}
		}
		return s.endPause()
	})
}
