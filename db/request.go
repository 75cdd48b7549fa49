package db

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// RequestFields contains the fields of a stored request of a clip or an edit that this package needs. Package client
// has the complete types.
type RequestFields struct {
	Negative   string   `json:"negative_prompt"`
	Audio      bool     `json:"audio"`
	Frames     []string `json:"input_reference"`
	Images     []string `json:"image_urls"` // of an edit
	Resolution string   `json:"resolution"`
	Size       string   `json:"size"`
	Seconds    int      `json:"-"` // as the service applies it
	Own        struct {
		Form string `json:"form"` // request format; "": the documented one
	} `json:"own"`
}

// LacksExtras reports whether the request format has no field for audio, negative prompt and seed.
func (r RequestFields) LacksExtras() bool { return r.Own.Form == "openai" }

// RequestFields parses the request of a job. Unreadable fields are zero, and Seconds is then [DefaultSeconds].
func (j Job) RequestFields() RequestFields {
	var r struct {
		RequestFields
		Seconds json.RawMessage `json:"seconds"` // a number, or a string as some clients send it
	}
	_ = json.Unmarshal(j.Request, &r)
	seconds, _ := strconv.ParseFloat(strings.Trim(string(r.Seconds), `"`), 64)
	r.RequestFields.Seconds = cmp.Or(int(seconds), DefaultSeconds)
	return r.RequestFields
}

// Defaults of the service (interface 2.2). Package client has the same values, and a test of client/order compares
// them: neither package imports the other.
const (
	DefaultSeconds = 5 // if the request has no seconds
	tierSmall      = "720P"
	tierLarge      = "1080P"
)

// clipShape returns the values of jobShapeColumns, on which the generation time of a clip depends: its seconds and its
// resolution tier; NULL and "" for a picture.
func clipShape(j Job) []any {
	if !j.Kind.IsVideo() {
		return []any{nil, ""}
	}
	r := j.RequestFields()
	return []any{r.Seconds, r.Tier()}
}

// Tier returns the resolution tier of a clip, by default 720P. A size belongs to 720P if its shorter side has at most
// 720 pixels.
func (r RequestFields) Tier() string { return cmp.Or(tierOfSize(r.Size), r.Resolution, tierSmall) }

// tierOfSize returns the tier of a size such as "1280x720"; "" for other text.
func tierOfSize(size string) string {
	var width, height int
	n, _ := fmt.Sscanf(size, "%dx%d", &width, &height)
	switch {
	case n < 2:
		return ""
	case min(width, height) <= 720:
		return tierSmall
	}
	return tierLarge
}

// seedOf returns the seed of a request; nil if none is given.
func seedOf(request json.RawMessage) *int64 {
	var r struct {
		Seed *int64 `json:"seed"`
	}
	if json.Unmarshal(request, &r) != nil {
		return nil
	}
	return r.Seed
}

// WithoutSignatures returns a request with its picture links cut to scheme, host and path, which still identify the
// picture. A signed link would grant access to the picture until it expires.
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
	u.User = nil
	u.RawQuery = ""
	u.ForceQuery = false
	u.Fragment = ""
	u.RawFragment = ""
	return u.String()
}

// inputsWithoutLinks returns the inputs of a job without the links to uploaded copies.
func (j Job) inputsWithoutLinks() []Input {
	var inputs []Input
	if len(j.Inputs) == 0 || json.Unmarshal(j.Inputs, &inputs) != nil {
		return nil
	}
	for i, in := range inputs {
		inputs[i] = Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, File: in.File,
			MIME:    in.MIME,
			Drawing: in.Drawing, Part: in.Part}
	}
	return inputs
}

// needsLostLink reports whether a job cannot be sent once the links in its request are cut: a link is signed, or the
// job waits for the result of another one.
func (j Job) needsLostLink() bool {
	inputs := j.inputsWithoutLinks()
	if j.After != 0 {
		return true
	}
	fields := j.RequestFields()
	for place, link := range slices.Concat(fields.Frames, fields.Images) { // a request has one of the two
		hosted := slices.ContainsFunc(inputs, func(in Input) bool { return in.Place == place && in.File != "" })
		if !hosted && bareLink(link) != link {
			return true
		}
	}
	return false
}
