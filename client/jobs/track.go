package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
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
// polled, fetched and kept like every other. Track sends one request, which costs nothing. The job has the model, the
// seconds and the size of the answer, and no prompt. A task that has a job already gets no second one: a job that ended
// without a file, or that was ordered with another key of the profile, continues with the present key if the answer
// shows that the task is there.
//
// The task was reserved when it was made, so a reserve is written: the ledger does not end what was never open. It
// has the amount of the price table where the answer says enough to know it, and else none.
//
// Errors: client.ErrBadTaskID, *TaskTakenError, db.ErrNotFound for the profile, ErrSameAnswer together with the job
// where its task has failed still, or what the service answered (client.ErrNotFound: it knows no such task). On an
// error nothing was changed. ctx ends the waiting.
func (e *Engine) Track(ctx context.Context, profileID int64, taskID string) (db.Job, error) {
	job, err := e.track(ctx, profileID, taskID)
	e.events.flush()
	if err != nil {
		return job, fmt.Errorf("track task of profile %d: %w", profileID, err)
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
	if err := e.free(ctx, db.Job{ProfileID: profileID}, taskID); errors.As(err, &taken) && CanAskAgain(taken.Job) {
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

// A task that was made elsewhere may be reserved without an amount, because its answer did not say how long its clip is.
// Its charge gets the amount as soon as that is known: from the answer that says completed, else from the clip itself.

// chargeDone ends the reserve of a task that is completed. A reserve without an amount stays open where the answer does
// not tell it either: the clip will.
func (s *step) chargeDone(t *client.VideoTask) {
	en, open := s.unpriced()
	if !open {
		s.settle(db.Charge, "")
		return
	}
	known := s.learn(t)
	if est := priceOfTask(s.e.pricesAt(s.Job.ProfileID, en.At), &known); est.Known {
		s.entry(db.Charge, est, en.Currency, "")
	}
}

// unpriced returns the open reserve of a tracked task where it has no amount.
func (s *step) unpriced() (db.Entry, bool) {
	en, ok := s.open()
	return en, ok && en.Kind == db.Reserve && en.AmountMicros == nil && s.Job.Note == NoteTracked
}

// learn joins what an answer says of a tracked task with what earlier ones said, and keeps it as the job's request.
func (s *step) learn(t *client.VideoTask) client.VideoTask {
	known, before := *t, videoRequest(*s.Job)
	if known.Model == "" {
		known.Model = before.Model
	}
	if secondsOfTask(t) == 0 && before.Seconds > 0 {
		known.Seconds = fmt.Sprint(before.Seconds)
	}
	if known.Size == "" {
		known.Size = before.Size
	}
	if store(s.Job, requestOfTask(&known)) == nil { // two strings and a number
		s.Job.Model = known.Model
	}
	return known
}

// chargeByClip ends a reserve without an amount by what the clip says of itself: its length, its size and whether it has
// sound. It is committed before the clip lands, whose sidecar says what was paid for it.
func (e *Engine) chargeByClip(job db.Job, m db.Media) error {
	if job.Note != NoteTracked {
		return nil
	}
	_, err := e.change(e.committing(), job.ID, func(s *step) error {
		en, open := s.unpriced()
		if !open {
			return errNothingOpen
		}
		s.entry(db.Charge, priceOfClip(s.e.pricesAt(s.Job.ProfileID, en.At), s.Job.Model, m), en.Currency, "")
		return nil
	})
	if errors.Is(err, errNothingOpen) {
		return nil
	}
	return err
}

// errNothingOpen leaves a job as it is.
var errNothingOpen = errors.New("no reserve without an amount is open")

// priceOfClip prices a clip by its file. A clip of 5.04 s was asked for as 5.
func priceOfClip(table client.PriceTable, model string, m db.Media) client.Estimate {
	r := client.VideoRequest{
		Model: model, Seconds: int(math.Round(m.Seconds)), Size: fmt.Sprintf("%dx%d", m.Width, m.Height), Audio: m.HasAudio,
	}
	if r.Seconds < 1 || m.Width < 1 || m.Height < 1 {
		return client.Estimate{}
	}
	return r.Estimate(table)
}

// pricesAt is the price table of a profile as it was at a time; without prices where there was none, or where it cannot
// be read: what happened is written down in any case.
func (e *Engine) pricesAt(profileID int64, at time.Time) client.PriceTable {
	t, err := pricesOf(e.committing(), e.lib.Books(), profileID, at)
	if err != nil {
		e.log.Error("prices", "err", err)
	}
	return t
}
