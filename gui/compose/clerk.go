package compose

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/price"
)

// clerk makes the rows of clicks, with the pictures that go along. It knows neither the form nor the window: a click says all
// that it needs, so its methods are called away from the window's goroutine.
type clerk struct {
	Engine
	file    func(ctx context.Context, u form.Upload) ([]byte, error) // nil: local pictures cannot be read
	picture *PictureSource                                           // nil: there is no canvas
	log     *slog.Logger
}

// commit makes the rows. What a local picture holds is read now; a picture that cannot be read makes no job.
func (k clerk) commit(ctx context.Context, c click) (all outcome) {
	o := c.order
	var drawn []jobs.Input
	if o.Baked {
		if o, drawn, all.bare, all.err = k.baked(c, o); all.err != nil {
			return all
		}
	}
	orders, err := k.orders(ctx, o, drawn)
	if err == nil {
		how := jobs.Terms{Hold: c.hold}
		if c.over != nil {
			how.Over = jobs.HoldWhatDoesNotFit
		}
		err = price.Agreed(how, func(how jobs.Terms) error {
			all.made, err = k.Submitter.Submit(ctx, c.account.ID, orders, how)
			return err
		})
	}
	all.err = err
	return all
}

// orders are the jobs of an order, with its pictures: those that are on this computer are read, and those that are in the
// library named, behind those that are known already. The order that was shown stays as it is.
func (k clerk) orders(ctx context.Context, o form.Order, inputs []jobs.Input) ([]jobs.Order, error) {
	for _, u := range o.Linked {
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset})
	}
	for _, u := range o.Uploads {
		data, err := k.read(ctx, u)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset, Data: data})
	}
	var along []byte
	if o.Picture != (form.Upload{}) {
		var err error
		if along, err = k.read(ctx, o.Picture); err != nil {
			return nil, err
		}
		inputs = append(inputs, jobs.Input{Place: 0, Asset: o.Picture.Asset})
	}
	inputs = withKept(inputs, o.Kept)
	all := make([]jobs.Order, len(o.Requests))
	for i, r := range o.Requests {
		all[i] = jobs.Order{Request: r, Inputs: inputs}
		if edit, ok := r.(client.EditRequest); ok {
			if along != nil {
				edit.Image = along
			}
			all[i] = jobs.Order{Request: edit, Inputs: sized(inputs, edit)}
		}
	}
	return all, nil
}

// sized are the pictures of an edit with how large the first one is, where that is known: the estimate of the row is that of the
// button.
func sized(inputs []jobs.Input, r client.EditRequest) []jobs.Input {
	if r.InputWidth <= 0 {
		return inputs
	}
	inputs = slices.Clone(inputs)
	i := slices.IndexFunc(inputs, func(in jobs.Input) bool { return in.Place == 0 && !in.Part })
	if i < 0 {
		i, inputs = len(inputs), append(inputs, jobs.Input{})
	}
	inputs[i].Width, inputs[i].Height = r.InputWidth, r.InputHeight
	return inputs
}

func (k clerk) read(ctx context.Context, u form.Upload) ([]byte, error) {
	if k.file == nil {
		return nil, fmt.Errorf("read picture %d: local pictures cannot be read here", u.Slot)
	}
	data, err := k.file(ctx, u)
	if err != nil {
		k.log.Warn("cannot read a picture", slog.Any("err", err))
		return nil, &pictureError{u.File, err}
	}
	return data, nil
}

// revise changes the job and sends it. saved: it was changed, whatever became of the rest.
func (k clerk) revise(ctx context.Context, job db.Job, o form.Order, send bool) (saved bool, err error) {
	o, err = o.Again(job)
	if err != nil {
		return false, err
	}
	orders, err := k.orders(ctx, o, nil)
	if err != nil {
		return false, err
	}
	id := job.ID
	err = k.Held.Revise(ctx, id, orders[0])
	if err != nil || !send {
		return err == nil, err
	}
	return true, price.Agreed(jobs.Terms{}, func(how jobs.Terms) error { return k.Held.Release(ctx, how, id) })
}
