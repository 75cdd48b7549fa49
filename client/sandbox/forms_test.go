package sandbox

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"viviscope/client"
)

// In the other request formats the sandbox refuses what these do not have, as OpenAI does, and what contradicts itself.
func TestFormatsAreStrict(t *testing.T) {
	const good = `"model":"clip-3.0","prompt":"boats"`
	const meta = `"metadata":{"resolution":"720p"}`
	for _, tc := range []struct {
		form client.Form
		body string
		want string // "": accepted
	}{
		{client.FormOpenAI, `{` + good + `,"seconds":"8","size":"1280x720"}`, ""},
		{client.FormOpenAI, `{` + good + `}`, ""},
		{client.FormOpenAI, `{` + good + `,"resolution":"720P"}`, "Unknown parameter: 'resolution'."},
		{client.FormOpenAI, `{` + good + `,"aspect_ratio":"16:9"}`, "Unknown parameter: 'aspect_ratio'."},
		{client.FormOpenAI, `{` + good + `,"audio":false}`, "Unknown parameter: 'audio'."},
		{client.FormOpenAI, `{` + good + `,"seed":1}`, "Unknown parameter: 'seed'."},
		{client.FormOpenAI, `{` + good + `,"negative_prompt":"x"}`, "Unknown parameter: 'negative_prompt'."},
		{client.FormOpenAI, `{` + good + `,"seconds":5}`, "json: cannot unmarshal number into Go struct field .Alias.seconds of type string"},
		{client.FormDocumented, `{` + good + `,"n":2}`, "n must be 1"},
		{client.FormDocumented, `{` + good + `,"stream":true}`, "stream is not supported"},
		{client.FormDocumented, `{` + good + `,"stream":false,"n":1}`, ""},
		{client.FormNewAPI, `{` + good + `,"duration":5,"size":"1280x720","mode":"std",` + meta + `}`, ""},
		{client.FormNewAPI, `{` + good + `,"duration":5,"size":"1280x720","mode":"pro",` + meta + `}`, "size, mode and metadata.resolution name different resolutions"},
		{client.FormNewAPI, `{` + good + `,"duration":5,"size":"1920x1080","mode":"pro",` + meta + `}`, "size, mode and metadata.resolution name different resolutions"},
		{client.FormNewAPI, `{` + good + `,"duration":"5","size":"1280x720","mode":"std",` + meta + `}`, "duration must be an integer"},
		{client.FormNewAPI, `{` + good + `,"seconds":"5"}`, "Unknown parameter: 'seconds'."},
		{client.FormNewAPI, `{` + good + `,"duration":5,"size":"1280x720","mode":"std","images":["https://a.net/b"],` + meta + `}`, "image, images and input_reference name different first frames"},
		{client.FormNewAPI, `{` + good + `,"duration":5,"size":"1280x720","mode":"std","metadata":{"resolution":"720p","colour":"red"}}`, `metadata: json: unknown field "colour"`},
	} {
		r := httptest.NewRequest(http.MethodPost, "/v1/videos", strings.NewReader(tc.body))
		r.Header.Set("Content-Type", "application/json")
		got := ""
		if _, bad := readVideoRequest(httptest.NewRecorder(), r, tc.form); bad != nil {
			got = bad.message
		}
		if got != tc.want {
			t.Errorf("%s %s: %q, want %q", tc.form.Name(), tc.body, got, tc.want)
		}
	}
	for body, want := range map[string]string{`"n":2`: "n must be 1", `"stream":true`: "stream is not supported", `"n":1`: ""} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"model":"genimage-2.5-flare","prompt":"p",`+body+`}`))
		got := ""
		if _, bad := readGeneration(httptest.NewRecorder(), r); bad != nil {
			got = bad.message
		}
		if got != want {
			t.Errorf("picture with %s: %q, want %q", body, got, want)
		}
	}
}

// Gateways list their models; those of the sandbox are the catalogue's, and a further one in the format of a gateway.
func TestTheListOfModels(t *testing.T) {
	for form, want := range map[client.Form]string{client.FormDocumented: "clip-3.0", client.FormOpenAI: "sora-2", client.FormNewAPI: "kling-v2-6"} {
		s, err := New(Options{Form: form})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		s.getModels(w, nil)
		if !strings.Contains(w.Body.String(), `"id":"`+want+`"`) || w.Code != http.StatusOK {
			t.Errorf("%s: %s", form.Name(), w.Body)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
