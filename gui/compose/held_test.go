package compose

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/form"
	"viviscope/gui/kit"
)

// holder notes what is done to held jobs.
type holder struct {
	did   []string
	video client.VideoRequest
	edit  client.EditRequest
	with  []jobs.Input // of the last edit
	err   error        // of the next Revise
	late  error        // of the next Release
}

func (h *holder) Revise(_ context.Context, id int64, o jobs.Order) error {
	switch r := o.Request.(type) {
	case client.VideoRequest:
		h.did, h.video = append(h.did, fmt.Sprint("revise ", id)), r
	case client.ImageRequest:
		h.did = append(h.did, fmt.Sprint("image ", id))
	case client.EditRequest:
		h.did, h.edit, h.with = append(h.did, fmt.Sprint("edit ", id)), r, o.Inputs
	}
	return h.err
}

func (d *fixture) Release(_ context.Context, how jobs.Terms, ids ...int64) error {
	if err := d.admit(how, d.video); err != nil && d.video.Model != "" {
		return err
	}
	d.did = append(d.did, fmt.Sprint("release ", ids))
	return d.late
}

func heldJob() db.Job {
	return db.Job{ID: 9, Ref: "7f3a1111", ProfileID: 7, Kind: db.TextToVideo, State: db.Held, Hold: db.HeldByUser,
		Prompt:  "wind over dunes",
		Request: []byte(`{"model":"clip-2.6","prompt":"wind over dunes","seconds":10,"resolution":"720P","aspect_ratio":"9:16","seed":4}`)}
}

func newHeldFixture(t *testing.T) (*fixture, *holder) {
	d := newFixture(t)
	d.update()
	d.prompt("my draft")
	d.clock.fire()
	return d, d.holder
}

func TestAHeldJobIsSavedAndTheDraftComesBack(t *testing.T) {
	d, h := newHeldFixture(t)
	before := d.s.Form()
	writes := d.store.writes
	d.s.EditHeld(heldJob())
	if got := d.s.heldView.banner.Text(); got != "Editing held job 7f3a. Nothing was sent." ||
		!d.s.heldView.box.Visible() {
		t.Errorf("the banner says %q", got)
	}
	if !d.s.kind.Disabled() || d.s.foot.button.Text() != "Save and send · ¥5.60 est." {
		t.Errorf("the switch is on, or the button says %q", d.s.foot.button.Text())
	}
	if ref := d.s.ChangedHeld(); ref != "" {
		t.Errorf("job %s was not changed", ref)
	}
	d.prompt("wind over dunes, dusk")
	if ref := d.s.ChangedHeld(); ref != "7f3a" {
		t.Errorf("what is not saved is said of %q", ref)
	}
	d.s.SetKind(db.TextToImage)
	if d.s.Form().Kind != db.TextToVideo {
		t.Error("the job changed its kind")
	}
	test.Tap(d.s.heldView.save)
	d.drain()
	if diff := cmp.Diff([]string{"revise 9"}, h.did); diff != "" {
		t.Fatal(diff)
	}
	if h.video.Prompt != "wind over dunes, dusk" || h.video.Seconds != 10 || *h.video.Seed != 4 {
		t.Errorf("saved %+v", h.video)
	}
	if d.s.Form() != before || d.s.heldView.box.Visible() || d.s.kind.Disabled() || len(d.clicks) != 0 {
		t.Error("the draft is not back, or something was sent")
	}
	d.clock.fire()
	if d.store.writes != writes {
		t.Error("the job was written as the draft")
	}
}

