package compose

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"viviscope/client"
	"viviscope/db"
)

// Each rule of the service that the form can break, and the rules of ours: the message and the field.
func TestBrokenRulesAreNamedAtTheirField(t *testing.T) {
	video := func(change func(*VideoDraft)) Form {
		f := NewForm()
		f.Video.Prompt = "boats"
		change(&f.Video)
		return f
	}
	image := func(change func(*ImageDraft)) Form {
		f := NewForm()
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
		"one of two":       {video(func(d *VideoDraft) { d.SetModel("clip-2.5"); d.SetSeconds("7") }), "seconds", client.MsgSecondsOneOf},
		"size too large":   {video(func(d *VideoDraft) { d.SetFreeSize(); d.SetSides("4000", "2000") }), "size", client.MsgVideoSize},
		"half a size":      {video(func(d *VideoDraft) { d.SetFreeSize(); d.SetSides("640", "") }), "size", client.MsgVideoSize},
		"seed a word":      {video(func(d *VideoDraft) { d.Seed.Text = "lucky" }), "seed", msgSeed},
		"seed overflows":   {video(func(d *VideoDraft) { d.Seed = SeedDraft{"9223372036854775807", true}; d.Clips = 2 }), "seed", msgSeed},
		"picture, nothing": {image(func(d *ImageDraft) { d.Prompt = "" }), "prompt", client.MsgImagePrompt},
		"picture too wide": {image(func(d *ImageDraft) { d.SetFreeSize(); d.Width = "3841" }), "size", client.MsgImageSize},
		"picture negative": {image(func(d *ImageDraft) { d.SetFreeSize(); d.Height = "-5" }), "size", client.MsgImageSize},
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := c.form.Build()
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

	check := func(step string, said, want []string, seconds string, audio bool) {
		t.Helper()
		if diff := cmp.Diff(want, said); diff != "" {
			t.Errorf("%s: said %s", step, diff)
		}
		if d.Seconds != seconds || d.Audio() != audio || d.Prompt != "boats" {
			t.Errorf("%s: %s s, audio %v, prompt %q; want %s s, audio %v", step, d.Seconds, d.Audio(), d.Prompt, seconds, audio)
		}
	}
	check("a model that can do the same", d.SetModel("clip-3.0-omni"), nil, "12", true)
	check("fixed durations, no sound", d.SetModel("clip-2.5"),
		[]string{"12 s became 10 s: clip-2.5 makes 5 or 10 s.", "Audio went off: this model does not generate audio."}, "10", false)
	check("back", d.SetModel("clip-3.0"), []string{"Back to 12 s.", "Audio is on again."}, "12", true)
	check("sound at 1080P only", d.SetModel("clip-2.6"), []string{"Audio went off: audio requires 1080P for this model."}, "12", false)
	check("1080P", d.SetResolution("1080P"), []string{"Audio is on again."}, "12", true)
	check("a small free size", d.SetFreeSize(), nil, "12", true)
	check("smaller", d.SetSides("640", "360"), []string{"Audio went off: audio requires 1080P for this model."}, "12", false)

	d.SetModel("clip-2.5")
	d.SetSeconds("5")
	check("a choice of one's own stays", d.SetModel("clip-o1"), nil, "5", false)
	d.SetSeconds("16")
	check("a refused number counts as the wish", d.SetModel("clip-2.5"), []string{"16 s became 10 s: clip-2.5 makes 5 or 10 s."}, "10", false)
}

func TestRestoreTakesTheCorrectionBackAndKeepsTheText(t *testing.T) {
	d := newVideoDraft()
	d.SetSeconds("16")
	before := d
	d.SetModel("clip-2.5")
	d.Prompt = "typed meanwhile"
	d.Restore(before)
	want := before
	want.Prompt = "typed meanwhile"
	if d != want {
		t.Error(cmp.Diff(want, d))
	}
}

func TestSeedsOfSeveralClips(t *testing.T) {
	f := NewForm()
	f.Video.Prompt, f.Video.Clips = "boats", 3
	seeds := func() (got []int64) {
		order, problems := f.Build()
		if len(problems) > 0 || len(order.Videos) != 3 {
			t.Fatalf("%d requests, %v", len(order.Videos), problems)
		}
		for _, r := range order.Videos {
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
	f.Video.Seed = SeedDraft{"48 210 773", true}
	if diff := cmp.Diff([]int64{48210773, 48210774, 48210775}, seeds()); diff != "" {
		t.Error("a locked seed counts up:", diff)
	}
	f.Video.Seed.Locked = false
	first := seeds()
	if first[0] != 48210773 || first[1] == first[0]+1 || first[1] == first[2] {
		t.Errorf("a free seed: %v", first)
	}
	if diff := cmp.Diff(first, seeds()); diff != "" {
		t.Error("asking twice gave other seeds:", diff)
	}
	roll := func() int64 { return 7 }
	if got := f.Sent(roll).Video.Seed.Text; got != "7" {
		t.Errorf("after a click a free seed is %q", got)
	}
	f.Video.Seed.Locked = true
	if got := f.Sent(roll).Video.Seed.Text; got != "48 210 773" {
		t.Errorf("after a click a locked seed is %q", got)
	}
}

// Whatever a person does to the form: what it allows, the client's rules accept, request by request; what it refuses,
// it names. And the estimate is the sum over the very requests that would be sent.
func TestWhatTheFormAllowsIsValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := NewForm()
		text := rapid.SampledFrom([]string{"", " ", "boats", "灯台", "5", "12", "0", "-1", "16", "1280", "720", "3841", "0x1", "9223372036854775807"})
		act := map[string]func(*rapid.T){
			"kind":       func(t *rapid.T) { f.Kind = rapid.SampledFrom(Kinds()).Draw(t, "kind") },
			"model":      func(t *rapid.T) { f.Video.SetModel(rapid.SampledFrom(client.VideoModels()).Draw(t, "model").ID) },
			"prompt":     func(t *rapid.T) { f.Video.Prompt = text.Draw(t, "prompt") },
			"negative":   func(t *rapid.T) { f.Video.Negative = text.Draw(t, "negative") },
			"seconds":    func(t *rapid.T) { f.Video.SetSeconds(strconv.Itoa(rapid.IntRange(-2, 17).Draw(t, "seconds"))) },
			"typed":      func(t *rapid.T) { f.Video.SetSeconds(text.Draw(t, "typed")) },
			"resolution": func(t *rapid.T) { f.Video.SetResolution(rapid.SampledFrom(client.Resolutions()).Draw(t, "resolution")) },
			"ratio":      func(t *rapid.T) { f.Video.Ratio = rapid.SampledFrom(client.Ratios()).Draw(t, "ratio") },
			"free":       func(t *rapid.T) { f.Video.SetFreeSize() },
			"sides":      func(t *rapid.T) { f.Video.SetSides(text.Draw(t, "w"), text.Draw(t, "h")) },
			"audio":      func(t *rapid.T) { f.Video.WishAudio = rapid.Bool().Draw(t, "audio") },
			"seed":       func(t *rapid.T) { f.Video.Seed = SeedDraft{text.Draw(t, "seed"), rapid.Bool().Draw(t, "locked")} },
			"clips":      func(t *rapid.T) { f.Video.Clips = rapid.IntRange(0, MaxClips+1).Draw(t, "clips") },
			"i.model":    func(t *rapid.T) { f.Image.Model = rapid.SampledFrom(client.ImageModels()).Draw(t, "model").ID },
			"i.prompt":   func(t *rapid.T) { f.Image.Prompt = text.Draw(t, "prompt") },
			"i.preset": func(t *rapid.T) {
				f.Image.Preset, f.Image.FreeSize = rapid.SampledFrom(Presets()).Draw(t, "preset").Size, false
			},
			"i.free": func(t *rapid.T) {
				f.Image.SetFreeSize()
				f.Image.Width, f.Image.Height = text.Draw(t, "w"), text.Draw(t, "h")
			},
			"i.quality": func(t *rapid.T) { f.Image.Quality = rapid.SampledFrom(client.Qualities()).Draw(t, "quality") },
			"i.format":  func(t *rapid.T) { f.Image.Format = rapid.SampledFrom(client.Formats()).Draw(t, "format") },
			"i.clips":   func(t *rapid.T) { f.Image.Clips = rapid.IntRange(0, MaxClips+1).Draw(t, "clips") },
			"restart": func(t *rapid.T) {
				b, err := json.Marshal(f)
				if err != nil {
					t.Fatal(err)
				}
				var read Form
				if err := json.Unmarshal(b, &read); err != nil {
					t.Fatal(err)
				}
				clamped := f
				clamped.Video.Clips, clamped.Image.Clips = clampClips(f.Video.Clips), clampClips(f.Image.Clips)
				if read = read.mend(); read != clamped {
					t.Fatal("a restart changed the form: ", cmp.Diff(clamped, read))
				}
				f = read
			},
			"": func(t *rapid.T) {
				order, problems := f.Build()
				for _, p := range problems {
					if p.Field == "" || p.Message == "" {
						t.Fatalf("a refusal without a name: %+v", p)
					}
				}
				if n := order.Jobs(); n < 1 || n > MaxClips || (len(order.Videos) > 0) == (len(order.Images) > 0) {
					t.Fatalf("%d jobs: %+v", n, order)
				}
				tariff := Tariff{Table: testPrices(), Currency: "CNY"}
				var sum client.Micros
				for _, r := range order.Videos {
					if err := r.Validate(); err != nil && len(problems) == 0 {
						t.Fatalf("allowed, but %v: %+v", err, r)
					}
					sum += tariff.Table.EstimateVideo(r).Amount
				}
				for _, r := range order.Images {
					if err := r.Validate(); err != nil && len(problems) == 0 {
						t.Fatalf("allowed, but %v: %+v", err, r)
					}
					sum += tariff.Table.EstimateImage(r).Amount
				}
				if q := tariff.Quote(order); len(problems) == 0 && (!q.Known || q.Total != sum) {
					t.Fatalf("quoted %+v, the requests cost %d", q, sum)
				}
			},
		}
		t.Repeat(act)
	})
}

