package jobs

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/cast"
)

// Order is one job of a click: its request and its pictures.
type Order struct {
	Request  client.Request
	Template string // the prompt as it was typed, if it expands to several prompts; "": the prompt of the request

	// Inputs describe the pictures. A picture with Data is hosted before the request is sent; until then the request
	// has no link in its place.
	Inputs []Input

	Cast        []cast.Used // the entries of the cast that the prompt mentioned
	Board, Shot string      // the shot that it is a take of; "": of no board
	FinalOf     int64       // ID of the job of the draft that this one makes with the final settings; 0: it is no final
	After       After
	Replaces    []int64 // unsent jobs that are discarded when this one is made
}

// After defines the job that an order comes after. The zero value means none.
type After struct {
	Order int   // 1-based position of an earlier order in the same click; 0: the job belongs to an earlier click
	Job   int64 // of an earlier click
	Place int   // place in the request for the delivered picture, as in an [Input]
}

func (a After) isSet() bool { return a.Order != 0 || a.Job != 0 }

// Input is a picture in a place of a request, as passed with a click.
type Input struct {
	Place  int    // of a clip: 0 is the first frame, 1 the last; of an edit: place in its images
	Asset  string // ref of the asset; "" for a file from elsewhere
	Width  int    // pixels; 0 if not known. The estimate of an edit depends on them
	Height int
	Data   []byte    // the encoded picture, to be hosted before the request is sent; nil if the request has its link
	Dies   time.Time // when that link stops working; zero: the library's value is used

	Drawing json.RawMessage // what the user drew on Asset, for editing it later; nil: nothing
	Part    bool            // Asset was pasted into the picture of this Place: it is not sent separately
}

// check returns the first problem of an order.
func (o Order) check() error {
	if problems := o.Problems(); len(problems) > 0 {
		return &problems[0]
	}
	return nil
}

// Problems validates the request as if its local pictures had links and the picture of another job had been delivered.
// If a picture has an invalid place, it returns only that problem.
func (o Order) Problems() []client.ValidationError {
	r, inputs := o.Request, o.Inputs
	if edit, ok := r.(client.EditRequest); ok && o.After.isSet() && len(edit.ImageURLs) == 0 {
		edit.Image = []byte(placeholder)
		r = edit
	} else if o.After.isSet() {
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

// sizedRequest returns the request with the picture sizes that its price depends on.
func (o Order) sizedRequest() client.Request {
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
		info, _ := client.CheckImage(bytes.NewReader(edit.Image), int64(len(edit.Image))) // unreadable: no size
		edit.SetInputSize(0, info.Width, info.Height)
	}
	return edit
}

// sizedInputs returns the pictures of an order. For an edit it fills in their sizes, so that its row can be priced
// later without opening files.
func (o Order) sizedInputs() []Input {
	edit, ok := o.sizedRequest().(client.EditRequest)
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

// Fitted returns an order adapted to the current limits of its model in a profile, including the request format and the
// sizes that this format supports.
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

// ErrDrawing reports that the drawing on a picture is not valid JSON or exceeds [db.MaxDrawing].
var ErrDrawing = errors.New("the drawing cannot be kept")

// placeholder replaces an unknown link when the rules of a request are checked at the click.
const placeholder = "https://hosted.invalid/"
