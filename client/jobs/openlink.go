package jobs

import (
	"encoding/json"
	"net/url"

	"viviscope/db"
)

// WithoutSignatures returns a request as a sidecar may hold it: the links of its pictures without what opens them. A
// signed link lets anybody who finds it fetch the picture while it lives; the host and the path still tell which it was.
func WithoutSignatures(request json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(request, &fields) != nil {
		return request
	}
	cut := false
	for _, name := range []string{"input_reference", "image_urls"} {
		var links []string
		if json.Unmarshal(fields[name], &links) != nil || len(links) == 0 {
			continue
		}
		for i, link := range links {
			links[i] = bareLink(link)
		}
		raw, err := json.Marshal(links)
		if err != nil {
			continue
		}
		fields[name], cut = raw, true
	}
	if !cut {
		return request
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return request
	}
	return raw
}

func bareLink(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawFragment = nil, "", false, "", ""
	return u.String()
}

// plainInputs returns what stood in a job's places, without the links of a person's host.
func plainInputs(job db.Job) []db.Input {
	inputs, err := InputsOf(job)
	if err != nil {
		return nil
	}
	for i, in := range inputs {
		inputs[i] = db.Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, File: in.File, MIME: in.MIME,
			Drawing: in.Drawing, Part: in.Part}
	}
	return inputs
}
