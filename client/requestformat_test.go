package client

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// Each format has its own fields. The body always contains the duration and the size if the price depends on them.
func TestVideoBodyOfEachFormat(t *testing.T) {
	text := VideoRequest{Model: "clip-3.0", Prompt: "p"}
	tall := VideoRequest{Model: "clip-3.0", Prompt: "p", Seconds: 7, Resolution: "1080P", AspectRatio: "9:16"}
	free := VideoRequest{Model: "clip-3.0", Prompt: "p", Size: "640x360"}
	framed := VideoRequest{Model: "clip-3.0", Prompt: "p", AspectRatio: "9:16", InputReference: []string{frameA, ""}}
	for _, tc := range []struct {
		name string
		form RequestFormat
		r    VideoRequest
		want string
	}{
		{"text", FormatOpenAI, text, `{"model":"clip-3.0","prompt":"p","seconds":"5","size":"1280x720"}`},
		{"tier and ratio", FormatOpenAI, tall, `{"model":"clip-3.0","prompt":"p","seconds":"7","size":"1080x1920"}`},
		{"free size", FormatOpenAI, free, `{"model":"clip-3.0","prompt":"p","seconds":"5","size":"640x360"}`},
		{"first frame", FormatOpenAI, framed,
			`{"model":"clip-3.0","prompt":"p","seconds":"5","size":"720x1280","input_reference":"` + frameA + `"}`},
		{"text", FormatNewAPI, text, `{"model":"clip-3.0","prompt":"p","duration":5,"size":"1280x720","mode":"std","metadata":{"resolution":"720p",` +
			`"aspect_ratio":"16:9","ratio":"16:9","parameters":{"resolution":"720P","size":"1280*720"}}}`},
		{"tier and ratio", FormatNewAPI, tall,
			`{"model":"clip-3.0","prompt":"p","duration":7,"size":"1080x1920","mode":"pro","metadata":{"resolution":"1080p",` +
				`"aspect_ratio":"9:16","ratio":"9:16","parameters":{"resolution":"1080P","size":"1080*1920"}}}`},
		{"all that it has", FormatNewAPI,
			VideoRequest{Model: "clip-3.0", Prompt: "p", Size: "1280x720", Audio: true, NegativePrompt: "rain",
				Seed: new(int64(7)), InputReference: []string{frameA, frameB}},
			`{"model":"clip-3.0","prompt":"p","duration":5,"size":"1280x720","mode":"std","image":"` + frameA +
				`","images":["` + frameA + `","` + frameB + `"],` +
				`"input_reference":"` + frameA +
				`","metadata":{"resolution":"720p","aspect_ratio":"16:9","ratio":"16:9","negative_prompt":"rain","seed":7,` +
				`"sound":"on","generate_audio":true,"image_tail":"` + frameB +
				`","content":[{"type":"image_url","role":"first_frame","image_url":{"url":"` + frameA + `"}},` +
				`{"type":"image_url","role":"last_frame","image_url":{"url":"` + frameB +
				`"}}],"input":{"negative_prompt":"rain","first_frame_url":"` + frameA + `",` +
				`"last_frame_url":"` + frameB + `"},"parameters":{"resolution":"720P","audio":true,"seed":7}}}`},
	} {
		t.Run(tc.form.Name()+" "+tc.name, func(t *testing.T) {
			c, seen := record(t, `{"id":"task_1"}`, func(c *Config) { c.Format = tc.form })
			if _, err := c.SubmitVideo(t.Context(), tc.r); err != nil {
				t.Fatal(err)
			}
			sameJSON(t, seen.body, tc.want)
		})
	}
}

