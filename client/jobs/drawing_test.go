package jobs_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

func TestInvalidDrawingMakesNoJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.start()
		edit := client.EditRequest{ImageRequest: imageOf("lemons"), Image: pngBytes()}
		for name, raw := range map[string]string{"no JSON": `{"marks":`,
			"too large": `"` + strings.Repeat("x", db.MaxDrawing) + `"`} {
			_, err := w.engine.Submit(w.ctx, w.profile.ID,
				[]jobs.Order{{Request: edit, Inputs: []jobs.Input{{Drawing: json.RawMessage(raw)}}}}, jobs.Terms{})
			if !errors.Is(err, jobs.ErrDrawing) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if all, err := w.lib.Jobs(w.ctx, db.JobFilter{}); err != nil || len(all) != 0 {
			t.Errorf("%d jobs, %v", len(all), err)
		}
		largest := json.RawMessage(`"` + strings.Repeat("x", db.MaxDrawing-2) + `"`)
		made, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: edit, Inputs: []jobs.Input{{Drawing: largest}}}}, jobs.Terms{Hold: true})
		if err != nil || !strings.Contains(string(made[0].Inputs), string(largest)) {
			t.Errorf("the largest: %v", err)
		}
	})
}

// A picture that is sent as a file, with a drawing and pasted pictures: none of these is hosted or expected in the
// request. The job is priced by the file. It survives a revision and a rebuild from the folder.
func TestDrawingIsStoredWithJob(t *testing.T) {
	s := newStudio(t, sandboxtest.ContentRedirect)
	ctx := t.Context()
	below, placed := s.picture("a vase"), s.picture("a cup")
	s.until(below.ID, db.Saved)
	s.until(placed.ID, db.Saved)
	drawing := json.RawMessage(`{"source":{"asset":"x"},"marks":[{"id":1,"text":"<here>"}]}`)
	inputs := []jobs.Input{{Asset: s.asset(below.ID).Ref, Width: 4, Height: 3, Drawing: drawing},
		{Asset: s.asset(placed.ID).Ref, Part: true, Width: 9000, Height: 9000}}
	made, err := s.engine.Submit(ctx, s.profile.ID,
		[]jobs.Order{{Request: client.EditRequest{ImageRequest: imageOf("lemons"), Image: pngBytes()}, Inputs: inputs}},
		jobs.Terms{Hold: true})
	s.must(err)
	plain, err := s.engine.Submit(ctx, s.profile.ID,
		[]jobs.Order{{Request: client.EditRequest{ImageRequest: imageOf("lemons"), Image: pngBytes()}}},
		jobs.Terms{Hold: true})
	s.must(err)
	if a, b := made[0].EstimateMicros, plain[0].EstimateMicros; a == nil || b == nil || *a != *b {
		t.Errorf("estimates %v, %v", a, b)
	}
	s.must(s.engine.Revise(ctx, made[0].ID,
		jobs.Order{Request: client.EditRequest{ImageRequest: imageOf("limes"), Image: pngBytes()}, Inputs: inputs}))
	s.must(s.engine.Release(ctx, jobs.Terms{}, made[0].ID))
	s.must(s.engine.Discard(ctx, plain[0].ID))
	job := s.until(made[0].ID, db.Saved)
	want := []db.Input{{Asset: inputs[0].Asset, Width: 4, Height: 3, Drawing: drawing},
		{Asset: inputs[1].Asset, Part: true, Width: 9000, Height: 9000}}
	same := cmp.Comparer(func(a, b json.RawMessage) bool { return sameJSON(a, b) })
	knows := func(when string, raw json.RawMessage) {
		t.Helper()
		var got []db.Input
		s.must(json.Unmarshal(raw, &got))
		if diff := cmp.Diff(want, got, same); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
	}
	knows("saved", job.Inputs)
	s.close()
	if _, err := db.Rebuild(ctx, s.dir, db.Options{Now: s.clock.Now}); err != nil {
		t.Fatal(err)
	}
	s.open()
	all, err := s.lib.Jobs(ctx, db.JobFilter{})
	s.must(err)
	found := false
	for _, j := range all {
		if j.Ref == job.Ref {
			found = true
			knows("rebuilt", j.Inputs)
		}
	}
	if !found {
		t.Error("the job is not in the rebuilt library")
	}
}

// A drawn picture is hosted if it is sent beside links. A picture pasted into it is no picture of the request.
func TestDrawingIsHostedBesideLinks(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		w.start()
		r := client.EditRequest{ImageRequest: imageOf("merge"),
			ImageURLs: []string{"", "https://pictures.example/b.png"}}
		drawing := json.RawMessage(`{"marks":[1]}`)
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{{Request: r, Inputs: []jobs.Input{
			{Place: 0, Asset: "a55e7", Width: 8, Height: 6, Data: []byte(pngHead + "marked"), Drawing: drawing},
			{Place: 0, Asset: "c0ffee", Part: true}}}}, jobs.Terms{})
		w.must(err)
		job := w.until(made[0].ID, db.Saved)
		if got := w.inputReferences("merge"); len(got) != 2 || !strings.HasPrefix(got[0], "https://host.example/1-") ||
			got[1] != r.ImageURLs[1] {
			t.Errorf("the service got %q", got)
		}
		var inputs []db.Input
		w.must(json.Unmarshal(job.Inputs, &inputs))
		if len(inputs) != 2 || !sameJSON(inputs[0].Drawing, drawing) || inputs[0].File == "" ||
			inputs[0].Asset != "a55e7" || inputs[1].Asset != "c0ffee" || !inputs[1].Part || inputs[1].File != "" {
			t.Errorf("the row: %s", job.Inputs)
		}
		again, err := w.engine.SendAgain(w.ctx, job.ID, jobs.Terms{})
		w.must(err)
		if !strings.Contains(string(again.Inputs), `"drawing":{"marks":[1]}`) ||
			!strings.Contains(string(again.Inputs), `"part":true`) {
			t.Errorf("sent again: %s", again.Inputs)
		}
		w.until(again.ID, db.Saved)
	})
}
