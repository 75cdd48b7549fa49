package jobs_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// TestRefusedKeyInTheMiddleOfARun: the key dies while tasks are queued, running and done and pictures are on their way.
// Everything waits, for as long as it takes; with a good key all of it goes on at once, and nothing is paid for twice.
func TestRefusedKeyInTheMiddleOfARun(t *testing.T) {
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
		w.pass(20 * time.Hour)
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
		if n := len(w.svc.polls[w.job(second.ID).TaskID]); n > 20*12+20 {
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

// TestDownloadsWaitForAGoodKey: what is finished and not yet fetched waits too, clips and pictures.
func TestDownloadsWaitForAGoodKey(t *testing.T) {
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
