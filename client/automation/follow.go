package automation

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// linePause is the least time between two looks at what has changed: a caller gets at most so many lines of a job.
const linePause = 100 * time.Millisecond

// changes are jobs of which something has changed. The engine notes them and never waits for who reads them.
type changes struct {
	mu   sync.Mutex
	ids  map[int64]bool
	wake chan struct{}
}

// watch gathers changes of jobs until stop is called.
func (s *Server) watch() (c *changes, stop func()) {
	c = &changes{ids: map[int64]bool{}, wake: make(chan struct{}, 1)}
	return c, s.Engine.Subscribe(func(e jobs.Event) {
		var id int64
		switch e := e.(type) {
		case jobs.JobChanged:
			id = e.ID
		case jobs.Progress:
			id = e.ID
		default:
			return
		}
		c.mu.Lock()
		c.ids[id] = true
		c.mu.Unlock()
		select {
		case c.wake <- struct{}{}:
		default:
		}
	})
}

// take returns what has changed since the last time.
func (c *changes) take() []int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.Sorted(maps.Keys(c.ids))
	clear(c.ids)
	return ids
}

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

// follow tells of jobs as they stand, and of what becomes of them, until over says so.
func (t *teller) follow(ctx context.Context, c *changes, list []db.Job, over func() bool) error {
	if err := t.q.stay(); err != nil {
		return err
	}
	t.told = make(map[int64]db.Job, len(list))
	for _, j := range list {
		t.told[j.ID] = j
	}
	for _, j := range list {
		if err := t.tell(ctx, db.Job{}, j); err != nil {
			return err
		}
	}
	for !over() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.wake:
		}
		for _, id := range c.take() {
			was, known := t.told[id]
			j, err := t.s.Library.Job(ctx, id)
			if known && errors.Is(err, db.ErrNotFound) {
				j, err = was, nil
				j.State, j.Hold = discarded, ""
			}
			if err == nil && (known || t.follows != nil && t.follows(j)) {
				err = t.tell(ctx, was, j)
			}
			if err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(linePause):
		}
	}
	return nil
}
