package automation

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// linePause is the least time between two looks at what has changed: a caller gets at most so many lines of a job.
const linePause = 100 * time.Millisecond

// teller tells a caller of jobs, each time how they stand.
type teller struct {
	s       *Server
	q       *request
	told    map[int64]db.Job
	follows func(db.Job) bool // whether one that was not told of is told of; nil: none is
	total   int               // of a wait; 0: it is none
	patient bool              // what a person may let go is waited for too
}

// ended counts the jobs for which a wait is over.
func (t *teller) ended() (n int) {
	for _, j := range t.told {
		o := outcomeOf(string(j.State), string(j.Hold), j.ErrorCode)
		if !slices.Contains(o.next, NextWait) || o.exit == ExitOver && !t.patient {
			n++
		}
	}
	return n
}

// tell writes how a job stands, where that is news.
func (t *teller) tell(ctx context.Context, was, j db.Job) error {
	e := JobEvent{Type: "progress", Ref: j.Ref, Percent: j.Progress, Total: t.total}
	if t.told[j.ID] = j; t.total > 0 {
		e.Done = t.ended()
	}
	if was.State != j.State || was.Hold != j.Hold || was.ErrorCode != j.ErrorCode {
		list, err := t.s.jobsOf(ctx, j)
		if err != nil {
			return err
		}
		e.Type, e.Job = "job", &list[0]
	} else if was.Progress == j.Progress {
		return nil
	}
	return t.q.event(e)
}

// follow reads jobs, tells how they stand, and what becomes of them, until a wait is over.
func (t *teller) follow(ctx context.Context, read func() ([]db.Job, error)) ([]db.Job, error) {
	var changed sync.Map // by ID: the engine notes what has changed, and never waits for who reads it
	wake := make(chan struct{}, 1)
	defer t.s.Engine.Subscribe(func(e jobs.Event) {
		switch e := e.(type) {
		case jobs.JobChanged:
			changed.Store(e.ID, nil)
		case jobs.Progress:
			changed.Store(e.ID, nil)
		default:
			return
		}
		select {
		case wake <- struct{}{}:
		default:
		}
	})()
	list, err := read()
	if err = errors.Join(err, t.q.stay()); err != nil {
		return nil, err
	}
	t.told = make(map[int64]db.Job, len(list))
	for _, j := range list {
		t.told[j.ID] = j
	}
	for _, j := range list {
		if err := t.tell(ctx, db.Job{}, j); err != nil {
			return list, err
		}
	}
	for t.total == 0 || t.ended() < len(t.told) {
		select {
		case <-ctx.Done():
			return list, ctx.Err()
		case <-wake:
		}
		for id := range changed.Range {
			changed.Delete(id)
			was, known := t.told[id.(int64)]
			j, err := t.s.Library.Job(ctx, id.(int64))
			if known && errors.Is(err, db.ErrNotFound) {
				j, err = was, nil
				j.State, j.Hold = discarded, ""
			}
			if err == nil && (known || t.follows != nil && t.follows(j)) {
				err = t.tell(ctx, was, j)
			}
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return list, err
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(linePause):
		}
	}
	return list, nil
}