func TestAHeldJobIsSavedAndSentAfterTheQuestions(t *testing.T) {
	d, h := newHeldFixture(t)
	d.acct.ConfirmMicros = micros(1)
	d.update()
	d.s.EditHeld(heldJob())
	d.s.Generate()
	d.drain()
	d.answer("Do not send")
	if diff := cmp.Diff([]string{"revise 9"}, h.did); diff != "" || d.s.held != nil {
		t.Fatal("it went out without an answer, or was not saved", diff)
	}
	if n := d.s.notices; n.text.Text() != "Held job 7f3a was saved. Nothing was sent." {
		t.Errorf("said %q", n.text.Text())
	}
	d.s.EditHeld(heldJob())
	d.s.Generate()
	d.drain()
	d.answer("Send this one · ¥5.60 est.")
	d.drain()
	if diff := cmp.Diff([]string{"revise 9", "revise 9", "release [9]"}, h.did); diff != "" || len(d.clicks) != 0 {
		t.Error(diff, d.clicks)
	}
}

func TestAJobThatLeftIsSaidSo(t *testing.T) {
	t.Run("while it is edited", func(t *testing.T) {
		d, h := newHeldFixture(t)
		d.s.EditHeld(heldJob())
		d.s.Handle(jobs.JobChanged{ID: 8, State: db.Waiting})
		if d.s.held.gone != "" {
			t.Error("another job left")
		}
		d.s.Handle(jobs.JobChanged{ID: 9, State: db.Waiting})
		if got := d.s.heldView.banner.Text(); got != "Job 7f3a is no longer held." || d.s.heldView.save.Visible() ||
			!d.s.foot.button.Disabled() {
			t.Errorf("the banner says %q", got)
		}
		d.s.Generate()
		d.s.HoldForLater()
		d.drain()
		if len(h.did)+len(d.clicks) != 0 {
			t.Error("it was saved, or sent as another job")
		}
	})
	t.Run("when it is saved", func(t *testing.T) {
		d, h := newHeldFixture(t)
		before := d.s.Form()
		d.s.EditHeld(heldJob())
		d.prompt("changed")
		h.err = fmt.Errorf("revise: %w", &jobs.MoveError{ID: 9, From: db.InProgress, To: db.Held})
		d.s.HoldForLater()
		d.drain()
		if d.s.Form().Prompt() != "changed" || d.s.held == nil || !strings.Contains(d.s.held.gone, "not saved") {
			t.Fatal("what was typed is lost, or nobody says so")
		}
		test.Tap(d.s.heldView.keep)
		if d.s.held != nil || d.s.Form().Prompt() != "changed" {
			t.Error("it is no draft")
		}
		d.s.notices.undo()
		if d.s.Form() != before {
			t.Error("the draft does not come back")
		}
	})
	t.Run("before it is edited", func(t *testing.T) {
		d, _ := newHeldFixture(t)
		job := heldJob()
		job.State = db.Waiting
		before := d.s.Form()
		d.s.EditHeld(job)
		if d.s.held != nil || d.s.Form() != before || !d.s.notices.box.Visible() {
			t.Error("a job that is not held is edited, or nobody says why not")
		}
	})
}

// A held job of another profile comes into the form with that profile, and never later than that.
func TestAHeldJobIsEditedOnceItsProfileIsInFront(t *testing.T) {
	d, _ := newHeldFixture(t)
	inFront := func(id int64) {
		d.host.Front.ID = id
		d.lib.account = func() form.Account { return form.Account{Profile: db.Profile{ID: id}} }
	}
	job := heldJob()
	for _, job.ProfileID = range []int64{20, 21, 22} {
		inFront(job.ProfileID)
		d.s.EditHeld(job)
		if job.ProfileID == 21 { // a person goes on to another one before it is there
			inFront(30)
			d.update()
			inFront(job.ProfileID)
		}
		d.update()
		if edited := d.s.held != nil; edited != (job.ProfileID != 21) {
			t.Errorf("profile %d: edited %v", job.ProfileID, edited)
		}
		d.s.StopEditing()
	}
}

