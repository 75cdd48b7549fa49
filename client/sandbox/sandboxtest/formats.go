package sandboxtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"viviscope/client"
)

// fields is a JSON body.
type fields map[string]json.RawMessage

// withForm accepts requests for clips only in the format of Options.Form, and converts them to the documented format.
// It passes on requests without the key, which the sandbox refuses.
func (b *Box) withForm(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isSubmission := r.Method == http.MethodPost && r.URL.Path == "/v1/videos"
		if !isSubmission || b.options.Form == client.FormatDocumented || r.Header.Get("Authorization") != "Bearer "+
			b.Key() {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			refuse(w, http.StatusBadRequest, codeInvalid, "the request body could not be read")
			return
		}
		body, refused := toDocumented(b.options.Form, body)
		if refused != nil {
			refuse(w, http.StatusBadRequest, refused.code, refused.message)
			return
		}
		r = r.Clone(r.Context())
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(w, r)
	})
}

// refusal is the reason why a request is not accepted.
type refusal struct{ code, message string }

func invalid(format string, args ...any) *refusal {
	return &refusal{codeInvalid, fmt.Sprintf(format, args...)}
}

// toDocumented converts a request from another format to the documented one.
func toDocumented(form client.RequestFormat, body []byte) ([]byte, *refusal) {
	var f fields
	if err := json.Unmarshal(body, &f); err != nil || f == nil {
		return nil, invalid("the request body must be a JSON object")
	}
	refused := f.fromOpenAI
	if form == client.FormatNewAPI {
		refused = f.fromNewAPI
	}
	if bad := refused(); bad != nil {
		return nil, bad
	}
	out, err := json.Marshal(f)
	if err != nil {
		return nil, invalid("%v", err)
	}
	return out, nil
}

// stringField returns a string field, or "" if it is absent or not a string.
func (f fields) stringField(name string) (s string) {
	_ = json.Unmarshal(f[name], &s)
	return s
}

// checkKnown refuses the first unknown field, like OpenAI. A gateway might ignore it, which would lose a setting and
// could change the price.
func (f fields) checkKnown(known ...string) *refusal {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if !slices.Contains(known, name) {
			return &refusal{"unknown_parameter", fmt.Sprintf("Unknown parameter: '%s'.", name)}
		}
	}
	return nil
}

// fromOpenAI reads a request like OpenAI. It refuses types of the documented format with the messages of gateways.
func (f fields) fromOpenAI() *refusal {
	if bad := f.checkKnown("model", "prompt", "seconds", "size", "input_reference"); bad != nil {
		return bad
	}
	for _, name := range []string{"seconds", "input_reference"} {
		raw := bytes.TrimSpace(f[name])
		if len(raw) == 0 || raw[0] == '"' {
			continue
		}
		is := "number"
		if raw[0] == '[' {
			is = "array"
		}
		return invalid("json: cannot unmarshal %s into Go struct field .Alias.%s of type string", is, name)
	}
	f["seconds"] = json.RawMessage(orElse(f.stringField("seconds"), "4")) // defaults of OpenAI
	f["size"], _ = json.Marshal(orElse(f.stringField("size"), "720x1280"))
	return nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// newAPIMetadata contains the metadata fields that channels of new-api read.
type newAPIMetadata struct {
	Resolution     string          `json:"resolution"`
	AspectRatio    string          `json:"aspect_ratio"`
	Ratio          string          `json:"ratio"`
	NegativePrompt json.RawMessage `json:"negative_prompt"`
	Seed           json.RawMessage `json:"seed"`
	Sound          string          `json:"sound"`
	GenerateAudio  bool            `json:"generate_audio"`
	ImageTail      string          `json:"image_tail"`
	Content        []any           `json:"content"`
	Input          map[string]any  `json:"input"`
	Parameters     map[string]any  `json:"parameters"`
}

// fromNewAPI reads a request like the task channels of new-api. A value under several names must be the same
// everywhere, because each channel reads a different name.
func (f fields) fromNewAPI() *refusal {
	var (
		duration int
		images   []string
		meta     newAPIMetadata
	)
	if bad := f.checkKnown("model", "prompt", "duration", "size", "mode", "image", "images", "input_reference",
		"metadata"); bad != nil {
		return bad
	}
	if json.Unmarshal(f["duration"], &duration) != nil {
		return invalid("duration must be an integer")
	}
	if raw := f["images"]; raw != nil && json.Unmarshal(raw, &images) != nil {
		return invalid("images must be an array of strings")
	}
	d := json.NewDecoder(bytes.NewReader(f["metadata"]))
	d.DisallowUnknownFields()
	if err := d.Decode(&meta); err != nil {
		return invalid("metadata: %v", err)
	}
	first := ""
	if len(images) > 0 {
		first = images[0]
	}
	size, mode := f.stringField("size"), map[string]string{client.Resolution720P: "std", client.Resolution1080P: "pro"}
	tier := client.VideoRequest{Size: size}.Tier()
	switch {
	case strings.TrimSpace(f.stringField("prompt")) == "":
		return invalid("%s", client.MsgImagePrompt)
	case f.stringField("image") != first || f.stringField("input_reference") != first:
		return invalid("image, images and input_reference name different first frames")
	case len(images) == 2 && meta.ImageTail != images[1], len(images) < 2 && meta.ImageTail != "":
		return invalid("images and image_tail name different last frames")
	case f.stringField("mode") != mode[tier] || !strings.EqualFold(meta.Resolution, tier):
		return invalid("size, mode and metadata.resolution name different resolutions")
	case meta.GenerateAudio != (meta.Sound == "on"):
		return invalid("sound and generate_audio differ")
	}
	f["seconds"], f["input_reference"] = f["duration"], f["images"]
	for name, raw := range map[string]json.RawMessage{"negative_prompt": meta.NegativePrompt, "seed": meta.Seed} {
		if raw != nil {
			f[name] = raw
		}
	}
	if meta.GenerateAudio {
		f["audio"] = json.RawMessage("true")
		if tier == client.Resolution1080P {
			f["resolution"] = json.RawMessage(`"1080P"`)
		}
	}
	return nil
}
