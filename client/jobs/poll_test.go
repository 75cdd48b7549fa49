package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

func notFound(raw string) error {
	return &client.Error{Op: "get video", Status: 404, Code: "task_not_found", Message: "no such task", Raw: raw}
}

func TestUnknownTaskCountsAtTheThirdTimeInARow(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if f.polls == 3 { // a slip of the service is forgotten
				return nil, nil
			}
			return nil, notFound(`{"error":{"message":"no such task"}}`)
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Expired)
		if n := len(w.svc.polls[j.TaskID]); n != 6 {
			t.Errorf("it counted after %d polls", n)
		}
		if j.ErrorCode != jobs.CodeTaskUnknown || j.ErrorMessage != "no such task" {
			t.Errorf("%s: %s", j.ErrorCode, j.ErrorMessage)
		}
		w.wantEntries(j.ID, "reserve 3500000") // no refund without the service's word
		w.must(w.engine.NotCharged(w.ctx, j.ID))
		w.wantEntries(j.ID, "reserve 3500000", "void 3500000")
	})
}

// Nobody waits 20 seconds for the first word about a clip of which it is known that it is half done by then.
func TestFirstPollFollowsWhatIsKnownBeforehand(t *testing.T) {
	for name, tc := range map[string]struct {
		usual func(db.Profile) time.Duration
		want  time.Duration
	}{
		"nothing":           {nil, 20 * time.Second},
		"not of this one":   {func(db.Profile) time.Duration { return 0 }, 20 * time.Second},
		"24 s":              {func(db.Profile) time.Duration { return 24 * time.Second }, 12 * time.Second},
		"an instant":        {func(db.Profile) time.Duration { return time.Millisecond }, client.MinPollInterval},
		"as the profile is": {func(p db.Profile) time.Duration { return time.Duration(p.PollSeconds) * 5 * time.Second }, 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.usual = tc.usual
				w.start()
				begin := time.Now()
				j := w.until(w.clip("a").ID, db.Saved)
				if first := w.svc.polls[j.TaskID][0].Sub(begin); first < tc.want || first > tc.want+time.Second {
					t.Errorf("asked after %v, want %v", first, tc.want)
				}
			})
		})
	}
}

func TestPageOfAProxyIsNoWordAboutATask(t *testing.T) {
	inWorld(t, func(w *world) {
		begin := time.Now()
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if time.Since(begin) < time.Hour {
				return nil, notFound("<html>hotel wifi</html>")
			}
			return nil, nil
		}
		w.start()
		w.until(w.clip("a").ID, db.Saved)
	})
}

func TestMissedPollIsNoVerdict(t *testing.T) {
	for name, err := range map[string]error{
		"no connection": &client.Error{NotSent: true, Message: "no connection", Err: client.ErrUnreachable},
		"broken":        noAnswer(),
		"HTML":          &client.Error{Status: 200, Err: client.ErrUnreadable},
		"500":           refused(500, "", 0),
		"503":           refused(503, "", time.Minute),
		"408":           refused(408, "", 0),
		"429":           refused(429, "", 30*time.Second),
		"429 for years": refused(429, "", 10000*time.Hour),
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				begin := time.Now()
				w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
					if time.Since(begin) < 8*time.Hour {
						return nil, err
					}
					return nil, nil
				}
				w.start()
				j := w.until(w.clip("a").ID, db.Saved)
				w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
				if d := j.EndedAt.Sub(begin); d > 8*time.Hour+20*time.Minute {
					t.Errorf("picked up only after %v", d)
				}
				polls := w.svc.polls[j.TaskID]
				for i := 1; i < len(polls); i++ {
					if gap := polls[i].Sub(polls[i-1]); gap < 10*time.Second-time.Millisecond {
						t.Errorf("%v between two polls", gap)
					}
				}
				lost := eventsOf[jobs.ConnectionChanged](w)
				if answered := statusOf(err) > 200 && statusOf(err) < 500; answered && len(lost) != 0 {
					t.Errorf("an answer counts as a lost connection: %v", lost)
				} else if !answered && (len(lost) != 2 || lost[0].OK || lost[0].Words == "" || !lost[1].OK) {
					t.Errorf("the connection was announced as %v", lost)
				}
			})
		})
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	inWorld(t, func(w *world) {
		limited := time.Time{}
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if limited.IsZero() {
				limited = time.Now()
				return nil, refused(429, "", 5*time.Minute)
			}
			if d := time.Since(limited); d < 5*time.Minute {
				t.Errorf("%s asked again after %v", f.id, d)
			}
			return nil, nil
		}
		w.start()
		a, b := w.clip("a"), w.clip("b")
		w.until(a.ID, db.Saved)
		w.until(b.ID, db.Saved)
	})
}

