package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// ErrNoHosting says that a job has a local picture and its profile has no host to put it on.
var ErrNoHosting = errors.New("no image hosting is set up for this profile")

// hostedLeast is how long a hosted link must still live when the request leaves: a task may wait in the service's queue
// before its frames are fetched.
const hostedLeast = 2 * time.Hour

// ErrDrawing says that what was drawn upon a picture is no JSON, or over [db.MaxDrawing].
var ErrDrawing = errors.New("the drawing cannot be kept")

// placeholder stands for a link that is not known yet, where the rules of a request are checked at the click.
const placeholder = "https://hosted.invalid/"

// Input is a picture in a place of a request, as a click brings it.
type Input struct {
	Place  int    // of a clip: 0 is the first frame, 1 the last; of an edit: place in its images
	Asset  string // ref of the asset that it is; "" for a file from elsewhere
	Width  int    // pixels; 0 where nobody has looked. The estimate of an edit follows them
	Height int
	Data   []byte // the encoded picture, to be hosted before the request leaves; nil where the request has its link

	Drawing json.RawMessage // what was drawn upon Asset in what is sent, to go on with later; nil: nothing
	Part    bool            // Asset was placed upon the picture of this Place: nothing is sent of it by itself
}

// keepInputs writes the pictures of a click into the library, once for all its jobs, and returns what the rows hold.
func (e *Engine) keepInputs(ctx context.Context, inputs []Input) ([]db.Input, error) {
	kept := make([]db.Input, len(inputs))
	for i, in := range inputs {
		if len(in.Drawing) > db.MaxDrawing || (len(in.Drawing) > 0 && !json.Valid(in.Drawing)) {
			return nil, fmt.Errorf("keep picture %d: %w", in.Place, ErrDrawing)
		}
		kept[i] = db.Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, Drawing: in.Drawing, Part: in.Part}
		if len(in.Data) == 0 {
			continue
		}
		path, err := e.lib.SaveInput(ctx, in.Data, inputExt(in.Data))
		if err != nil {
			return nil, err
		}
		kept[i].File, kept[i].MIME = path, mimeOf(in.Data)
	}
	return kept, nil
}

// checkVideo holds a request to the rules as it will be once its local pictures have links.
func checkVideo(r client.VideoRequest, inputs []Input) error {
	r.InputReference = slices.Clone(r.InputReference)
	for _, in := range inputs {
		if len(in.Data) == 0 {
			continue
		}
		if in.Place < 0 || in.Place >= client.MaxReferences {
			return &client.ValidationError{Field: "input_reference", Message: client.MsgTwoImages}
		}
		r.InputReference = withLink(r.InputReference, in.Place, placeholder)
	}
	return r.Validate()
}

// checkEdit holds a request to the rules as it will be once its local pictures have links.
func checkEdit(r client.EditRequest, inputs []Input) error {
	r.ImageURLs = slices.Clone(r.ImageURLs)
	for _, in := range inputs {
		if len(in.Data) > 0 {
			if in.Place < 0 || in.Place >= len(r.ImageURLs) {
				return &client.ValidationError{Field: "images", Message: client.MsgEditImageURL}
			}
			r.ImageURLs[in.Place] = placeholder
		}
	}
	return r.Validate()
}

// putLink puts the link of a hosted picture into its place of a stored request.
func putLink(j *db.Job, place int, link string) error {
	if j.Kind == db.EditImage {
		var r client.EditRequest
		if err := json.Unmarshal(j.Request, &r); err != nil {
			return fmt.Errorf("read request of job %d: %w", j.ID, err)
		}
		r.ImageURLs = withLink(r.ImageURLs, place, link)
		return store(j, r)
	}
	var r client.VideoRequest
	if err := json.Unmarshal(j.Request, &r); err != nil {
		return fmt.Errorf("read request of job %d: %w", j.ID, err)
	}
	r.InputReference = withLink(r.InputReference, place, link)
	return store(j, r)
}

// linkless reports whether a picture that is to be hosted has no link in its place: such a request would ask for something
// else than the person did.
func linkless(j db.Job, links []string) (bool, error) {
	inputs, err := inputsOf(j)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(inputs, func(in db.Input) bool {
		return in.File != "" && (in.Place < 0 || in.Place >= len(links) || links[in.Place] == "")
	}), nil
}

// withLink puts a link into a place of the frames, making room where needed.
func withLink(links []string, place int, link string) []string {
	for len(links) <= place {
		links = append(links, "")
	}
	links[place] = link
	return links
}

// inputsOf reads what stands in the places of a job.
func inputsOf(j db.Job) ([]db.Input, error) {
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

// unhosted reports whether a picture has no link that lives long enough for a request that leaves now.
func unhosted(in db.Input, now time.Time) bool {
	return in.File != "" && (in.Link == "" || !in.Dies.IsZero() && in.Dies.Before(now.Add(hostedLeast)))
}

// asNew returns the inputs of a job as a further job takes them over: what was hosted for the first one is taken down
// when that ends, so the copy is hosted anew.
func asNew(inputs []db.Input) []db.Input {
	again := slices.Clone(inputs)
	for i := range again {
		if again[i].File != "" {
			again[i].Link, again[i].Object, again[i].Dies = "", "", time.Time{}
		}
	}
	return again
}
