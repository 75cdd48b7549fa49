package compose

import (
	"context"
	"log/slog"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/wholefile"
)

// baked puts what was drawn on the canvas into every request of an order: as the file that goes along, or, where they have
// links, as what is hosted for their first place. The price on the button was for what lay on it at the click. bare: the drawing
// is too large to be kept with the jobs.
func (k clerk) baked(c click, o form.Order) (_ form.Order, inputs []jobs.Input, bare bool, err error) {
	b, err := c.flat()
	if err != nil {
		k.log.Warn("cannot make the picture on the canvas", slog.Any("err", err))
		return o, nil, false, &canvasError{err}
	}
	in := jobs.Input{Asset: b.Asset, Width: b.Width, Height: b.Height, Drawing: b.Drawing}
	if bare = len(b.Drawing) > db.MaxDrawing; bare {
		in.Drawing = nil
	}
	o.Requests = slices.Clone(o.Requests)
	for i, r := range o.Requests {
		edit := r.(client.EditRequest) // nothing else is drawn upon
		if len(edit.ImageURLs) > 0 {
			in.Data = b.PNG
		} else {
			edit.Image = b.PNG
		}
		o.Requests[i] = edit
	}
	inputs = []jobs.Input{in}
	for _, ref := range b.Parts {
		known := func(have jobs.Input) bool { return have.Asset == ref }
		if ref != "" && !slices.ContainsFunc(inputs, known) {
			inputs = append(inputs, jobs.Input{Asset: ref, Part: true})
		}
	}
	return o, inputs, bare, nil
}

func (k clerk) bake(ctx context.Context, canvas form.Canvas) (Baked, error) {
	if k.picture == nil {
		return Baked{}, errNoCanvas
	}
	b, err := k.picture.Bake(ctx, true)
	if err != nil {
		return Baked{}, err
	}
	if len(b.PNG) > MaxPictureFile {
		return Baked{}, &wholefile.TooLargeError{Most: MaxPictureFile}
	}
	size, err := measure(b.PNG)
	if err != nil {
		return Baked{}, err
	}
	if b.Asset != canvas.Asset || size.X != canvas.Width || size.Y != canvas.Height {
		return Baked{}, errCanvasMoved
	}
	b.Width, b.Height = size.X, size.Y
	return b, nil
}

// withKept gives the pictures of an order what the row of an earlier job says of them.
func withKept(inputs []jobs.Input, kept []db.Input) []jobs.Input {
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
