package jobs

import (
	"context"
	"fmt"

	"viviscope/db"
)

// settingPaused is the name of the setting that keeps "Pause sending" across restarts.
const settingPaused = "sending_paused"

// PauseSending stops new requests, or lets them go out again, and is remembered. Pausing holds what waits; ending the
// pause releases what was held for it and nothing else. Polls and downloads go on.
func (e *Engine) PauseSending(ctx context.Context, pause bool) error {
	defer e.events.flush()
	if err := e.setPaused(ctx, pause); err != nil {
		return fmt.Errorf("pause sending: %w", err)
	}
	e.status.touch()
	if !pause {
		return e.endPause(ctx)
	}
	return e.records.moveAll(ctx, db.JobFilter{States: []db.JobState{db.Waiting}}, func(s *step) error {
		if !e.pause.on { // it was ended meanwhile
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Held}
		}
		return s.hold(db.HeldPaused, trouble{})
	})
}

// endPause releases what was held for a pause, unless there is another one by then.
func (e *Engine) endPause(ctx context.Context) error {
	return e.records.moveAll(ctx, db.JobFilter{States: []db.JobState{db.Held}}, func(s *step) error {
		if e.pause.on {
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Waiting}
		}
		return s.endPause()
	})
}

func (e *Engine) setPaused(ctx context.Context, pause bool) error {
	e.records.commits.Lock()
	defer e.records.commits.Unlock()
	if err := e.lib.SetSetting(ctx, settingPaused, pause); err != nil {
		return err
	}
	e.pause.on = pause
	return nil
}

// pause is the switch "Pause sending", and what follows from it for a new job.
type pause struct {
	records *records
	conns   *connections
	on      bool // guarded by records.commits
}

// isOn implements [Engine.Paused].
func (p *pause) isOn() bool {
	p.records.commits.Lock()
	defer p.records.commits.Unlock()
	return p.on
}

// firstState returns how a new job that is admitted begins. The caller holds commits.
func (p *pause) firstState(profileID int64, hold bool) (db.JobState, db.HoldReason) {
	switch {
	case hold:
		return db.Held, db.HeldByPerson
	case p.on:
		return db.Held, db.HeldPaused
	case p.conns.keyRefused(profileID):
		return db.Held, db.HeldKeyRefused
	}
	return db.Waiting, ""
}
