package jobs_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

func TestHoldReleaseDiscard(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		made, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: videoOf("a")}, {Request: videoOf("b")}}, jobs.Terms{Hold: true})
		w.must(err)
		w.pass(24 * time.Hour)
		for _, j := range made {
			j = w.job(j.ID)
			if j.State != db.Held || j.Hold != db.HeldByUser {
				t.Errorf("%s is %s (%s)", j.Prompt, j.State, j.Hold)
			}
		}
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, made[0].ID))
		w.must(w.engine.Discard(w.ctx, made[1].ID))
		w.until(made[0].ID, db.Saved)
		if _, err := w.lib.Job(w.ctx, made[1].ID); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("the discarded row: %v", err)
		}
		if s := w.states(made[1].ID); s[len(s)-1] != "" {
			t.Errorf("no event about the deleted row: %v", s)
		}
		if err := w.engine.Discard(w.ctx, made[0].ID); !errors.Is(err, db.ErrSent) {
			t.Errorf("discarding what was sent: %v", err)
		}
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, made[0].ID, 99)) // not held any more, or discarded: passed over
		w.wantPosts("a", 1)
		w.wantPosts("b", 0)
	})
}

func TestPauseSending(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		running := w.until(w.clip("running").ID, db.InProgress)
		many := make([]db.Job, 0, 9)
		for range 9 {
			many = append(many, w.clip("many"))
		}
		w.until(many[3].ID, db.Queued)
		w.must(w.engine.PauseSending(w.ctx, true))
		late := w.clip("late")
		byHand, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: videoOf("by hand")}},
			jobs.Terms{Hold: true})
		w.must(err)
		w.until(running.ID, db.Saved)
		w.until(many[0].ID, db.Saved)
		sent := w.svc.posts["many"]
		w.restart()
		w.pass(24 * time.Hour)
		if !w.engine.Paused() {
			t.Error("the pause was forgotten")
		}
		if n := w.svc.posts["many"]; n != sent || sent > 5 || w.svc.posts["late"] != 0 {
			t.Errorf("%d of them sent, %d before", n, sent)
		}
		if j := w.job(late.ID); j.State != db.Held || j.Hold != db.HeldPaused {
			t.Errorf("late is %s (%s)", j.State, j.Hold)
		}
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, late.ID)) // the user may still send one of them
		w.until(late.ID, db.Saved)
		w.must(w.engine.PauseSending(w.ctx, false))
		for _, j := range many {
			w.until(j.ID, db.Saved)
		}
		w.wantPosts("many", 9)
		if s := w.job(byHand[0].ID).State; s != db.Held {
			t.Errorf("a job held by the user is %s", s)
		}
	})
}

// unconfirmed makes a job with a lost answer; handled is whether the service accepted the request.
func (w *world) unconfirmed(prompt string, handled bool) db.Job {
	w.t.Helper()
	w.svc.submit = func(context.Context, string) (bool, error) { return handled, noAnswer() }
	j := w.until(w.clip(prompt).ID, db.Unconfirmed)
	w.svc.submit = nil
	return j
}

func TestAdopt(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		j := w.unconfirmed("lost", true)
		var ve *jobs.TaskTakenError
		for id, want := range map[string]error{"task_77": client.ErrNotFound, "..": client.ErrBadTaskID} {
			if err := w.engine.Adopt(w.ctx, j.ID, id); !errors.Is(err, want) {
				t.Errorf("adopting %s: %v", id, err)
			}
		}
		other := w.until(w.clip("other").ID, db.Queued)
		if err := w.engine.Adopt(w.ctx, j.ID, other.TaskID); !errors.As(err, &ve) || ve.Job.ID != other.ID {
			t.Errorf("adopting another job's task: %v", err)
		}
		if now := w.job(j.ID); now.State != db.Unconfirmed {
			t.Errorf("after a refused adoption the job is %s", now.State)
		}
		w.wantEntries(j.ID, "unconfirmed 3500000")
		w.must(w.engine.Adopt(w.ctx, j.ID, "task_1"))
		w.until(j.ID, db.Saved)
		w.wantEntries(j.ID, "unconfirmed 3500000", "void 3500000", "reserve 3500000", "charge 3500000")
		w.wantPosts("lost", 1)
		if err := w.engine.Adopt(w.ctx, j.ID, "task_1"); err == nil {
			t.Error("adopted twice")
		}
	})
}

func TestAdoptEndedTask(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		j := w.unconfirmed("[fail] lost", true)
		w.pass(time.Hour)
		w.must(w.engine.Adopt(w.ctx, j.ID, "task_1"))
		w.until(j.ID, db.Failed)
		w.wantEntries(j.ID, "unconfirmed 3500000", "void 3500000", "reserve 3500000", "refund 3500000")
	})
}

func TestNotChargedAndWasCharged(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		a, b := w.unconfirmed("a", false), w.unconfirmed("b", true)
		w.must(w.engine.NotCharged(w.ctx, a.ID))
		w.must(w.engine.WasCharged(w.ctx, b.ID))
		w.wantEntries(a.ID, "unconfirmed 3500000", "void 3500000")
		w.wantEntries(b.ID, "unconfirmed 3500000", "charge 3500000")
		if j := w.job(a.ID); j.State != db.Rejected || j.Note != jobs.NoteNotCharged {
			t.Errorf("%s, %q", j.State, j.Note)
		}
		if j := w.job(b.ID); j.State != db.Expired || j.ErrorCode != jobs.CodeAnswerLost {
			t.Errorf("%s, %q", j.State, j.ErrorCode)
		}
		for _, id := range []int64{a.ID, b.ID} {
			for _, err := range []error{w.engine.NotCharged(w.ctx, id), w.engine.WasCharged(w.ctx, id)} {
				var m *jobs.MoveError
				if !errors.As(err, &m) {
					t.Errorf("settled twice: %v", err)
				}
			}
		}
	})
}

func TestSendAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		old := w.unconfirmed("lost", true)
		again, err := w.engine.SendAgain(w.ctx, old.ID, jobs.Terms{})
		w.must(err)
		if again.ID == old.ID || again.ResendOf != old.ID || string(again.Request) != string(old.Request) ||
			again.Click == old.Click {
			t.Errorf("made %+v", again)
		}
		if twice, err := w.engine.SendAgain(w.ctx, old.ID, jobs.Terms{}); err != nil || twice.ID != again.ID {
			t.Errorf("a second click made job %d, %v", twice.ID, err)
		}
		w.until(again.ID, db.Saved)
		if late, err := w.engine.SendAgain(w.ctx, old.ID, jobs.Terms{}); err != nil || late.ID != again.ID {
			t.Errorf("a click once it was paid for made job %d, %v", late.ID, err)
		}
		w.pass(time.Hour)
		w.wantPosts("lost", 2) // the user ordered both
		if s := w.job(old.ID).State; s != db.Unconfirmed {
			t.Errorf("the old one is %s", s)
		}
		running := w.until(w.clip("running").ID, db.InProgress)
		if _, err := w.engine.SendAgain(w.ctx, running.ID, jobs.Terms{}); err == nil {
			t.Error("a running job was sent again")
		}
	})
}

// Each One more makes another clip with a new seed, unless the user keeps the first seed.
func TestOneMoreMakesNewSeed(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		r := videoOf("boats")
		r.Seed = new(int64(5))
		made, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: r, Board: strings.Repeat("b", 32), Shot: "00000001"}}, jobs.Terms{})
		w.must(err)
		first := w.until(made[0].ID, db.Saved)
		for i, kept := range []*int64{nil, new(int64(6)), new(int64(5))} {
			more, err := w.engine.OneMore(w.ctx, first.ID, kept, jobs.Terms{})
			w.must(err)
			if more.Board != "" || more.Shot != "" { // there it would become the shown take
				t.Errorf("one more is a take of %q on the board %q", more.Shot, more.Board)
			}
			for range 40 { // a key that is held
				w.pass(600 * time.Millisecond)
				if slipped, err := w.engine.OneMore(w.ctx, first.ID, kept, jobs.Terms{}); err != nil ||
					slipped.ID != more.ID {
					t.Fatalf("a key that is held made job %d besides %d, %v", slipped.ID, more.ID, err)
				}
			}
			w.pass(time.Second)
			asked, err := jobs.RequestOf(more)
			w.must(err)
			if clip := asked.(client.VideoRequest); more.ResendOf != 0 || clip.Prompt != "boats" ||
				(*clip.Seed == 5) != (i == 2) {
				t.Errorf("one more, %d: %s", i, more.Request)
			}
		}
		w.pass(time.Hour)
		w.wantPosts("boats", 4)
		if _, err := w.engine.OneMore(w.ctx, w.until(w.clip("running").ID, db.InProgress).ID, nil,
			jobs.Terms{}); err == nil {
			t.Error("one more of what may still fail")
		}
	})
}

// A double click, or a click in each of two windows, makes one job.
func TestConcurrentSendAgainMakesOneJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		old := w.unconfirmed("lost", false)
		ids := make(chan int64)
		for range 2 {
			go func() {
				j, err := w.engine.SendAgain(w.ctx, old.ID, jobs.Terms{})
				if err != nil {
					t.Error(err)
				}
				ids <- j.ID
			}()
		}
		if a, b := <-ids, <-ids; a != b || a == old.ID {
			t.Errorf("made jobs %d and %d", a, b)
		}
		w.pass(time.Hour)
		w.wantPosts("lost", 2)
	})
}

func TestCommandsRejectWrongState(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		j := w.until(w.clip("a").ID, db.Saved)
		for name, err := range map[string]error{
			"stop watching": w.engine.StopWatching(w.ctx, j.ID),
			"watch again":   w.engine.WatchAgain(w.ctx, j.ID),
			"not charged":   w.engine.NotCharged(w.ctx, j.ID),
			"was charged":   w.engine.WasCharged(w.ctx, j.ID),
			"adopt":         w.engine.Adopt(w.ctx, j.ID, "task_9"),
		} {
			var m *jobs.MoveError
			if !errors.As(err, &m) || !strings.Contains(err.Error(), name[:3]) && name != "not charged" &&
				name != "was charged" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := w.engine.StopWatching(w.ctx, 999); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("a missing job: %v", err)
		}
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
	})
}

func TestPoolStatusIsThrottled(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		begin := time.Now()
		for range 30 {
			w.clip("a")
		}
		w.pass(10 * time.Second)
		n := len(eventsOf[jobs.PoolStatus](w))
		if limit := int(4*time.Since(begin).Seconds()) + 1; n == 0 || n > limit {
			t.Errorf("%d status events in %v", n, time.Since(begin))
		}
		if s := w.engine.Status(); s.Watched != 5 || s.NextCheck.IsZero() {
			t.Errorf("status %+v", s)
		}
	})
}

// If the program dies while a pause ends, the next start releases the remaining jobs.
func TestStartFinishesInterruptedResume(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		w.must(w.engine.PauseSending(w.ctx, true))
		j := w.clip("a")
		w.must(w.lib.SetSetting(w.ctx, "sending_paused", false))
		w.restart()
		w.until(j.ID, db.Saved)
	})
}
