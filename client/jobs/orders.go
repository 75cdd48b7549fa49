package jobs

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// Order is one job of a click: its request, and the pictures in the places of that.
type Order struct {
	Request  client.Request
	Template string // the prompt as it was typed, where that stands for several; "": it is the request's

	// Inputs say what the pictures are. One with Data is hosted before the request leaves, which has no link in that
	// place.
	Inputs []Input

	Board, Shot string // what it is a take of; "": of no board
	After       After
	Replaces    []int64 // jobs that were not sent, and are discarded in the moment in which this one is made
}

// After says which job an order comes after. The zero value is none.
type After struct {
	Order int   // 1-based place of that one's order in the same click, before this one; 0: of an earlier click
	Job   int64 // of an earlier click
	Place int   // of the request, for what is delivered: as of an [Input]
}

func (a After) any() bool { return a.Order != 0 || a.Job != 0 }

// Input is a picture in a place of a request, as a click brings it.
type Input struct {
	Place  int    // of a clip: 0 is the first frame, 1 the last; of an edit: place in its images
	Asset  string // ref of the asset that it is; "" for a file from elsewhere
	Width  int    // pixels; 0 where nobody has looked. The estimate of an edit follows them
	Height int
	Data   []byte    // the encoded picture, to be hosted before the request leaves; nil where the request has its link
	Dies   time.Time // when that link stops working; zero: as the library knows it

	Drawing json.RawMessage // what was drawn upon Asset in what is sent, to go on with later; nil: nothing
	Part    bool            // Asset was placed upon the picture of this Place: nothing is sent of it by itself
}

// check holds an order to its rules.
func (o Order) check() error {
	if problems := o.Problems(); len(problems) > 0 {
		return &problems[0]
	}
	return nil
}

// Problems holds the request to the rules as it will be once its local pictures have links, and what another job is
// to deliver is there. Where a picture has no place it returns that alone.
func (o Order) Problems() []client.ValidationError {
	r, inputs := o.Request, o.Inputs
	if edit, ok := r.(client.EditRequest); ok && o.After.any() && len(edit.ImageURLs) == 0 {
		edit.Image = []byte(placeholder)
		r = edit
	} else if o.After.any() {
		inputs = append(slices.Clone(inputs), Input{Place: o.After.Place, Data: []byte(placeholder)})
	}
	links := slices.Clone(linksOf(r))
	for _, in := range inputs {
		if len(in.Data) == 0 {
			continue
		}
		switch {
		case r.Kind().IsVideo():
			if in.Place < 0 || in.Place >= client.MaxReferences {
				return []client.ValidationError{{Field: "input_reference", Message: client.MsgTwoImages}}
			}
			links = withLink(links, in.Place, placeholder)
		case in.Place < 0 || in.Place >= len(links):
			return []client.ValidationError{{Field: "images", Message: client.MsgEditImageURL}}
		default:
			links[in.Place] = placeholder
		}
	}
	return withLinks(r, links).Problems()
}

// measured is the request with what its price depends on besides.
func (o Order) measured() client.Request {
	edit, ok := o.Request.(client.EditRequest)
	if !ok {
		return o.Request
	}
	for _, in := range o.Inputs {
		if !in.Part {
			edit.SetInputSize(in.Place, in.Width, in.Height)
		}
	}
	if w, _ := edit.InputSize(0); w == 0 && len(edit.Image) > 0 {
		info, _ := client.CheckImage(bytes.NewReader(edit.Image), int64(len(edit.Image))) // what cannot be read has no size
		edit.SetInputSize(0, info.Width, info.Height)
	}
	return edit
}

// sized returns the pictures of an order with the sizes of those of an edit, by which its row is priced later:
// nothing is opened for that.
func (o Order) sized() []Input {
	edit, ok := o.measured().(client.EditRequest)
	if !ok || len(edit.InputSizes) == 0 {
		return o.Inputs
	}
	inputs := slices.Clone(o.Inputs)
	if !slices.ContainsFunc(inputs, func(in Input) bool { return in.Place == 0 && !in.Part }) {
		inputs = append(inputs, Input{})
	}
	for i, in := range inputs {
		if !in.Part {
			inputs[i].Width, inputs[i].Height = edit.InputSize(in.Place)
		}
	}
	return inputs
}

// Fitted returns an order under the limits that a profile has for its model now, among them the request format, and
// with the size that this format carries.
func Fitted(p db.Profile, o Order) Order {
	if r, ok := o.Request.(client.VideoRequest); ok {
		w, h := 0, 0
		for _, in := range o.Inputs {
			if in.Place == 0 && !in.Part {
				w, h = in.Width, in.Height
			}
		}
		o.Request = fit(p, r, w, h)
	}
	return o
}

// ErrDrawing says that what was drawn upon a picture is no JSON, or over [db.MaxDrawing].
var ErrDrawing = errors.New("the drawing cannot be kept")

// placeholder stands for a link that is not known yet, where the rules of a request are checked at the click.
const placeholder = "https://hosted.invalid/"
