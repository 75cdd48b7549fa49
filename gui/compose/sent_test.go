package compose

import (
	"bytes"
	"encoding/json"
	"mime"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
)

// multipartOf is the body of an edit of one file, by RFC 7578, as interface 4.5 wants it.
func multipartOf(boundary string, fields [][2]string, picture []byte) string {
	var b strings.Builder
	for _, f := range fields {
		b.WriteString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + f[0] + "\"\r\n\r\n" + f[1] +
			"\r\n")
	}
	b.WriteString("--" + boundary +
		"\r\nContent-Disposition: form-data; name=\"image\"; filename=\"image.png\"\r\nContent-Type: image/png\r\n\r\n")
	b.Write(picture)
	b.WriteString("\r\n--" + boundary + "--\r\n")
	return b.String()
}

func (w *wire) wantMultipart(p posted, prompt, size string, picture []byte) {
	w.t.Helper()
	kind, params, err := mime.ParseMediaType(p.kind)
	if err != nil || kind != "multipart/form-data" {
		w.t.Fatalf("%q, %v", p.kind, err)
	}
	want := multipartOf(params["boundary"],
		[][2]string{{"model", "genimage-2.5-flare"}, {"prompt", prompt}, {"size", size},
			{"quality", "medium"}, {"output_format", "png"}}, picture)
	if string(p.body) != want {
		w.t.Errorf("%d bytes came, %d were wanted", len(p.body), len(want))
	}
}

func (w *wire) wantJSON(p posted, prompt, size string, links ...string) {
	w.t.Helper()
	want := `{"model":"genimage-2.5-flare","prompt":"` + prompt + `","size":"` + size +
		`","quality":"medium","output_format":"png","images":[`
	for i, l := range links {
		if i > 0 {
			want += ","
		}
		want += `{"image_url":"` + l + `"}`
	}
	want += "]}"
	if got := strings.TrimSpace(string(p.body)); got != want || p.kind != "application/json" {
		w.t.Errorf("%s\n%s\nwanted\n%s", p.kind, got, want)
	}
}

// What the canvas sends, byte by byte as it comes over the wire to a service, through the composer, the engine and the
// client; and what the library knows of it afterwards.
func TestWhatTheServiceReceivesOfTheCanvas(t *testing.T) {
	w := newWire(t)
	vase, cup := w.picture(), w.picture()
	drawing := json.RawMessage(`{"source":{"asset":"` + vase.Ref + `"},"marks":[{"id":1,"kind":"box"}]}`)
	w.canvas.baked = Baked{File: painted(64, 48), Width: 64, Height: 48, Asset: vase.Ref, Drawing: drawing,
		Parts: []string{cup.Ref}}
	test.Type(w.s.fields.prompt.entry, "three lemons")

	w.s.SetPicture(w.lies(vase, 4))
	if hint := sendHint(w.s.form); !strings.Contains(hint, "Keep Viviscope open") {
		t.Errorf("the tooltip of the button is %q", hint)
	}
	marked, result, came := w.edit(w.s.Generate)
	w.wantMultipart(came, "three lemons", "64x48", w.canvas.baked.File)
	want := []db.Input{{Asset: vase.Ref, Width: 64, Height: 48, Drawing: drawing}, {Asset: cup.Ref, Part: true}}
	knows := func(name string, j db.Job, want []db.Input) {
		t.Helper()
		var got []db.Input
		w.must(json.Unmarshal(j.Inputs, &got))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	knows("the row", marked, want)
	if kept, err := w.file(order.Upload{File: marked.InputPath}); err != nil ||
		!bytes.Equal(kept, w.canvas.baked.File) {
		t.Errorf("kept %d bytes, %v", len(kept), err)
	}
	if result.Width != 64 || result.Height != 48 {
		t.Errorf("the result is %d by %d", result.Width, result.Height)
	}

	withoutMarks, _, came := w.edit(w.s.SendWithoutMarks)
	w.wantJSON(came, "three lemons", "64x48", vase.Link)
	knows("as it was", withoutMarks, []db.Input{{Asset: vase.Ref, Width: 64, Height: 48, Expires: vase.LinkExpires}})

	w.s.SetPicture(w.lies(vase, 0))
	w.s.putPictures(-1, assetSlot(cup))
	two, _, came := w.edit(w.s.Generate)
	w.wantJSON(came, "three lemons", "64x48", vase.Link, cup.Link)
	knows("two links", two, []db.Input{{Asset: vase.Ref, Width: 64, Height: 48, Expires: vase.LinkExpires},
		{Place: 1, Asset: cup.Ref, Width: 64, Height: 48, Expires: cup.LinkExpires}})
	w.s.slots.removeOthers()

	dead := w.lies(vase, 0)
	dead.Dies = time.Now().Add(-time.Hour).UnixMilli()
	w.s.SetPicture(dead)
	own, err := w.file(order.Upload{Asset: vase.Ref})
	w.must(err)
	along, _, came := w.edit(w.s.Generate)
	w.wantMultipart(came, "three lemons", "64x48", own)
	knows("its own file", along, []db.Input{{Asset: vase.Ref, Width: 64, Height: 48}})

	// Again: the same bytes, and the same is known of them.
	again, err := w.engine.SendAgain(t.Context(), marked.ID, jobs.Terms{})
	w.must(err)
	w.saved(again)
	knows("sent again", again, want)
	w.wantMultipart(w.sent[len(w.sent)-1], "three lemons", "64x48", w.canvas.baked.File)

	// On the other model: the marked picture, not the one below it.
	other, _, came := w.edit(func() { w.s.UseOtherModel(marked) })
	if other.Model == marked.Model || !bytes.Contains(came.body, w.canvas.baked.File) {
		t.Errorf("%s, %d bytes", other.Model, len(came.body))
	}
	knows("on the other", other, want)
	if n := len(w.drawn.Edits()); n != 6 {
		t.Errorf("the service made %d edits", n)
	}
}

// A held edit that was drawn upon is revised with its own picture, and goes out with it.
func TestAHeldEditGoesOutWithItsMarks(t *testing.T) {
	w := newWire(t)
	vase := w.picture()
	w.canvas.baked = Baked{File: painted(64, 48), Width: 64, Height: 48, Asset: vase.Ref,
		Drawing: json.RawMessage(`{"marks":[1]}`)}
	test.Type(w.s.fields.prompt.entry, "three lemons")
	w.s.SetPicture(w.lies(vase, 1))
	w.s.HoldForLater()
	for _, f := range w.work {
		f()
	}
	w.work = nil
	all, err := w.lib.Jobs(t.Context(), db.JobFilter{States: []db.JobState{db.Held}})
	if err != nil || len(all) != 1 {
		t.Fatalf("%d held, %v", len(all), err)
	}
	first := w.canvas.baked.File
	w.canvas.baked.File = nil // nobody may ask for it
	w.s.EditHeld(all[0])
	test.Type(w.s.fields.prompt.entry, " and a lime")
	job, _, came := w.edit(w.s.Generate)
	w.wantMultipart(came, "three lemons and a lime", "64x48", first)
	if !strings.Contains(string(job.Inputs), `"drawing":{"marks":[1]}`) ||
		!strings.Contains(string(job.Inputs), vase.Ref) {
		t.Errorf("the row: %s", job.Inputs)
	}
}