// What a format has no field for is refused before anything is sent.
func TestFormatRefusesUnsupportedFields(t *testing.T) {
	good := VideoRequest{Model: "clip-3.0", Prompt: "p", AspectRatio: "16:9", InputReference: []string{frameA}}
	for _, tc := range []struct {
		change  func(*VideoRequest)
		openai  string
		newapi  string
		refused string // by the documented format
	}{
		{func(*VideoRequest) {}, "", "", ""},
		{func(r *VideoRequest) { r.Audio = true }, MsgFormAudio, "", ""},
		{func(r *VideoRequest) { r.NegativePrompt = "rain" }, MsgFormNegative, "", ""},
		{func(r *VideoRequest) { r.Seed = new(int64) }, MsgFormSeed, "", ""},
		{func(r *VideoRequest) { r.InputReference = []string{frameA, frameB} }, MsgOneImage, "", ""},
		{func(r *VideoRequest) { r.AspectRatio = "" }, MsgFormRatio, MsgFormRatio, ""},
		{func(r *VideoRequest) { r.Prompt = " " }, MsgImagePrompt, MsgImagePrompt, ""},
	} {
		for form, want := range map[RequestFormat]string{FormatOpenAI: tc.openai, FormatNewAPI: tc.newapi,
			FormatDocumented: tc.refused} {
			r := good
			tc.change(&r)
			c, seen := record(t, `{"id":"task_1"}`, func(c *Config) { c.Format = form })
			_, err := c.SubmitVideo(t.Context(), r)
			var broken *ValidationError
			got := ""
			if errors.As(err, &broken) {
				got = broken.Message
			}
			if got != want || (seen.method == "") != (want != "") {
				t.Errorf("%s, %+v: %q (%v), sent %s; want %q", form.Name(), r, got, err, seen.body, want)
			}
		}
	}
}

// Fit sets the size that tier and ratio, or the first frame, stand for: the price is of the clip that is asked for.
func TestWithPixelSizeKeepsTierAndPrice(t *testing.T) {
	table := PriceTable{Video: []VideoRate{{Model: "clip-3.0", Resolution: "720P", PerSecond: 1},
		{Model: "clip-3.0", Resolution: "1080P", PerSecond: 2}}}
	for _, form := range RequestFormats() {
		for _, tier := range append(Resolutions(), "") {
			for _, ratio := range append(Ratios(), "") {
				r := VideoRequest{Model: "clip-3.0", Resolution: tier, AspectRatio: ratio, Limits: Limits{Format: form}}
				fit := r.WithPixelSize(0, 0)
				if got, want := fit.Estimate(table).Amount, r.Estimate(table).Amount; got != want ||
					fit.Tier() != r.Tier() {
					t.Errorf("%s %s %s: %d in %s, was %d in %s", form.Name(), tier, ratio, got, fit.Tier(), want,
						r.Tier())
				}
				if (fit.Size != "") != form.HasPixelSize() {
					t.Errorf("%s %s %s: size %q", form.Name(), tier, ratio, fit.Size)
				}
				if back := fit.WithTierAndRatio(); form.HasPixelSize() &&
					(back.Size != "" || back.Tier() != r.Tier() || ratio != "" && back.AspectRatio != ratio) {
					t.Errorf("%s %s %s: back to %+v", form.Name(), tier, ratio, back)
				}
			}
		}
	}
	r := VideoRequest{Model: "clip-3.0", AspectRatio: "16:9", InputReference: []string{frameA},
		Limits: Limits{Format: FormatOpenAI}}
	for frame, want := range map[[2]int]string{{0, 0}: "1280x720", {1080, 1920}: "720x1280", {1000, 900}: "720x720",
		{4000, 900}: "1280x720"} {
		if got := r.WithPixelSize(frame[0], frame[1]).Size; got != want {
			t.Errorf("frame %v: %s, want %s", frame, got, want)
		}
	}
}

