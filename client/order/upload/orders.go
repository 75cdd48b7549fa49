package upload

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
)

// Error reports that a picture of an order cannot be read.
type Error struct {
	File string // its path; "": it belongs to the library, or is a drawing
	Err  error
}

func (e *Error) Error() string {
	return fmt.Sprintf("read picture %s: %v", order.BaseName(e.File), e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Orders returns the jobs of an order with their pictures: inputs, pictures of the library by their refs, and pictures
// of this computer by their bytes. along is the file that is sent with each edit; nil: that of the order. Errors:
// [*Error], and those of ctx.
func Orders(ctx context.Context, from Reader, o order.Order, inputs []jobs.Input, along []byte) ([]jobs.Order, error) {
	read := func(u order.Upload) ([]byte, error) {
		data, err := Read(ctx, from, u)
		if err != nil {
			return nil, &Error{File: u.File, Err: err}
		}
		return data, nil
	}
	for _, u := range o.Linked {
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset})
	}
	for _, u := range o.Uploads {
		data, err := read(u)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset, Data: data})
	}
	if o.Picture != (order.Upload{}) {
		var err error
		if along, err = read(o.Picture); err != nil {
			return nil, err
		}
		inputs = append(inputs, jobs.Input{Place: 0, Asset: o.Picture.Asset})
	}
	inputs = withStoredInputs(inputs, o.StoredInputs)
	all := make([]jobs.Order, len(o.Requests))
	for i, r := range o.Requests {
		if edit, ok := r.(client.EditRequest); ok && along != nil {
			edit.Image = along
			r = edit
		}
		all[i] = jobs.Order{Request: r, Inputs: inputs}
	}
	return all, nil
}

// withStoredInputs adds what the row of an earlier job stores about the pictures of an order.
func withStoredInputs(inputs []jobs.Input, kept []db.Input) []jobs.Input {
	for _, k := range kept {
		if k.Part {
			inputs = append(inputs, jobs.Input{Place: k.Place, Asset: k.Asset, Part: true})
			continue
		}
		for i := range inputs {
			if inputs[i].Place == k.Place && !inputs[i].Part {
				inputs[i].Asset, inputs[i].Drawing = k.Asset, k.Drawing
			}
		}
	}
	return inputs
}
