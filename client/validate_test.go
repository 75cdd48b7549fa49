package client

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	frameA = "https://pictures.example.com/a.png"
	frameB = "http://pictures.example.com/b.png?x=1"
)

// TestVideoValidationMessages is interface 7.4, row by row, and our own rules.
func TestVideoValidationMessages(t *testing.T) {
	for _, tc := range []struct {
		name  string
		r     VideoRequest
		field string
		want  string // how the message begins, "" for a request that is good
	}{
		{"neither prompt nor frame", VideoRequest{Model: "clip-3.0"}, "prompt",
			"prompt or input_reference is required"},
		{"a blank prompt", VideoRequest{Model: "clip-3.0", Prompt: " \n"}, "prompt",
			"prompt or input_reference is required"},
		{"a frame alone", VideoRequest{Model: "clip-3.0", InputReference: []string{frameA}}, "", ""},
		{"2 seconds", VideoRequest{Model: "clip-3.0", Prompt: "p", Seconds: 2}, "seconds",
			"seconds must be an integer between 3 and 15"},
		{"16 seconds", VideoRequest{Model: "clip-o1", Prompt: "p", Seconds: 16}, "seconds",
			"seconds must be an integer between 3 and 15"},
		{"-1 seconds", VideoRequest{Model: "clip-o1", Prompt: "p", Seconds: -1}, "seconds",
			"seconds must be an integer between 3 and 15"},
		{"2.5 with 6 seconds", VideoRequest{Model: "clip-2.5", Prompt: "p", Seconds: 6}, "seconds",
			"seconds must be one of 5, 10"},
		{"2.5 with 20 seconds", VideoRequest{Model: "clip-2.5", Prompt: "p", Seconds: 20}, "seconds",
			"seconds must be one of 5, 10"},
		{"2.5 by default", VideoRequest{Model: "clip-2.5", Prompt: "p"}, "", ""},
		{"480P", VideoRequest{Model: "clip-3.0", Prompt: "p", Resolution: "480P"}, "resolution",
			"resolution must be one of 720P, 1080P"},
		{"1080p in small letters", VideoRequest{Model: "clip-3.0", Prompt: "p", Resolution: "1080p"}, "resolution",
			"resolution must be one of 720P, 1080P"},
		{"4:3", VideoRequest{Model: "clip-3.0", Prompt: "p", AspectRatio: "4:3"}, "aspect_ratio",
			"aspect_ratio must be one of "},
		{"sound of turbo", VideoRequest{Model: "clip-3.0-turbo", Prompt: "p", Audio: true}, "audio",
			"this model does not generate audio"},
		{"sound of o1", VideoRequest{Model: "clip-o1", Prompt: "p", Audio: true, Resolution: "1080P"}, "audio",
			"this model does not generate audio"},
		{"sound of 2.5", VideoRequest{Model: "clip-2.5", Prompt: "p", Audio: true}, "audio",
			"this model does not generate audio"},
		{"sound of 2.6 by default", VideoRequest{Model: "clip-2.6", Prompt: "p", Audio: true}, "audio",
			"audio requires 1080P for this model"},
		{"sound of 2.6 at 720P", VideoRequest{Model: "clip-2.6", Prompt: "p", Audio: true, Resolution: "720P"}, "audio",
			"audio requires 1080P for this model"},
		{"sound of 2.6 at a small size", VideoRequest{Model: "clip-2.6", Prompt: "p", Audio: true, Size: "1280x720"},
			"audio", "audio requires 1080P for this model"},
		{"sound of 2.6 at 1080P", VideoRequest{Model: "clip-2.6", Prompt: "p", Audio: true, Resolution: "1080P"}, "",
			""},
		{"sound of 2.6 at a large size", VideoRequest{Model: "clip-2.6", Prompt: "p", Audio: true, Size: "1080x1920"},
			"", ""},
		{"sound of 3.0", VideoRequest{Model: "clip-3.0", Prompt: "p", Audio: true}, "", ""},
		{"three images", VideoRequest{Model: "clip-3.0", InputReference: []string{frameA, frameB, frameA}},
			"input_reference", "at most two images are supported"},
		{"a file", VideoRequest{Model: "clip-3.0", InputReference: []string{"/home/me/a.png"}}, "input_reference",
			"input_reference must be an HTTP(S) URL"},
		{"base64", VideoRequest{Model: "clip-3.0", InputReference: []string{"data:image/png;base64,AAAA"}},
			"input_reference", "input_reference must be an HTTP(S) URL"},
		{"ftp", VideoRequest{Model: "clip-3.0", InputReference: []string{frameA, "ftp://h/a.png"}}, "input_reference",
			"input_reference must be an HTTP(S) URL"},
		{"a link without host", VideoRequest{Model: "clip-3.0", InputReference: []string{"https:///a.png"}},
			"input_reference", "input_reference must be an HTTP(S) URL"},
		{"two frames", VideoRequest{Model: "clip-3.0", InputReference: []string{frameA, frameB}}, "", ""},
		{"a last frame without a first",
			VideoRequest{Model: "clip-3.0", Prompt: "p", InputReference: []string{"", frameB}}, "input_reference",
			"A last frame needs a first frame."},
		{"two empty slots", VideoRequest{Model: "clip-3.0", Prompt: "p", InputReference: []string{"", ""}}, "", ""},
		{"no model", VideoRequest{Prompt: "p"}, "model", "model is required"},
		{"another model", VideoRequest{Model: "clip-9", Prompt: "p"}, "model",
			"model must be one of clip-3.0, clip-3.0-omni, clip-2.6, clip-3.0-turbo, clip-o1, clip-2.5"},
		{"a bad size", VideoRequest{Model: "clip-3.0", Prompt: "p", Size: "1280*720"}, "size",
			"size must be <width>x<height>"},
		{"a size beyond 1080P", VideoRequest{Model: "clip-3.0", Prompt: "p", Size: "3840x2160"}, "size",
			"size must be <width>x<height>"},
		{"a size", VideoRequest{Model: "clip-3.0", Prompt: "p", Size: "1280x720"}, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) { checkProblem(t, tc.r.Validate(), tc.field, tc.want) })
	}
}