// A further model makes what its own limits allow, in its own format.
func TestLimitsOf(t *testing.T) {
	further := []Alias{
		{ID: "sora-2", Like: "clip-3.0-turbo",
			Limits: Limits{Format: "openai", Seconds: "12,4, 8", Sizes: "1280x720, 720x1280"}},
		{ID: "kling", Like: "clip-3.0", Limits: Limits{Format: "documented", Seconds: "3-6"}},
		{ID: "clip-2.5", Like: "clip-3.0", Limits: Limits{Seconds: "9"}}, // the catalogue's model follows its own rules
	}
	for _, tc := range []struct {
		r    VideoRequest
		want []string
	}{
		{VideoRequest{Model: "sora-2", Seconds: 8}, nil},
		{VideoRequest{Model: "sora-2"}, []string{"seconds must be one of 4, 8, 12"}},
		{VideoRequest{Model: "sora-2", Seconds: 4, AspectRatio: "9:16"}, nil},
		{VideoRequest{Model: "sora-2", Seconds: 4, Resolution: "1080P"},
			[]string{"size must be one of 1280x720, 720x1280"}},
		{VideoRequest{Model: "sora-2", Seconds: 4, Seed: new(int64)}, []string{MsgFormSeed}},
		{VideoRequest{Model: "kling", Seconds: 7}, []string{"seconds must be one of 3-6"}},
		{VideoRequest{Model: "kling", Seconds: 6, Seed: new(int64)}, nil},
		{VideoRequest{Model: "clip-2.5", Seconds: 9}, []string{MsgSecondsOneOf}},
		{VideoRequest{Model: "other", Seconds: 3, Seed: new(int64)}, []string{MsgFormSeed}}, // as the profile
	} {
		r := tc.r
		r.Prompt, r.Limits = "p", LimitsOf(FormatOpenAI, further, r.Model)
		if i := slices.IndexFunc(further, func(a Alias) bool { return a.ID == r.Model }); i >= 0 {
			r.Like = further[i].Like
		} else {
			r.Like = "clip-3.0"
		}
		var got []string
		for _, p := range r.Problems() {
			got = append(got, p.Message)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%+v: %q, want %q", tc.r, got, tc.want)
		}
	}
	m, _ := VideoModelByID("clip-3.0")
	m = m.WithLimits(further[0].Limits)
	if !slices.Equal(m.Seconds, []int{4, 8, 12}) ||
		!slices.Equal(m.Resolutions, []string{"720P"}) {
		t.Errorf("%+v", m)
	}
}

func TestInvalidDurationsAndSizes(t *testing.T) {
	for _, text := range []string{"0", "-3", "5-3", "x", "1.5", "301", "3-", "1-1000000"} {
		if all, err := (Limits{Seconds: text}).Durations(); err == nil {
			t.Errorf("%q: %v", text, all)
		}
	}
	for _, text := range []string{"720", "0x0", "9999x9999", "axb"} {
		if all, err := (Limits{Sizes: text}).SizeList(); err == nil {
			t.Errorf("%q: %v", text, all)
		}
	}
	for _, name := range RequestFormatNames() {
		if f, ok := ParseRequestFormat(name); !ok || f.Name() != name {
			t.Errorf("%s: %q %v", name, f, ok)
		}
	}
	if _, ok := ParseRequestFormat(""); ok {
		t.Error("no name is a format")
	}
}

// The limits and the format are kept with a request and never leave.
func TestRequestStoresLimits(t *testing.T) {
	r := VideoRequest{Model: "m", Limits: Limits{Format: FormatNewAPI, Seconds: "4"}}
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseRequest(TextToVideo, raw)
	if video, ok := back.(VideoRequest); err != nil || !ok || video.Limits != r.Limits {
		t.Errorf("%s: %+v, %v", raw, back, err)
	}
}

// A library of an earlier version has further models without limits, requests without a format, and prices by second.
func TestParseRequestOfEarlierVersion(t *testing.T) {
	var further []Alias
	if err := json.Unmarshal([]byte(`[{"id":"gw/clip","like":"clip-2.6"}]`), &further); err != nil {
		t.Fatal(err)
	}
	if own := LimitsOf(FormatOpenAI, further, "gw/clip"); own != (Limits{Format: FormatOpenAI}) {
		t.Errorf("limits %+v", own)
	}
	back, err := ParseRequest(TextToVideo,
		[]byte(`{"model":"gw/clip","like":"clip-2.6","prompt":"p","seconds":5,"resolution":"1080P","aspect_ratio":"9:16"}`))
	if err != nil {
		t.Fatal(err)
	}
	r := back.(VideoRequest)
	r.Limits = LimitsOf(FormatOpenAI, further, r.Model)
	r = r.WithPixelSize(0, 0)
	if r.Size != "1080x1920" || len(r.Problems()) > 0 {
		t.Errorf("%+v: %v", r, r.Problems())
	}
	var table PriceTable
	if err := json.Unmarshal([]byte(`{"currency":"USD","video":[{"model":"clip-2.6","resolution":"1080P","per_second":200000}]}`), &table); err != nil {
		t.Fatal(err)
	}
	if e := r.Estimate(table); e.Amount != 1_000_000 {
		t.Errorf("costs %+v", e)
	}
}
