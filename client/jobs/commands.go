package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// settingPaused is the name of the setting that keeps "Pause sending" across restarts.
const settingPaused = "sending_paused"

// Discard deletes a job of which nothing was sent. Errors: db.ErrSent for any other.
func (e *Engine) Discard(ctx context.Context, id int64) error {
	defer e.events.flush()
	e.commits.Lock()
	defer e.commits.Unlock()
	job, err := e.lib.Job(ctx, id)
	if err == nil {
		err = e.leaveInputs(ctx, job)
	}
	if err == nil {
		err = e.lib.DeleteJob(ctx, id)
	}
	if err != nil {
		return fmt.Errorf("discard job %d: %w", id, err)
	}
	e.forget(job)
	return nil
}

// forget makes the lists of the engine follow a row that was deleted.
func (e *Engine) forget(job db.Job) {
	e.outbox.drop(job.ID)
	e.status.wrote(job.ID, nil)
	e.takeDowns.wake.raise()
	e.followers.raise()
	e.events.add(JobChanged{ID: job.ID, ProfileID: job.ProfileID, Kind: job.Kind})
	e.log.Info("job", "ref", short(job.Ref), "state", "discarded")
}

// StopWatching ends the polls of a task. The task goes on at the service, and costs: there is no cancel there.
// Errors: *MoveError where the job has no running task.
func (e *Engine) StopWatching(ctx context.Context, id int64) error {
	_, err := e.change(ctx, id, func(s *step) error { return s.moveFrom(db.Unwatched, db.Queued, db.InProgress) })
	return named("stop watching", id, err)
}

// WatchAgain picks up the polls of a task where StopWatching left it. For a task of which the service returns no
// state they begin anew, also where the job was given up. Where the job has ended otherwise, the service is asked
// once; see [CanAskAgain]. A task that was ordered with another key of the profile is polled and fetched with the key
// of now. The job goes on from the answer, and its ledger is corrected by what the answer proves. Errors: *MoveError
// for any other job, ErrSameAnswer where the task has failed still, or the error of the service; then nothing was
// changed.
func (e *Engine) WatchAgain(ctx context.Context, id int64) error {
	job, err := e.lib.Job(ctx, id)
	if err == nil && CanAskAgain(job) && !givenUp(job) {
		_, err = e.takeUp(ctx, job)
		return named("ask again about", id, err)
	}
	_, err = e.change(ctx, id, func(s *step) error {
		to := db.Queued
		if s.Job.Progress > 0 || s.Job.RawStatus == client.StatusInProgress {
			to = db.InProgress
		}
		_, unknown := AskedUntil(*s.Job)
		other := OrderedWithOtherKey(*s.Job) && s.Job.State != db.Held
		if other { // the user wants it to go on with the key of now
			s.Job.Account = ""
		}
		if s.Job.State != db.Unwatched && !unknown && !other {
			return &MoveError{ID: id, From: s.Job.State, To: to}
		}
		s.trouble(trouble{})
		if in(s.Job.State, db.Queued, db.InProgress, db.Completed, db.Downloading) {
			return nil
		}
		return s.move(to)
	})
	if err == nil {
		e.watches.hurry(id, 0)
		e.fetches.hurry(id, 0)
	}
	return named("watch again", id, err)
}

// ErrSameAnswer means that the service was asked again about a task, and that the task has ended still.
var ErrSameAnswer = errors.New("the service answers again that the task failed or ended")

// tryLinks tries the links of pictures again that were given up. Where they are dead the job ends as before. Errors: *MoveError
// where no link was given up.
func (e *Engine) tryLinks(ctx context.Context, id int64) error {
	_, err := e.change(ctx, id, func(s *step) error {
		var items []db.ResultItem
		if err := s.moveFrom(db.Saving, db.Expired); err != nil || !HasLostLink(*s.Job) {
			return cmp.Or(err, error(&MoveError{ID: id, From: db.Expired, To: db.Saving}))
		}
		if err := json.Unmarshal(s.Job.ResultItems, &items); err != nil {
			return err
		}
		for i := range items {
			items[i].Lost = false
		}
		raw, err := json.Marshal(items)
		s.Job.ResultItems = raw
		s.Job.EndedAt = time.Time{}
		s.trouble(trouble{})
		return err
	})
	return err
}

// HasLostLink reports whether a job has a link to a picture that was given up.
func HasLostLink(j db.Job) bool {
	var items []db.ResultItem
	return json.Unmarshal(j.ResultItems, &items) == nil && slices.ContainsFunc(items, func(it db.ResultItem) bool { return it.Lost })
}

