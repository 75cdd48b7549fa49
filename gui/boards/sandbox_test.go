package boards

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"net/netip"
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/db/boards"
)

type keyOf func() string

func (k keyOf) Key(context.Context, db.Profile) (string, error) { return k(), nil }

// The example is made by two presses, in the sandbox over loopback: its pictures with one that is an edit of another,
// then its clips with one that goes on from the one before. What the buttons said is what was ordered, and of clips
// what was reserved.
func TestTheExampleIsMadeByTwoPresses(t *testing.T) {
	d := newDesk(t, 0)
	clock := jobstest.NewClock(time.Now())
	box, err := sandbox.New(sandbox.Options{Now: clock.Now, Sleep: clock.Sleep, Renderer: &sandboxtest.Renderer{},
		Seconds: 20, Public: netip.Addr.IsLoopback})
	d.must(err)
	d.must(box.Start())
	defer func() { d.must(box.Close()) }()
	d.profile.BaseURL = box.BaseURL()
	d.profile, err = d.lib.SaveProfile(t.Context(), d.profile)
	d.must(err)
	table, err := json.Marshal(sandbox.Prices())
	d.must(err)
	_, err = d.lib.AddPrices(t.Context(),
		db.Prices{ProfileID: d.profile.ID, ValidFrom: clock.Begin().Add(-time.Hour), Table: table})
	d.must(err)
	var frame bytes.Buffer
	d.must(png.Encode(&frame, image.NewGray(image.Rect(0, 0, 1280, 720))))
	d.engine, err = jobs.New(jobs.Options{Library: d.lib, Keys: keyOf(box.Key), Clock: clock,
		LastFrame: func(context.Context, string) ([]byte, error) { return frame.Bytes(), nil }})
	d.must(err)
	moved := make(chan struct{}, 1)
	d.engine.Subscribe(func(jobs.Event) {
		select {
		case moved <- struct{}{}:
		default:
		}
	})
	d.must(d.engine.Start(t.Context()))
	defer func() { d.must(d.engine.Stop(context.WithoutCancel(t.Context()))) }()
	store, err := boards.Open(t.Context(), d.lib)
	d.must(err)
	x := exampleBoard()
	x.ProfileID = d.profile.ID
	x, err = store.New(t.Context(), x)
	d.must(err)
	read := func() {
		d.now = clock.Now()
		*d.View, err = store.Read(t.Context(), x.Ref)
		d.must(err)
		d.show()
	}
	read()
	for stage, want := range []struct {
		label string
		jobs  int
	}{{"Make 3 pictures · about ¥", 3}, {"Make 4 clips · about ¥", 5}} {
		// without a host a last frame goes through an edit
		label, total := d.label(stage), d.m.prices.figures.stages[stage].Quoted().Total
		d.made = nil
		d.f.buttons[stage].OnTapped()
		if !strings.HasPrefix(label, want.label) || len(d.made) != want.jobs || d.total() != total {
			t.Fatalf("%q made %d jobs at %d of %d, said %q", label, len(d.made), d.total(), total, d.host.Said)
		}
		for late := time.After(30 * time.Second); ; {
			read()
			saved := 0
			for _, c := range d.Board.Strip() {
				if s := d.State(c.ID, d.now); s.Tag == boards.Saved && (c.Frame >= 0) == (stage == pictures) {
					saved++
				}
			}
			if saved >= want.jobs || stage == clips && saved == len(d.Shots) {
				break
			}
			select {
			case <-moved:
			case <-time.After(100 * time.Millisecond):
			case <-late:
				t.Fatalf("stage %d: %d saved of %+v", stage, saved, d.Jobs)
			}
		}
	}
	for _, s := range d.Shots {
		for _, j := range d.Jobs[s.ID] {
			reserved, charged := int64(0), int64(0)
			for _, e := range d.Entries[j.ID] {
				if e.Kind == db.Reserve {
					reserved = *e.AmountMicros
				} else {
					charged = *e.AmountMicros
				}
			}
			if j.Kind.IsVideo() && (reserved != *j.EstimateMicros || charged != reserved) {
				t.Errorf("shot %s was ordered at %d, %d was reserved and %d charged", s.ID, *j.EstimateMicros, reserved,
					charged)
			}
		}
	}
	if d.label(clips) != "" || d.f.lines[0].Text() != "Nothing left to make" ||
		!strings.HasPrefix(d.f.lines[1].Text(), "Costs: ¥") {
		t.Errorf("in the end %q, %q, %q", d.label(clips), d.f.lines[0].Text(), d.f.lines[1].Text())
	}
}
