package db

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// After a rebuild jobs still refer to their input pictures, and the files are kept.
func TestRebuildRestoresInputs(t *testing.T) {
	l := newLibrary(t)
	path, err := l.SaveInput(t.Context(), []byte("picture"), "png")
	if err != nil {
		t.Fatal(err)
	}
	asset := strings.Repeat("ab", 16)
	m := madeBy(clipOf("boats"), 0)
	m.Inputs = []Input{{Place: 0, File: path, MIME: "image/png"}, {Place: 1, Asset: asset}}
	ingestMade(t, l, mp4Head, m)
	l, _ = rebuilt(t, l)
	all, err := l.Jobs(t.Context(), JobFilter{})
	if err != nil || len(all) != 1 {
		t.Fatalf("%d jobs, %v", len(all), err)
	}
	var got cappedList[Input]
	if err := json.Unmarshal(all[0].Inputs, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Inputs, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if swept, err := l.Sweep(t.Context()); err != nil || len(swept.Leftovers) != 0 {
		t.Errorf("%v would be cleared, %v", swept.Leftovers, err)
	}
}

// A rebuild restores drawings on inputs, also on an empty canvas. A drawing above the limit is dropped.
func TestRebuildRestoresDrawings(t *testing.T) {
	l := newLibrary(t)
	asset := strings.Repeat("ab", 16)
	drawing := json.RawMessage(`{"source":{"asset":"` + asset +
		`","size":{"X":8,"Y":6}},"marks":[{"id":1,"kind":"text","text":"<lemons> & \"here\""}]}`)
	m := madeBy(clipOf("lemons"), 0)
	m.Kind = EditImage
	m.Inputs = []Input{{Place: 0, Asset: asset, Width: 8, Height: 6, Drawing: drawing},
		{Place: 0, Asset: strings.Repeat("cd", 16), Part: true},
		{Place: 1, Drawing: json.RawMessage(`{"source":{}}`)},
		{Place: 2, Drawing: json.RawMessage(`"` + strings.Repeat("x", MaxDrawing) + `"`)}}
	ingestMade(t, l, onePNG(), m)
	l, _ = rebuilt(t, l)
	all, err := l.Jobs(t.Context(), JobFilter{})
	if err != nil || len(all) != 1 {
		t.Fatalf("%d jobs, %v", len(all), err)
	}
	var got cappedList[Input]
	if err := json.Unmarshal(all[0].Inputs, &got); err != nil {
		t.Fatal(err)
	}
	same := cmp.Comparer(func(a, b json.RawMessage) bool {
		var x, y any
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
	})
	if diff := cmp.Diff(m.Inputs[:3], got, same); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestJobFilterHosted(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for _, inputs := range []string{"", `[{"place":0,"asset":"a"}]`,
		`[{"place":0,"file":"inputs/a.png","object":"o"}]`} {
		j := videoJob(p.ID, "p"+inputs)
		j.Inputs = json.RawMessage(inputs)
		newJob(t, l, j)
	}
	got, err := l.Jobs(t.Context(), JobFilter{Hosted: true})
	if err != nil || len(got) != 1 || !strings.Contains(string(got[0].Inputs), `"object"`) {
		t.Errorf("%v, %v", got, err)
	}
}

// If several clicks store the same picture concurrently, each gets a complete file.
func TestSaveInputAtOnce(t *testing.T) {
	l := newLibrary(t)
	picture := bytes.Repeat([]byte("picture"), 1<<16)
	for round := range 20 {
		picture[0] = byte(round)
		var clicks sync.WaitGroup
		for range 8 {
			clicks.Go(func() {
				path, err := l.SaveInput(t.Context(), picture, "png")
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := l.Root.ReadFile(path); err != nil || !bytes.Equal(got, picture) {
					t.Errorf("%d of %d bytes, %v", len(got), len(picture), err)
				}
			})
		}
		clicks.Wait()
	}
}
