package jobs_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// made is a picture of the library whose link dies after some time.
func (w *world) made(life time.Duration) db.Asset {
	w.t.Helper()
	a := w.assets(w.until(w.picture("keyframe").ID, db.Saved).ID)[0]
	w.pass(time.Until(a.LinkExpires) - life)
	return a
}

// from is an order of a clip that begins with a picture.
func from(prompt string, a db.Asset) jobs.Order {
	r := videoOf(prompt)
	r.InputReference = []string{a.Link}
	return jobs.Order{Request: r, Inputs: []jobs.Input{{Asset: a.Ref}}, Shot: "0000cafe"}
}

func wantGone(t *testing.T, err error, places ...int) {
	t.Helper()
	wantGoneOf(t, err, "0000cafe", places...)
}

func wantGoneOf(t *testing.T, err error, shot string, places ...int) {
	t.Helper()
	var gone *jobs.FrameExpiredError
	if !errors.As(err, &gone) {
		t.Fatalf("%v", err)
	}
	for i, f := range gone.Frames {
		if f.Order != places[i] || f.Shot != shot || f.Asset == "" || f.Dies.IsZero() || f.Turn.IsZero() {
			t.Errorf("%+v", f)
		}
	}
	if len(gone.Frames) != len(places) {
		t.Errorf("%v", gone.Frames)
	}
}

// A link must work for half an hour after the expected turn, behind all waiting jobs.
func TestClickWithExpiringLinkIsRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.takes = time.Hour
		w.usual = func(db.Profile) time.Duration { return time.Hour }
		w.profile.MaxTasks = 1
		w.limit(0, 0, 0)
		w.start()
		a := w.made(2 * time.Hour)
		submit := func(orders ...jobs.Order) ([]db.Job, error) {
			return w.engine.Submit(w.ctx, w.profile.ID, orders, jobs.Terms{})
		}
		_, err := submit(from("one", a), from("two", a), from("three", a), from("four", a))
		wantGone(t, err, 3, 4)
		continued := from("two", a)
		continued.Request, continued.After = videoOf("two"), jobs.After{Order: 1}
		anchor := from("three", a)
		clip := videoOf("three")
		clip.InputReference = []string{"", a.Link}
		anchor.Request, anchor.After, anchor.Inputs[0].Place = clip, jobs.After{Order: 2}, 1
		_, err = submit(from("one", a), continued, anchor)
		wantGone(t, err, 3)
		made, err := submit(from("one", a))
		w.must(err)
		w.until(made[0].ID, db.Saved)
		w.pass(45 * time.Minute) // 15 minutes are left
		_, err = submit(from("five", a))
		wantGone(t, err, 1)
		_, err = w.engine.SendAgain(w.ctx, made[0].ID, jobs.Terms{})
		wantGone(t, err, 1)
		_, err = w.engine.OneMore(w.ctx, made[0].ID, nil, jobs.Terms{})
		wantGoneOf(t, err, "", 1) // it belongs to no board
		held := w.submit([]jobs.Order{from("held", a)}, jobs.Terms{Hold: true})
		wantGone(t, w.engine.Release(w.ctx, jobs.Terms{}, held[0].ID), 1)
		// An address that says itself when it dies needs nobody who knows it.
		r := videoOf("signed")
		r.InputReference = []string{"https://pictures.example/a.png?X-Amz-Expires=1200&X-Amz-Date=" +
			time.Now().UTC().Format("20060102T150405Z")}
		var gone *jobs.FrameExpiredError
		if _, err := submit(jobs.Order{Request: r}); !errors.As(err, &gone) {
			t.Errorf("signed: %v", err)
		}
	})
}

// If the forecast was wrong, no request is sent with a link that works for less than ten minutes.
func TestJobWithExpiredLinkIsHeld(t *testing.T) {
	inWorld(t, func(w *world) {
		w.profile.MaxTasks = 1
		w.limit(0, 0, 0)
		w.start()
		a := w.made(time.Hour)
		w.svc.takes = 55 * time.Minute
		w.clip("slow")
		w.pass(time.Second)
		made := w.submit([]jobs.Order{from("late", a)}, jobs.Terms{})
		j := w.until(made[0].ID, db.Held)
		if j.Hold != db.HeldFrameGone || w.outgoing() != 0 {
			t.Errorf("held for %s, outgoing amount %d", j.Hold, w.outgoing())
		}
		w.wantPosts("late", 0)
		w.wantEntries(j.ID)
		w.must(w.engine.Revise(w.ctx, j.ID, from("late", a)))
		w.wantHeld(j.ID, db.HeldByUser, "")
	})
}

// The order is: jobs that another job waits for, then the soonest expiry of a link, then the oldest click.
func TestQueueOrder(t *testing.T) {
	inWorld(t, func(w *world) {
		w.profile.MaxTasks = 1
		w.limit(0, 0, 0)
		w.hosts = newFakeHost()
		w.start()
		late := w.made(12 * time.Hour)
		soon := late
		var order []string
		w.svc.submit = func(_ context.Context, prompt string) (bool, error) {
			order = append(order, prompt)
			return true, nil
		}
		dying := from("dies soon", soon)
		dying.Inputs[0].Dies = time.Now().Add(6 * time.Hour)
		w.clip("runs")
		w.pass(time.Second)
		w.clip("oldest")
		w.submit([]jobs.Order{from("dies later", late), dying}, jobs.Terms{})
		made := w.submit(chain("first of a chain", "last of a chain"), jobs.Terms{})
		w.until(made[1].ID, db.Saved)
		w.pass(time.Hour)
		want := []string{"runs", "first of a chain", "dies soon", "dies later", "oldest", "last of a chain"}
		if !slices.Equal(order, want) {
			t.Errorf("%q", order)
		}
	})
}
