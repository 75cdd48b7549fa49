package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/dbtest"
)

func notFound(raw string) error {
	return &client.Error{Op: "get video", Status: 404, Code: "task_not_found", Message: "no such task", Raw: raw}
}

// Three answers in half a minute do not end the task. The third is reported to the user, and polls become rarer. After
// the job was given up, the task is polled occasionally until the clip's lifetime is over.
func TestUnknownTaskExpiresAfterHours(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if f.polls == 3 { // a slip of the service is forgotten
				return nil, nil
			}
			return nil, notFound(`{"error":{"message":"no such task"}}`)
		}
		w.start()
		begin := time.Now()
		id := w.clip("a").ID
		w.pass(3 * time.Minute)
		j := w.job(id)
		if until, unknown := jobs.PolledUntil(j); !unknown || j.State.Ended() ||
			until.Sub(j.ExpiresAt) != 24*time.Hour || j.ErrorMessage != "no such task" {
			t.Errorf("after three minutes it is %s, %s: %s, asked about until %v", j.State, j.ErrorCode, j.ErrorMessage,
				until)
		}
		j = w.until(id, db.Expired)
		polls := w.svc.polls[j.TaskID]
		if d := j.EndedAt.Sub(begin); d < 6*time.Hour || d > 8*time.Hour || len(polls) < 15 || len(polls) > 40 {
			t.Errorf("given up after %v and %d polls", d, len(polls))
		}
		for i := 5; i < len(polls); i++ {
			if a, b := polls[i-1].Sub(polls[i-2]), polls[i].Sub(polls[i-1]); b < a || b > 40*time.Minute {
				t.Errorf("%v between two polls, then %v", a, b)
			}
		}
		if w.engine.Status().Watched != 0 {
			t.Error("a job that was given up counts as watched")
		}
		w.wantEntries(j.ID, "reserve 3500000") // no refund without the service's word
		w.must(w.engine.NotCharged(w.ctx, j.ID))
		w.wantEntries(j.ID, "reserve 3500000", "void 3500000")
		w.restart()
		w.pass(time.Hour)
		if n := w.svc.pollCount(j.TaskID) - len(polls); n != 1 {
			t.Errorf("%d polls in the hour after a start", n)
		}
		w.pass(20 * 24 * time.Hour)
		after := w.svc.polls[j.TaskID][len(polls):]
		if n := len(after); n < 20 || n > 40 || after[n-1].After(begin.Add(8*24*time.Hour+time.Minute)) {
			t.Errorf("%d polls after that, the last %v after the click", n, after[n-1].Sub(begin))
		}
	})
}

// If the program never runs for hours, three answers suffice after the end of the clip's lifetime by the service's
// clock.
func TestUnknownTaskExpiresAfterClipLifetime(t *testing.T) {
	inWorld(t, func(w *world) {
		ahead := time.Duration(0)
		w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
			return nil, &client.Error{Status: 404, Message: "no such task", Raw: `{"error":{}}`,
				Date: time.Now().Add(ahead)}
		}
		w.start()
		id := w.clip("a").ID
		for _, c := range []struct {
			away, ahead time.Duration
			state       db.JobState
		}{{0, 0, db.Queued}, {24 * time.Hour, 0, db.Queued}, {7 * 24 * time.Hour, -3 * 24 * time.Hour, db.Queued},
			{24 * time.Hour, 0, db.Expired}} {
			w.stop()
			time.Sleep(c.away)
			ahead = c.ahead
			w.start()
			w.pass(5 * time.Minute)
			if j := w.job(id); j.State != c.state || j.ErrorCode != jobs.CodeTaskUnknown {
				t.Errorf("%+v: it is %s, %s", c, j.State, j.ErrorCode)
			}
		}
	})
}

