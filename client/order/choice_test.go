package order

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/order/ordertest"
	"viviscope/db"
)

func TestCompareModels(t *testing.T) {
	f := New()
	f.Text.Prompt = "boats"
	f.Text.SetSeconds("12")
	f.Text.SetAudio(true)
	table := ordertest.Prices()
	for i := range table.Video {
		if table.Video[i].Model == "clip-3.0" {
			table.Video[i].PerSecond = 950_000
		}
	}
	env := Env{Models: []client.Alias{{ID: "gw/omni", Like: "clip-3.0-omni"}, {ID: "gw/lost", Like: "gone"},
		{ID: "gw/picture", Like: "genimage-2.5-flare"}}}
	want := map[string]string{
		"clip-3.0":       "11400000",
		"clip-3.0-omni":  "6720000 cheapest",
		"clip-2.6":       client.MsgAudio1080P,
		"clip-3.0-turbo": client.MsgNoAudio,
		"clip-o1":        client.MsgNoAudio,
		"clip-2.5":       client.MsgSecondsOneOf + ", " + client.MsgNoAudio,
		"gw/omni":        "6720000 cheapest",
	}
	check := func(f Form, current string) {
		t.Helper()
		fits := CompareModels(f, env, table)
		if len(fits) != len(want) {
			t.Errorf("%d models", len(fits))
		}
		for _, fit := range fits {
			var got []string
			for _, p := range fit.Problems {
				got = append(got, p.Message)
			}
			if fit.Fits {
				got = append(got, strconv.FormatInt(int64(fit.Quote.Total), 10))
			}
			if fit.Cheapest {
				got[0] += " cheapest"
			}
			if strings.Join(got, ", ") != want[fit.Model.ID] || fit.Current != (fit.Model.ID == current) {
				t.Errorf("%s: %q, want %q; current %v", fit.Model.ID, got, want[fit.Model.ID], fit.Current)
			}
		}
	}
	check(f, "clip-3.0")
	// What a model makes of the wish does not change what is wished for.
	for _, id := range []string{"clip-2.5", "clip-2.6", "clip-o1"} {
		f.Text.SetModel(Model{ID: id})
		check(f, id)
	}

	f.Kind, f.Image.Prompt = db.TextToImage, "a bowl"
	if fits := CompareModels(f, env, table); len(fits) != 3 || !fits[0].Fits || !fits[0].Quote.Known ||
		!fits[2].Cheapest {
		t.Errorf("pictures: %+v", fits)
	}
}

func TestModelsOfTheProfile(t *testing.T) {
	env := Env{Models: []client.Alias{{ID: "gw/2-6", Like: "clip-2.6"}, {ID: "gw/2-6", Like: "clip-2.5"},
		{ID: "clip-3.0", Like: "clip-2.5"}, {ID: "", Like: "clip-2.5"}}}
	if got := env.VideoModels(); len(got) != 7 || got[0] != (Model{ID: "clip-3.0"}) ||
		got[6] != (Model{ID: "gw/2-6", Like: "clip-2.6"}) {
		t.Errorf("%+v", got)
	}
	f := New()
	f.Text.Prompt = "boats"
	f.Text.SetSeconds("12")
	f.Text.SetModel(Model{ID: "gw/2-6", Like: "clip-2.6"})
	o, problems := f.Build(env)
	if r := ordertest.Videos(o.Requests)[0]; len(problems) > 0 || r.Model != "gw/2-6" || r.Like != "clip-2.6" ||
		f.Text.NoAudioReason() != client.MsgAudio1080P {
		t.Errorf("%+v, %v", r, problems)
	}
	// The profile gives the name other rules.
	env.Models[0].Like = "clip-2.5"
	_, problems = f.Build(env)
	if len(problems) != 1 || problems[0].Message != client.MsgSecondsOneOf {
		t.Errorf("under other rules: %v", problems)
	}
	// A profile without that name says so, and the draft stays.
	_, problems = f.Build(Env{})
	if len(problems) != 1 || problems[0].Field != FieldModel || f.Normalized() != f {
		t.Errorf("under another profile: %v", problems)
	}
}

