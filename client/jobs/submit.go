package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// Order is one job of a click: its request, and the pictures in the places of that.
type Order struct {
	Request client.Request

	// Inputs say what the pictures are. One with Data is hosted before the request leaves, which has no link in that place.
	Inputs []Input
}

// Submit makes the jobs of one click, one for each order, in one transaction, if how admits them. They go out by themselves when
// their turn comes, unless sending is paused, the profile's key is refused, or how.Hold is set: then they are held. The pictures that
// orders bring are kept in the library, so that the exact requests survive a restart.
// Errors: *AdmissionError where a person must be asked; *client.ValidationError with the first broken rule; db.ErrNotFound for the
// profile. On an error nothing was made.
func (e *Engine) Submit(ctx context.Context, profileID int64, orders []Order, how Terms) ([]db.Job, error) {
	if len(orders) == 0 {
		return nil, errors.New("submit: no request")
	}
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	rows, requests := make([]db.Job, len(orders)), make([]client.Request, len(orders))
	kept := keptFiles{}
	for i, o := range orders {
		var err error
		if rows[i], err = e.row(ctx, o, kept); err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
		requests[i] = o.measured()
	}
	made, err := e.insert(ctx, profileID, rows, requests, how, nil)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	return made, nil
}

// measured is the request with what its price depends on besides.
func (o Order) measured() client.Request {
	edit, ok := o.Request.(client.EditRequest)
	if !ok || edit.InputWidth > 0 {
		return o.Request
	}
	if len(edit.Image) > 0 {
		edit.InputWidth, edit.InputHeight = pixels(bytes.NewReader(edit.Image))
		return edit
	}
	for _, in := range o.Inputs {
		if in.Place == 0 && !in.Part {
			edit.InputWidth, edit.InputHeight = in.Width, in.Height
			break
		}
	}
	return edit
}

// sized are the pictures of an order with how large the first one of an edit is, where that is known: the row is priced by it later,
// and nothing is opened for that.
func (o Order) sized() []Input {
	edit, ok := o.measured().(client.EditRequest)
	if !ok || edit.InputWidth <= 0 {
		return o.Inputs
	}
	inputs := slices.Clone(o.Inputs)
	i := slices.IndexFunc(inputs, func(in Input) bool { return in.Place == 0 && !in.Part })
	if i < 0 {
		i, inputs = len(inputs), append(inputs, Input{})
	}
	inputs[i].Width, inputs[i].Height = edit.InputWidth, edit.InputHeight
	return inputs
}

// row makes the row of an order. The one picture that goes along with an edit is in its request; the inputs say which asset
// that is, and which pictures are hosted.
func (e *Engine) row(ctx context.Context, o Order, kept keptFiles) (db.Job, error) {
	if err := o.check(); err != nil {
		return db.Job{}, err
	}
	r := o.Request
	j := db.Job{Kind: db.JobKind(r.Kind()), Model: r.ModelName(), Prompt: r.PromptText()}
	if j.Kind == db.TextToVideo && len(o.Inputs) > 0 {
		j.Kind = db.FramesToVideo
	}
	inputs, err := e.keepInputs(ctx, o.sized(), kept)
	if err != nil {
		return db.Job{}, err
	}
	if err := storeInputs(&j, inputs); err != nil {
		return db.Job{}, err
	}
	if edit, ok := r.(client.EditRequest); ok && len(edit.Image) > 0 {
		if j.InputPath, err = e.keep(ctx, edit.Image, kept); err != nil {
			return db.Job{}, err
		}
	}
	return j, store(&j, r)
}

func store(j *db.Job, request client.Request) error {
	raw, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("store request: %w", err)
	}
	j.Request = raw
	return nil
}

// mimeOf is the type of an encoded picture.
func mimeOf(data []byte) string { return http.DetectContentType(data) }

// inputExt is the file ending of an encoded picture.
func inputExt(data []byte) string {
	switch mimeOf(data) {
	case "image/jpeg":
		return "jpg"
	case "image/webp":
		return "webp"
	}
	return "png"
}