func TestStrangeAnswersAreNoEnd(t *testing.T) {
	answers := []client.VideoTask{
		{Status: client.StatusInProgress, RawStatus: "in_progress", Progress: 40},
		{Status: client.StatusInProgress, RawStatus: "dreaming", Progress: 10},     // an unknown state, progress back
		{Status: client.StatusQueued, RawStatus: "queued", Progress: 0},            // back to the queue
		{Status: client.StatusInProgress, RawStatus: "in_progress", Progress: 100}, // 100 early
		{Status: client.StatusInProgress, RawStatus: "in_progress", Progress: -7},
		{Status: client.StatusInProgress, RawStatus: "in_progress", Progress: 4000},
	}
	inWorld(t, func(w *world) {
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if f.polls <= len(answers) {
				v := answers[f.polls-1]
				v.ID = f.id
				return &v, nil
			}
			return nil, nil
		}
		w.svc.takes = 10 * time.Minute
		w.start()
		j := w.until(w.clip("a").ID, db.InProgress)
		shown := 0
		for range 4 {
			w.pass(30 * time.Second)
			now := w.job(j.ID)
			if now.State != db.InProgress || now.Progress < shown || now.Progress > 99 {
				t.Errorf("%s, progress %d after %d", now.State, now.Progress, shown)
			}
			shown = now.Progress
		}
		w.until(j.ID, db.Saved)
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
	})
}

func TestFailureWithContradictions(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			return &client.VideoTask{ID: "another", Status: client.StatusFailed, RawStatus: "cancelled", Progress: 12}, nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Failed)
		if j.TaskID == "another" {
			t.Error("a poll changed the task of the job")
		}
		w.wantEntries(j.ID, "reserve 3500000", "refund 3500000")
	})
}

func TestNetworkAwayAndBack(t *testing.T) {
	inWorld(t, func(w *world) {
		begin := time.Now()
		away := func() bool { d := time.Since(begin); return d > 30*time.Second && d < time.Hour }
		w.svc.submit = func(_ context.Context, _ string) (bool, error) {
			if away() {
				return false, notSent()
			}
			return true, nil
		}
		w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
			if away() {
				return nil, notSent()
			}
			return nil, nil
		}
		w.start()
		running := w.clip("running")
		w.until(running.ID, db.Queued, db.InProgress)
		w.pass(time.Minute)
		late := w.clip("late")
		w.until(late.ID, db.Held)
		w.pass(2 * time.Hour)
		if j := w.job(running.ID); j.State != db.Saved {
			t.Errorf("the running task is %s", j.State)
		}
		if j := w.job(late.ID); j.State != db.Held || j.Hold != db.HeldNotSent {
			t.Errorf("what was made offline is %s, and nobody released it", j.State)
		}
		w.must(w.engine.Release(w.ctx, late.ID))
		w.until(late.ID, db.Saved)
		w.wantPosts("late", 1)
		if got := eventsOf[jobs.ConnectionChanged](w); len(got) != 2 || got[0].OK || !got[1].OK {
			t.Errorf("connection %v", got)
		}
	})
}

func TestStopWatchingEndsThePolls(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		j := w.until(w.clip("a").ID, db.InProgress)
		w.must(w.engine.StopWatching(w.ctx, j.ID))
		n := len(w.svc.polls[j.TaskID])
		w.pass(24 * time.Hour)
		if m := len(w.svc.polls[j.TaskID]); m != n {
			t.Errorf("%d polls of a task that nobody watches", m-n)
		}
		w.restart()
		w.pass(time.Hour)
		if s := w.job(j.ID).State; s != db.Unwatched {
			t.Errorf("a restart made it %s", s)
		}
		w.must(w.engine.WatchAgain(w.ctx, j.ID))
		w.until(j.ID, db.Saved)
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
	})
}

func TestCheckNowKeepsTheDistance(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.takes = time.Hour
		w.start()
		j := w.until(w.clip("a").ID, db.InProgress)
		n := len(w.svc.polls[j.TaskID])
		for range 100 {
			w.engine.CheckNow(w.ctx, j.ID)
			w.pass(100 * time.Millisecond)
		}
		w.pass(2 * time.Second)
		if m := len(w.svc.polls[j.TaskID]) - n; m != 1 {
			t.Errorf("%d polls within 12 s", m)
		}
	})
}

func statusOf(err error) int {
	var ce *client.Error
	if errors.As(err, &ce) {
		return ce.Status
	}
	return 0
}