// At a start, given-up tasks are polled slowly, and running tasks do not wait for them.
func TestGivenUpTasksArePolledSlowly(t *testing.T) {
	inWorld(t, func(w *world) {
		now := time.Now().UTC()
		rows := make([]db.Job, 600)
		for i := range rows {
			rows[i] = db.Job{
				Kind: db.TextToVideo, State: db.Expired, ProfileID: w.profile.ID, Model: "clip-3.0", Prompt: "a",
				Request: []byte(`{}`),
				TaskID:  fmt.Sprint("lost", i), AcceptedAt: now.Add(-time.Hour), LastCheckAt: now.Add(-time.Minute),
				ErrorCode: jobs.CodeTaskUnknown,
			}
		}
		rows[599].State, rows[599].TaskID = db.InProgress, "runs"
		_, err := dbtest.InsertJobs(w.ctx, w.lib, rows...)
		w.must(err)
		w.svc.tasks["runs"] = &fakeTask{id: "runs", seconds: 5, made: now}
		w.svc.takes = time.Hour
		w.start()
		w.pass(100 * time.Second)
		var longest time.Duration
		polls := w.svc.polls["runs"]
		for i := range polls {
			longest = max(longest, polls[i].Sub(append([]time.Time{now}, polls...)[i]))
		}
		if len(polls) < 5 || longest > 20*time.Second {
			t.Errorf("what runs was asked about %d times, and not for %v", len(polls), longest)
		}
		if lost := strings.Count(w.log.String(), "level=DEBUG msg=poll"); lost < 300 || lost > 420 {
			t.Errorf("%d of those that were given up were asked about in 100 s", lost)
		}
	})
}

// Only the time between two consecutive unknown answers counts.
func TestOtherAnswersResetUnknownTime(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if f.polls%2 == 0 {
				return nil, notFound(`{"error":{"message":"no such task"}}`)
			}
			return nil, &client.Error{Status: 503, RetryAfter: 15 * time.Minute}
		}
		w.start()
		j := w.clip("a")
		w.pass(12 * time.Hour)
		if now := w.job(j.ID); now.State != db.Queued {
			t.Errorf("after a day of 503 with a 404 now and then it is %s", now.State)
		}
	})
}

// A 404 from a gateway while the service is down does not end a task, and neither does the answer for the key of
// another account, even for a whole night.
func TestGateway404AndWrongKeyDoNotEndTask(t *testing.T) {
	gateway := func(words string) error {
		return &client.Error{Op: "get video", Status: 404, Message: words, Raw: `{"message":"` + words + `"}`}
	}
	for name, c := range map[string]struct {
		says  error
		lasts time.Duration
		told  bool
	}{
		"six answers of a gateway":    {gateway("no Route matched with those values"), 72 * time.Second, false},
		"a gateway for a night":       {gateway("Not Found"), 10 * time.Hour, false},
		"a gateway that nobody knows": {gateway("nothing here"), 72 * time.Second, true},
		"a wrong key for a minute": {&client.Error{Status: 400, Code: "task_not_exist", Message: "task_not_exist",
			Raw: `{"code":"task_not_exist"}`}, time.Minute, true},
		"a wrong key for half a night": {notFound(`{"detail":"Video not found"}`), 5 * time.Hour, true},
		"a wrong key for a night":      {notFound(`{"detail":"Video not found"}`), 10 * time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				begin, told := time.Now(), false
				w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
					if d := time.Since(begin); d > 20*time.Second && d < c.lasts+20*time.Second {
						return nil, c.says
					}
					return nil, nil
				}
				w.start()
				id := w.clip("a").ID
				for time.Since(begin) < c.lasts+20*time.Second {
					w.pass(time.Second)
					told = told || w.job(id).ErrorCode == jobs.CodeTaskUnknown
				}
				if told != c.told {
					t.Errorf("reported as unknown: %v", told)
				}
				w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
				if c.lasts > time.Hour {
					w.pass(15 * time.Second)
					if s := w.job(id).State; s != db.Saved {
						t.Errorf("with the right key it is %s", s)
					}
				}
				j := w.until(id, db.Saved)
				if j.EndedAt.Sub(begin) > c.lasts+3*time.Minute {
					t.Errorf("saved %v after the click", j.EndedAt.Sub(begin))
				}
				w.wantPosts("a", 1)
				w.wantEntries(id, "reserve 3500000", "charge 3500000")
			})
		})
	}
}

