package jobs_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/jobs"
	"viviscope/client/takecheck"
	"viviscope/db"
	"viviscope/db/findings"
)

// fakeChecks is a check of clips that records its calls.
type fakeChecks struct {
	mu    sync.Mutex
	asked []takecheck.Request
	do    func(ctx context.Context, n int) error // of call n, from 0; nil: nothing fails
}

var blackStretch = findings.Result{Findings: []findings.Finding{{Kind: findings.Black, From: 1, To: 2}},
	End: findings.Look{Contrast: 30, Sharpness: 4}}

func (f *fakeChecks) check(ctx context.Context, path string, r takecheck.Request) (findings.Result, error) {
	f.mu.Lock()
	n := len(f.asked)
	f.asked = append(f.asked, r)
	f.mu.Unlock()
	if f.do != nil {
		if err := f.do(ctx, n); err != nil {
			return findings.Result{}, err
		}
	}
	return blackStretch, nil
}

func (f *fakeChecks) calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.asked)
}

// A saved clip is checked once, with what was requested. The job and its amounts stay as they are.
func TestSavedClipIsChecked(t *testing.T) {
	inWorld(t, func(w *world) {
		f := &fakeChecks{}
		w.check = f.check
		w.start()
		r := videoOf("boats")
		r.Audio = true
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
		w.must(err)
		w.until(w.picture("a picture").ID, db.Saved)
		before := w.until(made[0].ID, db.Saved)
		w.pass(time.Minute)
		a := w.assets(before.ID)[0]
		if d := cmp.Diff(&blackStretch, a.Checks); d != "" {
			t.Errorf("checks: -want +got:\n%s", d)
		}
		if d := cmp.Diff([]takecheck.Request{{Seconds: 5, Audio: true}}, f.asked); d != "" {
			t.Errorf("requested: -want +got:\n%s", d)
		}
		if d := cmp.Diff(before, w.job(before.ID)); d != "" {
			t.Errorf("the check changed the job:\n%s", d)
		}
		w.wantEntries(before.ID, "reserve 4750000", "charge 4750000")
		events := 0
		for _, ev := range eventsOf[jobs.AssetAdded](w) {
			if ev.ID == a.ID {
				events++
			}
		}
		if events != 2 {
			t.Errorf("%d events for the clip, want one when it was saved and one when it was checked", events)
		}
		if n := w.engine.CheckClips(a.ID, a.ID); n != 1 {
			t.Errorf("%d of the same clip are queued", n)
		}
		w.restart()
		w.pass(time.Hour)
		if f.calls() != 1 {
			t.Errorf("a checked clip was checked %d times", f.calls())
		}
	})
}

// A check that fails or panics leaves its clip unchecked and delays no other. Such clips can be checked on request.
func TestFailedCheckLeavesClipUnchecked(t *testing.T) {
	panics := countPanics(t)
	inWorld(t, func(w *world) {
		f := &fakeChecks{do: func(_ context.Context, n int) error {
			switch n {
			case 0:
				panic("a clip that breaks it")
			case 1:
				return errors.New("cannot read")
			case 2:
				return decode.ErrNoDecoder
			}
			return nil
		}}
		w.check = f.check
		w.start()
		var ids []int64
		checked := func() (n int) {
			for _, id := range ids {
				a, err := w.lib.Asset(w.ctx, id)
				w.must(err)
				if a.Checks != nil {
					n++
				}
			}
			return n
		}
		for _, prompt := range []string{"a", "b", "c", "d"} {
			done := w.until(w.clip(prompt).ID, db.Saved)
			ids = append(ids, w.assets(done.ID)[0].ID)
		}
		w.pass(time.Minute)
		if f.calls() != 4 || checked() != 1 {
			t.Errorf("%d checks, %d clips are checked", f.calls(), checked())
		}
		w.restart()
		w.pass(time.Minute)
		if f.calls() != 4 {
			t.Error("old clips were checked at the start")
		}
		if n := w.engine.CheckClips(append(ids, 9999)...); n != 5 {
			t.Errorf("%d are queued", n)
		}
		w.pass(time.Minute)
		if f.calls() != 7 || checked() != 4 {
			t.Errorf("on request: %d checks, %d clips are checked", f.calls(), checked())
		}
	})
	if panics.Load() != 1 {
		t.Errorf("%d panics were reported", panics.Load())
	}
}

// Stop ends a running check. Clips that wait stay unchecked.
func TestStopEndsCheck(t *testing.T) {
	inWorld(t, func(w *world) {
		f := &fakeChecks{do: func(ctx context.Context, _ int) error {
			<-ctx.Done()
			return ctx.Err()
		}}
		w.check = f.check
		w.start()
		first := w.until(w.clip("a").ID, db.Saved)
		second := w.until(w.clip("b").ID, db.Saved)
		w.pass(time.Minute)
		began := time.Now()
		w.must(w.engine.Stop(w.ctx))
		if time.Since(began) != 0 || f.calls() != 1 {
			t.Errorf("Stop took %v with %d checks", time.Since(began), f.calls())
		}
		for _, j := range []db.Job{first, second} {
			if a := w.assets(j.ID)[0]; a.Checks != nil {
				t.Errorf("%q has checks %+v", a.Prompt, a.Checks)
			}
		}
		w.engine = nil
	})
}

// Without a check, nothing is queued. Of a task that another program made, the request is not known.
func TestChecksOfOtherClips(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		done := w.until(w.clip("unchecked").ID, db.Saved)
		if n := w.engine.CheckClips(w.assets(done.ID)[0].ID); n != 0 {
			t.Errorf("%d are queued without a check", n)
		}
		f := &fakeChecks{}
		w.check = f.check
		w.restart()
		w.elsewhere("task_elsewhere", time.Minute, func(v *client.VideoTask) {})
		j, err := w.engine.Track(w.ctx, w.profile.ID, "task_elsewhere")
		w.must(err)
		w.until(j.ID, db.Saved)
		w.pass(time.Minute)
		if d := cmp.Diff([]takecheck.Request{{}}, f.asked); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	})
}
