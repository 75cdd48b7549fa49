package jobs

import (
	"context"
	"errors"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/guard"
	"viviscope/client/takecheck"
	"viviscope/db"
	"viviscope/db/findings"
)

// maxChecks is the maximum number of clips that wait for their check.
const maxChecks = 10_000

// takeChecker checks clips in the background, one at a time: those that are saved while the program runs, and those
// that the user asks for. A check changes no job and no amount. What is waiting when the engine stops stays unchecked.
type takeChecker struct {
	*lifetime
	lib    Library
	events *bus
	check  func(ctx context.Context, path string, r takecheck.Request) (findings.Result, error) // nil: none

	wake signal // a clip was added

	mu      sync.Mutex
	waiting []int64        // IDs of assets, oldest first
	queued  map[int64]bool // the same
}

func newTakeChecker(life *lifetime, lib Library, events *bus,
	check func(context.Context, string, takecheck.Request) (findings.Result, error)) *takeChecker {
	return &takeChecker{lifetime: life, lib: lib, events: events, check: check, wake: newSignal(),
		queued: map[int64]bool{}}
}

// add queues assets and returns how many were added. Others are queued already, or the queue is full.
func (t *takeChecker) add(ids ...int64) (added int) {
	if t.check == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range ids {
		if t.queued[id] || len(t.waiting) >= maxChecks {
			continue
		}
		t.queued[id] = true
		t.waiting = append(t.waiting, id)
		added++
	}
	t.wake.raise()
	return added
}

// next removes the oldest asset from the queue.
func (t *takeChecker) next() (id int64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		t.waiting = nil
		return 0, false
	}
	id, t.waiting = t.waiting[0], t.waiting[1:]
	delete(t.queued, id)
	return id, true
}

func (t *takeChecker) run() {
	for {
		id, ok := t.next()
		if !ok {
			if !t.idle(t.wake, time.Time{}) {
				return
			}
			continue
		}
		var none bool
		err := guard.Do("check clip", func() (err error) {
			err = t.checkClip(id)
			none = errors.Is(err, decode.ErrNoDecoder)
			return err
		})
		switch {
		case t.soft.Err() != nil:
			return
		case err != nil && !none: // the clip stays unchecked
			t.log.Info("check clip", "asset", id, "err", err)
		}
	}
}

// checkClip checks a clip that was not checked yet and stores the result.
func (t *takeChecker) checkClip(id int64) error {
	a, err := t.lib.Asset(t.soft, id)
	if err != nil {
		return err
	}
	if a.Kind != db.Clip || a.Checks != nil || !a.TrashedAt.IsZero() {
		return nil
	}
	path, err := t.lib.AbsPath(a.Path)
	if err != nil {
		return err
	}
	asked, err := t.requested(a)
	if err != nil {
		return err
	}
	r, err := t.check(t.soft, path, asked)
	if err != nil {
		return err
	}
	if err := t.lib.SetChecks(t.commitContext(), a.ID, a.SHA256, r); err != nil {
		return err
	}
	t.events.add(AssetAdded{ID: a.ID, JobID: a.JobID})
	t.events.flush()
	return nil
}

// requested returns what was requested of a clip, as far as it is known. Of an imported clip, nothing is.
func (t *takeChecker) requested(a db.Asset) (takecheck.Request, error) {
	asked := takecheck.Request{Width: a.Width, Height: a.Height}
	if a.JobID == 0 {
		return asked, nil
	}
	job, err := t.lib.Job(t.soft, a.JobID)
	if errors.Is(err, db.ErrNotFound) || err == nil && job.Note == NoteTracked {
		return asked, nil // of a tracked task, the service reports only a part of its request
	}
	if err != nil {
		return asked, err
	}
	r, err := RequestOf(job)
	if err != nil {
		return asked, err
	}
	if video, ok := r.(client.VideoRequest); ok {
		asked.Seconds, asked.Audio = float64(max(video.Seconds, 0)), video.Audio
	}
	return asked, nil
}
