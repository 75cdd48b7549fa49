package compose

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

func TestWhichModelCanDoIt(t *testing.T) {
	d := newFixture(t)
	d.acct.Models = []byte(`[{"id":"my-clip","like":"clip-2.6"}]`)
	for i, r := range d.table.Video {
		if r.Model == "clip-3.0" {
			d.table.Video[i].PerSecond *= 2
		}
	}
	d.update()
	d.s.Edit(func(f *order.Form) {
		c := f.Clip()
		c.SetResolution(client.Resolution1080P)
		c.SetAudio(true)
		c.SetSeconds("12")
	})
	fits := order.CompareModels(d.s.form, d.s.env(), d.s.tariff.Table)
	rows := choices(fits, d.s.tariff)
	cheapest, refused, alias := 0, 0, false
	for i, row := range rows {
		if row.Off {
			refused++
			if row.Words != wording.Rule(fits[i].Problems[0].Message) || row.Trailing != "—" {
				t.Errorf("%s: %q %q", row.Title, row.Words, row.Trailing)
			}
		}
		if strings.HasPrefix(row.Words, "cheapest that fits") {
			cheapest++
		}
		alias = alias || row.Title == "my-clip" && strings.HasSuffix(row.Words, "works like clip-2.6")
	}
	if cheapest == 0 || refused == 0 || !alias {
		t.Errorf("%d cheapest, %d refused, own model %v: %+v", cheapest, refused, alias, rows)
	}
	b := best(fits)
	if b < 0 || !fits[b].Cheapest {
		t.Fatalf("it begins at row %d", b)
	}
	test.Type(d.s.fields.prompt.entry, "boats")
	d.s.ShowWhich()
	d.key(fyne.KeyReturn)
	got := d.s.Form().Text
	if got.Model != fits[b].Model.ID || got.Seconds != "12" || got.Resolution() != client.Resolution1080P ||
		!got.Audio() || got.Prompt != "boats" {
		t.Errorf("after the choice: %+v", got)
	}
	found := false
	for _, o := range d.s.fields.picker.Options() {
		found = found || o.Title == "my-clip" && o.Words == "works like clip-2.6"
	}
	if !found {
		t.Errorf("the picker has %+v", d.s.fields.picker.Options())
	}
}

func TestWhichModelWhereNoneCan(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.fields.seconds.SetText("16")
	d.s.ShowWhich()
	find[*kit.Text](t, d.w.Canvas().Overlays().Top(), func(w *kit.Text) bool {
		return strings.HasPrefix(w.Text(), "No model can do all of this")
	})
	before := d.s.Form()
	d.key(fyne.KeyReturn)
	if d.s.Form() != before || d.w.Canvas().Overlays().Top() != nil {
		t.Error("the form changed, or the sheet stays")
	}
}

// A correction that comes with a model is said under it, and Undo brings back what was there.
func TestSoundThatNeedsALargerPictureIsSaid(t *testing.T) {
	d := newFixture(t)
	d.update()
	choose := func(id string) {
		for _, m := range d.s.env().VideoModels() {
			if m.ID == id {
				d.s.fields.picker.OnChanged(indexOf(d.s.fields.models, m))
			}
		}
	}
	choose("clip-3.0")
	d.s.fields.correct(func(c *order.VideoDraft) []order.Correction { return c.SetAudio(true) })
	before := d.s.Form()
	if !before.Text.Audio() || before.Text.Resolution() != client.Resolution720P {
		t.Fatalf("to begin with: %+v", before.Text)
	}
	choose("clip-2.6")
	n := d.s.notices
	if got := n.text.Text(); !n.box.Visible() ||
		!strings.Contains(got, "720P became 1080P. This model needs 1080P for audio.") {
		t.Fatalf("said: %q", got)
	}
	n.undo()
	if d.s.Form() != before {
		t.Errorf("after Undo: %+v", d.s.Form().Text)
	}
	choose("clip-2.6")
	choose("clip-3.0")
	if got := d.s.Form().Text; got.Resolution() != client.Resolution720P || !got.Audio() {
		t.Errorf("back on the first model: %s, %v", got.Resolution(), got.Audio())
	}
	d.clock.fire()
	if n.box.Visible() {
		t.Error("the notice stays")
	}
}

func indexOf(models []order.Model, m order.Model) int {
	for i := range models {
		if models[i] == m {
			return i
		}
	}
	return -1
}
