package form

import (
	"encoding/json"
	"fmt"

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
	if job.InputPath != "" {
		o.Picture = Upload{File: job.InputPath}
	}
	return o, nil
}