// A given-up task continues automatically, and with every command by which the user can poll it again. The ledger is
// correct whatever the user settled meanwhile.
func TestGivenUpTaskCanContinue(t *testing.T) {
	saved := []string{"reserve 3500000", "charge 3500000"}
	for name, c := range map[string]struct {
		prompt string
		do     func(*world, db.Job) error
		within time.Duration
		want   db.JobState
		ledger []string
	}{
		"by itself": {"a", func(*world, db.Job) error { return nil }, 8 * time.Hour, db.Saved, saved},
		"a new start": {"a", func(w *world, _ db.Job) error {
			w.restart()
			return nil
		}, 2 * time.Second, db.Saved, saved},
		"a new key": {"a", func(w *world, _ db.Job) error {
			return w.engine.KeyChanged(w.ctx, w.profile.ID)
		}, 2 * time.Second, db.Saved, saved},
		"check now": {"a", func(w *world, j db.Job) error {
			w.engine.CheckNow(w.ctx, j.ID)
			return nil
		}, 2 * time.Second, db.Saved, saved},
		"watch again": {"a", func(w *world, j db.Job) error {
			return w.engine.WatchAgain(w.ctx, j.ID)
		}, 2 * time.Second, db.Saved, saved},
		"track": {"a", func(w *world, j db.Job) error {
			again, err := w.engine.Track(w.ctx, w.profile.ID, j.TaskID)
			if again.ID != j.ID {
				t.Errorf("tracked as job %d", again.ID)
			}
			return err
		}, time.Second, db.Saved, saved},
		"adopt": {"a", func(w *world, j db.Job) error {
			return w.engine.Adopt(w.ctx, j.ID, j.TaskID)
		}, time.Second, db.Saved, saved},
		"not charged": {"a", func(w *world, j db.Job) error {
			w.must(w.engine.NotCharged(w.ctx, j.ID))
			return w.engine.WatchAgain(w.ctx, j.ID)
		}, 2 * time.Second, db.Saved, []string{"reserve 3500000", "void 3500000", "void 3500000"}},
		"was charged": {"a", func(w *world, j db.Job) error {
			w.must(w.engine.WasCharged(w.ctx, j.ID))
			return w.engine.WatchAgain(w.ctx, j.ID)
		}, 2 * time.Second, db.Saved, saved},
		"was charged, and failed": {"[fail]", func(w *world, j db.Job) error {
			w.must(w.engine.WasCharged(w.ctx, j.ID))
			return w.engine.WatchAgain(w.ctx, j.ID)
		}, 12 * time.Second, db.Failed, []string{"reserve 3500000", "charge 3500000", "void -3500000"}},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				away := true
				w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
					if away {
						return nil, notFound(`{"error":{"message":"no such task"}}`)
					}
					return nil, nil
				}
				w.start()
				j := w.until(w.clip(c.prompt).ID, db.Expired)
				w.pass(time.Minute)
				if _, err := w.engine.Track(w.ctx, w.profile.ID, j.TaskID); !errors.Is(err, client.ErrNotFound) {
					t.Errorf("track what the service does not know: %v", err)
				}
				away = false
				if err := c.do(w, j); err != nil {
					t.Fatal(err)
				}
				w.pass(c.within)
				j = w.job(j.ID)
				if j.State != c.want || j.Note != "" || c.want == db.Saved && !j.FinishedAt.IsZero() {
					t.Errorf("it is %s, note %q, finished %v", j.State, j.Note, j.FinishedAt)
				}
				w.wantEntries(j.ID, c.ledger...)
				w.wantPosts(c.prompt, 1)
			})
		})
	}
}

// Answers from before a start, before a new key, and before the user asked again do not count.
func TestUnknownCountRestarts(t *testing.T) {
	for name, do := range map[string]func(*world, int64) error{
		"start":     func(w *world, _ int64) error { w.restart(); return nil },
		"key":       func(w *world, _ int64) error { return w.engine.KeyChanged(w.ctx, w.profile.ID) },
		"ask again": func(w *world, id int64) error { return w.engine.WatchAgain(w.ctx, id) },
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
					return nil, notFound(`{"detail":"no such task"}`)
				}
				w.start()
				id := w.clip("a").ID
				for range 5 {
					w.pass(5 * time.Hour)
					if j := w.job(id); j.State.Ended() || j.ErrorCode != jobs.CodeTaskUnknown {
						t.Fatalf("it is %s (%s)", j.State, j.ErrorCode)
					}
					w.must(do(w, id))
				}
				w.pass(8 * time.Hour)
				if j := w.job(id); j.State != db.Expired {
					t.Errorf("without further actions it is %s", j.State)
				}
			})
		})
	}
}

// A service that lost its tasks must not block new ones for hours.
func TestUnknownTaskOccupiesNoPlace(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if f.prompt == "forgotten" {
				return nil, notFound(`{"detail":"no such task"}`)
			}
			return nil, nil
		}
		w.start()
		for range 5 {
			w.clip("forgotten")
		}
		w.pass(3 * time.Minute)
		w.until(w.clip("new").ID, db.Saved)
	})
}

