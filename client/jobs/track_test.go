package jobs_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// elsewhere adds a task to the service that belongs to no job; tell may change the service's answers about it.
func (w *world) elsewhere(id string, age time.Duration, tell func(*client.VideoTask)) {
	task := &fakeTask{id: id, prompt: "made elsewhere", seconds: 5, made: time.Now().Add(-age)}
	w.svc.mu.Lock()
	defer w.svc.mu.Unlock()
	w.svc.tasks[id] = task
	w.svc.get = func(t *fakeTask) (*client.VideoTask, error) {
		v := w.svc.truth(t)
		if t == task {
			tell(v)
		}
		return v, nil
	}
}

// addRate adds a price to the profile's table.
func (w *world) addRate(r client.VideoRate) {
	w.t.Helper()
	table := prices()
	table.Video = append(table.Video, r)
	raw, err := json.Marshal(table)
	w.must(err)
	_, err = w.lib.AddPrices(w.ctx, db.Prices{ProfileID: w.profile.ID, ValidFrom: time.Now(), Table: raw})
	w.must(err)
}

func TestTrackImportsTask(t *testing.T) {
	for name, tc := range map[string]struct {
		age     time.Duration
		tell    func(*client.VideoTask)
		want    db.JobState
		entries []string
		expires time.Duration // from now
	}{
		"running, all known but its sound": {
			20 * time.Second, func(v *client.VideoTask) { v.Model, v.Size, v.Seconds = "clip-3.0", "1280x720", "5" },
			db.Saved, []string{"reserve ?", "charge ?"}, 7*24*time.Hour - 20*time.Second,
		},
		"done, of a model that has no sound": {
			time.Hour, func(v *client.VideoTask) { v.Model, v.Size, v.Seconds = "clip-2.5", "1280x720", "5" },
			db.Saved, []string{"reserve 2000000", "charge 2000000"}, 7*24*time.Hour - time.Hour,
		},
		"failed, price known": {
			time.Hour, func(v *client.VideoTask) {
				v.Model, v.Seconds, v.Status, v.RawStatus = "clip-2.5", "10", client.StatusFailed, "failed"
				v.Error = &client.TaskError{Code: "task_failed", Message: "no luck"}
			},
			db.Failed, []string{"reserve 4000000", "refund 4000000"}, 7*24*time.Hour - time.Hour,
		},
		"nothing but its state": {
			time.Hour, func(v *client.VideoTask) { v.Seconds, v.CreatedAt = "", time.Time{} },
			db.Saved, []string{"reserve ?", "charge ?"}, 7 * 24 * time.Hour,
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.addRate(client.VideoRate{Model: "clip-2.5", Resolution: "720P", PerSecond: 400_000})
				w.start()
				w.elsewhere("task_else", tc.age, tc.tell)
				now := time.Now()
				j, err := w.engine.Track(w.ctx, w.profile.ID, "task_else")
				w.must(err)
				if j.Prompt != "" || j.Note != jobs.NoteTracked || j.TaskID != "task_else" ||
					!j.ExpiresAt.Equal(now.Add(tc.expires).UTC()) {
					t.Errorf("tracked as %+v", j)
				}
				j = w.until(j.ID, tc.want)
				w.wantEntries(j.ID, tc.entries...)
				w.wantPosts("made elsewhere", 0)
				if n := len(w.assets(j.ID)); (n == 1) != (tc.want == db.Saved) {
					t.Errorf("%d assets", n)
				}
				if tc.age > time.Minute && !j.FinishedAt.IsZero() && tc.want == db.Saved {
					t.Error("an unobserved duration is stored")
				}
				if _, err := w.engine.SendAgain(w.ctx, j.ID, jobs.Terms{}); !errors.Is(err, jobs.ErrNoRequest) {
					t.Errorf("an unknown request is sent again: %v", err)
				}
			})
		})
	}
}

func TestFailedTrackChangesNothing(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		own := w.until(w.clip("own").ID, db.Queued)
		var taken *jobs.TaskTakenError
		if _, err := w.engine.Track(w.ctx, w.profile.ID, own.TaskID); !errors.As(err, &taken) ||
			taken.Job.ID != own.ID {
			t.Errorf("tracking an own task: %v", err)
		}
		for id, want := range map[string]error{"task_77": client.ErrNotFound, "..": client.ErrBadTaskID,
			"": client.ErrBadTaskID} {
			if _, err := w.engine.Track(w.ctx, w.profile.ID, id); !errors.Is(err, want) {
				t.Errorf("tracking %q: %v", id, err)
			}
		}
		if _, err := w.engine.Track(w.ctx, 99, "task_1"); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("tracking for no profile: %v", err)
		}
		if all, err := w.lib.Jobs(w.ctx, db.JobFilter{}); err != nil || len(all) != 1 {
			t.Errorf("%d jobs, %v", len(all), err)
		}
	})
}

// Two calls poll the same task before either has committed it.
func TestConcurrentTrackMakesOneJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.elsewhere("task_else", time.Second, func(*client.VideoTask) {})
		errs := make(chan error)
		for range 2 {
			go func() {
				_, err := w.engine.Track(w.ctx, w.profile.ID, "task_else")
				errs <- err
			}()
		}
		var taken *jobs.TaskTakenError
		a, b := <-errs, <-errs
		if (a == nil) == (b == nil) || !errors.As(errors.Join(a, b), &taken) {
			t.Errorf("%v and %v, want one job and one TaskTakenError", a, b)
		}
	})
}
