package compose

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
)

// PictureSource is the edit canvas as the composer sees it: the composer knows by SetPicture what lies on it, and asks for
// the picture itself at the click.
type PictureSource struct {
	// Bake makes one flat picture of what is on the canvas now, with its marks or without them. Called off the window's
	// goroutine. Its error is shown to people as it is.
	Bake func(ctx context.Context, marks bool) (Baked, error)
}

// Baked is one flat picture of the canvas.
type Baked struct {
	PNG           []byte
	Width, Height int             // pixels of PNG
	Asset         string          // ref of the library's picture below; "": an empty sheet
	Drawing       json.RawMessage // what was done to it, to be restored later; nil: nothing
	Parts         []string        // refs of the library's pictures that were placed upon it
}

// Why there is no picture of the canvas at a click.
var (
	errCanvasMoved = errors.New("something else is on the canvas than at the click")
	errNoCanvas    = errors.New("there is no canvas here")
)

// baked puts what is drawn on the canvas into every request of an order: as the file that goes along, or, where they have
// links, as what is hosted for their first place. canvas is what lay on it at the click: the price on the button was for
// that. bare: the drawing is too large to be kept with the jobs.
func (s *Screen) baked(ctx context.Context, canvas form.Canvas, o form.Order) (_ form.Order, inputs []jobs.Input, bare bool, err error) {
	b, err := s.bake(ctx, canvas)
	if err != nil {
		s.d.Log.Warn("cannot make the picture on the canvas", slog.Any("err", err))
		return o, nil, false, &canvasError{err}
	}
	in := jobs.Input{Asset: b.Asset, Width: b.Width, Height: b.Height, Drawing: b.Drawing}
	if bare = len(b.Drawing) > db.MaxDrawing; bare {
		in.Drawing = nil
	}
	o.Edits = slices.Clone(o.Edits)
	for i := range o.Edits {
		if len(o.Edits[i].ImageURLs) > 0 {
			in.Data = b.PNG
		} else {
			o.Edits[i].Image = b.PNG
		}
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

func (s *Screen) bake(ctx context.Context, canvas form.Canvas) (Baked, error) {
	if s.d.Picture == nil {
		return Baked{}, errNoCanvas
	}
	b, err := s.d.Picture.Bake(ctx, true)
	if err != nil {
		return Baked{}, err
	}
	if len(b.PNG) > MaxPictureFile {
		return Baked{}, ErrTooLarge
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
