package compose

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"viviscope/client/jobs"
	"viviscope/db"
)

func TestTheProfileThatWasInSightPays(t *testing.T) {
	d := newBusyDesk(t)
	d.prompt("lemons")
	d.s.Generate()
	other := d.acct
	other.ID, other.Name = 8, "Another"
	d.s.account = other
	d.s.render()
	d.drain() // the fixture complains about another profile than its own
	d.wantSent("boats", "lemons")
}

// A job on the other model waits as well, once for each job.
func TestTheOtherModelWaitsForTheClickBeforeIt(t *testing.T) {
	d := newBusyDesk(t)
	job := db.Job{ID: 3, Ref: "7f3a0000", ProfileID: 7, Kind: db.TextToImage, State: db.Saved,
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"a tea bowl","size":"1024x1024","quality":"low","output_format":"png"}`)}
	d.s.UseOtherModel(job)
	d.s.UseOtherModel(job)
	d.drain()
	d.wantSent("boats", "a tea bowl")
}

// A held job that is saved behind a click is saved on its turn; what is typed while it is being saved is not lost.
func TestAHeldJobIsSavedBehindAClick(t *testing.T) {
	d, h := newHeldFixture(t)
	d.prompt("boats")
	d.s.Generate()
	d.s.EditHeld(heldJob())
	d.prompt("fog")
	d.s.Generate()
	d.wantFoot("Next: Save and send · ")
	d.s.StopEditing() // it is to be saved
	d.finish()
	d.wantSent("boats")
	d.prompt("fog and rain")
	d.s.Generate() // the job may be out by then
	d.drain()
	if want := []string{"revise 9", "release [9]"}; !slices.Equal(h.did, want) || h.video.Prompt != "fog" {
		t.Errorf("did %q with %q, want %q", h.did, h.video.Prompt, want)
	}
	n := d.s.notices
	if d.s.held != nil || d.s.Form().Text.Prompt != "boats" ||
		!strings.HasSuffix(n.text.Text(), "Later changes are not included.") {
		t.Errorf("held %v, form %q, said %q", d.s.held != nil, d.s.Form().Text.Prompt, n.text.Text())
	}
	n.undo()
	if got := d.s.Form().Text.Prompt; got != "fog and rain" {
		t.Errorf("kept as a draft: %q", got)
	}
	d.s.notices.undo()
	if got := d.s.Form().Text.Prompt; got != "boats" {
		t.Errorf("and back: %q", got)
	}
}

// A held job that goes out elsewhere while its save waits is said to be gone, also where the save is dropped.
func TestAHeldJobThatGoesOutWhileItsSaveWaits(t *testing.T) {
	d, h := newHeldFixture(t)
	d.prompt("boats")
	d.s.Generate()
	d.s.EditHeld(heldJob())
	d.prompt("fog")
	d.s.Generate()
	d.s.Handle(jobs.JobChanged{ID: 9, State: db.Waiting})
	d.err = errors.New("disk full")
	d.drain()
	if len(h.did) != 0 || d.s.held == nil || d.s.held.gone == "" || d.s.Form().Text.Prompt != "fog" {
		t.Errorf("did %q, held %+v", h.did, d.s.held)
	}
}

// However presses and ends come, no request is twice on its way, at most one waits, and every press that was taken is
// let through or dropped, once.
func TestTheGateLosesAndDoublesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var gate submitGate
		taken, passed, dropped := 0, 0, 0
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if rapid.IntRange(0, 3).Draw(t, "end") == 0 && gate.busy() {
				next := gate.leave()
				switch {
				case next == nil:
				case rapid.Bool().Draw(t, "well"):
					if gate.take(next) != admitted {
						t.Fatal("the way is not free for the one that waited")
					}
					passed++
				default:
					dropped++
				}
			} else {
				key := requestKey{otherModel: int64(rapid.IntRange(1, 4).Draw(t, "job"))}
				running, waiting := gate.running, gate.waiting
				said, did := gate.ask(key), gate.take(&click{key: key})
				if said != did {
					t.Fatalf("said %v, did %v", said, did)
				}
				on := func(c *click) bool { return c != nil && c.key == key }
				if repeated := on(running) || on(waiting); repeated != (did == duplicate) {
					t.Fatalf("%v: on its way %v", did, repeated)
				}
				switch did {
				case admitted:
					taken, passed = taken+1, passed+1
				case queued:
					taken++
				default:
					if gate.running != running || gate.waiting != waiting {
						t.Fatal("a press that is not taken changed something")
					}
				}
			}
			queue := 0
			if gate.waiting != nil {
				queue = 1
				if gate.running == nil || gate.waiting.key == gate.running.key {
					t.Fatal("one waits for nothing, or for itself")
				}
			}
			if taken != passed+dropped+queue {
				t.Fatalf("%d were taken, %d passed, %d were dropped, %d waits", taken, passed, dropped, queue)
			}
		}
	})
}
