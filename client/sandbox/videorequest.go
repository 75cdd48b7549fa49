package sandbox

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"viviscope/client"
)

// badNumber replaces an invalid number. Every validation rule refuses it.
const badNumber = -1

// uploadedFile replaces a file sent instead of a link. The validation of links refuses it.
const uploadedFile = "an uploaded file"

// readVideoRequest reads and validates the fields of interface 2.2, from JSON or from the multipart form of the
// official SDKs.
func readVideoRequest(w http.ResponseWriter, r *http.Request) (client.VideoRequest, *refusal) {
	var req client.VideoRequest
	var bad *refusal
	if isForm(r) {
		f, refused := readForm(w, r)
		if refused != nil {
			return req, refused
		}
		refused = f.checkSingle()
		if refused != nil {
			return req, refused
		}
		req, bad = videoFromForm(f)
	} else {
		f, refused := readJSON(w, r)
		if refused == nil {
			refused = f.checkSingle()
		}
		if refused != nil {
			return req, refused
		}
		req, bad = videoFromJSON(f)
	}
	if bad != nil {
		return req, bad
	}
	if problems := req.Problems(); len(problems) > 0 {
		return req, invalid("%s", problems[0].Message)
	}
	req.InputReference = slices.DeleteFunc(req.InputReference, func(s string) bool { return s == "" })
	return req, nil
}

// videoFromJSON reads a JSON body, with strict types as in the interface.
func videoFromJSON(f fields) (client.VideoRequest, *refusal) {
	req := client.VideoRequest{
		Seconds:     wholeNumber(f.get("seconds")),
		Resolution:  f.enumField("resolution"),
		AspectRatio: f.enumField("aspect_ratio"),
		Size:        f.enumField("size"),
	}
	for name, into := range map[string]*string{"model": &req.Model, "prompt": &req.Prompt,
		"negative_prompt": &req.NegativePrompt} {
		s, bad := f.stringField(name)
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

// wholeNumber reads the seconds of a JSON body, which must be an integer. It returns 0 if they are absent; an explicit
// 0 is invalid.
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

// references reads a link or an array of links. It returns other values as their JSON text, which is no valid link.
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
		req.InputReference = append(req.InputReference, uploadedFile)
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
