package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"viviscope/client"
)

// Every row of interface 2.2, 2.3 and 7.4 over HTTP: refused requests with their messages, and accepted ones.
func TestVideoRules(t *testing.T) {
	b := start(t)
	const p = `"prompt":"boats"`
	type row struct{ name, body, want string } // want "": accepted
	rows := []row{
		{"neither prompt nor frame", `{"model":"clip-3.0"}`, "prompt or input_reference is required"},
		{"blank prompt", `{"model":"clip-3.0","prompt":"  "}`, "prompt or input_reference is required"},
		{"empty reference", `{"model":"clip-3.0","input_reference":""}`, "prompt or input_reference is required"},
		{"no model", `{` + p + `}`, "model is required"},
		{"unknown model", `{"model":"sora-2",` + p + `}`, "model must be one of clip-3.0,"},
		{"model is a number", `{"model":3,` + p + `}`, "model must be a string"},
		{"prompt is a number", `{"model":"clip-3.0","prompt":3}`, "prompt must be a string"},
		{"seconds 2", `{"model":"clip-3.0","seconds":2,` + p + `}`, "seconds must be an integer between 3 and 15"},
		{"seconds 16", `{"model":"clip-3.0","seconds":16,` + p + `}`, "seconds must be an integer between 3 and 15"},
		{"seconds 0", `{"model":"clip-3.0","seconds":0,` + p + `}`, "seconds must be an integer between 3 and 15"},
		{"seconds -5", `{"model":"clip-3.0","seconds":-5,` + p + `}`, "seconds must be an integer between 3 and 15"},
		{"seconds 5.5", `{"model":"clip-3.0","seconds":5.5,` + p + `}`, "seconds must be an integer between 3 and 15"},
		{"seconds huge", `{"model":"clip-3.0","seconds":1e400,` + p + `}`,
			"seconds must be an integer between 3 and 15"},
		{"seconds as a string", `{"model":"clip-3.0","seconds":"5",` + p + `}`,
			"seconds must be an integer between 3 and 15"},
		{"seconds null", `{"model":"clip-3.0","seconds":null,` + p + `}`, ""},
		{"clip-2.5 with 6", `{"model":"clip-2.5","seconds":6,` + p + `}`, "seconds must be one of 5, 10"},
		{"clip-2.5 with 3", `{"model":"clip-2.5","seconds":3,` + p + `}`, "seconds must be one of 5, 10"},
		{"clip-2.5 with 20", `{"model":"clip-2.5","seconds":20,` + p + `}`, "seconds must be one of 5, 10"},
		{"clip-2.5 with 10", `{"model":"clip-2.5","seconds":10,` + p + `}`, ""},
		{"clip-2.5 by default", `{"model":"clip-2.5",` + p + `}`, ""},
		{"resolution 480P", `{"model":"clip-3.0","resolution":"480P",` + p + `}`,
			"resolution must be one of 720P, 1080P"},
		{"resolution 720", `{"model":"clip-3.0","resolution":720,` + p + `}`, "resolution must be one of 720P, 1080P"},
		{"ratio 4:3", `{"model":"clip-3.0","aspect_ratio":"4:3",` + p + `}`, "aspect_ratio must be one of "},
		{"size", `{"model":"clip-3.0","size":"1280x720",` + p + `}`, ""},
		{"size without x", `{"model":"clip-3.0","size":"1280",` + p + `}`, "size must be <width>x<height>"},
		{"size too large", `{"model":"clip-3.0","size":"4000x4000",` + p + `}`, "size must be <width>x<height>"},
		{"sound on o1", `{"model":"clip-o1","audio":true,` + p + `}`, "this model does not generate audio"},
		{"sound on turbo", `{"model":"clip-3.0-turbo","audio":true,` + p + `}`, "this model does not generate audio"},
		{"sound on 2.5", `{"model":"clip-2.5","audio":true,` + p + `}`, "this model does not generate audio"},
		{"sound on 2.6 at 720P", `{"model":"clip-2.6","audio":true,` + p + `}`, "audio requires 1080P for this model"},
		{"sound on 2.6 at 1080P", `{"model":"clip-2.6","audio":true,"resolution":"1080P",` + p + `}`, ""},
		{"sound on 3.0", `{"model":"clip-3.0","audio":true,` + p + `}`, ""},
		{"sound on omni", `{"model":"clip-3.0-omni","audio":true,` + p + `}`, ""},
		{"sound as a string", `{"model":"clip-3.0","audio":"true",` + p + `}`, "audio must be a boolean"},
		{"seed", `{"model":"clip-3.0","seed":-7,` + p + `}`, ""},
		{"seed as a string", `{"model":"clip-3.0","seed":"7",` + p + `}`, "seed must be an integer"},
		{"three frames", `{"model":"clip-3.0","input_reference":["http://a.test/1","http://a.test/2","http://a.test/3"]}`, "at most two images are supported"},
		{"frame as Base64", `{"model":"clip-3.0","input_reference":"data:image/png;base64,AAAA"}`,
			"input_reference must be an HTTP(S) URL"},
		{"frame as a path", `{"model":"clip-3.0","input_reference":"/home/me/a.png"}`,
			"input_reference must be an HTTP(S) URL"},
		{"frame over ftp", `{"model":"clip-3.0","input_reference":"ftp://a.test/1.png"}`,
			"input_reference must be an HTTP(S) URL"},
		{"frame as an object", `{"model":"clip-3.0","input_reference":{"image_url":"http://a.test/1.png"}}`,
			"input_reference must be an HTTP(S) URL"},
		{"second frame is no link", `{"model":"clip-3.0","input_reference":["http://a.test/1",7]}`,
			"input_reference must be an HTTP(S) URL"},
		{"unknown keys", `{"model":"clip-3.0","n":1,"user":{"a":1},` + p + `}`, ""},
		{"not JSON", `{"model":`, "the request body must be a JSON object"},
		{"an array", `[]`, "the request body must be a JSON object"},
		{"null", `null`, "the request body must be a JSON object"},
		{"empty", ``, "the request body must be a JSON object"},
	}
	for _, m := range client.VideoModels() {
		for _, n := range m.Seconds {
			for _, res := range m.Resolutions {
				rows = append(rows, row{fmt.Sprintf("%s %d s %s", m.ID, n, res),
					fmt.Sprintf(`{"model":%q,"seconds":%d,"resolution":%q,%s}`, m.ID, n, res, p), ""})
			}
		}
	}
	for _, ratio := range []string{"16:9", "9:16", "1:1"} {
		rows = append(rows, row{"ratio " + ratio, `{"model":"clip-3.0","aspect_ratio":"` + ratio + `",` + p + `}`, ""})
	}
	accepted := 0
	for _, r := range rows {
		a := b.post("/v1/videos", r.body)
		if r.want == "" {
			accepted++
			if m := a.json(t); a.status != http.StatusOK || m["object"] != "video" || m["status"] != "queued" ||
				m["progress"] != 0.0 || m["error"] != nil {
				t.Errorf("%s: %d %s", r.name, a.status, a.body)
			}
			continue
		}
		if got := a.message(t); a.status != http.StatusBadRequest || !strings.HasPrefix(got, r.want) {
			t.Errorf("%s: %d %q, want 400 %q", r.name, a.status, got, r.want)
		}
	}
	if n := len(b.Ledger()); n != accepted {
		t.Errorf("%d entries after %d accepted tasks: refused requests must not be reserved", n, accepted)
	}
}

