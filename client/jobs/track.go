package jobs

import (
	"context"
	"errors"
	"time"

	"viviscope/client"
	"viviscope/db"
)

func (e *Engine) track(ctx context.Context, profileID int64, taskID string) (db.Job, error) {
	if err := client.CheckTaskID(taskID); err != nil {
		return db.Job{}, err
	}
	profile, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return db.Job{}, err
	}
	var taken *TaskTakenError
	if err := e.records.free(ctx, db.Job{ProfileID: profileID}, taskID); errors.As(err, &taken) && CanAskAgain(taken.Job) {
		return e.takeUp(ctx, taken.Job)
	} else if errors.As(err, &taken) && OrderedWithOtherKey(taken.Job) {
		if err := e.WatchAgain(ctx, taken.Job.ID); err != nil {
			return db.Job{}, err
		}
		return e.lib.Job(ctx, taken.Job.ID)
	} else if err != nil {
		return db.Job{}, err
	}
	svc, err := e.conns.get(ctx, profileID)
	if err != nil {
		return db.Job{}, err
	}
	task, err := svc.GetVideo(ctx, taskID)
	if err != nil {
		return db.Job{}, err
	}
	table := e.prices.tableAt(profileID, e.now())
	currency := profile.Currency
	if table.Currency != "" {
		currency = table.Currency
	}
	return e.insertTracked(ctx, profileID, taskID, task, currency, priceOfTask(table, task))
}

// insertTracked commits the job as if its submission had just been answered with the task.
func (e *Engine) insertTracked(ctx context.Context, profileID int64, taskID string, t *client.VideoTask, currency string, est client.Estimate) (db.Job, error) {
	e.records.commits.Lock()
	defer e.records.commits.Unlock()
	if err := e.records.free(ctx, db.Job{ProfileID: profileID}, taskID); err != nil {
		return db.Job{}, err
	}
	now := e.now()
	made := now
	if t.CreatedAt.After(now.Add(-clipLife)) && t.CreatedAt.Before(now) {
		made = t.CreatedAt.UTC()
	}
	row := db.Job{
		ProfileID: profileID, Kind: db.TextToVideo, State: db.Sending, Model: t.Model, TaskID: taskID, Currency: currency,
		CreatedAt: now, SentAt: made, AcceptedAt: made, ExpiresAt: made.Add(clipLife), Note: NoteTracked,
	}
	if est.Known {
		amount := int64(est.Amount)
		row.EstimateMicros = &amount
	}
	if err := store(&row, requestOfTask(t)); err != nil {
		return db.Job{}, err
	}
	job, err := e.lib.InsertWith(ctx, row, func(c *db.Change) error {
		s := e.records.newStep(c, now)
		s.entry(db.Reserve, est, currency, NoteTracked)
		if err := s.observe(t); err != nil {
			return err
		}
		if t.Done() {
			s.Job.FinishedAt = time.Time{} // it ended before anybody here looked: not a duration to learn from
		}
		return nil
	})
	if err != nil {
		return db.Job{}, err
	}
	e.records.lists.follow(job)
	e.events.add(changed(job))
	e.events.add(LedgerChanged{ProfileID: profileID})
	e.log.Info("job", "ref", short(job.Ref), "state", job.State, "kind", job.Kind, "model", job.Model, "task", taskID, "note", NoteTracked)
	return job, nil
}
