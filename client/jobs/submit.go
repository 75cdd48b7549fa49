package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// Order is one job of a click: its request, and the pictures in the places of that.
type Order struct {
	Request  client.Request
	Template string // the prompt as it was typed, where that stands for several; "": it is the request's

	// Inputs say what the pictures are. One with Data is hosted before the request leaves, which has no link in that place.
	Inputs []Input

	Board, Shot string // what it is a take of; "": of no board
	After       After
	Replaces    []int64 // jobs that were not sent, and are discarded in the moment in which this one is made
}

// Submit makes the jobs of one click, one for each order, in one transaction, if how admits them. They go out by
// themselves when their turn comes, unless sending is paused, the profile's key is refused, or how.Hold is set: then
// they are held. The pictures that orders bring are kept in the library, so that the exact requests survive a restart.
// A click whose ID was there before makes nothing and returns the jobs that it made then: none where they were
// discarded. An order that comes after another job is held until that one is saved, see [After]; it is admitted with
// the click. Errors: *AdmissionError where a person must be asked; *FrameGoneError where a picture's link would die
// before its turn; *ClickTakenError, *ClickLostError, *MaxCostError and *ClientError, see [Terms];
// *client.ValidationError with the first broken rule; db.ErrNotFound for the profile, and for a job that an order comes
// after; *MoveError for one that brings nothing any more; db.ErrSent for one that is to be discarded and was sent. On
// an error nothing was made or discarded.
func (e *Engine) Submit(ctx context.Context, profileID int64, orders []Order, how Terms) ([]db.Job, error) {
	if len(orders) == 0 {
		return nil, errors.New("submit: no request")
	}
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	for _, o := range orders {
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
	}
	p, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	rows, requests := make([]db.Job, len(orders)), make([]client.Request, len(orders))
	kept := keptFiles{}
	for i, o := range orders {
		o = Fitted(p, o)
		if rows[i], err = e.row(ctx, o, kept); err == nil && (o.After.Order < 0 || o.After.Order > i) {
			err = fmt.Errorf("order %d comes after order %d of its click", i+1, o.After.Order)
		}
		if err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
		requests[i] = o.measured()
		if o.After.Order > 0 {
			rows[o.After.Order-1].Priority = 1
		}
	}
	made, err := e.insert(ctx, profileID, rows, requests, how, nil, orders...)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	return made, nil
}

// firstState is how a new job that is admitted begins.
func (e *Engine) firstState(profileID int64, how Terms) (db.JobState, db.HoldReason) {
	switch {
	case how.Hold:
		return db.Held, db.HeldByPerson
	case e.paused:
		return db.Held, db.HeldPaused
	case e.conns.keyRefused(profileID):
		return db.Held, db.HeldKeyRefused
	}
	return db.Waiting, ""
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

// sized returns the pictures of an order with the sizes of those of an edit, by which its row is priced later: nothing is opened for that.
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

// row makes the row of an order. The one picture that goes along with an edit is in its request; the inputs say which asset
// that is, and which pictures are hosted.
func (e *Engine) row(ctx context.Context, o Order, kept keptFiles) (db.Job, error) {
	if err := o.check(); err != nil {
		return db.Job{}, err
	}
	r := o.Request
	j := db.Job{Kind: db.JobKind(r.Kind()), Model: r.ModelName(), Prompt: r.PromptText(), Template: o.Template, Board: o.Board, Shot: o.Shot}
	inputs, err := e.keepInputs(ctx, o.sized(), kept)
	if err == nil {
		err = e.noteDeaths(ctx, inputs, linksOf(r))
	}
	if err != nil {
		return db.Job{}, err
	}
	if o.After.any() {
		j.After, j.AfterPlace = o.After.Job, o.After.Place
		inputs = owe(inputs, o.After.Place)
	}
	if j.Kind == db.TextToVideo && len(inputs) > 0 {
		j.Kind = db.FramesToVideo
	}
	if err := storeInputs(&j, inputs); err != nil {
		return db.Job{}, err
	}
	if edit, ok := r.(client.EditRequest); ok && len(edit.Image) > 0 {
		if j.InputPath, err = e.keep(ctx, edit.Image, kept); err != nil {
			return db.Job{}, err
		}
	}
	return j, store(&j, r)
}

func store(j *db.Job, request client.Request) error {
	raw, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("store request: %w", err)
	}
	j.Request = raw
	return nil
}

// mimeOf is the type of an encoded picture.
func mimeOf(data []byte) string { return http.DetectContentType(data) }

// inputExt is the file ending of an encoded picture.
func inputExt(data []byte) string {
	switch mimeOf(data) {
	case "image/jpeg":
		return "jpg"
	case "image/webp":
		return "webp"
	}
	return "png"
}

// ErrNoHosting says that a job has a local picture and its profile has no host to put it on.
var ErrNoHosting = errors.New("no image hosting is set up for this profile")

// hostedLeast is how long a hosted link must still live when the request leaves: a task may wait in the service's queue
// before its frames are fetched.
const hostedLeast = 2 * time.Hour

// ErrDrawing says that what was drawn upon a picture is no JSON, or over [db.MaxDrawing].
var ErrDrawing = errors.New("the drawing cannot be kept")

