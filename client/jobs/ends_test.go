package jobs_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// Two answers end the task. Its place is free, its reserve stays open, and it is polled occasionally: the service may
// report a refund, or deliver the clip after all.
func TestEndOtherThanFailedLeavesReserveOpen(t *testing.T) {
	for later, c := range map[string]struct {
		state   db.JobState
		entries []string
	}{
		"":          {db.Expired, []string{"reserve 3500000"}},
		"failed":    {db.Failed, []string{"reserve 3500000", "refund 3500000"}},
		"completed": {db.Saved, []string{"reserve 3500000", "charge 3500000"}},
	} {
		t.Run(later, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.profile.MaxTasks = 1
				_, err := w.lib.SaveProfile(w.ctx, w.profile)
				w.must(err)
				begin := time.Now()
				w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
					switch {
					case f.prompt != "filtered":
						return nil, nil
					case later != "" && time.Since(begin) > 24*time.Hour:
						return told(f.id, later, "words of later"), nil
					case f.polls == 1: // a slip
						return told(f.id, "nsfw", "not such scenes"), nil
					case f.polls == 2:
						return told(f.id, "in_progress", ""), nil
					}
					return told(f.id, "nsfw", "not such scenes"), nil
				}
				w.start()
				id := w.clip("filtered").ID
				next := w.clip("waits for the place")
				j := w.until(id, db.Expired)
				if n := w.svc.pollCount(j.TaskID); n != 4 || j.ErrorCode != jobs.CodeEnded ||
					j.ErrorMessage != "not such scenes" {
					t.Errorf("after %d polls it is %s: %s", n, j.ErrorCode, j.ErrorMessage)
				}
				w.wantEntries(id, "reserve 3500000")
				w.until(next.ID, db.Saved)
				w.restart()
				w.pass(3 * 24 * time.Hour)
				j = w.job(id)
				if j.State != c.state {
					t.Errorf("days later it is %s, %s: %s", j.State, j.ErrorCode, j.ErrorMessage)
				}
				if n := w.svc.pollCount(j.TaskID); n > 4+3*6 {
					t.Errorf("%d polls", n)
				}
				w.wantEntries(id, c.entries...)
				if later == "" {
					w.must(w.engine.NotCharged(w.ctx, id))
					w.wantEntries(id, "reserve 3500000", "void 3500000")
				}
				w.wantPosts("filtered", 1)
			})
		})
	}
}

// An error beside a running state, or an unknown state with progress 100, ends the task if it lasts. If content exists,
// it is downloaded.
func TestUnclearTaskExpiresAfterTimeout(t *testing.T) {
	for name, c := range map[string]struct {
		lasts   time.Duration
		content bool
		state   db.JobState
		least   time.Duration // until the end
		entries []string
	}{
		"for ever": {1000 * time.Hour, false, db.Expired, 10 * time.Minute, []string{"reserve 3500000"}},
		"for some minutes": {9 * time.Minute, false, db.Saved, 9 * time.Minute,
			[]string{"reserve 3500000", "charge 3500000"}},
		"with content": {1000 * time.Hour, true, db.Saved, 10 * time.Minute,
			[]string{"reserve 3500000", "charge 3500000"}},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				begin := time.Now()
				w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
					if time.Since(begin) > c.lasts {
						return nil, nil
					}
					return told(f.id, "vetoed", "vetoed: not such scenes"), nil
				}
				if c.content {
					w.svc.content = func(id string) (*client.VideoTask, error) {
						return told(id, "completed", ""), nil
					}
				}
				w.start()
				id := w.clip("a").ID
				j := w.until(id, db.Expired, db.Saved)
				if d := j.EndedAt.Sub(begin); j.State != c.state || d < c.least || d > c.least+5*time.Minute {
					t.Errorf("%s after %v", j.State, d)
				}
				if j.State == db.Expired && (j.ErrorCode != jobs.CodeEnded ||
					!strings.Contains(j.ErrorMessage, "not such scenes")) {
					t.Errorf("it is %s: %s", j.ErrorCode, j.ErrorMessage)
				}
				w.wantEntries(id, c.entries...)
				n := w.svc.pollCount(j.TaskID)
				w.restart()
				w.pass(24 * time.Hour)
				j = w.job(id)
				if j.State != c.state {
					t.Errorf("a day later it is %s", j.State)
				}
				if m := w.svc.pollCount(j.TaskID) - n; m > 6 {
					t.Errorf("%d polls in the day after", m)
				}
			})
		})
	}
}

// If the content is refused and the task itself is reported as expired, it stays charged.
func TestCompletedTaskThatExpiresStaysCharged(t *testing.T) {
	inWorld(t, func(w *world) {
		begin := time.Now()
		w.svc.load = func(string) error { return refused(502, "", 0) }
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if time.Since(begin) > time.Hour {
				return told(f.id, "expired", "expired"), nil
			}
			return nil, nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Expired)
		if d := j.EndedAt.Sub(begin); d > 80*time.Minute || j.ErrorCode != jobs.CodeGone {
			t.Errorf("ended after %v as %s", d, j.ErrorCode)
		}
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
	})
}

// The expiry that the service announces is used, even if it is minutes away.
func TestAnnouncedExpiryIsUsed(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.load = func(string) error { return refused(503, "", 0) }
		var dies time.Time
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			t := w.svc.truth(f)
			dies = f.made.Add(20 * time.Minute)
			t.ExpiresAt = dies
			return t, nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Downloading)
		if !j.ExpiresAt.Equal(dies) {
			t.Errorf("it expires at %v, not at %v", j.ExpiresAt, dies)
		}
	})
}

// The 401 is about the gateway's own key, so other jobs are not held.
func TestGatewayKey401HoldsNoOtherJob(t *testing.T) {
	inWorld(t, func(w *world) {
		upstream := &client.Error{Op: "x", Status: 401, Code: "fail_to_fetch_task", Message: "Incorrect API key",
			FromUpstream: true}
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if f.prompt == "polled" && f.polls < 4 {
				return nil, upstream
			}
			return nil, nil
		}
		w.svc.submit = func(_ context.Context, p string) (bool, error) {
			if p == "refused" {
				return false, upstream
			}
			return true, nil
		}
		w.start()
		polled := w.clip("polled")
		j := w.until(w.clip("refused").ID, db.Rejected)
		other := w.clip("another")
		if j.ErrorMessage != "Incorrect API key" {
			t.Errorf("it is rejected as %s: %s", j.ErrorCode, j.ErrorMessage)
		}
		w.wantEntries(j.ID)
		w.until(polled.ID, db.Saved)
		w.until(other.ID, db.Saved)
		for _, ev := range eventsOf[jobs.ConnectionChanged](w) {
			if ev.KeyRefused {
				t.Errorf("the key of the profile counts as refused: %+v", ev)
			}
		}
	})
}
