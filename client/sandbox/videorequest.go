package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
)

// badNumber stands for a number that was given and cannot be one: no rule allows it.
const badNumber = -1

// uploaded stands for a file that was sent where a link belongs: the rule about links refuses it in its own words.
const uploaded = "an uploaded file"

// readVideoRequest reads and checks the fields of interface 2.2, from JSON or from the multipart form that the official
// SDKs of this protocol send.
func readVideoRequest(w http.ResponseWriter, r *http.Request, form client.Form) (client.VideoRequest, *refusal) {
	var req client.VideoRequest
	var bad *refusal
	if isForm(r) {
		f, refused := readForm(w, r)
		if refused != nil {
			return req, refused
		}
		if refused = f.single(); refused == nil && form == client.FormOpenAI {
			refused = onlyKnown(slices.Concat(slices.Collect(maps.Keys(f.values)), slices.Collect(maps.Keys(f.files))), openAIFields)
		}
		if refused != nil {
			return req, refused
		}
		req, bad = videoFromForm(f)
	} else {
		f, refused := readJSON(w, r)
		if refused == nil {
			refused = f.single()
		}
		if refused == nil {
			refused = f.documented(form)
		}
		if refused != nil {
			return req, refused
		}
		req, bad = videoFromJSON(f)
	}
	if form == client.FormOpenAI { // its own defaults, which are not those of the interface
		req.Seconds, req.Size = cmp.Or(req.Seconds, 4), cmp.Or(req.Size, "720x1280")
	}
	if bad != nil {
		return req, bad
	}
	if i := slices.IndexFunc(gatewayModels(form), func(a client.Alias) bool { return a.ID == req.Model }); i >= 0 {
		req.Like, req.Own = gatewayModels(form)[i].Like, gatewayModels(form)[i].Limits
	}
	if problems := req.Problems(); len(problems) > 0 {
		return req, invalid("%s", problems[0].Message)
	}
	req.InputReference = slices.DeleteFunc(req.InputReference, func(s string) bool { return s == "" })
	return req, nil
}

// The fields of the other request formats: OpenAI refuses every other one, and so does the sandbox, also where a gateway
// would ignore it: what is ignored is lost and may change the price.
var (
	openAIFields = []string{"model", "prompt", "seconds", "size", "input_reference"}
	newAPIFields = []string{"model", "prompt", "duration", "size", "mode", "image", "images", "input_reference", "metadata"}
)

// onlyKnown refuses the first field that a request format does not have, as OpenAI does.
func onlyKnown(names, known []string) *refusal {
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(known, strings.TrimSuffix(name, "[image_url]")) {
			return &refusal{http.StatusBadRequest, typeInvalid, "unknown_parameter", fmt.Sprintf("Unknown parameter: '%s'.", name)}
		}
	}
	return nil
}

// documented turns a request of another format into the fields of the interface.
func (f fields) documented(form client.Form) *refusal {
	switch form {
	case client.FormOpenAI:
		if bad := onlyKnown(slices.Collect(maps.Keys(f)), openAIFields); bad != nil {
			return bad
		}
		return f.unstring()
	case client.FormNewAPI:
		if bad := onlyKnown(slices.Collect(maps.Keys(f)), newAPIFields); bad != nil {
			return bad
		}
		return f.fromNewAPI()
	}
	return nil
}

// newAPIMetadata are the fields of metadata that a channel of new-api reads, and the sandbox with them.
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

