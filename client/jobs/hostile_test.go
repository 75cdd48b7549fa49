package jobs_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/dbtest"
)

// If the service returns a known task ID for a second request, that request is unconfirmed: it may have been charged,
// and a task belongs to one job. Storing it must not be retried forever.
func TestDuplicateTaskIDIsUnconfirmed(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		first := w.until(w.clip("a").ID, db.Queued, db.InProgress)
		w.svc.mu.Lock()
		w.svc.sequence-- // the next task is named as this one
		w.svc.mu.Unlock()
		second := w.clip("b")
		w.pass(time.Hour)
		j := w.job(second.ID)
		if j.State != db.Unconfirmed || j.TaskID != "" {
			t.Fatalf("state %s, task %q\n%s", j.State, j.TaskID, w.log.String())
		}
		w.wantEntries(j.ID, "unconfirmed 3500000")
		w.wantPosts("b", 1)
		w.until(first.ID, db.Saved)
	})
}

// The window may be closed while the workers are being started.
func TestStopBeforeStartStartsNothing(t *testing.T) {
	inWorld(t, func(w *world) {
		_, err := dbtest.InsertJobs(w.ctx, w.lib,
			db.Job{ProfileID: w.profile.ID, Kind: db.TextToVideo, Model: "clip-3.0", Prompt: "a", Currency: "CNY",
				Request: []byte(`{"model":"clip-3.0","prompt":"a","seconds":5}`)})
		w.must(err)
		e, err := jobs.New(jobs.Options{
			Library: w.lib, Keys: keysFunc(func() (string, error) { return testKey, nil }),
			Connect: func(client.Config) (jobs.Service, error) { return w.svc, nil },
		})
		w.must(err)
		w.must(e.Stop(w.ctx))
		if e.Start(w.ctx) == nil {
			t.Error("it started after it was stopped")
		}
		w.pass(time.Minute)
		w.must(e.Stop(w.ctx))
		w.wantPosts("a", 0)
	})
}

// shiftedClock is a clock that the user sets. Its timers are not affected, like those of a computer.
type shiftedClock struct{ by atomic.Int64 }

func (c *shiftedClock) Now() time.Time { return time.Now().Round(0).Add(time.Duration(c.by.Load())) }

func (c *shiftedClock) NewTimer(d time.Duration) jobs.Timer { return jobs.SystemClock().NewTimer(d) }

// All waits use times of the wall clock. If it is set back by ten days, no wait may last longer than the service keeps
// a clip.
func TestClockSetBackDoesNotDelayWork(t *testing.T) {
	const back = -10 * 24 * time.Hour
	for name, trouble := range map[string]func(w *world, set func()){
		"polls": func(w *world, set func()) {
			w.pass(5 * time.Second)
			set()
		},
		"polls, during one": func(w *world, set func()) {
			w.svc.mu.Lock()
			defer w.svc.mu.Unlock()
			w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
				if f.polls == 1 {
					set()
				}
				return nil, nil
			}
		},
		"polls, asked to wait": func(w *world, set func()) {
			w.svc.mu.Lock()
			defer w.svc.mu.Unlock()
			w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
				if f.polls == 1 {
					time.AfterFunc(time.Second, set)
					return nil, refused(429, "", time.Minute)
				}
				return nil, nil
			}
		},
		"downloads": func(w *world, set func()) {
			tries := 0
			w.svc.mu.Lock()
			defer w.svc.mu.Unlock()
			w.svc.load = func(string) error {
				tries++
				if tries == 4 {
					time.AfterFunc(time.Second, set)
				}
				if tries <= 4 {
					return noAnswer()
				}
				return nil
			}
		},
		"the key": func(w *world, set func()) {
			w.pass(5 * time.Second)
			asked := 0
			w.key = func() (string, error) {
				asked++
				if asked == 1 {
					time.AfterFunc(time.Second, set)
					return "", errors.New("locked")
				}
				return testKey, nil
			}
			w.engine.ProfileChanged(w.profile.ID)
		},
		"sending": func(w *world, set func()) {
			w.svc.mu.Lock()
			w.svc.submit = func(_ context.Context, prompt string) (bool, error) {
				if prompt != "limited" {
					return true, nil
				}
				time.AfterFunc(time.Second, set)
				return false, refused(429, "", 0)
			}
			w.svc.mu.Unlock()
			w.clip("limited")
			w.pass(500 * time.Millisecond)
			b := w.clip("b")
			w.pass(2 * time.Hour)
			if got := w.job(b.ID); got.State != db.Saved {
				w.t.Errorf("the clip behind a 429 is %s", got.State)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				clock := &shiftedClock{}
				w.clock = clock
				w.start()
				w.must(w.engine.PauseSending(w.ctx, false))
				j := w.clip("a")
				w.pass(time.Second)
				trouble(w, func() { clock.by.Store(int64(back)) })
				w.pass(2 * time.Hour)
				if got := w.job(j.ID); got.State != db.Saved {
					t.Errorf("after two hours it is %s\n%s", got.State, w.log.String())
				}
				polls := w.svc.polls[w.job(j.ID).TaskID]
				for i := 1; i < len(polls); i++ {
					if gap := polls[i].Sub(polls[i-1]); gap < 10*time.Second {
						t.Errorf("two polls within %v", gap)
					}
				}
			})
		})
	}
}