// The official SDKs send POST /v1/videos as a form, where every value is a string.
func TestVideoForm(t *testing.T) {
	b := start(t)
	model, prompt := text("model", "clip-3.0"), text("prompt", "boats")
	for _, r := range []struct {
		name  string
		parts []part
		want  string
	}{
		{"plain", []part{model, prompt}, ""},
		{"everything", []part{model, prompt, text("seconds", "4"), text("resolution", "1080P"),
			text("aspect_ratio", "9:16"),
			text("audio", "true"), text("seed", "12"), text("negative_prompt", "rain"), text("n", "1")}, ""},
		{"seconds 16", []part{model, prompt, text("seconds", "16")}, client.MsgSecondsRange},
		{"seconds in words", []part{model, prompt, text("seconds", "five")}, client.MsgSecondsRange},
		{"seconds 0", []part{model, prompt, text("seconds", "0")}, client.MsgSecondsRange},
		{"audio in words", []part{model, prompt, text("audio", "loud")}, "audio must be a boolean"},
		{"seed in words", []part{model, prompt, text("seed", "lucky")}, "seed must be an integer"},
		{"a link", []part{model, text("input_reference", "http://127.0.0.1:1/a.png")}, ""},
		{"a link as the SDKs write it", []part{model, text("input_reference[image_url]", "http://127.0.0.1:1/a.png")},
			""},
		{"two links", []part{model, text("input_reference[]", "http://127.0.0.1:1/a.png"),
			text("input_reference[]", "http://127.0.0.1:1/b.png")}, ""},
		{"a file", []part{model, prompt, {"input_reference", "a.png", []byte("png")}}, client.MsgReferenceURL},
		{"nothing", nil, client.MsgModelRequired},
	} {
		a := b.postForm("/v1/videos", r.parts...)
		if r.want != "" {
			if got := a.message(t); a.status != http.StatusBadRequest || got != r.want {
				t.Errorf("%s: %d %q, want %q", r.name, a.status, got, r.want)
			}
			continue
		}
		if a.status != http.StatusOK {
			t.Errorf("%s: %d %s", r.name, a.status, a.body)
		}
	}
	b.rendered()
	got := b.Tasks()[1].Request
	for _, task := range b.Tasks() {
		if task.Request.Resolution == "1080P" {
			got = task.Request
		}
	}
	if got.Seconds != 4 || !got.Audio || got.Seed == nil || *got.Seed != 12 || got.AspectRatio != "9:16" ||
		got.NegativePrompt != "rain" {
		t.Errorf("the form was read as %+v", got)
	}
}

