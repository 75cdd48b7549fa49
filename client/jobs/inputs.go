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

// keptFiles are the paths of what the orders of one click brought along, by where the bytes begin: orders share their
// pictures.
type keptFiles map[*byte]string

// keep writes an encoded picture into the library, once for all orders that bring it.
func (e *Engine) keep(ctx context.Context, data []byte, kept keptFiles) (path string, err error) {
	if path, ok := kept[&data[0]]; ok {
		return path, nil
	}
	if path, err = e.lib.SaveInput(ctx, data, inputExt(data)); err == nil {
		kept[&data[0]] = path
	}
	return path, err
}

// keepInputs writes the pictures of an order into the library and returns what the row holds.
func (e *Engine) keepInputs(ctx context.Context, inputs []Input, kept keptFiles) ([]db.Input, error) {
	rows := make([]db.Input, len(inputs))
	for i, in := range inputs {
		if len(in.Drawing) > db.MaxDrawing || (len(in.Drawing) > 0 && !json.Valid(in.Drawing)) {
			return nil, fmt.Errorf("keep picture %d: %w", in.Place, ErrDrawing)
		}
		rows[i] = db.Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, Drawing: in.Drawing, Part: in.Part}
		if len(in.Data) == 0 {
			continue
		}
		path, err := e.keep(ctx, in.Data, kept)
		if err != nil {
			return nil, err
		}
		rows[i].File, rows[i].MIME = path, mimeOf(in.Data)
	}
	return rows, nil
}

// check holds a request to the rules as it will be once its local pictures have links.
func (o Order) check() error {
	r := o.Request
	links := slices.Clone(linksOf(r))
	for _, in := range o.Inputs {
		if len(in.Data) == 0 {
			continue
		}
		switch {
		case r.Kind().IsVideo():
			if in.Place < 0 || in.Place >= client.MaxReferences {
				return &client.ValidationError{Field: "input_reference", Message: client.MsgTwoImages}
			}
			links = withLink(links, in.Place, placeholder)
		case in.Place < 0 || in.Place >= len(links):
			return &client.ValidationError{Field: "images", Message: client.MsgEditImageURL}
		default:
			links[in.Place] = placeholder
		}
	}
	if problems := withLinks(r, links).Problems(); len(problems) > 0 {
		return &problems[0]
	}
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

// putLink puts the link of a hosted picture into its place of a stored request.
func putLink(j *db.Job, place int, link string) error {
	r, err := RequestOf(*j)
	if err != nil {
		return err
	}
	return store(j, withLinks(r, withLink(linksOf(r), place, link)))
}

// linkless reports whether a picture that is to be hosted has no link in its place: such a request would ask for something
// else than the person did.
func linkless(j db.Job, links []string) (bool, error) {
	inputs, err := InputsOf(j)
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

// InputsOf reads what stands in the places of a job's request.
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
