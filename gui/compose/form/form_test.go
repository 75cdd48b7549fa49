package form

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form/formtest"
)

func TestModelCorrectsOnlyWhatItMustAndGivesItBack(t *testing.T) {
	d := newVideoDraft()
	d.Prompt = "boats"
	d.SetSeconds("12")
	d.WishAudio = true

	check := func(step string, said []Correction, want, seconds string, audio bool) {
		t.Helper()
		if diff := cmp.Diff(want, Say(said)); diff != "" {
			t.Errorf("%s: said %s", step, diff)
		}
		if d.Seconds != seconds || d.Audio() != audio || d.Prompt != "boats" {
			t.Errorf("%s: %s s, audio %v, prompt %q; want %s s, audio %v", step, d.Seconds, d.Audio(), d.Prompt, seconds, audio)
		}
	}
	check("a model that can do the same", d.SetModel(Model{ID: "clip-3.0-omni"}), "", "12", true)
	check("fixed durations, no sound", d.SetModel(Model{ID: "clip-2.5"}),
		"12 s became 10 s: clip-2.5 makes 5 or 10 s. Audio turned off: this model does not generate audio.", "10", false)
	check("back", d.SetModel(Model{ID: "clip-3.0"}), "Back to 12 s. Audio turned on again.", "12", true)

	check("sound at 1080P only", d.SetModel(Model{ID: "clip-2.6"}), "720P became 1080P: audio requires 1080P for this model.", "12", true)
	check("sound at every size", d.SetModel(Model{ID: "clip-3.0"}), "Back to 720P.", "12", true)
	check("raised again", d.SetModel(Model{ID: "clip-2.6"}), "720P became 1080P: audio requires 1080P for this model.", "12", true)
	check("no sound after all", d.SetAudio(false), "Back to 720P.", "12", false)
	check("sound after all", d.SetAudio(true), "720P became 1080P: audio requires 1080P for this model.", "12", true)
	check("a choice counts more than the sound", d.SetResolution("720P"), "Audio turned off: audio requires 1080P for this model.", "12", false)
	check("the same model again", d.SetModel(Model{ID: "clip-2.6"}), "", "12", false)
	check("1080P", d.SetResolution("1080P"), "Audio turned on again.", "12", true)
	check("1080P was chosen and stays", d.SetModel(Model{ID: "clip-3.0"}), "", "12", true)
	d.SetModel(Model{ID: "clip-2.6"})
	check("a large free size", d.SetFreeSize(), "", "12", true)
	check("smaller", d.SetSides("640", "360"), "Audio turned off: audio requires 1080P for this model.", "12", false)

	d.SetModel(Model{ID: "clip-2.5"})
	d.SetSeconds("5")
	check("a choice of one's own stays", d.SetModel(Model{ID: "clip-o1"}), "", "5", false)
	d.SetSeconds("16")
	check("a refused number counts as the wish", d.SetModel(Model{ID: "clip-2.5"}), "16 s became 10 s: clip-2.5 makes 5 or 10 s.", "10", false)
}

func TestRestoreTakesTheCorrectionBackAndKeepsTheText(t *testing.T) {
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

func TestSeedsOfSeveralClips(t *testing.T) {
	f := New()
	f.Text.Prompt, f.Text.Clips = "boats", 3
	seeds := func() (got []int64) {
		order, problems := f.Build(Env{})
		if len(problems) > 0 || len(formtest.Videos(order.Requests)) != 3 {
			t.Fatalf("%d requests, %v", len(formtest.Videos(order.Requests)), problems)
		}
		for _, r := range formtest.Videos(order.Requests) {
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
	for _, d := range []SeedDraft{{"lucky", false}, {"9223372036854775807", true}} { // the second is too large to count up
		bad := f
		bad.Text.Seed = d
		if _, problems := bad.Build(Env{}); len(problems) != 1 || problems[0] != (client.ValidationError{Field: FieldSeed, Message: MsgSeed}) {
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
	if got := f.Sent(roll).Text.Seed.Text; got != "7" {
		t.Errorf("after a click a free seed is %q", got)
	}
	f.Text.Seed.Locked = true
	if got := f.Sent(roll).Text.Seed.Text; got != "48 210 773" {
		t.Errorf("after a click a locked seed is %q", got)
	}
}

func TestMendGivesUpOnlyWhatTheCatalogueNoLongerHas(t *testing.T) {
	got := Form{
		Kind:  "sing",
		Text:  VideoDraft{Model: "clip-9", Prompt: "kept", Seconds: "12", WishSeconds: 12, WishResolution: "8K", Clips: 99},
		Image: ImageDraft{Model: "gone", Prompt: "kept too", Quality: "best"},
	}.Mended()
	if got.Kind != db.TextToVideo || got.Text.Model != "clip-3.0" || got.Text.Prompt != "kept" || got.Text.Seconds != "12" ||
		got.Text.Resolution() != "720P" || got.Text.Clips != MaxClips {
		t.Errorf("video: %+v", got.Text)
	}
	if got.Image.Prompt != "kept too" || got.Image.Preset != "1024x1024" || got.Image.Quality != "low" || got.Image.Clips != 1 {
		t.Errorf("picture: %+v", got.Image)
	}
}
