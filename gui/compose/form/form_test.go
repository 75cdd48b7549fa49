package form

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form/formtest"
)

// Each rule of the service that the form can break, and the rules of ours: the message and the field.
func TestBrokenRulesAreNamedAtTheirField(t *testing.T) {
	video := func(change func(*VideoDraft)) Form {
		f := New()
		f.Text.Prompt = "boats"
		change(&f.Text)
		return f
	}
	image := func(change func(*ImageDraft)) Form {
		f := New()
		f.Kind = db.TextToImage
		f.Image.Prompt = "a bowl"
		change(&f.Image)
		return f
	}
	for name, c := range map[string]struct {
		form           Form
		field, message string
	}{
		"no prompt":        {video(func(d *VideoDraft) { d.Prompt = " \n" }), "prompt", client.MsgPromptRequired},
		"too long":         {video(func(d *VideoDraft) { d.SetSeconds("16") }), "seconds", client.MsgSecondsRange},
		"too short":        {video(func(d *VideoDraft) { d.SetSeconds("2") }), "seconds", client.MsgSecondsRange},
		"zero":             {video(func(d *VideoDraft) { d.SetSeconds("0") }), "seconds", client.MsgSecondsRange},
		"no duration":      {video(func(d *VideoDraft) { d.SetSeconds("") }), "seconds", client.MsgSecondsRange},
		"a word":           {video(func(d *VideoDraft) { d.SetSeconds("five") }), "seconds", client.MsgSecondsRange},
		"one of two":       {video(func(d *VideoDraft) { d.SetModel(Model{ID: "clip-2.5"}); d.SetSeconds("7") }), "seconds", client.MsgSecondsOneOf},
		"size too large":   {video(func(d *VideoDraft) { d.SetFreeSize(); d.SetSides("4000", "2000") }), "size", client.MsgVideoSize},
		"half a size":      {video(func(d *VideoDraft) { d.SetFreeSize(); d.SetSides("640", "") }), "size", client.MsgVideoSize},
		"seed a word":      {video(func(d *VideoDraft) { d.Seed.Text = "lucky" }), "seed", MsgSeed},
		"seed overflows":   {video(func(d *VideoDraft) { d.Seed = SeedDraft{"9223372036854775807", true}; d.Clips = 2 }), "seed", MsgSeed},
		"picture, nothing": {image(func(d *ImageDraft) { d.Prompt = "" }), "prompt", client.MsgImagePrompt},
		"picture too wide": {image(func(d *ImageDraft) { d.SetFreeSize(); d.Width = "3841" }), "size", client.MsgImageSize},
		"picture negative": {image(func(d *ImageDraft) { d.SetFreeSize(); d.Height = "-5" }), "size", client.MsgImageSize},
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := c.form.Build(Env{})
			want := []client.ValidationError{{Field: c.field, Message: c.message}}
			if diff := cmp.Diff(want, problems); diff != "" {
				t.Error(diff)
			}
		})
	}
}

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
		"12 s became 10 s: clip-2.5 makes 5 or 10 s. Audio went off: this model does not generate audio.", "10", false)
	check("back", d.SetModel(Model{ID: "clip-3.0"}), "Back to 12 s. Audio is on again.", "12", true)

	check("sound at 1080P only", d.SetModel(Model{ID: "clip-2.6"}), "720P became 1080P: audio requires 1080P for this model.", "12", true)
	check("sound at every size", d.SetModel(Model{ID: "clip-3.0"}), "Back to 720P.", "12", true)
	check("raised again", d.SetModel(Model{ID: "clip-2.6"}), "720P became 1080P: audio requires 1080P for this model.", "12", true)
	check("no sound after all", d.SetAudio(false), "Back to 720P.", "12", false)
	check("sound after all", d.SetAudio(true), "720P became 1080P: audio requires 1080P for this model.", "12", true)
	check("a choice counts more than the sound", d.SetResolution("720P"), "Audio went off: audio requires 1080P for this model.", "12", false)
	check("the same model again", d.SetModel(Model{ID: "clip-2.6"}), "", "12", false)
	check("1080P", d.SetResolution("1080P"), "Audio is on again.", "12", true)
	check("1080P was chosen and stays", d.SetModel(Model{ID: "clip-3.0"}), "", "12", true)
	d.SetModel(Model{ID: "clip-2.6"})
	check("a large free size", d.SetFreeSize(), "", "12", true)
	check("smaller", d.SetSides("640", "360"), "Audio went off: audio requires 1080P for this model.", "12", false)

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