func checkProblem(t *testing.T, err error, field, begins string) {
	t.Helper()
	if begins == "" {
		if err != nil {
			t.Fatalf("Validate = %v, want nil", err)
		}
		return
	}
	var v *ValidationError
	if !errors.As(err, &v) {
		t.Fatalf("Validate = %v, want a *ValidationError", err)
	}
	if v.Field != field || !strings.HasPrefix(v.Message, begins) || v.Error() != v.Message {
		t.Errorf("Validate = %s: %q, want %s: %q…", v.Field, v.Message, field, begins)
	}
	if OutcomeOf(fmt.Errorf("submit: %w", err)) != NotSent {
		t.Error("a broken rule is not NotSent")
	}
}

// TestCatalogue is interface 2.3: every duration from 0 to 20, resolution and sound of every model.
func TestCatalogue(t *testing.T) {
	all := []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	rows := []struct {
		id      string
		seconds []int
		audio   []string // tiers with sound
	}{
		{"clip-3.0", all, []string{"720P", "1080P"}},
		{"clip-3.0-omni", all, []string{"720P", "1080P"}},
		{"clip-2.6", all, []string{"1080P"}},
		{"clip-3.0-turbo", all, nil},
		{"clip-o1", all, nil},
		{"clip-2.5", []int{5, 10}, nil},
	}
	if len(VideoModels()) != len(rows) {
		t.Fatalf("%d models, want %d", len(VideoModels()), len(rows))
	}
	for _, row := range rows {
		m, ok := VideoModelByID(row.id)
		if !ok || !slices.Equal(m.Seconds, row.seconds) || !slices.Equal(m.Resolutions, []string{"720P", "1080P"}) {
			t.Errorf("%s: %+v", row.id, m)
		}
		for n := 1; n <= 20; n++ {
			err := VideoRequest{Model: row.id, Prompt: "p", Seconds: n}.Validate()
			if want := slices.Contains(row.seconds, n); (err == nil) != want {
				t.Errorf("%s with %d s: %v", row.id, n, err)
			}
		}
		for _, tier := range m.Resolutions {
			err := VideoRequest{Model: row.id, Prompt: "p", Resolution: tier, Audio: true}.Validate()
			if want := slices.Contains(row.audio, tier); (err == nil) != want || m.AllowsAudio(tier) != want {
				t.Errorf("%s with sound at %s: %v", row.id, tier, err)
			}
		}
	}
}

