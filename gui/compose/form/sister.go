package form

import (
	"fmt"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
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
	failed := func(err error) (Order, error) {
		return Order{}, fmt.Errorf("repeat job %d on the sister model: %w", job.ID, err)
	}
	r, err := jobs.RequestOf(job)
	if err != nil {
		return failed(err)
	}
	on := func(model, like string) (Model, error) {
		m, ok := env.Sister(Model{model, like})
		if !ok {
			return m, fmt.Errorf("%s has none", model)
		}
		return m, nil
	}
	var m Model
	o := Order{Prompts: []string{r.PromptText()}}
	switch r := r.(type) {
	case client.ImageRequest:
		m, err = on(r.Model, r.Like)
		r.Model, r.Like = m.ID, m.Like
		o.Requests = []client.Request{r}
	case client.EditRequest:
		m, err = on(r.Model, r.Like)
		r.Model, r.Like = m.ID, m.Like
		if err == nil {
			err = o.again(job, &r)
		}
		o.Requests = []client.Request{r}
	default:
		err = fmt.Errorf("%s has none", job.Kind)
	}
	if err != nil {
		return failed(err)
	}
	return o, nil
}

// again takes the pictures of an edit over. What was put on the person's host for the job is taken down with it, so it is
// put there anew.
func (o *Order) again(job db.Job, r *client.EditRequest) error {
	inputs, err := jobs.InputsOf(job)
	if err != nil {
		return err
	}
	if job.InputPath != "" {
		o.Picture = Upload{File: job.InputPath}
	}
	for _, in := range inputs {
		if in.Place == 0 && !in.Part {
			r.InputWidth, r.InputHeight = in.Width, in.Height
		}
		if in.Place < 0 || in.Place >= len(r.ImageURLs) || in.Part {
			continue
		}
		if in.File != "" {
			r.ImageURLs[in.Place] = ""
			o.Uploads = append(o.Uploads, Upload{Slot: in.Place, File: in.File})
		} else if in.Asset != "" {
			o.Linked = append(o.Linked, Upload{Slot: in.Place, Asset: in.Asset})
		}
	}
	o.Kept = o.keptOf(job, inputs)
	return nil
}

// Again returns an order that takes the place of a job's with what the row of the job says of those of its pictures that are
// still the same files: which assets they are, and what was drawn upon them.
func (o Order) Again(job db.Job) (Order, error) {
	inputs, err := jobs.InputsOf(job)
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