// If the documented duration is short, the first poll comes earlier than the default of 20 seconds.
func TestFirstPollUsesDocumentedDuration(t *testing.T) {
	for name, tc := range map[string]struct {
		usual func(db.Profile) time.Duration
		want  time.Duration
	}{
		"nothing":         {nil, 20 * time.Second},
		"not of this one": {func(db.Profile) time.Duration { return 0 }, 20 * time.Second},
		"24 s":            {func(db.Profile) time.Duration { return 24 * time.Second }, 12 * time.Second},
		"an instant":      {func(db.Profile) time.Duration { return time.Millisecond }, client.MinPollInterval},
		"as the profile is": {func(p db.Profile) time.Duration {
			return time.Duration(p.PollSeconds) * 5 * time.Second
		}, 30 * time.Second},
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

func TestProxyPageDoesNotEndTask(t *testing.T) {
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

func TestMissedPollDoesNotEndTask(t *testing.T) {
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
				} else if !answered && (len(lost) != 2 || lost[0].OK || lost[0].Message == "" || !lost[1].OK) {
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

// A task that continues after a single "failed" is not ended. A failure is confirmed by a second answer ten seconds
// later, also after a restart.
func TestSingleFailedAnswerDoesNotEndTask(t *testing.T) {
	for _, restart := range []bool{false, true} {
		inWorld(t, func(w *world) {
			w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
				if f.prompt == "odd" && f.polls != 2 || f.prompt == "fails" && f.polls == 1 {
					return nil, nil
				}
				return told(f.id, "failed", ""), nil
			}
			w.start()
			odd, fails := w.clip("odd"), w.clip("fails")
			asked := func() int { return w.svc.pollCount(w.job(fails.ID).TaskID) }
			for asked() < 2 {
				w.pass(time.Second)
			}
			if j := w.job(fails.ID); j.State.Ended() || j.RawStatus != "failed" {
				t.Errorf("after one answer it is %s (%s)", j.State, j.RawStatus)
			}
			if restart {
				w.restart()
			}
			w.pass(11 * time.Second)
			if j := w.job(fails.ID); j.State != db.Failed {
				t.Errorf("after two answers it is %s", j.State)
			}
			w.until(odd.ID, db.Saved)
			w.wantEntries(odd.ID, "reserve 3500000", "charge 3500000")
			w.wantEntries(fails.ID, "reserve 3500000", "refund 3500000")
		})
	}
}

// A gateway that answers every poll with its own error does not break the profile. The job shows the gateway's message,
// requests the content, and expires like an unknown task.
func TestAnswersWithoutStateExpireTask(t *testing.T) {
	for content, c := range map[string]struct {
		state   db.JobState
		entries []string
	}{
		"":        {db.Expired, []string{"reserve 3500000"}},
		"failed":  {db.Failed, []string{"reserve 3500000", "refund 3500000"}},
		"is here": {db.Saved, []string{"reserve 3500000", "charge 3500000"}},
	} {
		t.Run(content, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
					return nil, &client.Error{Op: "get video", Status: 200, Message: "upstream error",
						Raw: `{"error":{}}`, Err: client.ErrNoState}
				}
				switch content {
				case "failed":
					w.svc.content = func(id string) (*client.VideoTask, error) {
						return told(id, "failed", ""), nil
					}
				case "is here":
					w.svc.content = func(id string) (*client.VideoTask, error) {
						return told(id, "completed", ""), nil
					}
				}
				w.start()
				begin := time.Now()
				id := w.clip("a").ID
				if content == "" {
					w.pass(3 * time.Minute)
					if j := w.job(id); j.ErrorCode != jobs.CodeNoState || j.ErrorMessage != "upstream error" ||
						j.State != db.Queued {
						t.Errorf("it is %s, %s, %q", j.State, j.ErrorCode, j.ErrorMessage)
					}
				}
				j := w.until(id, db.Expired, db.Failed, db.Saved)
				if d := j.EndedAt.Sub(begin); j.State != c.state || d > 8*time.Hour || w.svc.pollCount(j.TaskID) > 40 {
					t.Errorf("%s after %v and %d polls", j.State, d, w.svc.pollCount(j.TaskID))
				}
				w.wantEntries(id, c.entries...)
				if broken := eventsOf[jobs.ConnectionChanged](w); len(broken) > 0 {
					t.Errorf("the profile counts as broken: %+v", broken)
				}
			})
		})
	}
}

