package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"viviscope/db"
)

// rowLists are the in-memory lists of jobs in the parts above. They are called under commits.
type rowLists interface {
	// follow updates the lists for a row. Only the state of a row determines the lists that it is in.
	follow(job db.Job)
	// drop removes a row that was deleted.
	drop(job db.Job)
}

// records changes the rows of jobs, with one transaction for one job. After each commit it updates the lists and queues
// the events, in the order of the commits.
type records struct {
	*lifetime
	lib    Library
	events *bus
	status *status
	prices *priceTables
	lists  rowLists // set before the start
	checks *takeChecker

	// commits serializes each transaction with its updates of the lists and its events.
	commits sync.Mutex
}

// change runs fn on a job in one transaction, updates the engine's lists and sends the events. All changes of a job use
// it, except Release, KeyChanged and Revise, which check budgets or write several rows in one transaction
// (admission.go). If fn fails, nothing is written and its error is returned unchanged.
func (r *records) change(ctx context.Context, id int64, fn func(*step) error) (db.Job, error) {
	defer r.events.flush()
	r.commits.Lock()
	defer r.commits.Unlock()
	var (
		s      *step
		before db.Job
	)
	job, err := r.lib.Change(ctx, id, func(c *db.Change) error {
		s, before = r.newStep(c, r.now()), *c.Job
		if err := fn(s); err != nil {
			return err
		}
		r.prices.lowerAgreed(before, c.Job)
		if to := c.Job.State; to != before.State && !Allowed(before.State, to) {
			return &MoveError{ID: id, From: before.State, To: to}
		}
		return nil
	})
	if !isMove(err) {
		r.status.recordWrite(id, err)
	}
	if err != nil {
		return db.Job{}, err
	}
	if len(s.appended) > 0 {
		r.events.add(LedgerChanged{ProfileID: job.ProfileID})
	}
	for _, a := range s.Added() {
		r.events.add(AssetAdded{ID: a.ID, JobID: job.ID})
		if a.Kind == db.Clip {
			r.checks.add(a.ID)
		}
	}
	r.announce(before, job)
	return job, nil
}

// announce updates the engine's lists for a committed row, and queues the events. The caller holds commits.
func (r *records) announce(before, job db.Job) {
	r.lists.follow(job)
	if before.Progress != job.Progress {
		r.events.add(Progress{ID: job.ID, Percent: job.Progress})
	}
	if before.State != job.State || before.ErrorCode != job.ErrorCode || before.ErrorMessage != job.ErrorMessage ||
		before.Hold != job.Hold || before.Note != job.Note || !before.NotBefore.Equal(job.NotBefore) ||
		!sameRequest(before, job) {
		r.events.add(changed(job))
	}
	r.logChange(before, job)
}

func (r *records) newStep(c *db.Change, now time.Time) *step {
	return &step{Change: c, now: now, prices: r.prices, entries: slices.Clone(c.Entries())}
}

// forget removes a deleted row from the engine's lists, and queues the event.
func (r *records) forget(job db.Job) {
	r.lists.drop(job)
	r.status.recordWrite(job.ID, nil)
	r.events.add(JobChanged{ID: job.ID, ProfileID: job.ProfileID, Kind: job.Kind})
	r.log.Info("job", "ref", shortRef(job.Ref), "state", "discarded")
}

func (r *records) logChange(before, job db.Job) {
	switch {
	case before.State != job.State:
		args := []any{"ref", shortRef(job.Ref), "from", before.State, "state", job.State}
		if job.TaskID != "" {
			args = append(args, "task", job.TaskID)
		}
		if job.Hold != "" {
			args = append(args, "hold", job.Hold)
		}
		if job.ErrorMessage != "" {
			args = append(args, "code", job.ErrorCode, "why", job.ErrorMessage)
		}
		r.log.Info("job", args...)
	case before.Progress != job.Progress:
		r.log.Info("job", "ref", shortRef(job.Ref), "state", job.State, "progress", job.Progress)
	case before.ErrorMessage != job.ErrorMessage && job.WaitsForJob(): // a planned wait for the named job
		r.log.Info("job", "ref", shortRef(job.Ref), "state", job.State, "hold", job.Hold, "after", job.ErrorMessage)
	case before.ErrorMessage != job.ErrorMessage && job.ErrorMessage != "":
		r.log.Warn("job", "ref", shortRef(job.Ref), "state", job.State, "code", job.ErrorCode, "why", job.ErrorMessage)
	}
}

// persist commits the outcome of a request that may have cost money. It retries without a limit, because the answer
// exists nowhere else. The log gets the task ID, so that the ID survives a full disk. It gives up only when the engine
// is cut; the row then becomes unconfirmed at the next start.
func (r *records) persist(id int64, log []any, fn func(*step) error) error {
	err := r.retry(func() (bool, error) {
		_, err := r.change(r.commitContext(), id, fn)
		if err != nil {
			r.log.Error("record outcome", append([]any{"job", id, "err", err}, log...)...)
		}
		return !isMove(err), err
	})
	return wrapJob("record outcome of", id, err)
}

// changeAll changes every job that a filter finds, each in its own transaction. It skips jobs that have changed
// meanwhile.
func (r *records) changeAll(ctx context.Context, f db.JobFilter, fn func(*step) error) error {
	found, err := r.lib.Jobs(ctx, f)
	if err != nil {
		return fmt.Errorf("list jobs: %w", err)
	}
	for i := len(found) - 1; i >= 0; i-- { // oldest first: jobs are sent in the order of the clicks
		_, err := r.change(ctx, found[i].ID, fn)
		if err != nil && !isMove(err) && !errors.Is(err, db.ErrNotFound) {
			return fmt.Errorf("change job %d: %w", found[i].ID, err)
		}
	}
	return nil
}

// holdWaiting holds every waiting job of a profile after a fault that affects all of them.
func (r *records) holdWaiting(profileID int64, why db.HoldReason, t fault) {
	waiting := db.JobFilter{States: []db.JobState{db.Waiting}, ProfileID: profileID}
	err := r.changeAll(r.commitContext(), waiting, func(s *step) error {
		return s.hold(why, t)
	})
	if err != nil {
		r.log.Error("hold", "profile", profileID, "err", err)
	}
}

// checkTaskFree returns *TaskTakenError if another job has the task.
func (r *records) checkTaskFree(ctx context.Context, job db.Job, taskID string) error {
	other, err := r.lib.JobByTask(ctx, job.ProfileID, taskID)
	if errors.Is(err, db.ErrNotFound) || err == nil && other.ID == job.ID {
		return nil
	}
	if err != nil {
		return err
	}
	return &TaskTakenError{Job: other}
}

// TaskTakenError reports that a task already belongs to another job.
type TaskTakenError struct{ Job db.Job }

// Error implements error.
func (e *TaskTakenError) Error() string {
	return "this task is already job " + shortRef(e.Job.Ref) + " in your library"
}

func wrapJob(verb string, id int64, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s job %d: %w", verb, id, err)
}
