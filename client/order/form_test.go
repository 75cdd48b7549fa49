package order

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/order/ordertest"
	"viviscope/db"
)

// Each correction names the field, what it was and is, and what required it.
func TestCorrectionsHaveReasons(t *testing.T) {
	d := newVideoDraft()
	d.SetSeconds("12")
	d.SetAudio(true)
	type change struct {
		field, was, is string
		back           bool
		why            string
	}
	for _, step := range []struct {
		model string
		want  []change
	}{
		{"clip-2.5", []change{{FieldSeconds, "12", "10", false, ""}, {FieldAudio, "", "", false, client.MsgNoAudio}}},
		{"clip-3.0", []change{{FieldSeconds, "10", "12", true, ""}, {FieldAudio, "", "", true, ""}}},
		{"clip-2.6", []change{{FieldTier, "720P", "1080P", false, client.MsgAudio1080P}}},
		{"clip-3.0", []change{{FieldTier, "1080P", "720P", true, ""}}},
	} {
		var got []change
		for _, c := range d.SetModel(Model{ID: step.model}) {
			got = append(got, change{c.Field, c.From, c.To, c.Restored, c.Reason})
			if c.Model != step.model || c.Rules.ID != step.model {
				t.Errorf("%s: corrected for %s and %s", step.model, c.Model, c.Rules.ID)
			}
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: %+v, want %+v", step.model, got, step.want)
		}
	}
}

func TestRestoreUndoesCorrectionsAndKeepsText(t *testing.T) {
	d := newVideoDraft()
	d.SetSeconds("16")
	before := d
	d.SetModel(Model{ID: "clip-2.5"})
	d.Prompt = "typed meanwhile"
	d.Restore(before)
	want := before
	want.Prompt = "typed meanwhile"
	if d != want {
		t.Error(cmp.Diff(want, d))
	}
}

func TestSeeds(t *testing.T) {
	f := New()
	f.Text.Prompt, f.Text.Clips = "boats", 3
	seeds := func() (got []int64) {
		o, problems := f.Build(Env{})
		if len(problems) > 0 || len(ordertest.Videos(o.Requests)) != 3 {
			t.Fatalf("%d requests, %v", len(ordertest.Videos(o.Requests)), problems)
		}
		for _, r := range ordertest.Videos(o.Requests) {
			if r.Seed == nil {
				return nil
			}
			got = append(got, *r.Seed)
		}
		return got
	}
	if got := seeds(); got != nil {
		t.Errorf("an empty field sent %v", got)
	}
	f.Text.Seed = SeedDraft{"48 210 773", true}
	if diff := cmp.Diff([]int64{48210773, 48210774, 48210775}, seeds()); diff != "" {
		t.Error("a locked seed counts up:", diff)
	}
	// the second is too large to count up
	for _, d := range []SeedDraft{{"lucky", false}, {"9223372036854775807", true}} {
		bad := f
		bad.Text.Seed = d
		if _, problems := bad.Build(Env{}); len(problems) != 1 ||
			problems[0] != (client.ValidationError{Field: FieldSeed, Message: MsgSeed}) {
			t.Errorf("%+v: %v", d, problems)
		}
	}
	f.Text.Seed.Locked = false
	first := seeds()
	if first[0] != 48210773 || first[1] == first[0]+1 || first[1] == first[2] {
		t.Errorf("a free seed: %v", first)
	}
	if diff := cmp.Diff(first, seeds()); diff != "" {
		t.Error("asking twice gave other seeds:", diff)
	}
	roll := func() int64 { return 7 }
	if got := f.AfterSend(roll).Text.Seed.Text; got != "7" {
		t.Errorf("after a click a free seed is %q", got)
	}
	f.Text.Seed.Locked = true
	if got := f.AfterSend(roll).Text.Seed.Text; got != "48 210 773" {
		t.Errorf("after a click a locked seed is %q", got)
	}
}

func TestNormalizedReplacesOnlyUnknownValues(t *testing.T) {
	got := Form{
		Kind: "sing",
		Text: VideoDraft{Model: "clip-9", Prompt: "kept", Seconds: "12", WantedSeconds: 12, WantedResolution: "8K",
			Clips: 99},
		Image: ImageDraft{Model: "gone", Prompt: "kept too", Quality: "best"},
	}.Normalized()
	if got.Kind != db.TextToVideo || got.Text.Model != "clip-3.0" || got.Text.Prompt != "kept" ||
		got.Text.Seconds != "12" ||
		got.Text.Resolution() != "720P" || got.Text.Clips != MaxClips {
		t.Errorf("video: %+v", got.Text)
	}
	if got.Image.Prompt != "kept too" || got.Image.Preset != "1024x1024" || got.Image.Quality != "low" ||
		got.Image.Clips != 1 {
		t.Errorf("picture: %+v", got.Image)
	}
}
