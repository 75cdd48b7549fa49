package jobs_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/db"
)

// countPanics has panics recovered in a test, and counts them.
func countPanics(t *testing.T) *atomic.Int64 {
	t.Helper()
	var n atomic.Int64
	before := guard.SetReporter(func(*guard.Panic) { n.Add(1) })
	t.Cleanup(func() { guard.SetReporter(before) })
	return &n
}

// A panic between the commit and the answer is treated like a crash: the request may have arrived. It is never sent
// again, and other jobs continue.
func TestPanicInCallIsUnconfirmed(t *testing.T) {
	panics := countPanics(t)
	inWorld(t, func(w *world) {
		w.svc.submit = func(_ context.Context, prompt string) (bool, error) {
			if prompt == "breaks" {
				panic("the answer cannot be handled")
			}
			return true, nil
		}
		w.start()
		broken, good := w.clip("breaks"), w.clip("goes on")
		w.until(broken.ID, db.Unconfirmed)
		w.until(good.ID, db.Saved)
		if n := w.engine.OpenCalls(); n != 0 {
			t.Errorf("%d calls are open", n)
		}
		w.wantEntries(broken.ID, "unconfirmed 3500000")
		w.restart()
		w.pass(24 * time.Hour)
		if j := w.job(broken.ID); j.State != db.Unconfirmed || w.svc.tries["breaks"] != 1 {
			t.Errorf("it is %s after %d tries", j.State, w.svc.tries["breaks"])
		}
		w.wantEntries(broken.ID, "unconfirmed 3500000")
	})
	if panics.Load() != 1 {
		t.Errorf("%d panics were reported", panics.Load())
	}
}

// panicking is a library that panics once where a request is about to leave, or where its answer is recorded.
type panicking struct {
	jobs.Library
	noting    atomic.Bool // the next time that a request is noted
	recording atomic.Bool // the next change
}

func (l *panicking) ClickOf(ctx context.Context, click string) (db.Click, error) {
	if l.noting.Swap(false) {
		panic("the click cannot be read")
	}
	return l.Library.ClickOf(ctx, click)
}

func (l *panicking) Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error) {
	if l.recording.Swap(false) {
		panic("the answer cannot be recorded")
	}
	return l.Library.Change(ctx, id, fn)
}

// After the commit, any panic leaves it unknown whether the request arrived. The job is unconfirmed at once and never
// sent again.
func TestPanicAfterCommitIsUnconfirmed(t *testing.T) {
	for name, posts := range map[string]int{"before the request leaves": 0, "after the answer": 1} {
		t.Run(name, func(t *testing.T) {
			panics := countPanics(t)
			inAccount(t, func(w *world) {
				broken := &panicking{}
				w.wrap = func(l jobs.Library) jobs.Library { broken.Library = l; return broken }
				broken.noting.Store(posts == 0)
				w.svc.submit = func(context.Context, string) (bool, error) {
					broken.recording.Store(true)
					return true, nil
				}
				w.start()
				id := w.clip("a").ID
				w.until(id, db.Unconfirmed)
				w.restart()
				w.pass(24 * time.Hour)
				if j := w.job(id); j.State != db.Unconfirmed {
					t.Errorf("it is %s", j.State)
				}
				w.wantPosts("a", posts)
				w.wantEntries(id, "unconfirmed 3500000")
			})
			if panics.Load() != 1 {
				t.Errorf("%d panics were reported", panics.Load())
			}
		})
	}
}

// Before the commit nothing was sent: the job is held with the reason, and the user can release it.
func TestPanicBeforeCommitHoldsJob(t *testing.T) {
	countPanics(t)
	inWorld(t, func(w *world) {
		broken := true
		w.key = func() (string, error) {
			if broken {
				panic("the keychain answered nonsense")
			}
			return testKey, nil
		}
		w.start()
		j := w.clip("held")
		w.until(j.ID, db.Held)
		if now := w.job(j.ID); now.Hold != db.HeldNotSent ||
			!strings.Contains(now.ErrorMessage, "the keychain answered nonsense") {
			t.Errorf("held for %s: %q", now.Hold, now.ErrorMessage)
		}
		w.wantPosts("held", 0)
	})
}

// A poll or download that panics counts as a failed try and is repeated. The clip is saved once it works.
func TestPanicInPollOrDownloadIsRetried(t *testing.T) {
	panics := countPanics(t)
	inWorld(t, func(w *world) {
		polls, loads := 0, 0
		w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
			polls++
			if polls <= 2 {
				panic("poll")
			}
			return nil, nil
		}
		w.svc.load = func(string) error {
			loads++
			if loads <= 2 {
				panic("download")
			}
			return nil
		}
		w.start()
		j := w.clip("comes")
		w.until(j.ID, db.Saved)
		w.wantPosts("comes", 1)
	})
	if panics.Load() != 4 {
		t.Errorf("%d panics were reported", panics.Load())
	}
}
