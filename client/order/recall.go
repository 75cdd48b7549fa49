package order

import (
	"fmt"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// RecallMode selects the parts of a job to restore in the form.
type RecallMode int

// The recall modes.
const (
	RecallAll        RecallMode = iota // everything
	RecallPrompt                       // only the prompt
	RecallAllButSeed                   // everything except the seed
)

// Recall returns the form with the request of a job in the draft of its kind, which becomes the current kind. The mode
// selects the parts to restore; the other parts and the other drafts stay. Braces in the prompt are escaped, so that
// the form makes the same request. Recall fails if the form cannot make the kind, or if the request is invalid.
func (f Form) Recall(job db.Job, how RecallMode) (Form, error) {
	before := f
	if !slices.Contains(Kinds(), job.Kind) {
		return before, fmt.Errorf("recall job %d: the form makes no %s", job.ID, job.Kind)
	}
	f.Kind = job.Kind
	if how == RecallPrompt {
		f.SetPrompt(Escape(job.Prompt))
		return f.Normalized(), nil
	}
	if err := f.recall(job); err != nil {
		return before, fmt.Errorf("recall job %d: %w", job.ID, err)
	}
	if c, was := f.Clip(), before.Clip; how == RecallAllButSeed && c != nil {
		before.Kind = job.Kind
		c.Seed = was().Seed
	}
	return f.Normalized(), nil
}

func (f *Form) recall(job db.Job) error {
	inputs, err := jobs.InputsOf(job)
	if err != nil {
		return err
	}
	r, err := jobs.RequestOf(job)
	if err != nil {
		return err
	}
	switch r := r.(type) {
	case client.ImageRequest:
		f.Image = recalledImage(r, newImageDraft(), Presets())
	case client.EditRequest:
		canvas := f.Edit.Canvas
		f.Edit = recalledEdit(r, job.InputPath, inputs)
		f.Edit.Canvas = canvas
	case client.VideoRequest:
		*f.Clip() = recalledVideo(r, inputs)
	}
	return nil
}

func recalledVideo(r client.VideoRequest, inputs []db.Input) VideoDraft {
	d := newVideoDraft()
	for _, f := range fields {
		if f.fromClip != nil {
			f.fromClip(r, &d)
		}
	}
	slots := recalledSlots(r.InputReference, inputs)
	for place := range min(len(slots), client.MaxReferences) {
		*d.Slot(place) = slots[place]
	}
	return d
}

func recalledImage(r client.ImageRequest, d ImageDraft, presets []string) ImageDraft {
	for _, f := range fields {
		if f.fromPicture != nil {
			f.fromPicture(r, &d)
		}
	}
	switch {
	case slices.Contains(presets, r.Size):
		d.Preset = r.Size
	case r.Size != "":
		d.FreeSize = true
		d.Width, d.Height, _ = strings.Cut(r.Size, "x")
	}
	return d
}

func recalledEdit(r client.EditRequest, path string, inputs []db.Input) EditDraft {
	d := newEditDraft()
	d.ImageDraft = recalledImage(r.ImageRequest, d.ImageDraft, EditPresets())
	slots := recalledSlots(r.ImageURLs, inputs)
	if path != "" {
		sent := Slot{File: path}
		if i := slices.IndexFunc(inputs, func(in db.Input) bool { return in.Place == 0 && !in.Part }); i >= 0 {
			sent.Asset = assetUnlessDrawn(inputs[i])
		}
		slots = []Slot{sent}
	}
	copy(d.Pictures[:], slots)
	d.PromptOf = NextCanvas
	return d
}

// Drawn reports whether the job stores a drawing for its first picture.
func Drawn(job db.Job) bool {
	inputs, err := jobs.InputsOf(job)
	return err == nil && slices.ContainsFunc(inputs, func(in db.Input) bool {
		return in.Place == 0 && !in.Part && len(in.Drawing) > 0
	})
}

// assetUnlessDrawn returns the asset of an input. It returns "" if the user drew on the picture, because then the asset
// differs from the file that was sent.
func assetUnlessDrawn(in db.Input) string {
	if len(in.Drawing) > 0 {
		return ""
	}
	return in.Asset
}

// recalledSlots returns the pictures of a request by place. A picture that was uploaded becomes a file again, because
// its link was only for that job.
func recalledSlots(links []string, inputs []db.Input) []Slot {
	slots := make([]Slot, len(links))
	for place, link := range links {
		slots[place].URL = link
	}
	for _, in := range inputs {
		if in.Place < 0 || in.Place >= MaxEditPictures || in.Part {
			continue
		}
		for len(slots) <= in.Place {
			slots = append(slots, Slot{})
		}
		s := &slots[in.Place]
		s.Asset = assetUnlessDrawn(in)
		if in.File != "" {
			s.URL, s.File = "", in.File
		}
	}
	return slots
}

// RecallModes returns the recall modes for a kind of job, the default first. Pictures have no seed.
func RecallModes(kind db.JobKind) []RecallMode {
	if kind.IsVideo() {
		return []RecallMode{RecallAll, RecallPrompt, RecallAllButSeed}
	}
	return []RecallMode{RecallAll, RecallPrompt}
}

// otherModel returns the other picture model. The catalogue has two, with the same parameters and price (interface
// 2.4). For an alias it returns the alias of the other model if there is one. It returns false if m is not a picture
// model.
func (e Env) otherModel(m Model) (Model, bool) {
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

// OtherModelOrder returns an order that repeats the request of a picture job with the other model. It fails if the job
// makes no picture, or if its request is invalid.
func OtherModelOrder(job db.Job, env Env) (Order, error) {
	failed := func(err error) (Order, error) {
		return Order{}, fmt.Errorf("repeat job %d on the other model: %w", job.ID, err)
	}
	r, err := jobs.RequestOf(job)
	if err != nil {
		return failed(err)
	}
	on := func(model, like string) (Model, error) {
		m, ok := env.otherModel(Model{ID: model, Like: like})
		if !ok {
			return m, fmt.Errorf("%s has none", model)
		}
		return m, nil
	}
	var m Model
	var o Order
	switch r := r.(type) {
	case client.ImageRequest:
		m, err = on(r.Model, r.Like)
		r.Model, r.Like = m.ID, m.Like
		o.Requests = []client.Request{r}
	case client.EditRequest:
		m, err = on(r.Model, r.Like)
		r.Model, r.Like = m.ID, m.Like
		if err == nil {
			err = o.addInputs(job, &r)
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

// addInputs adds the pictures of an edit job to the order. Pictures that the job uploaded are uploaded again, because
// the host deletes them with the job.
func (o *Order) addInputs(job db.Job, r *client.EditRequest) error {
	inputs, err := jobs.InputsOf(job)
	if err != nil {
		return err
	}
	if job.InputPath != "" {
		o.Picture = Upload{File: job.InputPath}
	}
	for _, in := range inputs {
		if in.Part {
			continue
		}
		r.SetInputSize(in.Place, in.Width, in.Height)
		if in.Place < 0 || in.Place >= len(r.ImageURLs) {
			continue
		}
		if in.File != "" {
			r.ImageURLs[in.Place] = ""
			o.Uploads = append(o.Uploads, Upload{Slot: in.Place, File: in.File})
		} else if in.Asset != "" {
			o.Linked = append(o.Linked, Upload{Slot: in.Place, Asset: in.Asset})
		}
	}
	o.StoredInputs = o.storedInputs(job, inputs)
	return nil
}

// WithStoredInputs returns the order with the stored inputs of the job that it replaces: the assets and drawings of
// pictures with unchanged files.
func (o Order) WithStoredInputs(job db.Job) (Order, error) {
	inputs, err := jobs.InputsOf(job)
	if err != nil {
		return o, fmt.Errorf("repeat job %d: %w", job.ID, err)
	}
	o.StoredInputs = o.storedInputs(job, inputs)
	return o, nil
}

// storedInputs returns the inputs of a job for the pictures of the order with unchanged files.
func (o Order) storedInputs(job db.Job, inputs []db.Input) (kept []db.Input) {
	same := map[int]bool{0: job.InputPath != "" && o.Picture.File == job.InputPath}
	for _, in := range inputs {
		if in.File != "" && slices.ContainsFunc(o.Uploads, func(u Upload) bool {
			return u.Slot == in.Place && u.File == in.File
		}) {
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