// fromNewAPI reads a request as the task channels of new-api do. What stands in it under several names must be the same
// under each, because each channel reads another one.
func (f fields) fromNewAPI() *refusal {
	var (
		duration int
		images   []string
		meta     newAPIMetadata
	)
	if raw := f.get("duration"); raw == nil || json.Unmarshal(raw, &duration) != nil {
		return invalid("duration must be an integer")
	}
	if raw := f.get("images"); raw != nil && json.Unmarshal(raw, &images) != nil {
		return invalid("images must be an array of strings")
	}
	d := json.NewDecoder(bytes.NewReader(f.get("metadata")))
	d.DisallowUnknownFields()
	if err := d.Decode(&meta); err != nil {
		return invalid("metadata: %v", err)
	}
	first := ""
	if len(images) > 0 {
		first = images[0]
	}
	size, mode := f.word("size"), map[string]string{client.Resolution720P: "std", client.Resolution1080P: "pro"}
	tier := client.VideoRequest{Size: size}.Tier()
	switch {
	case strings.TrimSpace(f.word("prompt")) == "":
		return invalid("%s", client.MsgImagePrompt)
	case f.word("image") != first || f.word("input_reference") != first:
		return invalid("image, images and input_reference name different first frames")
	case len(images) == 2 && meta.ImageTail != images[1], len(images) < 2 && meta.ImageTail != "":
		return invalid("images and image_tail name different last frames")
	case f.word("mode") != mode[tier] || !strings.EqualFold(meta.Resolution, tier):
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

// unstring turns the fields of a request in the form of OpenAI's videos into those of the interface, and refuses those that
// have it already, in the words of the gateways of this family.
func (f fields) unstring() *refusal {
	for _, name := range []string{"seconds", "input_reference"} {
		raw := f.get(name)
		if raw == nil {
			continue
		}
		var s string
		if json.Unmarshal(raw, &s) != nil {
			is := "number"
			if raw[0] == '[' {
				is = "array"
			}
			return invalid("json: cannot unmarshal %s into Go struct field .Alias.%s of type string", is, name)
		}
		if name == "seconds" {
			f[name] = json.RawMessage(s)
		}
	}
	return nil
}

// videoFromJSON is strict about types, as the interface is.
func videoFromJSON(f fields) (client.VideoRequest, *refusal) {
	req := client.VideoRequest{
		Seconds:     wholeNumber(f.get("seconds")),
		Resolution:  f.word("resolution"),
		AspectRatio: f.word("aspect_ratio"),
		Size:        f.word("size"),
	}
	for name, into := range map[string]*string{"model": &req.Model, "prompt": &req.Prompt, "negative_prompt": &req.NegativePrompt} {
		s, bad := f.text(name)
		if bad != nil {
			return req, bad
		}
		*into = s
	}
	if raw := f.get("audio"); raw != nil && json.Unmarshal(raw, &req.Audio) != nil {
		return req, invalid("audio must be a boolean")
	}
	if raw := f.get("seed"); raw != nil {
		var seed int64
		if json.Unmarshal(raw, &seed) != nil {
			return req, invalid("seed must be an integer")
		}
		req.Seed = &seed
	}
	req.InputReference = references(f.get("input_reference"))
	return req, nil
}

// wholeNumber reads the seconds of a JSON body: an integer, not a string and not 5.5. An explicit 0 is not "not given".
func wholeNumber(raw json.RawMessage) int {
	if raw == nil {
		return 0
	}
	var n int
	if json.Unmarshal(raw, &n) != nil || n == 0 {
		return badNumber
	}
	return n
}

// references reads a link or an array of links. Whatever is neither becomes something that is no link.
func references(raw json.RawMessage) []string {
	if raw == nil {
		return nil
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		if one == "" {
			return nil
		}
		return []string{one}
	}
	var many []json.RawMessage
	if json.Unmarshal(raw, &many) != nil {
		return []string{string(raw)}
	}
	links := make([]string, len(many))
	for i, m := range many {
		if json.Unmarshal(m, &links[i]) != nil || string(m) == "null" {
			links[i] = string(m)
		}
	}
	return links
}

// videoFromForm reads the text parts of a form, where every value is a string.
func videoFromForm(f form) (client.VideoRequest, *refusal) {
	req := client.VideoRequest{
		Model: f.text("model"), Prompt: f.text("prompt"), NegativePrompt: f.text("negative_prompt"),
		Resolution: f.text("resolution"), AspectRatio: f.text("aspect_ratio"), Size: f.text("size"),
		InputReference: append(f.all("input_reference"), f.all("input_reference[image_url]")...),
	}
	if len(f.allFiles("input_reference")) > 0 {
		req.InputReference = append(req.InputReference, uploaded)
	}
	if s := f.text("seconds"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n == 0 {
			n = badNumber
		}
		req.Seconds = n
	}
	if s := f.text("audio"); s != "" {
		on, err := strconv.ParseBool(s)
		if err != nil {
			return req, invalid("audio must be a boolean")
		}
		req.Audio = on
	}
	if s := f.text("seed"); s != "" {
		seed, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return req, invalid("seed must be an integer")
		}
		req.Seed = &seed
	}
	return req, nil
}
