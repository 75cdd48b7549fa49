package order

import (
	"encoding/json"
	"testing"
	"viviscope/client"

	"viviscope/client/order/ordertest"
	"viviscope/db"
)

// usable holds what every form must be that the window is given: of this catalogue, of a few jobs, and such that a
// click sends only what the service accepts.
func usable(t *testing.T, f Form) {
	t.Helper()
	for _, kind := range Kinds() {
		f.Kind = kind
		o, problems := f.Build(Env{Hosting: true})
		if n := o.Jobs(); n > MaxOrder {
			t.Fatalf("one click makes %d jobs", n)
		}
		_ = QuoteOf(client.PriceTable{}, o)
		if len(problems) > 0 {
			continue
		}
		if o.Jobs() < 1 {
			t.Fatalf("nothing is wrong, and a click of %s makes no job: %+v", kind, f)
		}
		for _, r := range ordertest.Images(o.Requests) {
			if err := r.Validate(); err != nil {
				t.Fatalf("%+v would be sent: %v", r, err)
			}
		}
		if kind != db.TextToVideo {
			continue // pictures from this computer get their links when they are sent
		}
		for _, r := range ordertest.Videos(o.Requests) {
			if err := r.Validate(); err != nil {
				t.Fatalf("%+v would be sent: %v", r, err)
			}
		}
	}
}

// FuzzDraft checks that any stored form results in a valid form, which is unchanged after storing and reading it again.
func FuzzDraft(f *testing.F) {
	whole, err := json.Marshal(New())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"kind":"x","text_to_video":{"model":"gone","seconds":"99","clips":-3,"seed":{"text":"9223372036854775807","locked":true}},"text_to_image":null}`))
	f.Add([]byte(`{"text_to_image":{"free_size":true,"width":"1e9","height":"\u0000","clips":2147483648,"prompt":"{a|b|{c|d}}{"}}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, stored []byte) {
		form := New()
		if json.Unmarshal(stored, &form) != nil {
			return
		}
		form = form.Normalized()
		usable(t, form)
		usable(t, form.AfterSend(func() int64 { return 7 }))
		kept, err := json.Marshal(form)
		if err != nil {
			t.Fatal(err)
		}
		again := New()
		if err := json.Unmarshal(kept, &again); err != nil || again.Normalized() != form {
			t.Errorf("%+v came back as %+v, %v", form, again, err)
		}
	})
}

// FuzzRecall: whatever request a row holds, recalling it gives a usable form or an error, and leaves the other drafts.
func FuzzRecall(f *testing.F) {
	for _, s := range []string{`{"model":"clip-3.0","prompt":"x","seconds":15,"size":"1920x1080","audio":true,"seed":-5}`, `{"model":"gone","seconds":-9223372036854775808,"size":"x"}`,
		`{"model":"genimage-2.5-flare","size":"3840x2160","quality":"max","prompt":"{a|b}"}`,
		`{"input_reference":["https://h/1","https://h/2","https://h/3"]}`, `{"seed":1.5}`, `null`} {
		f.Add([]byte(s), []byte(`[{"place":1,"file":"inputs/../../x","mime":"image/png"}]`), "paper boats {x")
	}
	f.Add([]byte(`{}`), []byte(`{`), "")
	f.Fuzz(func(t *testing.T, request, inputs []byte, prompt string) {
		start := New()
		for _, kind := range append(Kinds(), "x") {
			for _, how := range []RecallMode{RecallAll, RecallPrompt, RecallAllButSeed} {
				form, err := start.Recall(db.Job{ID: 1, Kind: kind, Request: request, Inputs: inputs, Prompt: prompt},
					how)
				if err != nil {
					if form != start {
						t.Errorf("a recall that failed changed the form")
					}
					continue
				}
				usable(t, form)
				form.Kind = start.Kind
				switch kind {
				case db.TextToVideo:
					form.Text = start.Text
				case db.FramesToVideo:
					form.Frames = start.Frames
				case db.TextToImage:
					form.Image = start.Image
				case db.EditImage:
					form.Edit = start.Edit
				}
				if form != start {
					t.Errorf("recalling %s changed another draft", kind)
				}
			}
		}
	})
}