// The job continues from the service's current state, and its ledger is corrected.
func TestEndedTaskCanBePolledAgain(t *testing.T) {
	for name, ask := range map[string]func(w *world, j db.Job) error{
		"watch again": func(w *world, j db.Job) error { return w.engine.WatchAgain(w.ctx, j.ID) },
		"track": func(w *world, j db.Job) error {
			_, err := w.engine.Track(w.ctx, w.profile.ID, j.TaskID)
			return err
		},
		"adopt": func(w *world, j db.Job) error { return w.engine.Adopt(w.ctx, j.ID, j.TaskID) },
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				wrong := true
				w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
					if wrong && f.prompt == "failed" {
						return told(f.id, "failed", ""), nil
					}
					return nil, nil
				}
				w.svc.load = func(string) error {
					if wrong {
						return refused(410, jobs.CodeGone, 0)
					}
					return nil
				}
				w.start()
				failed, gone := w.clip("failed"), w.clip("gone")
				w.until(failed.ID, db.Failed)
				w.until(gone.ID, db.Expired)
				if err := ask(w, w.job(failed.ID)); !errors.Is(err, jobs.ErrSameAnswer) {
					t.Errorf("it has failed still: %v", err)
				}
				w.wantEntries(failed.ID, "reserve 3500000", "refund 3500000")
				wrong = false
				for id, want := range map[int64][]string{
					failed.ID: {"reserve 3500000", "refund 3500000", "void 3500000"},
					gone.ID:   {"reserve 3500000", "charge 3500000"},
				} {
					w.must(ask(w, w.job(id)))
					w.until(id, db.Saved)
					w.wantEntries(id, want...)
				}
				w.wantPosts("failed", 1)
				w.wantPosts("gone", 1)
			})
		})
	}
}

// The user settled the job as not charged, and the library has its task ID, for example after a rebuild from a sidecar.
// If the service knows the task, the job continues and the charge is added.
func TestRejectedTaskCanBePolledAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.submit = func(context.Context, string) (bool, error) { return true, noAnswer() }
		w.start()
		id := w.until(w.clip("a").ID, db.Unconfirmed).ID
		w.must(w.engine.NotCharged(w.ctx, id))
		_, err := w.lib.Change(w.ctx, id, func(c *db.Change) error { c.Job.TaskID = "task_1"; return nil })
		w.must(err)
		w.wantEntries(id, "unconfirmed 3500000", "void 3500000")
		w.must(w.engine.WatchAgain(w.ctx, id))
		w.until(id, db.Saved)
		w.wantEntries(id, "unconfirmed 3500000", "void 3500000", "void 3500000")
		w.wantPosts("a", 1)
	})
}

// While its content is refused, the task is polled, and its refund is added.
func TestCompletedTaskThatFailsIsRefunded(t *testing.T) {
	inWorld(t, func(w *world) {
		begin := time.Now()
		w.svc.load = func(string) error { return refused(404, "", 0) }
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			if time.Since(begin) > time.Hour {
				return told(f.id, "failed", ""), nil
			}
			return nil, nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Failed)
		if d := j.EndedAt.Sub(begin); d > 80*time.Minute {
			t.Errorf("ended after %v", d)
		}
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000", "void -3500000")
	})
}

func TestContradictoryFailureIsConfirmed(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.get = func(f *fakeTask) (*client.VideoTask, error) {
			odd := told("another", "failed", "")
			odd.RawStatus, odd.Progress = "cancelled", 12
			return odd, nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Failed)
		if j.TaskID == "another" {
			t.Error("a poll changed the task of the job")
		}
		w.wantEntries(j.ID, "reserve 3500000", "refund 3500000")
	})
}

func TestStopWatchingEndsThePolls(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		j := w.until(w.clip("a").ID, db.InProgress)
		w.must(w.engine.StopWatching(w.ctx, j.ID))
		n := w.svc.pollCount(j.TaskID)
		w.pass(24 * time.Hour)
		if m := w.svc.pollCount(j.TaskID); m != n {
			t.Errorf("%d polls of an unwatched task", m-n)
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

func TestCheckNowKeepsMinimumInterval(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.takes = time.Hour
		w.start()
		j := w.until(w.clip("a").ID, db.InProgress)
		n := w.svc.pollCount(j.TaskID)
		for range 100 {
			w.engine.CheckNow(w.ctx, j.ID)
			w.pass(100 * time.Millisecond)
		}
		w.pass(2 * time.Second)
		if m := w.svc.pollCount(j.TaskID) - n; m != 1 {
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
