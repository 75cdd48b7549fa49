package compose

import (
	"context"
	"log/slog"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/folder"
)

// jobSubmitter creates the rows of clicks, with their pictures. It uses neither the form nor the window: a click
// contains all that it needs. Its methods are called off the window's goroutine.
type jobSubmitter struct {
	engine  Engine
	library Library
	canvas  EditCanvas
	log     *slog.Logger
}

// commit creates the rows of a click if the terms allow it, or changes its held job and releases it. It is called again
// with the terms that the user agreed to. If a picture cannot be read, no job is created.
func (j jobSubmitter) commit(ctx context.Context, c *click, how jobs.Terms) (err error) {
	if c.orders == nil {
		if c.orders, err = j.orders(ctx, c); err != nil {
			return err
		}
	}
	if c.look { // only the first time
		c.look = false
		q, err := j.engine.Price(ctx, c.account.ID, c.orders)
		if err == nil {
			err = &jobs.AdmissionError{Quote: q}
		}
		return err
	}
	if c.revises == nil {
		how.Hold, how.HoldExcess = c.hold, how.HoldExcess || c.fit
		c.fit = false // an answer to a question decides anew
		c.made, err = j.engine.Submit(ctx, c.account.ID, c.orders, how)
		return err
	}
	if !c.saved {
		if err := j.engine.Revise(ctx, c.revises.ID, c.orders[0]); err != nil {
			return err
		}
		c.saved = true
	}
	if c.hold {
		return nil
	}
	return j.engine.Release(ctx, how, c.revises.ID)
}

// orders returns the jobs of a click with their pictures: the drawing on the canvas, refs of pictures in the library,
// and the bytes of local files. It does not change the order of the click.
func (j jobSubmitter) orders(ctx context.Context, c *click) ([]jobs.Order, error) {
	o := c.order
	var inputs []jobs.Input
	var along []byte // the file that goes with each edit
	var err error
	if c.revises != nil {
		if o, err = o.WithStoredInputs(*c.revises); err != nil {
			return nil, err
		}
	}
	if o.Baked {
		if inputs, along, err = j.drawn(c); err != nil {
			return nil, err
		}
	}
	all, err := upload.Orders(ctx, j.library, o, inputs, along)
	for i := range all {
		all[i].Template = c.template
	}
	return all, err
}

// drawn returns the picture of the canvas at the click, and the pictures of the library in it. The picture is a file
// that is sent with each edit, or an input that is hosted if the edit uses links.
func (j jobSubmitter) drawn(c *click) (inputs []jobs.Input, along []byte, err error) {
	b, err := c.picture()
	if err != nil {
		j.log.Warn("cannot make the picture on the canvas", slog.Any("err", err))
		return nil, nil, &canvasError{err}
	}
	in := jobs.Input{Asset: b.Asset, Width: b.Width, Height: b.Height, Drawing: b.Drawing}
	c.tooLarge = len(b.Drawing) > db.MaxDrawing
	if c.tooLarge {
		in.Drawing = nil
	}
	if edit := c.order.Requests[0].(client.EditRequest); len(edit.ImageURLs) > 0 { // nothing else is drawn upon
		in.Data = b.File
	} else {
		along = b.File
	}
	inputs = []jobs.Input{in}
	for _, ref := range b.Parts {
		known := func(have jobs.Input) bool { return have.Asset == ref }
		if ref != "" && !slices.ContainsFunc(inputs, known) {
			inputs = append(inputs, jobs.Input{Asset: ref, Part: true})
		}
	}
	return inputs, along, nil
}

// bake makes one flat picture of the canvas. It fails if the canvas has changed since the click, because the price was
// for its content then.
func (j jobSubmitter) bake(ctx context.Context, at order.Canvas, bare bool) (Baked, error) {
	b, err := j.canvas.Bake(ctx, bare)
	if err != nil {
		return Baked{}, err
	}
	if len(b.File) > upload.MaxBytes {
		return Baked{}, &folder.TooLargeError{Limit: upload.MaxBytes}
	}
	size, err := upload.Measure(b.File)
	if err == nil {
		b.File, err = upload.Upright(b.File)
	}
	if err != nil {
		return Baked{}, err
	}
	if b.Asset != at.Asset || size.X != at.Width || size.Y != at.Height {
		return Baked{}, errCanvasMoved
	}
	b.Width, b.Height = size.X, size.Y
	return b, nil
}
