package compose

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
)

func TestAnAssetToEditGoesToTheCanvas(t *testing.T) {
	e := newEditFixture(t)
	e.s.SetKind(db.TextToVideo)
	e.s.EditAsset(asset(time.Hour))
	if !cmp.Equal(e.opened, []string{"aa11"}) || e.s.Form().Kind != db.EditImage || len(e.s.Form().Edit.Inputs()) != 0 {
		t.Errorf("opened %v", e.opened)
	}
	e.s.SetPicture(e.plain())
	v := e.s.fields.pictures
	test.Tap(v.fold)
	e.nav.PickAsset = asset(time.Hour)
	e.slot(0).OnGallery()
	if len(e.opened) != 1 || len(e.s.Form().Edit.Inputs()) != 1 {
		t.Errorf("asked for beside it: opened %v, %d beside", e.opened, len(e.s.Form().Edit.Inputs()))
	}
	e.s.EditAsset(asset(time.Hour))
	if len(e.opened) != 2 {
		t.Error("who edits another one means the canvas")
	}
	// Edit it first: what a frame cannot take goes to the canvas, whatever it is.
	e.assets["aa11"] = asset(time.Hour)
	for _, s := range []order.Slot{{File: "/home/me/lake.png"}, {URL: lighthouse},
		{Asset: "aa11", File: "2026/11/light.png"}, {Asset: "gone"}} {
		e.s.SetKind(db.FramesToVideo)
		e.s.Edit(func(f *order.Form) { f.Frames.First = s })
		e.s.editFirst(order.FirstFrame)
		e.settle()
	}
	want := [][2][]string{{{"/home/me/lake.png"}, nil}, {nil, {lighthouse}}}
	if diff := cmp.Diff(want, e.dropped); diff != "" || !cmp.Equal(e.opened, []string{"aa11", "aa11", "aa11", "gone"}) {
		t.Errorf("%s, opened %v", diff, e.opened)
	}
}

func TestRecallLeavesTheFirstPictureToTheCanvas(t *testing.T) {
	kept := "inputs/" + strings.Repeat("ab", 32) + ".png"
	edit := func(path, links, inputs string) db.Job {
		return db.Job{ID: 3, Kind: db.EditImage, Prompt: "x", InputPath: path, Inputs: []byte(inputs),
			Request: []byte(`{"model":"genimage-2.5-flare","prompt":"x","image_urls":[` + links + `]}`)}
	}
	for name, c := range map[string]struct {
		job      db.Job
		how      order.RecallMode
		restored []int64
		opened   []string
		dropped  [][2][]string
		beside   int
	}{
		"with marks": {edit(kept, ``, `[{"place":0,"asset":"aa11","drawing":{}}]`), order.RecallAll, []int64{3},
			nil, nil, 0},
		"a sheet": {edit(kept, ``, `[{"place":0,"drawing":{}}]`), order.RecallAll, []int64{3}, nil, nil, 0},
		"of the library": {edit(kept, ``, `[{"place":0,"asset":"aa11"}]`), order.RecallAll, nil, []string{"aa11"}, nil,
			0},
		"beside a link": {edit("", `"https://a.net/b","https://a.net/c"`, `[{"place":0,"asset":"aa11"}]`),
			order.RecallAll, nil, []string{"aa11"}, nil, 1},
		"a file": {edit(kept, ``, ``), order.RecallAll, nil, nil, [][2][]string{{{kept}, nil}}, 0},
		"links": {edit("", `"https://a.net/b","https://a.net/c"`, ``), order.RecallAll, nil, nil,
			[][2][]string{{nil, {"https://a.net/b"}}}, 1},
		"the prompt only": {edit(kept, ``, ``), order.RecallPrompt, nil, nil, nil, 0},
		"a clip": {db.Job{ID: 3, Kind: db.TextToVideo,
			Request: []byte(`{"model":"clip-3.0","prompt":"x","seconds":5}`)}, order.RecallAll, nil, nil, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEditFixture(t)
			e.assets["aa11"] = asset(time.Hour)
			c.job.Ref = "0123456789"
			e.s.SetPicture(e.plain())
			e.s.Recall(c.job, c.how)
			e.finish()
			if diff := cmp.Diff(c.restored, e.restored) + cmp.Diff(c.opened, e.opened) +
				cmp.Diff(c.dropped, e.dropped); diff != "" {
				t.Error(diff)
			}
			if f := e.s.Form(); len(f.Edit.Inputs()) != c.beside || f.Prompt() != "x" || !f.Edit.Canvas.Open ||
				f.Kind != c.job.Kind {
				t.Errorf("beside it %+v", f.Edit.Inputs())
			}
			if n := e.s.notices; !n.box.Visible() || !strings.Contains(n.text.Text(), "of job 0123") {
				t.Errorf("said %q", n.text.Text())
			}
		})
	}
}

