package form

import (
	"encoding/json"
	"fmt"
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// Sister returns the other picture model: the two have the same parameters and the same price (interface 2.4), and make
// different pictures. The sister of a gateway's own name is the gateway's name for the other model where it has one. It is
// false for every other model.
func (e Env) Sister(m Model) (Model, bool) {
	if known, ok := find(m.ID, e.ImageModels()); ok {
		m = known
	}
	other := ""
	for _, c := range client.ImageModels() {
		if c.ID != m.Rules() {
			other = c.ID
		}
	}
	if other == "" || !isImageModel(m.Rules()) {
		return Model{}, false
	}
	if m.Like != "" {
		for _, a := range e.aliases(isImageModel) {
			if a.Like == other {
				return a, true
			}
		}
	}
	return Model{ID: other}, true
}

// OnSister returns the form with the other picture model and everything else as it is; false where no picture is made.
func (f Form) OnSister(env Env) (Form, bool) {
	p := f.Picture()
	if p == nil {
		return f, false
	}
	m, ok := env.Sister(Model{p.Model, p.Like})
	if ok {
		p.SetModel(m)
	}
	return f, ok
}

// SisterOrder makes a picture's request once more with the other model: the job's own request, not what the form holds. A
// kind that makes no picture, and a request that cannot be read, are errors.
func SisterOrder(job db.Job, env Env) (Order, error) {
	var o Order
	var of *client.ImageRequest
	var into any
	switch job.Kind {
	case db.TextToImage:
		o.Images = make([]client.ImageRequest, 1)
		of, into = &o.Images[0], &o.Images[0]
	case db.EditImage:
		o.Edits = make([]client.EditRequest, 1)
		of, into = &o.Edits[0].ImageRequest, &o.Edits[0]
	default:
		return Order{}, fmt.Errorf("repeat job %d on the sister model: %s has none", job.ID, job.Kind)
	}
	if err := json.Unmarshal(job.Request, into); err != nil {
		return Order{}, fmt.Errorf("repeat job %d on the sister model: %w", job.ID, err)
	}
	m, ok := env.Sister(Model{of.Model, of.Like})
	if !ok {
		return Order{}, fmt.Errorf("repeat job %d on the sister model: %s has none", job.ID, of.Model)
	}
	of.Model, of.Like = m.ID, m.Like
	o.Prompts = []string{of.Prompt}
	if err := o.again(job); err != nil {
		return Order{}, fmt.Errorf("repeat job %d on the sister model: %w", job.ID, err)
	}
	return o, nil
}

// again takes the pictures of an edit over. What was put on the person's host for the job is taken down with it, so it is
// put there anew.
func (o *Order) again(job db.Job) error {
	inputs, err := inputsOf(job)
	if err != nil {
		return err
	}
	if job.InputPath != "" {
		o.Picture = Upload{File: job.InputPath}
	}
	for _, in := range inputs {
		if in.Place == 0 && !in.Part {
			o.Width, o.Height = in.Width, in.Height
		}
		for i := range o.Edits {
			links := o.Edits[i].ImageURLs
			if in.Place < 0 || in.Place >= len(links) || in.Part {
				continue
			}
			if in.File != "" {
				links[in.Place] = ""
				o.Uploads = append(o.Uploads, Upload{Slot: in.Place, File: in.File})
			} else if in.Asset != "" {
				o.Linked = append(o.Linked, Upload{Slot: in.Place, Asset: in.Asset})
			}
		}
	}
	o.Kept = o.keptOf(job, inputs)
	return nil
}

// Again returns an order that takes the place of a job's with what the row of the job says of those of its pictures that are
// still the same files: which assets they are, and what was drawn upon them.
func (o Order) Again(job db.Job) (Order, error) {
	inputs, err := inputsOf(job)
	if err != nil {
		return o, fmt.Errorf("repeat job %d: %w", job.ID, err)
	}
	o.Kept = o.keptOf(job, inputs)
	return o, nil
}

func (o Order) keptOf(job db.Job, inputs []db.Input) (kept []db.Input) {
	same := map[int]bool{0: job.InputPath != "" && o.Picture.File == job.InputPath}
	for _, in := range inputs {
		if in.File != "" && slices.ContainsFunc(o.Uploads, func(u Upload) bool { return u.Slot == in.Place && u.File == in.File }) {
			same[in.Place] = true
		}
	}
	for _, in := range inputs {
		if same[in.Place] {
			kept = append(kept, db.Input{Place: in.Place, Asset: in.Asset, Drawing: in.Drawing, Part: in.Part})
		}
	}
	return kept
}
