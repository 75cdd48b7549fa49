package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// RequestOf reads the exact request of a job.
func RequestOf(j db.Job) (client.Request, error) {
	r, err := client.ParseRequest(client.Kind(j.Kind), j.Request)
	if err != nil {
		return nil, fmt.Errorf("read request of job %d: %w", j.ID, err)
	}
	return r, nil
}

// ModelsOf returns the models that a profile has in addition to those of the service.
func ModelsOf(p db.Profile) (all []client.Alias, err error) {
	if len(p.Models) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(p.Models, &all); err != nil {
		return nil, fmt.Errorf("read models of profile %d: %w", p.ID, err)
	}
	return all, nil
}

// InputsOf reads the pictures of a job's request.
func InputsOf(j db.Job) ([]db.Input, error) {
	if len(j.Inputs) == 0 {
		return nil, nil
	}
	var inputs []db.Input
	if err := json.Unmarshal(j.Inputs, &inputs); err != nil {
		return nil, fmt.Errorf("read inputs of job %d: %w", j.ID, err)
	}
	return inputs, nil
}

func storeInputs(j *db.Job, inputs []db.Input) error {
	j.Inputs = nil
	if len(inputs) == 0 {
		return nil
	}
	raw, err := json.Marshal(inputs)
	if err != nil {
		return fmt.Errorf("store inputs: %w", err)
	}
	j.Inputs = raw
	return nil
}

func store(j *db.Job, request client.Request) error {
	raw, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("store request: %w", err)
	}
	j.Request = raw
	return nil
}

// linksOf returns the links in the places of a request; none for a picture from text.
func linksOf(r client.Request) []string {
	switch r := r.(type) {
	case client.VideoRequest:
		return r.InputReference
	case client.EditRequest:
		return r.ImageURLs
	}
	return nil
}

// withLinks returns a request with other links in its places.
func withLinks(r client.Request, links []string) client.Request {
	switch r := r.(type) {
	case client.VideoRequest:
		r.InputReference = links
		return r
	case client.EditRequest:
		r.ImageURLs = links
		return r
	}
	return r
}

// withLink puts a link into a place of the frames. It extends the slice if needed.
func withLink(links []string, place int, link string) []string {
	for len(links) <= place {
		links = append(links, "")
	}
	links[place] = link
	return links
}

// putLink puts the link of a hosted picture into its place in a stored request.
func putLink(j *db.Job, place int, link string) error {
	r, err := RequestOf(*j)
	if err != nil {
		return err
	}
	return store(j, withLinks(r, withLink(linksOf(r), place, link)))
}

// lacksLink reports whether a picture that must be hosted has no link in its place. Such a request would differ from
// what the user ordered.
func lacksLink(j db.Job, links []string) (bool, error) {
	inputs, err := InputsOf(j)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(inputs, func(in db.Input) bool {
		return in.Awaited || in.File != "" && (in.Place < 0 || in.Place >= len(links) || links[in.Place] == "")
	}), nil
}

// videoRequest reads the exact request of a clip. If it cannot be read, it returns a request with only the model.
func videoRequest(j db.Job) client.VideoRequest {
	r, err := RequestOf(j)
	if clip, ok := r.(client.VideoRequest); err == nil && ok {
		return clip
	}
	return client.VideoRequest{Model: j.Model}
}

// sameRequest reports whether two versions of a job have the same request.
func sameRequest(a, b db.Job) bool {
	return bytes.Equal(a.Request, b.Request) && bytes.Equal(a.Inputs, b.Inputs) && a.InputPath == b.InputPath
}

// withoutHosting returns a copy of a job's inputs for a new job. Hosted pictures of the first job are removed when that
// job ends, so the copy has no links to them and is hosted again.
func withoutHosting(inputs []db.Input) []db.Input {
	again := slices.Clone(inputs)
	for i := range again {
		if again[i].File != "" {
			again[i].Link, again[i].Object, again[i].Expires = "", "", time.Time{}
		}
	}
	return again
}

// fit is Fitted for a request, with the pixel size of its first frame; 0 if it is not known.
func fit(p db.Profile, r client.VideoRequest, frameW, frameH int) client.VideoRequest {
	r = r.WithTierAndRatio() // the request may have had another format
	models, _ := ModelsOf(p) // limits that cannot be read do not apply
	r.Limits = client.LimitsOf(client.RequestFormat(p.Form), models, r.Model)
	return r.WithPixelSize(frameW, frameH)
}

// mimeOf returns the media type of an encoded picture.
func mimeOf(data []byte) string { return http.DetectContentType(data) }

// inputExt returns the file extension of an encoded picture.
func inputExt(data []byte) string {
	switch mimeOf(data) {
	case "image/jpeg":
		return "jpg"
	case "image/webp":
		return "webp"
	}
	return "png"
}

// requestWithSizes returns the request of a job, for an edit with the pixel sizes of its pictures from the row. It
// returns nil if the request cannot be read.
func requestWithSizes(j db.Job) client.Request {
	r, err := RequestOf(j)
	if err != nil {
		return nil
	}
	edit, ok := r.(client.EditRequest)
	if !ok {
		return r
	}
	inputs, _ := InputsOf(j) // unreadable inputs have no size
	for _, in := range inputs {
		if !in.Part {
			edit.SetInputSize(in.Place, in.Width, in.Height)
		}
	}
	return edit
}

// estimateOf prices the request of a job by a table: the amount that the service reserves for a clip, or the expected
// price of a picture.
func estimateOf(t client.PriceTable, j db.Job) client.Estimate {
	if r := requestWithSizes(j); r != nil {
		return r.Estimate(t)
	}
	return client.Estimate{}
}