func TestOtherModelOrder(t *testing.T) {
	flare, sunburst := Model{ID: "genimage-2.5-flare"}, Model{ID: "genimage-2.5-sunburst"}
	gateway := Env{Models: []client.Alias{{ID: "gw/f", Like: flare.ID}, {ID: "gw/s", Like: sunburst.ID}}}
	for _, c := range []struct {
		env      Env
		of, want Model
		ok       bool
	}{
		{Env{}, flare, sunburst, true},
		{Env{}, sunburst, flare, true},
		{gateway, flare, sunburst, true},
		{gateway, Model{ID: "gw/f"}, Model{ID: "gw/s", Like: sunburst.ID}, true},
		{Env{Models: gateway.Models[:1]}, Model{ID: "gw/f", Like: flare.ID}, sunburst, true},
		{Env{}, Model{ID: "clip-3.0"}, Model{}, false},
	} {
		if got, ok := c.env.otherModel(c.of); got != c.want || ok != c.ok {
			t.Errorf("%v: %v, %v", c.of, got, ok)
		}
	}
	job := db.Job{Kind: db.EditImage, InputPath: "inputs/a.png",
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"a hat","size":"640x360","image_name":"a.png"}`)}
	o, err := OtherModelOrder(job, Env{})
	if err != nil || o.Jobs() != 1 || ordertest.Edits(o.Requests)[0].Model != sunburst.ID ||
		ordertest.Edits(o.Requests)[0].Size != "640x360" || o.Picture.File != "inputs/a.png" {
		t.Errorf("%+v, %v", o, err)
	}
	for _, job := range []db.Job{{Kind: db.TextToVideo, Request: []byte(`{}`)},
		{Kind: db.TextToImage, Request: []byte(`{`)}, {Kind: db.TextToImage, Request: []byte(`{"model":"x"}`)}} {
		if _, err := OtherModelOrder(job, Env{}); err == nil {
			t.Errorf("%s %s was repeated", job.Kind, job.Request)
		}
	}
}

func TestSuggestSize(t *testing.T) {
	for _, c := range []struct{ w, h, picture, clip string }{
		{"1024", "1024", "", ""},
		{"5000", "2000", "3840x1536", "1920x768"},
		{"2000", "5000", "1536x3840", "768x1920"},
		{"3841", "3841", "3840x3840", "1080x1080"},
		{"1921", "1080", "", "1920x1079"},
		{"8", "8", "16x16", "16x16"},
		{"100000", "10", "3840x16", "1920x16"},
		{"0640", "360 px", "640x360", "640x360"},
		{"640", "", "", ""},
		{"-5", "5", "", ""},
		{"x", "5", "", ""},
		{"0", "5", "", ""},
	} {
		p, v := ImageDraft{FreeSize: true, Width: c.w, Height: c.h}, VideoDraft{FreeSize: true, Width: c.w, Height: c.h}
		for _, got := range []struct {
			offer SizeSuggestion
			ok    bool
			want  string
			legal func(string) bool
		}{
			offered(p.SuggestSize, c.picture, func(s string) bool {
				return len(ProblemsOf(client.ImageRequest{Size: s}.Problems(), FieldSize)) == 0
			}),
			offered(v.SuggestSize, c.clip, func(s string) bool {
				return len(ProblemsOf(client.VideoRequest{Size: s}.Problems(), FieldSize)) == 0
			}),
		} {
			size := got.offer.Width + "x" + got.offer.Height
			if got.ok != (got.want != "") || got.ok && (size != got.want || !got.legal(size)) {
				t.Errorf("%s by %s: %+v, %v, want %q", c.w, c.h, got.offer, got.ok, got.want)
			}
		}
	}
	if _, ok := (ImageDraft{Width: "9999", Height: "1"}).SuggestSize(); ok {
		t.Error("offered while no free size is asked for")
	}
}

func offered(offer func() (SizeSuggestion, bool), want string, legal func(string) bool) (s struct {
	offer SizeSuggestion
	ok    bool
	want  string
	legal func(string) bool
}) {
	s.offer, s.ok = offer()
	s.want, s.legal = want, legal
	return s
}

func TestEditSizeFollowsFirstPicture(t *testing.T) {
	d := newEditDraft()
	for _, c := range []struct {
		w, h int
		want string
	}{{0, 0, ""}, {1344, 756, "1344x756"}, {6000, 4000, "3840x2560"}, {4000, 6000, "2560x3840"}, {10, 10, "16x16"},
		{8000, 1, "3840x16"}} {
		d.Pictures[0] = Slot{File: "/a.png", Width: c.w, Height: c.h}
		if got := d.Size(); got != c.want {
			t.Errorf("%d by %d: %q, want %q", c.w, c.h, got, c.want)
		}
	}
	d.Pictures[0] = Slot{File: "/a.png", Width: 6000, Height: 4000}
	d.SetFreeSize()
	if d.Width != "3840" || d.Height != "2560" || d.Size() != "3840x2560" {
		t.Errorf("a free size starts at %s by %s", d.Width, d.Height)
	}
	d.SetPreset("1024x1024")
	if d.Size() != "1024x1024" {
		t.Errorf("a preset: %s", d.Size())
	}
}

func TestRatioFollowsTheFirstFrame(t *testing.T) {
	for want, s := range map[string]Slot{
		"false ":    {},
		"true ":     {URL: "https://a.net/b"},
		"true 16:9": {URL: "https://a.net/b", Width: 1344, Height: 756},
		"true 1:1":  {URL: "https://a.net/b", Width: 5, Height: 4},
		"true 9:16": {URL: "https://a.net/b", Width: 1, Height: 2},
	} {
		d := VideoDraft{First: s}
		if got := fmt.Sprint(d.RatioFollows(), " ", d.NearestRatio()); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
		if got := d.NoLastFrameReason(Env{}); (got == "") != (s != Slot{}) {
			t.Errorf("%+v: the last slot is off: %q", s, got)
		}
	}
}

// Some request formats have no last frame, whether it is a link or a local file.
func TestLastFrameRefusedByFirstFrameFormat(t *testing.T) {
	for _, hosting := range []bool{false, true} {
		env := Env{Format: client.FormatOpenAI, Hosting: hosting}
		f := New()
		f.Kind, f.Frames.Prompt, f.Frames.First = db.FramesToVideo, "boats", Slot{URL: "https://a.net/b"}
		if _, problems := f.Build(env); len(problems) != 0 || f.Frames.NoLastFrameReason(env) != MsgFirstOnly {
			t.Errorf("one frame: %v, %q", problems, f.Frames.NoLastFrameReason(env))
		}
		for _, last := range []Slot{{URL: "https://a.net/c"}, {File: "/home/me/lake.png"}} {
			f.Frames.Last = last
			if _, problems := f.Build(env); len(problems) == 0 ||
				problems[0] != (client.ValidationError{Field: FieldFrames, Message: client.MsgOneImage}) {
				t.Errorf("%+v: %v", last, problems)
			}
		}
	}
}

// A field that the request format does not have is closed: what it holds is kept, not sent and not paid for.
func TestUnsupportedFieldsHaveReasons(t *testing.T) {
	table := client.PriceTable{Currency: "USD", Video: []client.VideoRate{
		{Model: "clip-3.0", Resolution: "1080P", PerSecond: 100},
		{Model: "clip-3.0", Resolution: "1080P", Audio: true, PerSecond: 900},
	}}
	f := New()
	f.Text.Prompt, f.Text.Negative, f.Text.WantedAudio, f.Text.Seed = "boats", "rain", true, SeedDraft{"7", true}
	f.Text.WantedResolution, f.Text.Ratio, f.Text.Clips = "1080P", "9:16", 2
	for _, form := range client.RequestFormats() {
		env := Env{Format: form}
		o, problems := f.Build(env)
		r := o.Requests[0].(client.VideoRequest)
		closed := form == client.FormatOpenAI
		if len(problems) > 0 || r.Audio == closed || (r.NegativePrompt == "") != closed || (r.Seed == nil) != closed {
			t.Errorf("%s: %+v, %v", form.Name(), r, problems)
		}
		if size := map[bool]string{true: "1080x1920"}[form.HasPixelSize()]; r.Size != size {
			t.Errorf("%s: size %q, want %q", form.Name(), r.Size, size)
		}
		want := client.Micros(5 * 900)
		if closed {
			want = 5 * 100
		}
		if e := r.Estimate(table); e.Amount != want {
			t.Errorf("%s: costs %d, want %d", form.Name(), e.Amount, want)
		}
		d := f.ForProfile(env).Text
		for what, off := range map[string]string{d.NoAudioReason(): client.MsgFormAudio,
			d.NoSeedReason():     client.MsgFormSeed,
			d.NoNegativeReason(): client.MsgFormNegative} {
			if want := map[bool]string{true: off}[closed]; what != want {
				t.Errorf("%s: %q, want %q", form.Name(), what, want)
			}
		}
	}
	back := f.ForProfile(Env{Format: client.FormatOpenAI}).ForProfile(Env{})
	if o, _ := back.Build(Env{}); o.Requests[0].(client.VideoRequest).Seed == nil ||
		!o.Requests[0].(client.VideoRequest).Audio {
		t.Error("what was wished for is lost")
	}
}

// A field that the channel of the model does not read is named as ignored, and stays open.
func TestIgnoredBy(t *testing.T) {
	env := Env{Format: client.FormatNewAPI}
	fields := []string{FieldRatio, FieldTier, FieldNegative, FieldSeed, FieldAudio}
	for model, want := range map[string]string{
		"kling-v2-6": "Kling: seed", "vendor/Vidu-q1": "Vidu: aspect_ratio negative_prompt audio",
		"jimeng_vgfm":             "Jimeng: resolution negative_prompt audio",
		"doubao-seedance-1-0-pro": "Doubao: negative_prompt", "wan2.5-t2v": "", "house-clip": "", "clip-3.0": "",
	} {
		env.Models = []client.Alias{{ID: model, Like: "clip-3.0"}}
		f := New()
		f.Text.Prompt, f.Text.Negative, f.Text.WantedAudio, f.Text.Seed = "boats", "rain", true, SeedDraft{"7", true}
		f.Text.SetModel(Model{ID: model, Like: "clip-3.0"})
		d := f.ForProfile(env).Text
		got := ""
		for _, field := range fields {
			if channel := d.IgnoredBy(field); channel != "" {
				if got == "" {
					got = channel + ":"
				}
				got += " " + field
			}
		}
		if got != want || d.NoAudioReason()+d.NoSeedReason()+d.NoNegativeReason() != "" {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
		if hint := f.ForProfile(Env{Models: env.Models}).Text.IgnoredBy(FieldSeed); hint != "" {
			t.Errorf("%s in the documented format: %q", model, hint)
		}
	}
}

// In a format with a pixel size, the ratio follows the first frame if its size is known. Otherwise the user chooses it.
func TestSizeFollowsFirstFrame(t *testing.T) {
	for frame, want := range map[Slot]string{
		{URL: "https://a.net/b"}:                           "720x720",
		{URL: "https://a.net/b", Width: 900, Height: 1600}: "720x1280",
	} {
		f := New()
		f.Kind, f.Frames.Prompt, f.Frames.First, f.Frames.Ratio = db.FramesToVideo, "boats", frame, "1:1"
		env := Env{Format: client.FormatOpenAI}
		o, problems := f.Build(env)
		if r := o.Requests[0].(client.VideoRequest); len(problems) > 0 || r.Size != want {
			t.Errorf("%+v: %+v, %v", frame, r, problems)
		}
		if follows := f.ForProfile(env).Frames.RatioFollows(); follows != (frame.Width != 0) {
			t.Errorf("%+v: follows the frame: %v", frame, follows)
		}
	}
}

func TestBuildMakesOneRequestPerVariation(t *testing.T) {
	f := New()
	f.Text.Prompt, f.Text.Negative, f.Text.Clips = "a {red|blue} boat", "{text|noise}", 2
	f.Text.Seed = SeedDraft{"7", true}
	o, problems := f.Build(Env{})
	var got []string
	for _, r := range ordertest.Videos(o.Requests) {
		got = append(got, r.Prompt+"/"+r.NegativePrompt+"/"+SeedText(*r.Seed))
	}
	want := []string{"a red boat/text/7", "a red boat/text/8", "a red boat/noise/7", "a red boat/noise/8",
		"a blue boat/text/7", "a blue boat/text/8", "a blue boat/noise/7", "a blue boat/noise/8"}
	if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
	f.Text.Seed.Locked = false
	o, _ = f.Build(Env{})
	seeds := map[int64]bool{}
	for _, r := range ordertest.Videos(o.Requests) {
		seeds[*r.Seed] = true
	}
	if len(seeds) != 8 {
		t.Errorf("%d seeds of 8 jobs", len(seeds))
	}

	for prompt, message := range map[string]string{
		"{1..51}":                       "this makes 102 jobs: the limit is 100 at once",
		"{1..50}":                       "",
		strings.Repeat("{1..9999}", 50): "this makes too many jobs: the limit is 100 at once",
		"{|boats}":                      client.MsgPromptRequired,
	} {
		f.Text.Prompt, f.Text.Negative = prompt, ""
		o, problems = f.Build(Env{})
		if message == "" && len(problems) == 0 && o.Jobs() == 100 {
			continue
		}
		if len(problems) != 1 || problems[0] != (client.ValidationError{Field: FieldPrompt, Message: message}) ||
			Priceable(problems) != (message == client.MsgPromptRequired) {
			t.Errorf("%.20s: %v, %d jobs", prompt, problems, o.Jobs())
		}
	}
}

// What a job asked for comes back as it was: the form then makes the same request again.
func TestRecallRestoresRequest(t *testing.T) {
	seed := int64(7)
	recall := func(kind db.JobKind, request any, job db.Job, how RecallMode) Form {
		t.Helper()
		raw, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		job.Kind, job.Request = kind, raw
		f := New()
		f.Frames.Seed = SeedDraft{"42", true}
		f, err = f.Recall(job, how)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, want := range []client.Request{
		client.VideoRequest{Model: "clip-3.0", Prompt: "boats", Seconds: 12, Resolution: "1080P", AspectRatio: "9:16",
			Audio: true, NegativePrompt: "text", Seed: &seed},
		client.VideoRequest{Model: "clip-2.5", Prompt: "boats", Seconds: 10, Size: "640x360"},
		client.ImageRequest{Model: "genimage-2.5-sunburst", Prompt: "a bowl", Size: "1536x1024", Quality: "max",
			OutputFormat: "jpeg"},
		client.ImageRequest{Model: "genimage-2.5-flare", Prompt: "a bowl", Size: "333x444", Quality: "low",
			OutputFormat: "png"},
	} {
		o, problems := recall(db.JobKind(want.Kind()), want, db.Job{}, RecallAll).Build(Env{})
		if diff := cmp.Diff([]client.Request{want}, o.Requests); diff != "" || len(problems) > 0 {
			t.Error(diff, problems)
		}
	}

	clip := client.VideoRequest{Model: "gw/2-6", Like: "clip-2.6", Prompt: "{a|b}", Seconds: 5, Resolution: "720P",
		InputReference: []string{"https://a.net/%20?x=%2B", ""}, Seed: &seed}
	job := db.Job{Inputs: []byte(`[{"place":0,"asset":"8f2c"},{"place":1,"file":"inputs/b.png","link":"https://bucket/x?sig=1"}]`)}
	f := recall(db.FramesToVideo, clip, job, RecallAll)
	o, problems := f.Build(Env{Hosting: true, Models: []client.Alias{{ID: "gw/2-6", Like: "clip-2.6"}}})
	if diff := cmp.Diff([]client.VideoRequest{clip}, ordertest.Videos(o.Requests)); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
	if !slices.Equal(o.Uploads, []Upload{{Slot: 1, File: "inputs/b.png"}}) ||
		!slices.Equal(o.Linked, []Upload{{Slot: 0, Asset: "8f2c"}}) {
		t.Errorf("%+v", o)
	}
	f = recall(db.FramesToVideo, clip, job, RecallAllButSeed)
	if f.Frames.Seed != (SeedDraft{"42", true}) ||
		f.Frames.Last.File != "inputs/b.png" {
		t.Errorf("all but the seed: %+v", f.Frames)
	}

	edit := client.EditRequest{ImageRequest: client.ImageRequest{Model: "genimage-2.5-flare", Prompt: "a hat",
		Size: "640x360", Quality: "low", OutputFormat: "png"}, ImageName: "a.png"}
	f = recall(db.EditImage, edit, db.Job{InputPath: "inputs/a.png"}, RecallAll)
	o, problems = f.Build(Env{})
	if diff := cmp.Diff([]client.EditRequest{edit}, ordertest.Edits(o.Requests)); diff != "" || len(problems) > 0 ||
		o.Picture.File != "inputs/a.png" {
		t.Error(diff, problems, o.Picture)
	}
	edit.ImageName, edit.ImageURLs = "", []string{"https://a.net/1", "https://a.net/2"}
	f = recall(db.EditImage, edit, db.Job{}, RecallAll)
	o, problems = f.Build(Env{})
	if diff := cmp.Diff([]client.EditRequest{edit}, ordertest.Edits(o.Requests)); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
}

func TestRecallPromptKeepsOtherFields(t *testing.T) {
	before := New()
	before.Image.Prompt = "kept"
	before.Text.Seconds = "12"
	f, err := before.Recall(db.Job{Kind: db.TextToVideo, Prompt: "boats", Request: []byte(`{"seconds":5}`)},
		RecallPrompt)
	want := before
	want.Text.Prompt = "boats"
	if err != nil || f != want {
		t.Error(err, cmp.Diff(want, f))
	}
	if got, err := before.Recall(db.Job{Kind: "sing"}, RecallAll); err == nil || got != before {
		t.Errorf("a song was recalled: %+v, %v", got, err)
	}
	if _, err := before.Recall(db.Job{Kind: db.TextToVideo, Request: []byte(`{`)}, RecallAll); err == nil {
		t.Error("a damaged request was recalled")
	}
}

func TestQuoteOfEdits(t *testing.T) {
	f := New()
	f.Kind = db.EditImage
	f.Edit.Prompt, f.Edit.Quality = "a hat", "low"
	f.Edit.Pictures[0] = Slot{File: "/a.png", Width: 1024, Height: 1024}
	table := ordertest.Prices()
	o, problems := f.Build(Env{})
	q := QuoteOf(table, o)
	// Interface 8: an edit with one 1024 reference image at low quality costs about 0.07.
	if len(problems) > 0 || !q.Known || q.Total < 65_000 || q.Total >= 75_000 || q.ByPicture {
		t.Errorf("%v, %+v", problems, q)
	}
	f.Edit.Pictures[0].Width = 2048
	o, _ = f.Build(Env{})
	if larger := QuoteOf(table, o); larger.Total <= q.Total {
		t.Errorf("a larger picture costs %d, not more than %d", larger.Total, q.Total)
	}
}

func TestQuotePicture(t *testing.T) {
	f := New()
	f.Kind, f.Image.Prompt, f.Image.Clips = db.TextToImage, "a {red|blue} bowl", 3
	table := ordertest.Prices()
	o, _ := f.Build(Env{})
	one, all := QuotePicture(table, f, Env{}, Model{ID: "genimage-2.5-sunburst"}), QuoteOf(table, o)
	if one.Jobs != 1 || all.Jobs != 6 || one.Total != all.FirstJob {
		t.Errorf("one %+v of %+v", one, all)
	}
}
