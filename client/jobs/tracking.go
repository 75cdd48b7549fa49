package jobs

import (
	"context"
	"errors"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// tracking makes jobs for tasks that the service already has.
type tracking struct {
	*lifetime
	lib      Library
	events   *bus
	prices   *priceTables
	records  *records
	conns    *connections
	watching *watching
}

func (tr *tracking) track(ctx context.Context, profileID int64, taskID string) (db.Job, error) {
	if err := client.CheckTaskID(taskID); err != nil {
		return db.Job{}, err
	}
	profile, err := tr.lib.Profile(ctx, profileID)
	if err != nil {
		return db.Job{}, err
	}
	var taken *TaskTakenError
	err = tr.records.checkTaskFree(ctx, db.Job{ProfileID: profileID}, taskID)
	if errors.As(err, &taken) && CanAskAgain(taken.Job) {
		return tr.watching.pollEnded(ctx, taken.Job)
	} else if errors.As(err, &taken) && OrderedWithOtherKey(taken.Job) {
		if err := tr.watching.watchAgain(ctx, taken.Job.ID); err != nil {
			return db.Job{}, err
		}
		return tr.lib.Job(ctx, taken.Job.ID)
	} else if err != nil {
		return db.Job{}, err
	}
	svc, err := tr.conns.get(ctx, profileID)
	if err != nil {
		return db.Job{}, err
	}
	task, err := svc.GetVideo(ctx, taskID)
	if err != nil {
		return db.Job{}, err
	}
	table := tr.prices.tableAt(profileID, tr.now())
	currency := profile.Currency
	if table.Currency != "" {
		currency = table.Currency
	}
	return tr.insertTracked(ctx, profileID, taskID, task, currency, priceOfTask(table, task))
}

// insertTracked commits the job as if its submission had just returned the task.
func (tr *tracking) insertTracked(ctx context.Context, profileID int64, taskID string, t *client.VideoTask,
	currency string, est client.Estimate) (db.Job, error) {
	tr.records.commits.Lock()
	defer tr.records.commits.Unlock()
	if err := tr.records.checkTaskFree(ctx, db.Job{ProfileID: profileID}, taskID); err != nil {
		return db.Job{}, err
	}
	now := tr.now()
	made := now
	if t.CreatedAt.After(now.Add(-clipLife)) && t.CreatedAt.Before(now) {
		made = t.CreatedAt.UTC()
	}
	row := db.Job{
		ProfileID: profileID, Kind: db.TextToVideo, State: db.Sending, Model: t.Model, TaskID: taskID,
		Currency:  currency,
		CreatedAt: now, SentAt: made, AcceptedAt: made, ExpiresAt: made.Add(clipLife), Note: NoteTracked,
	}
	if est.Known {
		amount := int64(est.Amount)
		row.EstimateMicros = &amount
	}
	if err := store(&row, requestOfTask(t)); err != nil {
		return db.Job{}, err
	}
	job, err := tr.lib.InsertWith(ctx, row, func(c *db.Change) error {
		s := tr.records.newStep(c, now)
		s.entry(db.Reserve, est, currency, NoteTracked)
		if err := s.observe(t); err != nil {
			return err
		}
		if t.Done() {
			s.Job.FinishedAt = time.Time{} // the time of its end is unknown and must not count as a duration
		}
		return nil
	})
	if err != nil {
		return db.Job{}, err
	}
	tr.records.lists.follow(job)
	tr.events.add(changed(job))
	tr.events.add(LedgerChanged{ProfileID: profileID})
	tr.log.Info("job", "ref", shortRef(job.Ref), "state", job.State, "kind", job.Kind, "model", job.Model,
		"task", taskID, "note", NoteTracked)
	return job, nil
}
