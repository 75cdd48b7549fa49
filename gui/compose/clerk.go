package compose

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
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
func (k clerk) commit(ctx context.Context, c click) outcome {
	var all outcome
	over := c.over
	for i, o := range c.orders {
		c.over = over[:min(o.Jobs(), len(over))]
		over = over[len(c.over):]
		made, bare, err := k.commitOne(ctx, c, o)
		all.made, all.bare = append(all.made, made...), all.bare || bare
		if err != nil {
			all.failed = append(all.failed, i)
			if all.err == nil {
				all.err = err
			}
		}
	}
	return all
}

func (k clerk) commitOne(ctx context.Context, c click, o form.Order) (made []db.Job, bare bool, err error) {
	var drawn []jobs.Input
	if o.Baked {
		if o, drawn, bare, err = k.baked(c, o); err != nil {
			return nil, false, err
		}
	}
	o, inputs, err := k.pictures(ctx, o, drawn)
	if err != nil {
		return nil, false, err
	}
	how := jobs.SubmitOptions{Hold: c.hold, Inputs: inputs, OverBudget: c.over}
	switch {
	case len(o.Images) > 0:
		made, err = k.Submitter.SubmitImages(ctx, c.account.ID, o.Images, how)
	case len(o.Edits) > 0:
		made, err = k.Submitter.SubmitEdits(ctx, c.account.ID, o.Edits, how)
	default:
		made, err = k.Submitter.SubmitVideos(ctx, c.account.ID, o.Videos, how)
	}
	return made, bare, err
}

// pictures reads the pictures of an order that are on this computer, and names those that are in the library, behind those
// that are known already. The order that was shown stays as it is.
func (k clerk) pictures(ctx context.Context, o form.Order, inputs []jobs.Input) (form.Order, []jobs.Input, error) {
	for _, u := range o.Linked {
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset})
	}
	for _, u := range o.Uploads {
		data, err := k.read(ctx, u)
		if err != nil {
			return o, nil, err
		}
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset, Data: data})
	}
	if o.Picture != (form.Upload{}) {
		data, err := k.read(ctx, o.Picture)
		if err != nil {
			return o, nil, err
		}
		o.Edits = slices.Clone(o.Edits)
		for i := range o.Edits {
			o.Edits[i].Image = data
		}
		inputs = append(inputs, jobs.Input{Place: 0, Asset: o.Picture.Asset})
	}
	inputs = withKept(inputs, o.Kept)
	if len(o.Edits) > 0 && o.Width > 0 {
		i := slices.IndexFunc(inputs, func(in jobs.Input) bool { return in.Place == 0 && !in.Part })
		if i < 0 {
			i, inputs = len(inputs), append(inputs, jobs.Input{})
		}
		inputs[i].Width, inputs[i].Height = o.Width, o.Height // the estimate of the row is that of the button
	}
	return o, inputs, nil
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
	o, inputs, err := k.pictures(ctx, o, nil)
	if err != nil {
		return false, err
	}
	id := job.ID
	switch {
	case len(o.Images) > 0:
		err = k.Held.ReviseImage(ctx, id, o.Images[0])
	case len(o.Edits) > 0:
		err = k.Held.ReviseEdit(ctx, id, o.Edits[0], inputs)
	default:
		err = k.Held.ReviseVideo(ctx, id, o.Videos[0], inputs)
	}
	if err != nil || !send {
		return err == nil, err
	}
	return true, k.Held.Release(ctx, id)
}
