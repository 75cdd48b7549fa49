package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/variation"
)

// How says how much of a job comes back into the form.
type How int

// The ways to recall a job.
const (
	RecallAll        How = iota // everything
	RecallPrompt                // the prompt alone
	RecallAllButSeed            // everything, but the seed stays what the form has
)

// Recall returns the form with what a job asked for in the draft of its kind, which comes to the front. With RecallPrompt
// everything but the prompt stays as it is. The other drafts stay in any case. Braces in a prompt that was sent are text:
// they come back escaped, so that the same request is made again. A kind that the form does not make, and a request that
// cannot be read, are errors.
func (f Form) Recall(job db.Job, how How) (Form, error) {
	before := f
	if !slices.Contains(Kinds(), job.Kind) {
		return before, fmt.Errorf("recall job %d: the form makes no %s", job.ID, job.Kind)
	}
	f.Kind = job.Kind
	if how == RecallPrompt {
		f.SetPrompt(variation.Escape(job.Prompt))
		return f.Mended(), nil
	}
	if err := f.recall(job); err != nil {
		return before, fmt.Errorf("recall job %d: %w", job.ID, err)
	}
	if c, was := f.Clip(), before.Clip; how == RecallAllButSeed && c != nil {
		before.Kind = job.Kind
		c.Seed = was().Seed
	}
	return f.Mended(), nil
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
	d.Model, d.Like = r.Model, r.Like
	d.Prompt, d.Negative = variation.Escape(r.Prompt), variation.Escape(r.NegativePrompt)
	d.Seconds, d.WishSeconds = strconv.Itoa(r.Duration()), r.Duration()
	d.WishResolution, d.WishAudio = r.Tier(), r.Audio
	if r.AspectRatio != "" {
		d.Ratio = r.AspectRatio
	}
	if r.Size != "" {
		d.FreeSize = true
		d.Width, d.Height, _ = strings.Cut(r.Size, "x")
	}
	if r.Seed != nil {
		// Whoever recalls a job wants that clip again, or one beside it: the seed stays until it is rolled.
		d.Seed = SeedDraft{Text: SeedText(*r.Seed), Locked: true}
	}
	slots := recalledSlots(r.InputReference, inputs)
	for place := range min(len(slots), client.MaxReferences) {
		*d.Slot(place) = slots[place]
	}
	return d
}

func recalledImage(r client.ImageRequest, d ImageDraft, presets []Preset) ImageDraft {
	d.Model, d.Like, d.Prompt = r.Model, r.Like, variation.Escape(r.Prompt)
	if r.Quality != "" {
		d.Quality = r.Quality
	}
	if r.OutputFormat != "" {
		d.Format = r.OutputFormat
	}
	switch {
	case slices.ContainsFunc(presets, func(p Preset) bool { return p.Size == r.Size }):
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
			sent.Asset = assetOf(inputs[i])
		}
		slots = []Slot{sent}
	}
	copy(d.Pictures[:], slots)
	return d
}

// Drawn reports whether a job knows what was drawn upon its first picture.
func Drawn(job db.Job) bool {
	inputs, err := jobs.InputsOf(job)
	return err == nil && slices.ContainsFunc(inputs, func(in db.Input) bool {
		return in.Place == 0 && !in.Part && len(in.Drawing) > 0
	})
}

// assetOf returns the asset that a picture of a request was. Where something was drawn upon it, what was sent is the kept
// file alone.
func assetOf(in db.Input) string {
	if len(in.Drawing) > 0 {
		return ""
	}
	return in.Asset
}

// recalledSlots returns the pictures of a request by their places. A picture that was put on the person's host is the
// file again: its link was made for that one job.
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
		s.Asset = assetOf(in)
		if in.File != "" {
			s.URL, s.File = "", in.File
		}
	}
	return slots
}
