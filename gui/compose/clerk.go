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
)

// clerk makes the rows of clicks, with the pictures that go along. It knows neither the form nor the window: a click says all
// that it needs, so its methods are called away from the window's goroutine.
type clerk struct {
	engine  Engine
	file    func(ctx context.Context, u form.Upload) ([]byte, error) // nil: local pictures cannot be read
	picture *PictureSource                                           // nil: there is no canvas
	log     *slog.Logger
}

// commit returns what makes the rows. What a local picture holds is read once, however often that is called: what was asked about is
// what is sent. A picture that cannot be read makes no job.
func (k clerk) commit(c click) func(ctx context.Context, agreed jobs.Terms) outcome {
	var orders []jobs.Order
	var bare bool
	read := func(ctx context.Context) (err error) {
		o := c.order
		var drawn []jobs.Input
		if o.Baked {
			if o, drawn, bare, err = k.baked(c, o); err != nil {
				return err
			}
		}
		orders, err = k.orders(ctx, o, drawn)
		return err
	}
	return func(ctx context.Context, agreed jobs.Terms) (all outcome) {
		if orders == nil {
			if all.err = read(ctx); all.err != nil {
				return all
			}
		}
		agreed.Hold, all.bare = c.hold, bare
		all.made, all.err = k.engine.Submit(ctx, c.account.ID, orders, agreed)
		return all
	}
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

// revise returns what changes a held job, and then with send lets it go.
func (k clerk) revise(job db.Job, o form.Order, send bool) func(ctx context.Context, agreed jobs.Terms) outcome {
	saved := false
	change := func(ctx context.Context) error {
		o, err := o.Again(job)
		if err != nil {
			return err
		}
		orders, err := k.orders(ctx, o, nil)
		if err != nil {
			return err
		}
		return k.engine.Revise(ctx, job.ID, orders[0])
	}
	return func(ctx context.Context, agreed jobs.Terms) outcome {
		if !saved {
			if err := change(ctx); err != nil {
				return outcome{err: err}
			}
			saved = true
		}
		if !send {
			return outcome{saved: true}
		}
		return outcome{saved: true, err: k.engine.Release(ctx, agreed, job.ID)}
	}
}
