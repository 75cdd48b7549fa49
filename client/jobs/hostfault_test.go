package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

type faulty struct{ error }

func (faulty) Fault() string { return "full" }

type passing struct{ faulty }

func (passing) Retryable() bool { return true }

// An unreachable host is retried, once for all jobs of a board. Waiting jobs still count as used, and are sent when the
// host is back, also after a restart. If it stays away, they are held for the user.
func TestUnreachableHostIsRetried(t *testing.T) {
	for name, back := range map[string]int{"comes back": 5, "stays away": 1000} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				host := newFakeHost()
				host.put = func(context.Context) error {
					if host.puts < back {
						return passing{faulty{errors.New("no way")}}
					}
					return nil
				}
				w.hosts = host
				w.start()
				made := w.submit(hostedOrders("one", "two", "three"), jobs.Terms{})
				w.pass(45 * time.Second)
				for _, j := range made {
					j = w.job(j.ID)
					if j.State != db.Waiting || j.ErrorCode != jobs.CodeHosting+":full" ||
						!j.NotBefore.After(time.Now()) {
						t.Errorf("%s is %s (%s) until %s", j.Prompt, j.State, j.ErrorCode, j.NotBefore)
					}
				}
				if n := w.outgoing(); n != 3*clipPrice || host.puts != 3 {
					t.Errorf("outgoing amount %d, %d uploads", n, host.puts)
				}
				w.restart()
				w.pass(time.Hour)
				for _, j := range made {
					want, posts := db.Saved, 1
					if back > 100 {
						want, posts = db.Held, 0
					}
					j = w.job(j.ID)
					if j.State != want || want == db.Held &&
						(j.Hold != db.HeldNotSent || j.ErrorCode != jobs.CodeHosting+":full") ||
						want == db.Saved && j.ErrorCode != "" {
						t.Errorf("%s is %s (%s, %s)", j.Prompt, j.State, j.Hold, j.ErrorCode)
					}
					w.wantPosts(j.Prompt, posts)
				}
				w.pass(time.Minute)
				if host.objects() != 0 || host.puts > 30 {
					t.Errorf("%d uploads, %d at the host", host.puts, host.objects())
				}
			})
		})
	}
}

// A host fault is stored as its code. The message is made in the language of the window when it is shown.
func TestHostFaultIsStoredAsCode(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(context.Context) error { return fmt.Errorf("put picture: %w", faulty{errors.New("no room")}) }
		w.hosts = host
		w.start()
		job := w.until(w.frames("boats", jobs.Terms{}).ID, db.Held)
		if fault, ok := jobs.HostFault(job.ErrorCode); !ok || fault != "full" {
			t.Errorf("%q", job.ErrorCode)
		}
	})
	for code, want := range map[string]bool{jobs.CodeHosting: true, jobs.CodeHosting + ":x": true, "hosting_x": false,
		"": false, jobs.CodeNoKey: false} {
		if _, ok := jobs.HostFault(code); ok != want {
			t.Errorf("%q: %v", code, ok)
		}
	}
}

// An upload fault does not send a job before the time that the service requested, and does not prolong the retries of a
// board's jobs that need no host.
func TestUploadRetryKeepsLaterNotBefore(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		host.put = func(context.Context) error { return passing{faulty{errors.New("no way")}} }
		w.hosts = host
		later := time.Now().Add(3 * time.Hour).Truncate(time.Millisecond)
		w.start()
		made := w.submit(hostedOrders("one", "two"), jobs.Terms{Hold: true})
		_, err := w.lib.Change(w.ctx, made[1].ID, func(c *db.Change) error { c.Job.NotBefore = later; return nil })
		w.must(err)
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, made[0].ID, made[1].ID))
		for range 14 {
			w.pass(time.Minute)
			w.submit([]jobs.Order{{Request: videoOf("words alone"), Board: board}}, jobs.Terms{})
		}
		w.pass(6 * time.Minute)
		if j := w.job(made[0].ID); j.State != db.Held {
			t.Errorf("after 20 minutes it is %s", j.State)
		}
		if j := w.job(made[1].ID); j.NotBefore.Before(later) {
			t.Errorf("%s until %s, not %s", j.State, j.NotBefore, later)
		}
	})
}
