package client

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// request is what a service saw.
type request struct {
	method, path, contentType, auth string
	body                            []byte
	form                            map[string]string
	file, fileName, fileType        string
}

// record serves one answer and keeps the request.
func record(t *testing.T, answer string, change ...func(*Config)) (*Client, *request) {
	seen := &request{}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		*seen = request{method: r.Method, path: r.URL.RequestURI(), contentType: r.Header.Get("Content-Type"),
			auth: r.Header.Get("Authorization")}
		if strings.HasPrefix(seen.contentType, "multipart/") {
			if err := r.ParseMultipartForm(1 << 20); err != nil {
				t.Error(err)
			}
			seen.form = map[string]string{}
			for k, v := range r.MultipartForm.Value {
				seen.form[k] = strings.Join(v, "|")
			}
			for _, f := range r.MultipartForm.File["image"] {
				in, err := f.Open()
				if err != nil {
					t.Error(err)
					continue
				}
				b, _ := io.ReadAll(in)
				in.Close()
				seen.file, seen.fileName, seen.fileType = string(b), f.Filename, f.Header.Get("Content-Type")
			}
		} else {
			seen.body, _ = io.ReadAll(r.Body)
		}
		io.WriteString(w, answer)
	}, change...)
	return c, seen
}

func sameJSON(t *testing.T, got []byte, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(w, g); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// TestSubmitVideoBody holds every field of interface 2.2 to its form on the wire.
func TestSubmitVideoBody(t *testing.T) {
	seed := int64(0)
	for _, tc := range []struct {
		name string
		r    VideoRequest
		want string
	}{
		{"only what is given", goodVideo(), `{"model":"clip-3.0","prompt":"paper boats"}`},
		{"all", VideoRequest{Model: "clip-3.0", Prompt: "a < b & c", Seconds: 7, Resolution: "1080P",
			AspectRatio: "9:16", Audio: true, NegativePrompt: "n", Seed: &seed},
			`{"model":"clip-3.0","prompt":"a < b & c","seconds":7,"resolution":"1080P","aspect_ratio":"9:16","audio":true,"negative_prompt":"n","seed":0}`},
		{"a size excludes resolution and ratio", VideoRequest{Model: "clip-3.0", Prompt: "p", Size: "1280x720",
			Resolution: "1080P", AspectRatio: "1:1"}, `{"model":"clip-3.0","prompt":"p","size":"1280x720"}`},
		{"a size with sound that needs 1080P",
			VideoRequest{Model: "gw/clip", Like: "clip-2.6", Prompt: "p", Size: "800x800", AspectRatio: "1:1",
				Audio: true}, `{"model":"gw/clip","prompt":"p","size":"800x800","resolution":"1080P","audio":true}`},
		{"a size without it", VideoRequest{Model: "clip-2.6", Prompt: "p", Size: "800x800", Resolution: "1080P"},
			`{"model":"clip-2.6","prompt":"p","size":"800x800"}`},
		{"a first frame excludes the ratio",
			VideoRequest{Model: "clip-3.0", Resolution: "720P", AspectRatio: "1:1", InputReference: []string{frameA}},
			`{"model":"clip-3.0","resolution":"720P","input_reference":"` + frameA + `"}`},
		{"two frames are a list", VideoRequest{Model: "clip-3.0", Prompt: "p",
			InputReference: []string{frameA, frameB}}, `{"model":"clip-3.0","prompt":"p","input_reference":["` +
			frameA + `","` + frameB + `"]}`},
		{"an empty last slot", VideoRequest{Model: "clip-3.0", Prompt: "p", InputReference: []string{frameA, ""}},
			`{"model":"clip-3.0","prompt":"p","input_reference":"` + frameA + `"}`},
		{"a gateway's own name", VideoRequest{Model: "gw/clip", Like: "clip-2.6", Prompt: "p"},
			`{"model":"gw/clip","prompt":"p"}`},
		{"two empty slots", VideoRequest{Model: "clip-3.0", Prompt: "p", AspectRatio: "1:1",
			InputReference: []string{"", ""}}, `{"model":"clip-3.0","prompt":"p","aspect_ratio":"1:1"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, seen := record(t, `{"id":"task_1","object":"video","status":"queued","progress":0}`)
			task, err := c.SubmitVideo(context.Background(), tc.r)
			if err != nil || task.ID != "task_1" || task.Status != StatusQueued {
				t.Fatalf("%+v, %v", task, err)
			}
			sameJSON(t, seen.body, tc.want)
			if seen.method != "POST" || seen.path != "/v1/videos" || seen.contentType != "application/json" ||
				seen.auth != "Bearer "+testKey {
				t.Errorf("%+v", seen)
			}
		})
	}
}

// An error message about the type of a field determines the request format of the service.
func TestSuggestedFormat(t *testing.T) {
	for _, tc := range []struct {
		now     RequestFormat
		refusal string
		want    RequestFormat
		ok      bool
	}{
		{FormatDocumented, "json: cannot unmarshal number into Go struct field .Alias.seconds of type string",
			FormatOpenAI,
			true},
		{FormatDocumented, "json: cannot unmarshal array into Go struct field TaskSubmitReq.input_reference of type string", FormatOpenAI, true},
		{FormatDocumented, "body.seconds: Input should be a valid string", FormatOpenAI, true},
		{FormatDocumented, "Unknown parameter: 'resolution'.", FormatOpenAI, true},
		{FormatDocumented, MsgSecondsRange, "", false},
		{FormatDocumented, MsgReferenceURL, "", false},
		{FormatDocumented, "json: cannot unmarshal number into Go struct field .Alias.prompt of type string", "",
			false},
		{FormatOpenAI, MsgSecondsRange, FormatDocumented, true},
		{FormatOpenAI, "json: cannot unmarshal string into Go struct field .seconds of type integer", FormatDocumented,
			true},
		{FormatOpenAI, "seconds of type string", "", false},
		{FormatOpenAI, "Unknown parameter: 'seconds'.", FormatNewAPI, true},
		{FormatOpenAI, "duration must be an integer", FormatNewAPI, true},
		{FormatNewAPI, "duration must be an integer", "", false},
	} {
		if got, ok := SuggestedFormat(tc.now, tc.refusal); ok != tc.ok || ok && got != tc.want {
			t.Errorf("%q, %q: %q %v", tc.now, tc.refusal, got, ok)
		}
	}
}

// TestRequestRoundTrip: the JSON of a request brings it back whole, since that is how it is kept.
func TestRequestRoundTrip(t *testing.T) {
	seed := int64(-3)
	in := VideoRequest{"clip-3.0", "p", 7, "1080P", "9:16", "1280x720", true, []string{"", frameB}, "n", &seed,
		"clip-2.6",
		Limits{FormatOpenAI, "4, 8", "1280x720"}}
	var out VideoRequest
	b, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if d := cmp.Diff(in, out); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	edit := EditRequest{ImageRequest: ImageRequest{Model: "m", Prompt: "p", Size: "s", Quality: "q",
		OutputFormat: "png", Like: "l"}, ImageName: "n", ImageURLs: []string{frameA}}
	var back EditRequest
	b, err = json.Marshal(edit)
	if err == nil {
		err = json.Unmarshal(b, &back)
	}
	if d := cmp.Diff(edit, back); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
}

func TestSubmitVideoAnswers(t *testing.T) {
	for status, body := range map[int]string{
		200: `{"id":"task_1","status":"queued"}`,
		201: `{"id":"task_1","status":"completed","progress":100}`,
		202: `{"code":"success","data":{"task_id":"task_1","status":"NOT_START"}}`,
		203: `{"id":"task_1"}`,
	} {
		task, err := serve(t, answerWith(status, body)).SubmitVideo(context.Background(), goodVideo())
		if err != nil || task.ID != "task_1" {
			t.Errorf("%d: %+v, %v", status, task, err)
		}
	}
	c := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a broken request was sent") })
	var v *ValidationError
	if _, err := c.SubmitVideo(context.Background(),
		VideoRequest{Model: "clip-2.5", Prompt: "p", Seconds: 7}); !errors.As(err, &v) || v.Field != "seconds" {
		t.Errorf("%v", err)
	}
	if _, err := c.GenerateImage(context.Background(), ImageRequest{}); !errors.As(err, &v) {
		t.Errorf("%v", err)
	}
	if _, err := c.EditImage(context.Background(), EditRequest{ImageRequest: goodImage()}); !errors.As(err, &v) {
		t.Errorf("%v", err)
	}
}

func TestSubmitErrorShowsUnusableTaskID(t *testing.T) {
	_, err := serve(t, answerWith(200, `{"id":"a\u0007b c","status":"queued"}`)).SubmitVideo(context.Background(),
		goodVideo())
	if e := asError(t, err); !errors.Is(e, ErrNoTaskID) || !strings.Contains(e.Error(), `a\ab c`) {
		t.Errorf("%v", err)
	}
	_, err = serve(t, answerWith(200, `{"id":"task_`+testKey+`","status":"queued"}`)).SubmitVideo(context.Background(),
		goodVideo())
	if e := asError(t, err); !errors.Is(e, ErrNoTaskID) {
		t.Errorf("an ID that contains the key: %v", err)
	}
	clean(t, err.Error())
}

func TestGetVideo(t *testing.T) {
	c, seen := record(t, `{"status":"in_progress","progress":"62%"}`)
	task, err := c.GetVideo(context.Background(), "task_1")
	if err != nil || task.ID != "task_1" || task.Progress != 62 || task.Done() {
		t.Fatalf("%+v, %v", task, err)
	}
	if seen.method != "GET" || seen.path != "/v1/videos/task_1" || seen.auth != "Bearer "+testKey {
		t.Errorf("%+v", seen)
	}
	for _, tc := range []struct {
		status int
		body   string
		want   error
	}{
		{200, `{}`, ErrUnreadable},
		{200, `<html>`, ErrUnreadable},
		{200, `{"code":"task_not_exist","message":"m","data":null}`, ErrNotFound},
		{400, `{"code":"task_not_exist","message":"m","data":null}`, ErrNotFound},
		{404, `{"detail":"Video not found"}`, ErrNotFound},
		{401, ``, ErrAuth},
		{429, ``, ErrRateLimited},
		{503, ``, ErrServer},
	} {
		if _, err := serve(t, answerWith(tc.status, tc.body)).GetVideo(context.Background(), "task_1"); !errors.Is(err,
			tc.want) {
			t.Errorf("%d %s: %v, want %v", tc.status, tc.body, err, tc.want)
		}
	}
}

func TestGenerateImageBody(t *testing.T) {
	c, seen := record(t, `{"created":1,"data":[{"url":"https://h/a.png?sig=1","b64_json":""}],"usage":{"input_tokens":4,"output_tokens":750}}`)
	res, err := c.GenerateImage(context.Background(),
		ImageRequest{Model: "genimage-2.5-flare", Prompt: "p", Size: "1024x1024", Quality: "low", OutputFormat: "png"})
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, seen.body, `{"model":"genimage-2.5-flare","prompt":"p","size":"1024x1024","quality":"low","output_format":"png"}`)
	if seen.method != "POST" || seen.path != "/v1/images/generations" || seen.contentType != "application/json" {
		t.Errorf("%+v", seen)
	}
	u := res.Usage
	if len(res.Data) != 1 || res.Data[0].URL != "https://h/a.png?sig=1" || !u.Known || !u.Split ||
		u.InputTextTokens != 4 {
		t.Errorf("%+v", res)
	}
	clean(t, res.Raw)
	if strings.Contains(res.Raw, "data") || !strings.Contains(res.Raw, "usage") {
		t.Errorf("raw %s", res.Raw)
	}
	c, seen = record(t, `{"data":[{"url":"a"}]}`)
	if _, err := c.GenerateImage(context.Background(), goodImage()); err != nil {
		t.Fatal(err)
	}
	sameJSON(t, seen.body, `{"model":"genimage-2.5-flare","prompt":"paper boats"}`)
}

// TestEditImageBody holds both forms of interface 4.5.
func TestEditImageBody(t *testing.T) {
	const answer = `{"data":[{"url":"a"}],"usage":{"input_tokens":1004,"output_tokens":750}}`
	data := string(picture(t, "png", 3, 3))
	c, seen := record(t, answer)
	full := ImageRequest{Model: "genimage-2.5-flare", Prompt: "make it night", Size: "1024x1024", Quality: "low",
		OutputFormat: "jpeg"}
	res, err := c.EditImage(context.Background(),
		EditRequest{ImageRequest: full, Image: []byte(data), ImageName: `C:\pictures\har"bour.png`})
	if err != nil {
		t.Fatal(err)
	}
	if res.Usage.Split {
		t.Error("tokens of text and picture are told apart without a word about them")
	}
	want := map[string]string{"model": full.Model, "prompt": full.Prompt, "size": full.Size, "quality": "low",
		"output_format": "jpeg"}
	if d := cmp.Diff(want, seen.form); d != "" {
		t.Error(d)
	}
	if seen.path != "/v1/images/edits" || seen.file != data || seen.fileName != "har_bour.png" ||
		seen.fileType != "image/png" {
		t.Errorf("%s %q %q, %d bytes", seen.path, seen.fileName, seen.fileType, len(seen.file))
	}

	c, seen = record(t, answer)
	if _, err := c.EditImage(context.Background(),
		EditRequest{ImageRequest: goodImage(), Image: picture(t, "jpeg", 3, 3)}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]string{"model": "genimage-2.5-flare", "prompt": "paper boats"}, seen.form); d != "" {
		t.Error(d)
	}
	if seen.fileName != "image.jpg" || seen.fileType != "image/jpeg" {
		t.Errorf("%q %q", seen.fileName, seen.fileType)
	}

	for _, links := range [][]string{{frameA}, {frameA, frameB}} {
		c, seen = record(t, answer)
		if _, err := c.EditImage(context.Background(),
			EditRequest{ImageRequest: goodImage(), ImageURLs: links}); err != nil {
			t.Fatal(err)
		}
		want := `{"model":"genimage-2.5-flare","prompt":"paper boats","images":[{"image_url":"` +
			strings.Join(links, `"},{"image_url":"`) + `"}]}`
		sameJSON(t, seen.body, want)
		if seen.path != "/v1/images/edits" || seen.contentType != "application/json" {
			t.Errorf("%+v", seen)
		}
	}
}

func TestImageAnswerWithoutPictureIsError(t *testing.T) {
	for _, body := range []string{`{}`, `{"data":[]}`, `{"data":[{"url":"","b64_json":""}]}`, `<html>`, ``,
		`{"error":{"message":"m"}}`} {
		_, err := serve(t, answerWith(200, body)).GenerateImage(context.Background(), goodImage())
		if e := asError(t, err); !errors.Is(e, ErrNoImage) || !e.Accepted() || OutcomeOf(err) != Unknown {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestNew(t *testing.T) {
	for in, want := range map[string]string{
		"https://api.example.com":           "https://api.example.com",
		"https://api.example.com/":          "https://api.example.com",
		"https://api.example.com/v1":        "https://api.example.com",
		"https://api.example.com/v1/":       "https://api.example.com",
		" https://API.Example.com:443/v1//": "https://api.example.com",
		"http://127.0.0.1:8790/relay/v1":    "http://127.0.0.1:8790/relay",
		"https://h.example/v1beta":          "https://h.example/v1beta",
	} {
		c, err := New(Config{BaseURL: in, APIKey: " k \n"})
		if err != nil || c.base.String() != want || c.key != "k" {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got := c.endpoint("videos", "x").String(); got != want+"/v1/videos/x" {
			t.Errorf("%q: %s", in, got)
		}
		if got, err := CleanBaseURL(in); err != nil || got != want {
			t.Errorf("CleanBaseURL(%q) = %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "api.example.com", "ftp://h", "https://", "https:///v1", "https://u:secret@h",
		"https://h?x=1", "https://h#f", "http://[::1", "https://h\x7f"} {
		if _, err := New(Config{BaseURL: bad, APIKey: "k"}); !errors.Is(err, ErrBadBaseURL) ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, key := range []string{"", "  ", "a b", "a\nb", "schlüssel"} {
		if _, err := New(Config{BaseURL: "https://h", APIKey: key}); !errors.Is(err, ErrNoKey) || key == "a b" &&
			strings.Contains(err.Error(), key) {
			t.Errorf("key %q: %v", key, err)
		}
	}
}

func TestOrigin(t *testing.T) {
	for in, want := range map[string]string{
		"https://API.example.com/v1": "https://api.example.com:443",
		"http://h":                   "http://h:80",
		"http://h:8790/x":            "http://h:8790",
		"https://[::1]:9/":           "https://[::1]:9",
	} {
		if got, err := Origin(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	if _, err := Origin("x"); !errors.Is(err, ErrBadBaseURL) {
		t.Error(err)
	}
}

func TestImageTimeoutHasMinimum(t *testing.T) {
	for in, want := range map[time.Duration]time.Duration{0: 10 * time.Minute, time.Second: 5 * time.Minute,
		-1: 5 * time.Minute, 20 * time.Minute: 20 * time.Minute} {
		c := newClient(t, "https://h", func(c *Config) { c.ImageTimeout = in })
		timer := &handTimer{}
		c.timeoutFunc = timer.after
		c.post.Transport = roundTrip(func(r *http.Request) (*http.Response, error) { return nil, errors.New("stop") })
		c.GenerateImage(context.Background(), goodImage())
		if len(timer.set) != 1 || timer.set[0] != want {
			t.Errorf("%v became %v, want %v", in, timer.set, want)
		}
	}
}
