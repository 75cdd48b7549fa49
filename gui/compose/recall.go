package compose

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// Recall returns the form with what a job asked for in the draft of its kind, which comes to the front. With promptOnly
// everything but the prompt stays as it is. The other drafts stay in any case. A kind that the composer does not make
// is an error.
func (f Form) Recall(job db.Job, promptOnly bool) (Form, error) {
	if !slices.Contains(Kinds(), job.Kind) {
		return f, fmt.Errorf("recall job %d: the composer makes no %s", job.ID, job.Kind)
	}
	f.Kind = job.Kind
	switch {
	case promptOnly && job.Kind == db.TextToImage:
		f.Image.Prompt = job.Prompt
	case promptOnly:
		f.Video.Prompt = job.Prompt
	case job.Kind == db.TextToImage:
		var r client.ImageRequest
		if err := json.Unmarshal(job.Request, &r); err != nil {
			return f, fmt.Errorf("recall job %d: %w", job.ID, err)
		}
		f.Image = recalledImage(r)
	default:
		var r client.VideoRequest
		if err := json.Unmarshal(job.Request, &r); err != nil {
			return f, fmt.Errorf("recall job %d: %w", job.ID, err)
		}
		f.Video = recalledVideo(r)
	}
	return f.mend(), nil
}

func recalledVideo(r client.VideoRequest) VideoDraft {
	d := newVideoDraft()
	d.Model, d.Prompt, d.Negative = r.Model, r.Prompt, r.NegativePrompt
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
		d.Seed = SeedDraft{Text: seedText(*r.Seed), Locked: true}
	}
	return d
}

func recalledImage(r client.ImageRequest) ImageDraft {
	d := newImageDraft()
	d.Model, d.Prompt = r.Model, r.Prompt
	if r.Quality != "" {
		d.Quality = r.Quality
	}
	if r.OutputFormat != "" {
		d.Format = r.OutputFormat
	}
	switch {
	case slices.ContainsFunc(Presets(), func(p Preset) bool { return p.Size == r.Size }):
		d.Preset = r.Size
	case r.Size != "":
		d.FreeSize = true
		d.Width, d.Height, _ = strings.Cut(r.Size, "x")
	}
	return d
}
