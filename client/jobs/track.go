package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// NoteTracked stands on a job, and on its reserve, that was not made by a click in this library.
const NoteTracked = "tracked by its task ID"

// ErrNoRequest means that the request of a job is not known, so that it cannot be sent again: its task was made by
// another program, and the service does not repeat a prompt.
var ErrNoRequest = errors.New("the request of this job is not known: its task was not made here")

// Track makes a job of a task that the profile's service knows already, also of one that another program made: it is
// asked about, fetched and kept like every other. The service is asked once; nothing is sent that may cost money. The
// job has what the answer says of it, the model, the seconds and the size, and no prompt. A task whose job was given up
// because the service did not know it gets no second job: that one goes on.
//
// The task was reserved when it was made, so a reserve is written: the ledger does not end what was never open. It
// has the amount of the price table where the answer says enough to know it, and else none.
//
// Errors: client.ErrBadTaskID, *TaskTakenError, db.ErrNotFound for the profile, or what the service answered
// (client.ErrNotFound: it knows no such task). On an error nothing was changed. ctx ends the waiting.
func (e *Engine) Track(ctx context.Context, profileID int64, taskID string) (db.Job, error) {
	job, err := e.track(ctx, profileID, taskID)
	e.events.flush()
	if err != nil {
		return db.Job{}, fmt.Errorf("track task of profile %d: %w", profileID, err)
	}
	return job, nil
}

func (e *Engine) track(ctx context.Context, profileID int64, taskID string) (db.Job, error) {
	if err := client.CheckTaskID(taskID); err != nil {
		return db.Job{}, err
	}
	profile, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return db.Job{}, err
	}
	var taken *TaskTakenError
	if err := e.free(ctx, db.Job{ProfileID: profileID}, taskID); errors.As(err, &taken) && givenUp(taken.Job) {
		return e.takeUp(ctx, taken.Job)
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
	table := e.pricesAt(profileID, e.now())
	currency := profile.Currency
	if table.Currency != "" {
		currency = table.Currency
	}
	return e.insertTracked(ctx, profileID, taskID, task, currency, priceOfTask(table, task))
}

// insertTracked commits the job as if its submission had just been answered with the task.
func (e *Engine) insertTracked(ctx context.Context, profileID int64, taskID string, t *client.VideoTask, currency string, est client.Estimate) (db.Job, error) {
	e.commits.Lock()
	defer e.commits.Unlock()
	if err := e.free(ctx, db.Job{ProfileID: profileID}, taskID); err != nil {
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
		s := e.newStep(c, now)
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
	e.follow(job)
	e.events.add(changed(job))
	e.events.add(LedgerChanged{ProfileID: profileID})
	e.log.Info("job", "ref", short(job.Ref), "state", job.State, "kind", job.Kind, "model", job.Model, "task", taskID, "note", NoteTracked)
	return job, nil
}

// requestOfTask is as much of a task's request as its answer tells.
func requestOfTask(t *client.VideoTask) client.VideoRequest {
	r := client.VideoRequest{Model: t.Model, Seconds: secondsOfTask(t)}
	if _, _, err := client.ParseSize(t.Size); err == nil {
		r.Size = t.Size
	}
	return r
}

// secondsOfTask is the length of a task's clip; 0 where the answer does not say.
func secondsOfTask(t *client.VideoTask) int {
	n, err := strconv.Atoi(strings.TrimSpace(t.Seconds))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// priceOfTask prices a task by its answer. An answer says nothing of sound and does not always say the size, so the
// price is known only where the table has one and the same price for all that the task may be; a default of the
// service is no knowledge of what somebody else asked for.
func priceOfTask(table client.PriceTable, t *client.VideoTask) client.Estimate {
	r := requestOfTask(t)
	if r.Seconds == 0 {
		return client.Estimate{}
	}
	tiers := []string{client.Resolution720P, client.Resolution1080P}
	if r.Size != "" {
		tiers = []string{r.Tier()}
	}
	var found client.Estimate
	for _, tier := range tiers {
		for _, audio := range []bool{false, true} {
			est := client.VideoRequest{Model: r.Model, Seconds: r.Seconds, Resolution: tier, Audio: audio}.Estimate(table)
			switch {
			case !est.Known:
			case !found.Known:
				found = est
			case found.Amount != est.Amount:
				return client.Estimate{Quantity: est.Quantity}
			}
		}
	}
	if !found.Known {
		found.Quantity, _ = json.Marshal(client.SecondsQuantity{Seconds: r.Seconds})
	}
	return found
}