// CheckNow asks about a task, or tries its download, as soon as may be: never within ten seconds of the last time.
// It goes on with a job of which a link was given up: it may work after all. It does nothing for a job that needs none of that.
func (e *Engine) CheckNow(ctx context.Context, id int64) {
	if err := e.tryLinks(ctx, id); err != nil && !isMove(err) {
		e.log.Error("try links", "job", id, "err", err)
	}
	e.watches.hurry(id, 0)
	e.fetches.hurry(id, 0)
}

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
	return e.moveAll(ctx, db.JobFilter{States: []db.JobState{db.Waiting}}, func(s *step) error {
		if !e.paused { // it was ended meanwhile
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Held}
		}
		return s.hold(db.HeldPaused, trouble{})
	})
}

// endPause releases what was held for a pause, unless there is another one by then.
func (e *Engine) endPause(ctx context.Context) error {
	return e.moveAll(ctx, db.JobFilter{States: []db.JobState{db.Held}}, func(s *step) error {
		if e.paused {
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Waiting}
		}
		return s.endPause()
	})
}

func (e *Engine) setPaused(ctx context.Context, pause bool) error {
	e.commits.Lock()
	defer e.commits.Unlock()
	if err := e.lib.SetSetting(ctx, settingPaused, pause); err != nil {
		return err
	}
	e.paused = pause
	return nil
}

// Paused reports whether sending is paused.
func (e *Engine) Paused() bool {
	e.commits.Lock()
	defer e.commits.Unlock()
	return e.paused
}

// KeyChanged says that a profile has another key, or one at last: its service is connected anew, what was held for
// want of a good key goes out as far as the budgets leave room for it, and its polls and downloads go on at once.
func (e *Engine) KeyChanged(ctx context.Context, profileID int64) error {
	e.ProfileChanged(profileID)
	defer e.events.flush()
	e.commits.Lock()
	defer e.commits.Unlock()
	held, err := e.lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, ProfileID: profileID})
	held = slices.DeleteFunc(held, func(j db.Job) bool { return !in(j.Hold, db.HeldNoKey, db.HeldKeyRefused) })
	slices.Reverse(held) // oldest first: they go out in the order of the clicks
	for _, part := range grouped(held, func(a, b db.Job) bool { return a.Click == b.Click && grantee(a) == grantee(b) }) {
		err = errors.Join(err, e.release(ctx, part, Terms{Client: grantee(part[0]), clicked: true}))
	}
	if err != nil {
		return fmt.Errorf("release what waited for a key of profile %d: %w", profileID, err)
	}
	return nil
}

// ProfileChanged says that a profile's address, limits or pace were edited. Calls under way end as they began.
func (e *Engine) ProfileChanged(profileID int64) {
	e.conns.drop(profileID)
	e.watches.hurry(0, profileID)
	e.fetches.hurry(0, profileID)
	e.outbox.wake.raise()
}

// SendNoMore has no further request leave in this run, so that the picture calls that are open come to an end; false: sending goes on.
// What waits stays as it is, and goes out at the next start.
func (e *Engine) SendNoMore(on bool) { e.outbox.close(on) }

// OpenPictureCalls returns how many picture calls have no answer yet. Such a call cannot be picked up again: quitting
// now would leave its job unconfirmed.
func (e *Engine) OpenPictureCalls() int { return e.outbox.openPictures() }

// holdWaiting holds every waiting job of a profile: what stopped one of them would stop them all.
func (e *Engine) holdWaiting(profileID int64, why db.HoldReason, t trouble) {
	err := e.moveAll(e.committing(), db.JobFilter{States: []db.JobState{db.Waiting}, ProfileID: profileID}, func(s *step) error {
		return s.hold(why, t)
	})
	if err != nil {
		e.log.Error("hold", "profile", profileID, "err", err)
	}
}

// moveAll changes every job that a filter finds, each in a transaction of its own. A job that has moved on meanwhile
// is passed over.
func (e *Engine) moveAll(ctx context.Context, f db.JobFilter, fn func(*step) error) error {
	found, err := e.lib.Jobs(ctx, f)
	if err != nil {
		return fmt.Errorf("list jobs: %w", err)
	}
	for i := len(found) - 1; i >= 0; i-- { // oldest first: they go out in the order of the clicks
		_, err := e.change(ctx, found[i].ID, fn)
		if err != nil && !isMove(err) && !errors.Is(err, db.ErrNotFound) {
			return fmt.Errorf("change job %d: %w", found[i].ID, err)
		}
	}
	return nil
}

func named(verb string, id int64, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s job %d: %w", verb, id, err)
}
