package automation

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// eventInterval is the least time between two events of a job.
const eventInterval = 100 * time.Millisecond

// watcher sends a caller an event for each change of the jobs that it watches.
type watcher struct {
	s       *Server
	q       *request
	sent    map[int64]db.Job  // by ID, the last sent version
	adds    func(db.Job) bool // reports whether a further changed job is watched too; nil: none is
	total   int               // of a wait: the number of its jobs
	limited bool              // of a wait: it has a timeout, so it also waits for actions of the user
}

// ended counts the jobs that a wait no longer waits for.
func (w *watcher) ended() (n int) {
	for _, j := range w.sent {
		o := outcomeOf(j.State, j.Hold, j.ErrorCode)
		if !slices.Contains(o.next, NextWait) || !w.limited && (o.exit == ExitOver || w.s.keyFault(j) != "") {
			n++
		}
	}
	return n
}

// send writes an event if a job differs from its last sent version.
func (w *watcher) send(ctx context.Context, j db.Job) error {
	j = w.s.withKeyFault(j)
	last := w.sent[j.ID]
	w.sent[j.ID] = j
	e := JobEvent{Type: "progress", Ref: j.Ref, Percent: j.Progress, Total: w.total}
	if w.total > 0 {
		e.Done = w.ended()
	}
	if last.State != j.State || last.Hold != j.Hold || last.ErrorCode != j.ErrorCode {
		list, err := w.s.describeJobs(ctx, j)
		if err != nil {
			return err
		}
		e.Type, e.Job = "job", &list[0]
	} else if last.Progress == j.Progress {
		return nil
	}
	return w.q.event(e)
}

// watch sends the jobs that read returns, and their changes. It returns when a wait is complete, or on an error.
func (w *watcher) watch(ctx context.Context, read func() ([]db.Job, error)) ([]db.Job, error) {
	var changed sync.Map // IDs of jobs: a caller that reads slowly does not block the engine
	wake := make(chan struct{}, 1)
	var keys atomic.Bool // the key of a profile may have been lost or restored
	unsubscribe := w.s.Engine.Subscribe(func(e jobs.Event) {
		switch e := e.(type) {
		case jobs.JobChanged:
			changed.Store(e.ID, nil)
		case jobs.Progress:
			changed.Store(e.ID, nil)
		case jobs.ConnectionChanged:
			keys.Store(true)
		default:
			return
		}
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	defer unsubscribe()
	list, err := read()
	if err == nil {
		err = w.q.startWaiting()
	}
	w.sent = make(map[int64]db.Job, len(list))
	for _, j := range list {
		if err == nil {
			err = w.send(ctx, j)
		}
	}
	for err == nil && (w.total == 0 || w.ended() < len(w.sent)) {
		select {
		case <-ctx.Done():
			return list, ctx.Err()
		case <-wake:
		}
		if keys.Swap(false) {
			for id := range w.sent {
				changed.Store(id, nil)
			}
		}
		for id := range changed.Range {
			changed.Delete(id)
			if err == nil {
				err = w.update(ctx, id.(int64))
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(eventInterval):
		}
	}
	return list, err
}

// update sends a job that has changed, if it is watched.
func (w *watcher) update(ctx context.Context, id int64) error {
	last, watched := w.sent[id]
	j, err := w.s.Library.Job(ctx, id)
	switch {
	case errors.Is(err, db.ErrNotFound) && watched:
		j = last
		j.State, j.Hold = discarded, ""
	case errors.Is(err, db.ErrNotFound):
		return nil
	case err != nil:
		return err
	case !watched && (w.adds == nil || !w.adds(j)):
		return nil
	}
	return w.send(ctx, j)
}