func TestMendGivesUpOnlyWhatTheCatalogueNoLongerHas(t *testing.T) {
	got := Form{
		Kind:  "sing",
		Video: VideoDraft{Model: "clip-9", Prompt: "kept", Seconds: "12", WishSeconds: 12, WishResolution: "8K", Clips: 99},
		Image: ImageDraft{Model: "gone", Prompt: "kept too", Quality: "best"},
	}.mend()
	if got.Kind != db.TextToVideo || got.Video.Model != "clip-3.0" || got.Video.Prompt != "kept" || got.Video.Seconds != "12" ||
		got.Video.Resolution() != "720P" || got.Video.Clips != MaxClips {
		t.Errorf("video: %+v", got.Video)
	}
	if got.Image.Prompt != "kept too" || got.Image.Preset != "1024x1024" || got.Image.Quality != "low" || got.Image.Clips != 1 {
		t.Errorf("picture: %+v", got.Image)
	}
}

// testPrices knows a price for every model.
func testPrices() client.PriceTable {
	table := client.PriceTable{Currency: "CNY", Tokens: &client.TokenPrices{
		InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000, OutputPerMillion: 40_000_000}}
	for _, m := range client.VideoModels() {
		for _, tier := range m.Resolutions {
			for _, audio := range []bool{false, true} {
				table.Video = append(table.Video, client.VideoRate{Model: m.ID, Resolution: tier, Audio: audio, PerSecond: 560_000})
			}
		}
	}
	return table
}