func TestBodiesAreCapped(t *testing.T) {
	b := start(t)
	long := `{"model":"clip-3.0","prompt":"` + strings.Repeat("a", 2<<20) + `"}`
	for _, path := range []string{"/v1/videos", "/v1/images/generations", "/v1/images/edits"} {
		if a := b.post(path, long); a.status != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d %.100s", path, a.status, a.body)
		}
	}
	if a := b.postForm("/v1/videos",
		text("prompt", strings.Repeat("a", 1<<20))); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("form: %d %.100s", a.status, a.body)
	}
}

// Every row of interface 2.4 over HTTP.
func TestImageRules(t *testing.T) {
	b := start(t)
	const base = `"model":"genimage-2.5-flare","prompt":"a fox"`
	for _, r := range []struct{ name, body, want string }{
		{"plain", `{` + base + `}`, ""},
		{"the other model", `{"model":"genimage-2.5-sunburst","prompt":"a fox"}`, ""},
		{"no model", `{"prompt":"a fox"}`, "model is required"},
		{"a video model", `{"model":"clip-3.0","prompt":"a fox"}`,
			"model must be one of genimage-2.5-flare, genimage-2.5-sunburst"},
		{"no prompt", `{"model":"genimage-2.5-flare"}`, "prompt is required"},
		{"square", `{` + base + `,"size":"1024x1024"}`, ""},
		{"4K", `{` + base + `,"size":"3840x16"}`, ""},
		{"over 4K", `{` + base + `,"size":"3841x1024"}`, client.MsgImageSize},
		{"over 4K upright", `{` + base + `,"size":"1024x3841"}`, client.MsgImageSize},
		{"size in words", `{` + base + `,"size":"auto"}`, client.MsgImageSize},
		{"size as a number", `{` + base + `,"size":1024}`, client.MsgImageSize},
		{"low", `{` + base + `,"size":"64x64","quality":"low"}`, ""},
		{"medium", `{` + base + `,"size":"64x64","quality":"medium"}`, ""},
		{"high", `{` + base + `,"size":"64x64","quality":"high"}`, ""},
		{"xhigh", `{` + base + `,"size":"64x64","quality":"xhigh"}`, ""},
		{"max", `{` + base + `,"size":"64x64","quality":"max"}`, ""},
		{"ultra", `{` + base + `,"quality":"ultra"}`, client.MsgQuality},
		{"png", `{` + base + `,"size":"64x64","output_format":"png"}`, ""},
		{"jpeg", `{` + base + `,"size":"64x64","output_format":"jpeg"}`, ""},
		{"webp", `{` + base + `,"output_format":"webp"}`, client.MsgFormat},
		{"unknown keys", `{` + base + `,"size":"64x64","n":1,"background":"auto"}`, ""},
	} {
		a := b.post("/v1/images/generations", r.body)
		if r.want == "" {
			if a.status != http.StatusOK {
				t.Errorf("%s: %d %s", r.name, a.status, a.body)
			}
			continue
		}
		if got := a.message(t); a.status != http.StatusBadRequest || got != r.want {
			t.Errorf("%s: %d %q, want 400 %q", r.name, a.status, got, r.want)
		}
	}
}

// Requests for several results or a stream are refused, because a response without them would still be charged.
func TestSeveralResultsAndStreamsAreRefused(t *testing.T) {
	b := start(t)
	for body, want := range map[string]string{`"n":2`: "n must be 1", `"stream":true`: "stream is not supported",
		`"stream":false,"n":1`: ""} {
		for path, model := range map[string]string{"/v1/videos": "clip-3.0",
			"/v1/images/generations": "genimage-2.5-flare"} {
			a := b.post(path, `{"model":"`+model+`","prompt":"boats",`+body+`}`)
			if want == "" && a.status != http.StatusOK || want != "" &&
				(a.status != http.StatusBadRequest || a.message(t) != want) {
				t.Errorf("%s with %s: %d %s", path, body, a.status, a.body)
			}
		}
	}
}

func TestModelList(t *testing.T) {
	a := start(t).get("/v1/models")
	for _, model := range []string{"clip-3.0", "genimage-2.5-flare"} {
		if !strings.Contains(string(a.body), `"id":"`+model+`"`) || a.status != http.StatusOK {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}
