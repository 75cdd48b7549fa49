package upload

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
)

// Error reports that the program cannot read a picture of an order.
type Error struct {
	File string // path of the picture; "": a picture of the library, or a drawing
	Err  error
}

func (e *Error) Error() string {
	return fmt.Sprintf("read picture %s: %v", order.BaseName(e.File), e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Orders returns the jobs of an order, with the given inputs and the pictures of the order. Pictures of the library are
// inputs with a ref, and local pictures are inputs with their bytes. attachment is the file to send with each edit;
// nil: the picture of the order. A drawing
// that belongs on the sheet of the order becomes part of that. Errors: [*Error], and errors of ctx.
func Orders(
	ctx context.Context, from Reader, o order.Order, inputs []jobs.Input, attachment []byte,
) ([]jobs.Order, error) {
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
		if attachment, err = read(o.Picture); err != nil {
			return nil, err
		}
		inputs = append(inputs, jobs.Input{Place: 0, Asset: o.Picture.Asset})
	}
	if len(o.Sheet) > 0 {
		var err error
		if attachment, err = Sheet(ctx, from, o, attachment); err != nil {
			return nil, err
		}
		inputs = sheetInputs(inputs, o)
	}
	inputs = withStoredInputs(inputs, o.StoredInputs)
	all := make([]jobs.Order, len(o.Requests))
	for i, r := range o.Requests {
		if edit, ok := r.(client.EditRequest); ok && attachment != nil {
			edit.Image = attachment
			r = edit
		}
		all[i] = jobs.Order{Request: r, Inputs: inputs}
		if i < len(o.Cast) {
			all[i].Cast = o.Cast[i]
		}
	}
	return all, nil
}

// sheetInputs returns the inputs of an order with a sheet: the sheet, and each picture of the library on it as a part,
// in the order of the sheet. canvas are the inputs of the drawing on the canvas, which is on the sheet too.
func sheetInputs(canvas []jobs.Input, o order.Order) []jobs.Input {
	w, h := o.Requests[0].(client.EditRequest).InputSize(0)
	inputs := []jobs.Input{{Place: 0, Width: w, Height: h}}
	for _, in := range canvas {
		inputs = append(inputs, jobs.Input{Place: 0, Asset: in.Asset, Part: true})
	}
	for _, u := range o.Sheet {
		inputs = append(inputs, jobs.Input{Place: 0, Asset: u.Asset, Part: true})
	}
	return inputs
}

// withStoredInputs adds the assets, drawings and parts that an earlier job stored for the pictures of an order.
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
