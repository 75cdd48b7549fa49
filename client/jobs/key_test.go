package jobs_test

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// The key is refused while tasks are queued, running and done and pictures are being made. Everything waits as long as
// needed. With a valid key everything continues at once, and nothing is paid twice.
func TestRefusedKeyPausesEverything(t *testing.T) {
	inWorld(t, func(w *world) {
		var bad atomic.Bool
		bad.Store(true)
		denied := func() error {
			if bad.Load() {
				return refused(401, "invalid_api_key", 0)
			}
			return nil
		}
		w.svc.load = func(string) error { return denied() }
		w.svc.submit = func(context.Context, string) (bool, error) { err := denied(); return err == nil, err }
		w.svc.get = func(*fakeTask) (*client.VideoTask, error) { return nil, denied() }
		bad.Store(false)
		w.start()
		first := w.clip("done by then")
		w.pass(70 * time.Second)
		second, picture := w.clip("running by then"), w.picture("its link by then")
		w.until(second.ID, db.InProgress)
		bad.Store(true)
		third := w.clip("clicked after")
		late := w.picture("also after")
		w.pass(time.Minute)
		tries := maps.Clone(w.svc.tries)
		w.pass(20 * time.Hour)
		if !maps.Equal(w.svc.tries, tries) {
			t.Errorf("sent with a key that is known to be refused: %v became %v", tries, w.svc.tries)
		}
		for id, want := range map[int64][]db.JobState{
			first.ID:   {db.InProgress, db.Downloading, db.Saved},
			second.ID:  {db.InProgress},
			picture.ID: {db.Saved},
			third.ID:   {db.Held}, late.ID: {db.Held},
		} {
			if j := w.job(id); !slices.Contains(want, j.State) || j.State == db.Held && j.Hold != db.HeldKeyRefused {
				t.Errorf("with a dead key %q is %s (%s)", j.Prompt, j.State, j.Hold)
			}
		}
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID)) // another one, as bad
		w.pass(time.Minute)
		if n := w.svc.pollCount(w.job(second.ID).TaskID); n > 20*12+20 {
			t.Errorf("%d polls with a dead key", n)
		}
		bad.Store(false)
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.pass(15 * time.Second)
		if j := w.job(second.ID); j.State != db.Saved { // it was done long ago, and is asked about and fetched now
			t.Errorf("with a good key the running one is %s", j.State)
		}
		for _, j := range []db.Job{first, second, third} {
			w.until(j.ID, db.Saved)
			w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
		}
		w.until(late.ID, db.Saved)
		for _, p := range []string{"done by then", "running by then", "its link by then"} {
			w.wantPosts(p, 1)
		}
	})
}

// Finished clips and pictures that are not downloaded yet wait too.
func TestDownloadsWaitForValidKey(t *testing.T) {
	inWorld(t, func(w *world) {
		var bad atomic.Bool
		bad.Store(true)
		w.svc.load = func(string) error {
			if bad.Load() {
				return refused(401, "invalid_api_key", 0)
			}
			return nil
		}
		w.start()
		clip, picture := w.clip("a"), w.picture("b")
		w.pass(20 * time.Hour)
		if a, b := w.job(clip.ID).State, w.job(picture.ID).State; a != db.Downloading || b != db.Saving {
			t.Fatalf("with a dead key they are %s and %s", a, b)
		}
		tries := len(w.svc.fetched)
		if tries > 2*20*12+20 {
			t.Errorf("%d tries with a dead key", tries)
		}
		bad.Store(false)
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.pass(time.Second)
		if a, b := w.job(clip.ID).State, w.job(picture.ID).State; a != db.Saved || b != db.Saved {
			t.Errorf("with a good key they are %s and %s", a, b)
		}
		w.wantPosts("a", 1)
		w.wantPosts("b", 1)
	})
}

// lateService answers every question about a task with 401, after a while.
type lateService struct {
	*fakeService
	after time.Duration
}

func (l lateService) GetVideo(ctx context.Context, _ string) (*client.VideoTask, error) {
	select {
	case <-time.After(l.after):
		return nil, refused(401, "invalid_api_key", 0)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A poll and a request are sent with the old key, and their 401 arrives after the key changed.
func TestLateRefusalDoesNotAffectNewKey(t *testing.T) {
	inWorld(t, func(w *world) {
		old := true
		w.connect = func() jobs.Service {
			if old {
				return lateService{w.svc, 20 * time.Second}
			}
			return w.svc
		}
		w.svc.submit = func(_ context.Context, prompt string) (bool, error) {
			if prompt == "late" {
				time.Sleep(20 * time.Second)
				return false, refused(401, "invalid_api_key", 0)
			}
			return true, nil
		}
		w.start()
		running := w.clip("running")
		w.pass(21 * time.Second) // it is being asked about
		late := w.clip("late")
		w.pass(time.Second)
		old = false
		w.must(w.engine.KeyChanged(w.ctx, w.profile.ID))
		w.pass(30 * time.Second)
		if j := w.job(late.ID); j.State != db.Held || j.Hold != db.HeldKeyRefused {
			t.Errorf("what was refused is %s (%s)", j.State, j.Hold)
		}
		if j := w.clip("after"); j.State != db.Waiting {
			t.Errorf("a click with the new key is %s (%s)", j.State, j.Hold)
		}
		if w.svc.pollCount(w.job(running.ID).TaskID) == 0 {
			t.Error("the task was not asked about with the new key")
		}
		if got := eventsOf[jobs.ConnectionChanged](w); len(got) != 0 {
			t.Errorf("connection events: %+v", got)
		}
		w.until(running.ID, db.Saved)
	})
}

// The service refuses the key for a while, and then an answer shows that it works again. No task waits for the end of
// the long pause.
func TestRepairedKeyResumesAllTasks(t *testing.T) {
	inWorld(t, func(w *world) {
		begin := time.Now()
		w.svc.get = func(*fakeTask) (*client.VideoTask, error) {
			if d := time.Since(begin); d > 25*time.Second && d < 80*time.Second {
				return nil, refused(401, "invalid_api_key", 0)
			}
			return nil, nil
		}
		w.svc.slow = 85 * time.Second // the picture was requested before, so its answer proves nothing
		w.start()
		a, b := w.clip("a"), w.clip("b")
		picture := w.picture("c")
		w.pass(84 * time.Second)
		if j := w.clip("held"); j.Hold != db.HeldKeyRefused {
			t.Fatalf("while the key is refused a click is %s", j.State)
		}
		w.until(picture.ID, db.Saved)
		if j := w.clip("held still"); j.Hold != db.HeldKeyRefused {
			t.Errorf("a click after a picture that was asked for before is %s", j.State)
		}
		w.engine.CheckNow(w.ctx, a.ID) // one answer to a request of afterwards is the proof, for the other too
		w.pass(time.Second)
		if j := w.clip("after"); j.State != db.Waiting {
			t.Errorf("a click after that is %s (%s)", j.State, j.Hold)
		}
		for _, id := range []int64{a.ID, b.ID} {
			if j := w.until(id, db.Saved); j.EndedAt.Sub(begin) > 130*time.Second {
				t.Errorf("%q was saved %v after the click", j.Prompt, j.EndedAt.Sub(begin))
			}
		}
	})
}
