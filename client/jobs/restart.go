package jobs

import (
	"context"
	"fmt"

	"viviscope/db"
)

// restart resumes the work of an earlier run.
type restart struct {
	lib      Library
	calendar *calendar
	prices   *priceTables
	records  *records
	pause    *pauseSwitch
	lineage  *lineage
	recovery *recovery
	holding  *holding
}

// resume reads the state of an earlier run and corrects it, before any worker runs. A job that was being sent may have
// arrived: it becomes unconfirmed, unless its picture is here, and only the user can send it again.
func (r *restart) resume(ctx context.Context) error {
	if err := r.lineage.check(ctx); err != nil {
		return err
	}
	if err := r.calendar.readZone(ctx); err != nil {
		return err
	}
	if err := r.pause.readSwitch(ctx); err != nil {
		return err
	}
	paused := r.pause.isOn()

	cut, err := r.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Sending}})
	if err != nil {
		return fmt.Errorf("list jobs that were being sent: %w", err)
	}
	for _, job := range cut {
		table := r.prices.tableAt(job.ProfileID, job.SentAt)
		if err := r.recovery.recoverSending(ctx, job, estimateOf(table, job), table.Currency); err != nil {
			return err
		}
	}

	live, err := r.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{
		db.Waiting, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving,
	}})
	if err != nil {
		return fmt.Errorf("list jobs under way: %w", err)
	}
	for _, job := range live {
		if paused && job.State == db.Waiting {
			// The program died while it started the pause.
			_, err := r.records.change(ctx, job.ID, func(s *step) error {
				return s.hold(db.HeldPaused, fault{})
			})
			if err != nil {
				return fmt.Errorf("hold job %d: %w", job.ID, err)
			}
			continue
		}
		r.records.lists.follow(job)
	}
	if !paused { // the program may have died while it ended the pause
		if err := r.holding.releasePaused(ctx); err != nil {
			return err
		}
	}
	ended, err := r.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Expired}})
	if err != nil {
		return fmt.Errorf("list expired jobs: %w", err)
	}
	for _, job := range ended {
		if givenUp(job) {
			r.records.lists.follow(job) // it is polled while its clip may exist
		}
	}
	return nil
}
