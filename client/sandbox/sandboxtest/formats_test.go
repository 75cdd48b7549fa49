package sandboxtest

import (
	"context"
	"slices"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/sandbox"
)

// In the other request formats the sandbox refuses unknown fields, like OpenAI, and contradicting values.
func TestFormatsRefuseUnknownAndContradictingFields(t *testing.T) {
	const good = `"model":"clip-3.0","prompt":"boats"`
	const meta = `"metadata":{"resolution":"720p"}`
	for _, tc := range []struct {
		form client.RequestFormat
		body string
		want string // "": accepted
	}{
		{client.FormatOpenAI, `{` + good + `,"seconds":"8","size":"1280x720"}`, ""},
		{client.FormatOpenAI, `{` + good + `}`, ""},
		{client.FormatOpenAI, `{` + good + `,"resolution":"720P"}`, "Unknown parameter: 'resolution'."},
		{client.FormatOpenAI, `{` + good + `,"aspect_ratio":"16:9"}`, "Unknown parameter: 'aspect_ratio'."},
		{client.FormatOpenAI, `{` + good + `,"audio":false}`, "Unknown parameter: 'audio'."},
		{client.FormatOpenAI, `{` + good + `,"seed":1}`, "Unknown parameter: 'seed'."},
		{client.FormatOpenAI, `{` + good + `,"negative_prompt":"x"}`, "Unknown parameter: 'negative_prompt'."},
		{client.FormatOpenAI, `{` + good + `,"seconds":5}`,
			"json: cannot unmarshal number into Go struct field .Alias.seconds of type string"},
		{client.FormatNewAPI, `{` + good + `,"duration":5,"size":"1280x720","mode":"std",` + meta + `}`, ""},
		{client.FormatNewAPI, `{` + good + `,"duration":5,"size":"1280x720","mode":"pro",` + meta + `}`,
			"size, mode and metadata.resolution name different resolutions"},
		{client.FormatNewAPI, `{` + good + `,"duration":5,"size":"1920x1080","mode":"pro",` + meta + `}`,
			"size, mode and metadata.resolution name different resolutions"},
		{client.FormatNewAPI, `{` + good + `,"duration":"5","size":"1280x720","mode":"std",` + meta + `}`,
			"duration must be an integer"},
		{client.FormatNewAPI, `{` + good + `,"seconds":"5"}`, "Unknown parameter: 'seconds'."},
		{client.FormatNewAPI, `{` + good +
			`,"duration":5,"size":"1280x720","mode":"std","images":["https://a.net/b"],` +
			meta + `}`, "image, images and input_reference name different first frames"},
		{client.FormatNewAPI, `{` + good +
			`,"duration":5,"size":"1280x720","mode":"std","metadata":{"resolution":"720p","colour":"red"}}`,
			`metadata: json: unknown field "colour"`},
	} {
		got := ""
		if _, bad := toDocumented(tc.form, []byte(tc.body)); bad != nil {
			got = bad.message
		}
		if got != tc.want {
			t.Errorf("%s %s: %q, want %q", tc.form.Name(), tc.body, got, tc.want)
		}
	}
}

// A request in any format creates the same task.
func TestEveryFormatMakesTheSameTask(t *testing.T) {
	const first, last = "http://127.0.0.1:1/a.png", "http://127.0.0.1:1/b.png"
	plain := client.VideoRequest{Model: "clip-2.6", Prompt: "boats", Seconds: 7, Resolution: client.Resolution1080P,
		AspectRatio: "9:16"}
	framed := plain
	framed.InputReference = []string{first}
	full := framed
	full.InputReference, full.Audio, full.NegativePrompt, full.Seed = []string{first, last}, true, "rain", new(int64(7))
	for form, requests := range map[client.RequestFormat][]client.VideoRequest{
		client.FormatDocumented: {plain, framed, full}, client.FormatOpenAI: {plain, framed},
		client.FormatNewAPI: {plain, framed, full},
	} {
		box, err := New(Options{Form: form, Options: sandbox.Options{
			Renderer: &Renderer{Hold: make(chan struct{})}, Now: func() time.Time {
				return time.Unix(1_800_000_000, 0)
			},
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := box.Start(); err != nil {
			t.Fatal(err)
		}
		c, err := client.New(client.Config{BaseURL: box.BaseURL(), APIKey: box.Key(), Format: form})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range requests {
			made, err := c.SubmitVideo(t.Context(), r)
			if err != nil {
				t.Errorf("%s, request %d: %v", form.Name(), i, err)
				continue
			}
			tasks := box.Tasks()
			got := tasks[slices.IndexFunc(tasks, func(task sandbox.Task) bool { return task.ID == made.ID })].Request
			width, height := got.ClipSize(1080, 1920)
			wantWidth, wantHeight := r.ClipSize(1080, 1920)
			if got.Prompt != r.Prompt || got.Seconds != r.Seconds || got.Tier() != r.Tier() || got.Audio != r.Audio ||
				got.NegativePrompt != r.NegativePrompt ||
				(got.Seed == nil) != (r.Seed == nil) || !slices.Equal(got.InputReference, r.InputReference) ||
				width != wantWidth || height != wantHeight {
				t.Errorf("%s, request %d: sent %+v, read as %+v", form.Name(), i, r, got)
			}
		}
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	}
}