// TestImageValidationMessages is interface 2.4.
func TestImageValidationMessages(t *testing.T) {
	good := goodImage()
	with := func(f func(*ImageRequest)) ImageRequest { r := good; f(&r); return r }
	for _, tc := range []struct {
		name, field, want string
		r                 ImageRequest
	}{
		{"good", "", "", good},
		{"full", "", "", ImageRequest{Model: "genimage-2.5-sunburst", Prompt: "p", Size: "3840x2160", Quality: "max",
			OutputFormat: "jpeg"}},
		{"no model", "model", "model is required", with(func(r *ImageRequest) { r.Model = "" })},
		{"a video model", "model", "model must be one of genimage-2.5-flare, genimage-2.5-sunburst",
			with(func(r *ImageRequest) {
				r.Model = "clip-3.0"
			})},
		{"no prompt", "prompt", "prompt is required", with(func(r *ImageRequest) { r.Prompt = " " })},
		{"too wide", "size", "size must be", with(func(r *ImageRequest) { r.Size = "3841x100" })},
		{"too high", "size", "size must be", with(func(r *ImageRequest) { r.Size = "100x3841" })},
		{"no size", "size", "size must be", with(func(r *ImageRequest) { r.Size = "1024" })},
		{"a zero side", "size", "size must be", with(func(r *ImageRequest) { r.Size = "0x1024" })},
		{"quality", "quality", "quality must be one of low, medium, high, xhigh, max", with(func(r *ImageRequest) {
			r.Quality = "auto"
		})},
		{"format", "output_format", "output_format must be one of png, jpeg", with(func(r *ImageRequest) {
			r.OutputFormat = "webp"
		})},
	} {
		t.Run(tc.name, func(t *testing.T) { checkProblem(t, tc.r.Validate(), tc.field, tc.want) })
	}
	for _, q := range Qualities() {
		for _, f := range Formats() {
			if err := with(func(r *ImageRequest) { r.Quality, r.OutputFormat = q, f }).Validate(); err != nil {
				t.Errorf("%s, %s: %v", q, f, err)
			}
		}
	}
}

func TestEditValidationMessages(t *testing.T) {
	for _, tc := range []struct {
		name, field, want string
		r                 EditRequest
	}{
		{"a file", "", "", EditRequest{ImageRequest: goodImage(), Image: []byte{1}}},
		{"links", "", "", EditRequest{ImageRequest: goodImage(), ImageURLs: []string{frameA, frameB}}},
		{"nothing", "image", "image or images is required", EditRequest{ImageRequest: goodImage()}},
		{"both", "image", "image and images exclude each other",
			EditRequest{ImageRequest: goodImage(), Image: []byte{1}, ImageURLs: []string{frameA}}},
		{"a path as link", "images", "images must be HTTP(S) URLs",
			EditRequest{ImageRequest: goodImage(), ImageURLs: []string{"a.png"}}},
		{"no prompt", "prompt", "prompt is required",
			EditRequest{ImageRequest: ImageRequest{Model: "genimage-2.5-flare"}, Image: []byte{1}}},
	} {
		t.Run(tc.name, func(t *testing.T) { checkProblem(t, tc.r.Validate(), tc.field, tc.want) })
	}
}

func TestProblemsReturnsEveryBrokenRule(t *testing.T) {
	r := VideoRequest{Model: "clip-2.6", Seconds: 99, Resolution: "4K", AspectRatio: "4:3", Audio: true,
		InputReference: []string{"", "x", "y"}}
	var fields []string
	for _, p := range r.Problems() {
		fields = append(fields, p.Field)
	}
	want := []string{"seconds", "resolution", "aspect_ratio", "audio", "input_reference", "input_reference",
		"input_reference"}
	if !slices.Equal(fields, want) {
		t.Errorf("fields %v, want %v", fields, want)
	}
}

func TestTier(t *testing.T) {
	for size, want := range map[string]string{"": "720P", "1280x720": "720P", "720x1280": "720P", "720x720": "720P",
		"1024x1024": "1080P", "1920x1080": "1080P", "nonsense": "720P"} {
		if got := (VideoRequest{Size: size}).Tier(); got != want {
			t.Errorf("tier of %q = %s, want %s", size, got, want)
		}
	}
	if got := (VideoRequest{Resolution: "1080P"}).Tier(); got != "1080P" {
		t.Error(got)
	}
}

func FuzzParseSize(f *testing.F) {
	for _, s := range []string{"1024x1024", "x", "1x1", "-1x5", "1x", "01x2", "9999999x1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if w, h, err := ParseSize(s); err == nil && fmt.Sprintf("%dx%d", w, h) != s {
			t.Errorf("%q read as %dx%d", s, w, h)
		}
	})
}