// placeholder stands for a link that is not known yet, where the rules of a request are checked at the click.
const placeholder = "https://hosted.invalid/"

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

// keptFiles are the paths of what the orders of one click brought along, by where the bytes begin: orders share their
// pictures.
type keptFiles map[*byte]string

// keep writes an encoded picture into the library, once for all orders that bring it.
func (e *Engine) keep(ctx context.Context, data []byte, kept keptFiles) (path string, err error) {
	if path, ok := kept[&data[0]]; ok {
		return path, nil
	}
	if path, err = e.lib.SaveInput(ctx, data, inputExt(data)); err == nil {
		kept[&data[0]] = path
	}
	return path, err
}

// keepInputs writes the pictures of an order into the library and returns what the row holds.
func (e *Engine) keepInputs(ctx context.Context, inputs []Input, kept keptFiles) ([]db.Input, error) {
	rows := make([]db.Input, len(inputs))
	for i, in := range inputs {
		if len(in.Drawing) > db.MaxDrawing || (len(in.Drawing) > 0 && !json.Valid(in.Drawing)) {
			return nil, fmt.Errorf("keep picture %d: %w", in.Place, ErrDrawing)
		}
		rows[i] = db.Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, Dies: in.Dies, Drawing: in.Drawing, Part: in.Part}
		if len(in.Data) == 0 {
			continue
		}
		path, err := e.keep(ctx, in.Data, kept)
		if err != nil {
			return nil, err
		}
		rows[i].File, rows[i].MIME = path, mimeOf(in.Data)
	}
	return rows, nil
}

// Fitted returns an order under the limits that a profile has for its model now, among them the request format, and with
// the size that this format carries.
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

// fit is Fitted for a request, with the pixels of its first frame; 0 where they are not known.
func fit(p db.Profile, r client.VideoRequest, frameW, frameH int) client.VideoRequest {
	r = r.Unfit()            // another format may have been in force
	models, _ := ModelsOf(p) // what cannot be read has no limits of its own
	r.Own = client.LimitsOf(client.Form(p.Form), models, r.Model)
	return r.Fit(frameW, frameH)
}

// check holds an order to its rules.
func (o Order) check() error {
	if problems := o.Problems(); len(problems) > 0 {
		return &problems[0]
	}
	return nil
}

// Problems holds the request to the rules as it will be once its local pictures have links, and what another job is to deliver is there.
// Where a picture has no place it returns that alone.
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

// linksOf returns the links in the places of a request; none for a picture from text.
func linksOf(r client.Request) []string {
	switch r := r.(type) {
	case client.VideoRequest:
		return r.InputReference
	case client.EditRequest:
		return r.ImageURLs
	}
	return nil
}

// withLinks returns a request with other links in its places.
func withLinks(r client.Request, links []string) client.Request {
	switch r := r.(type) {
	case client.VideoRequest:
		r.InputReference = links
		return r
	case client.EditRequest:
		r.ImageURLs = links
		return r
	}
	return r
}

// putLink puts the link of a hosted picture into its place of a stored request.
func putLink(j *db.Job, place int, link string) error {
	r, err := RequestOf(*j)
	if err != nil {
		return err
	}
	return store(j, withLinks(r, withLink(linksOf(r), place, link)))
}

// linkless reports whether a picture that is to be hosted has no link in its place: such a request would ask for something
// else than the person did.
func linkless(j db.Job, links []string) (bool, error) {
	inputs, err := InputsOf(j)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(inputs, func(in db.Input) bool {
		return in.Owed || in.File != "" && (in.Place < 0 || in.Place >= len(links) || links[in.Place] == "")
	}), nil
}

// withLink puts a link into a place of the frames, making room where needed.
func withLink(links []string, place int, link string) []string {
	for len(links) <= place {
		links = append(links, "")
	}
	links[place] = link
	return links
}

// InputsOf reads what stands in the places of a job's request.
func InputsOf(j db.Job) ([]db.Input, error) {
	if len(j.Inputs) == 0 {
		return nil, nil
	}
	var inputs []db.Input
	if err := json.Unmarshal(j.Inputs, &inputs); err != nil {
		return nil, fmt.Errorf("read inputs of job %d: %w", j.ID, err)
	}
	return inputs, nil
}

func storeInputs(j *db.Job, inputs []db.Input) error {
	j.Inputs = nil
	if len(inputs) == 0 {
		return nil
	}
	raw, err := json.Marshal(inputs)
	if err != nil {
		return fmt.Errorf("store inputs: %w", err)
	}
	j.Inputs = raw
	return nil
}

// unhosted reports whether a picture has no link that lives long enough for a request that leaves now.
func unhosted(in db.Input, now time.Time) bool {
	return in.File != "" && (in.Link == "" || !in.Dies.IsZero() && in.Dies.Before(now.Add(hostedLeast)))
}

// asNew returns the inputs of a job as a further job takes them over: what was hosted for the first one is taken down
// when that ends, so the copy is hosted anew.
func asNew(inputs []db.Input) []db.Input {
	again := slices.Clone(inputs)
	for i := range again {
		if again[i].File != "" {
			again[i].Link, again[i].Object, again[i].Dies = "", "", time.Time{}
		}
	}
	return again
}