func TestStopEditingLosesNothing(t *testing.T) {
	d, h := newHeldFixture(t)
	before := d.s.Form()
	d.s.EditHeld(heldJob())
	d.prompt("changed")
	d.s.StopEditing()
	if d.s.Form() != before || d.s.held != nil || len(h.did) != 0 {
		t.Fatal("the draft is not back")
	}
	d.s.notices.undo()
	if d.s.held == nil || d.s.Form().Prompt() != "changed" {
		t.Error("what was typed is lost")
	}
	d.s.StopEditing()
	if d.s.Form() != before {
		t.Error("the draft is lost the second time")
	}
}

func TestARestartEndsTheEditing(t *testing.T) {
	d, _ := newHeldFixture(t)
	before := d.s.Form()
	d.s.EditHeld(heldJob())
	d.prompt("changed")
	if err := d.s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.open()
	d.update()
	if d.s.held != nil || d.s.Form() != before {
		t.Errorf("after a restart: %+v", d.s.Form())
	}
}

func TestAHeldJobStaysOneJob(t *testing.T) {
	d, h := newHeldFixture(t)
	d.s.EditHeld(heldJob())
	if steppers := apptest.Find[*kit.Stepper](d.s.Content()); len(steppers) == 0 || !steppers[0].Disabled() {
		t.Errorf("the number of clips is open: %d steppers", len(steppers))
	}
	for _, change := range []func(*order.Form){
		func(f *order.Form) { f.Text.Clips = 2 },
		func(f *order.Form) { f.Text.Clips = 1; f.SetPrompt("{a|b}") },
	} {
		d.s.Edit(change)
		d.s.HoldForLater()
		d.drain()
		if len(h.did) != 0 || d.s.foot.why.Text() != "A held job is one clip, without variations in braces." {
			t.Errorf("did %v, says %q", h.did, d.s.foot.why.Text())
		}
	}
}

func TestAHeldJobThatCannotBeSentSaysSo(t *testing.T) {
	d, h := newHeldFixture(t)
	d.s.EditHeld(heldJob())
	h.late = errors.New("disk full")
	d.s.Generate()
	d.drain()
	if got := d.s.foot.why.Text(); got != "Saved, but not sent: disk full" || d.s.held == nil {
		t.Errorf("says %q", got)
	}
}

func TestRecallTakesAllTheWordsOrAllButTheSeed(t *testing.T) {
	for _, c := range []struct {
		how    order.RecallMode
		seed   string
		second string
		says   string
	}{
		{order.RecallAll, "4", "10", "Settings of job 7f3a"},
		{order.RecallPrompt, "77", "5", "Prompt of job 7f3a"},
		{order.RecallAllButSeed, "77", "10", "Settings of job 7f3a loaded without the seed."},
	} {
		d := newFixture(t)
		d.update()
		d.prompt("mine")
		d.s.Edit(func(f *order.Form) { f.Text.Seed.Text = "77" })
		before := d.s.Form()
		d.s.Recall(heldJob(), c.how)
		got := d.s.Form()
		if got.Prompt() != "wind over dunes" || got.Text.Seed.Text != c.seed || got.Text.Seconds != c.second {
			t.Errorf("%d: %+v", c.how, got.Text)
		}
		if n := d.s.notices; !strings.HasPrefix(n.text.Text(), c.says) || !n.link.Visible() {
			t.Errorf("%d says %q", c.how, n.text.Text())
		}
		test.Tap(d.s.notices.link)
		if d.s.Form() != before {
			t.Errorf("%d is not taken back", c.how)
		}
		d.s.Recall(heldJob(), c.how)
		d.clock.fire()
		if d.s.notices.box.Visible() {
			t.Errorf("%d offers the way back for ever", c.how)
		}
	}
}

func TestRecallLeavesAHeldJobAlone(t *testing.T) {
	d, _ := newHeldFixture(t)
	d.s.EditHeld(heldJob())
	before := d.s.Form()
	d.s.Recall(heldJob(), order.RecallPrompt)
	if d.s.Form() != before || !d.s.notices.box.Visible() {
		t.Error("the held job was overwritten, or nobody says why not")
	}
}
