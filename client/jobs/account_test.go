package jobs_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// keyring is the key of a profile, and what the service was asked with each key.
type keyring struct {
	mu    sync.Mutex
	key   string
	asked []string // "key what"
}

// keyedService is a service as it is seen with one key.
type keyedService struct {
	*fakeService
	ring *keyring
	key  string
}

func (s keyedService) note(format string, args ...any) {
	s.ring.mu.Lock()
	defer s.ring.mu.Unlock()
	s.ring.asked = append(s.ring.asked, s.key+" "+fmt.Sprintf(format, args...))
}

func (s keyedService) SubmitVideo(ctx context.Context, r client.VideoRequest) (*client.VideoTask, error) {
	s.note("submit %s", r.Prompt)
	return s.fakeService.SubmitVideo(ctx, r)
}

func (s keyedService) GetVideo(ctx context.Context, id string) (*client.VideoTask, error) {
	s.note("get %s", id)
	return s.fakeService.GetVideo(ctx, id)
}

func (s keyedService) DownloadVideo(ctx context.Context, id, path string, progress func(done, total int64)) error {
	s.note("download %s", id)
	return s.fakeService.DownloadVideo(ctx, id, path, progress)
}

// withKeys gives a world a key that can be replaced.
func (w *world) withKeys(first string) *keyring {
	r := &keyring{key: first}
	w.key = func() (string, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.key, nil
	}
	w.connect = func() jobs.Service {
		key, _ := w.key()
		return keyedService{w.svc, r, key}
	}
	return r
}

// replace puts another key into the profile, as Settings does.
func (w *world) replace(r *keyring, key string) {
	r.mu.Lock()
	r.key = key
	r.mu.Unlock()
	w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
}

// calls returns what the service was asked with a key about something.
func (r *keyring) calls(key, what string) (found []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, call := range r.asked {
		if strings.HasPrefix(call, key+" ") && strings.Contains(call, what) {
			found = append(found, call)
		}
	}
	return found
}

// Another key of the profile may belong to another account: with it, jobs that were ordered before are neither sent nor
// polled. With the first key they continue.
func TestJobIsBoundToItsKey(t *testing.T) {
	for _, restart := range []bool{false, true} {
		inWorld(t, func(w *world) {
			ring := w.withKeys("first")
			w.start()
			running := w.until(w.clip("running").ID, db.InProgress)
			done := w.clip("done")
			w.svc.load = func(string) error { return &client.Error{Op: "download video", Status: 503} }
			w.until(done.ID, db.Downloading)
			w.must(w.engine.PauseSending(w.ctx, true))
			waiting := w.clip("waiting")
			if restart {
				w.stop()
				ring.key = "second"
				w.start()
			} else {
				w.replace(ring, "second")
			}
			w.svc.load = nil
			w.must(w.engine.PauseSending(w.ctx, false))
			w.pass(3 * time.Hour)
			if asked := ring.calls("second", ""); len(asked) > 0 {
				t.Errorf("restart %v: the second key was used: %q", restart, asked)
			}
			held := w.job(waiting.ID)
			if held.State != db.Held || held.Hold != db.HeldNoKey || held.ErrorCode != jobs.CodeOtherKey {
				t.Errorf("what waited is %s, %s, %q", held.State, held.Hold, held.ErrorCode)
			}
			for _, id := range []int64{running.ID, done.ID} {
				if j := w.job(id); j.ErrorCode != jobs.CodeOtherKey || !jobs.OrderedWithOtherKey(j) {
					t.Errorf("%q is %s with the code %q", j.Prompt, j.State, j.ErrorCode)
				}
			}
			w.replace(ring, "first")
			for _, id := range []int64{running.ID, done.ID, waiting.ID} {
				if j := w.until(id, db.Saved); j.ErrorCode != "" {
					t.Errorf("%q has the code %q", j.Prompt, j.ErrorCode)
				}
			}
			w.wantPosts("waiting", 1)
		})
	}
}

// A user can release a job with another key of the profile. A caller that repeats its click cannot.
func TestReleaseBindsJobToCurrentKey(t *testing.T) {
	inWorld(t, func(w *world) {
		ring := w.withKeys("first")
		w.start()
		running := w.until(w.clip("running").ID, db.InProgress)
		w.must(w.engine.PauseSending(w.ctx, true))
		waiting, err := w.clicked("waiting")
		w.must(err)
		w.replace(ring, "second")
		w.must(w.engine.PauseSending(w.ctx, false))
		w.until(waiting.ID, db.Held)
		_, err = w.clicked("waiting")
		w.must(err)
		w.must(w.engine.Release(w.ctx, jobs.Terms{Click: "waiting"}, waiting.ID))
		w.pass(time.Hour)
		if j := w.job(waiting.ID); j.State != db.Held || len(ring.calls("second", "submit")) > 0 {
			t.Errorf("a repeated click was sent with another key: %s", j.State)
		}
		_, err = w.engine.Track(w.ctx, w.profile.ID, running.TaskID)
		w.must(err)
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, waiting.ID))
		w.until(running.ID, db.Saved)
		w.until(waiting.ID, db.Saved)
		if got := ring.calls("second", "submit"); !slices.Equal(got, []string{"second submit waiting"}) {
			t.Errorf("sent %q", got)
		}
	})
}

// A key that the service refuses identifies no account, or was revoked. The next key replaces it.
func TestRefusedKeyUnbindsJobs(t *testing.T) {
	inWorld(t, func(w *world) {
		ring := w.withKeys("mistyped")
		refuse := func() error {
			if ring.key == "mistyped" || ring.key == "revoked" {
				return refused(401, "invalid_api_key", 0)
			}
			return nil
		}
		w.svc.submit = func(context.Context, string) (bool, error) { err := refuse(); return err == nil, err }
		w.svc.get = func(*fakeTask) (*client.VideoTask, error) { return nil, refuse() }
		w.start()
		first, second := w.clip("first"), w.clip("second")
		w.until(first.ID, db.Held)
		w.until(second.ID, db.Held)
		third := w.clip("third") // made while the key is known as refused
		if third.Account != "" {
			t.Errorf("bound to a refused key: %q", third.Account)
		}
		w.replace(ring, "good")
		w.until(first.ID, db.InProgress)
		ring.mu.Lock()
		ring.key = "revoked" // the service refuses the same key from now on
		ring.mu.Unlock()
		w.pass(time.Hour)
		w.replace(ring, "newer")
		w.until(first.ID, db.Saved)
		w.until(second.ID, db.Saved)
		w.until(third.ID, db.Saved)
	})
}

// The key cannot be read from a row, a line of jobs.jsonl or a sidecar.
func TestAccountDoesNotContainKey(t *testing.T) {
	inWorld(t, func(w *world) {
		w.withKeys("sk-very-secret-key")
		w.start()
		a, b := w.until(w.clip("a").ID, db.InProgress), w.until(w.clip("b").ID, db.InProgress)
		if a.Account == "" || a.Account == b.Account || strings.Contains(a.Account, "secret") {
			t.Errorf("accounts %q and %q", a.Account, b.Account)
		}
	})
}