// A held edit has its own kept picture, with what was drawn upon it, whatever lies on the canvas meanwhile.
func TestAHeldEditKeepsItsOwnPicture(t *testing.T) {
	e := newEditFixture(t)
	h := e.holder
	e.s.SetPicture(e.marked())
	e.typed("my draft")
	kept := "inputs/" + strings.Repeat("ab", 32) + ".png"
	want := painted(80, 60)
	e.pictures[kept] = want
	job := db.Job{ID: 9, Ref: "7f3a1111", ProfileID: 7, Kind: db.EditImage, State: db.Held, InputPath: kept,
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"three lemons","size":"640x360","quality":"low"}`),
		Inputs:  []byte(`[{"place":0,"asset":"8f2c","width":80,"height":60,"drawing":{"marks":[1]}},{"place":0,"asset":"cd34","part":true}]`)}
	e.s.EditHeld(job)
	e.settle()
	if f := e.s.Form().Edit; f.Canvas.Open || f.Pictures[0].File != kept || len(e.restored) != 0 ||
		e.s.foot.wasRow.Visible() {
		t.Fatalf("%+v", f.Canvas)
	}
	e.s.SetPicture(e.plain())
	e.typed(" and a lime")
	e.s.Generate()
	e.drain()
	if diff := cmp.Diff([]string{"edit 9", "release [9]"}, h.did); diff != "" || e.bakes != 0 {
		t.Fatal(diff, e.s.failure)
	}
	if !bytes.Equal(h.edit.Image, want) || h.edit.Prompt != "three lemons and a lime" {
		t.Errorf("%d bytes, %q", len(h.edit.Image), h.edit.Prompt)
	}
	if w, ht := h.edit.InputSize(0); w != 80 || ht != 60 {
		t.Errorf("%d by %d", w, ht)
	}
	inputs := []jobs.Input{{Asset: "8f2c", Drawing: json.RawMessage(`{"marks":[1]}`)}, {Asset: "cd34", Part: true}}
	if diff := cmp.Diff(inputs, h.with); diff != "" {
		t.Error(diff)
	}
	if f := e.s.Form().Edit; f.Prompt != "my draft" || f.Canvas != e.plain() {
		t.Errorf("the draft: %+v", f.Canvas)
	}
	e.s.EditHeld(job)
	e.s.StopEditing()
	if e.s.notices.box.Visible() && strings.Contains(e.s.notices.text.Text(), "not saved") {
		t.Error("nothing was changed, so nothing is lost")
	}
	e.s.EditHeld(job)
	e.typed(" and salt")
	e.s.Handle(jobs.JobChanged{ID: 9, State: db.Waiting})
	test.Tap(e.s.heldView.keep)
	e.finish()
	if f := e.s.Form().Edit; f.Prompt != "three lemons and salt" || len(f.Inputs()) != 0 ||
		!cmp.Equal(e.restored, []int64{9}) {
		t.Errorf("kept as a draft: %q, beside %+v, restored %v", f.Prompt, f.Inputs(), e.restored)
	}
}

// The canvas says what the form says, of whichever profile is in front.
func TestTheCanvasIsToldHowItsPictureIsSent(t *testing.T) {
	e := newEditFixture(t)
	e.acct.BaseURL = "http://127.0.0.1:8484"
	e.update()
	near := e.plain()
	near.Link, near.Dies = "http://127.0.0.1:8484/asset/1", 0
	want := func(step, says string, ways ...order.CanvasDelivery) {
		t.Helper()
		if got := e.s.fields.pictures.way.Text(); got != says || !cmp.Equal(e.ways, ways) {
			t.Errorf("%s: the form says %q, the canvas was told %v", step, got, e.ways)
		}
		e.ways = nil
	}
	e.s.SetPicture(near)
	want("a link that this service reaches", "Sent by its web address", order.CanvasLink)
	e.typed("three lemons")
	want("a prompt", "Sent by its web address")
	e.acct.ID, e.acct.BaseURL = 8, "https://gateway.example"
	e.update()
	want("a service elsewhere", "The original file", order.CanvasFile)
	e.acct.ID, e.acct.BaseURL = 7, "http://127.0.0.1:8484"
	e.update()
	want("back again", "Sent by its web address", order.CanvasLink)
}
