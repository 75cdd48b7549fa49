package feed

import (
	"context"
	"encoding/json"
	"fmt"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/wording"
)

// maxRolledSeed bounds the seeds that One more picks: eight digits can be read, told and typed again.
const maxRolledSeed = 99_999_999

// repeatable reports whether One more can make the request of a job again from what its row says. A picture of this computer
// that went along with it is kept by the engine, which sends such a request again only as it was.
func (it Item) repeatable() bool {
	if wording.Tracked(it.Job) {
		return false
	}
	inputs, err := inputsOf(it.Job)
	if err != nil {
		return false
	}
	for _, in := range inputs {
		if in.File != "" {
			return false
		}
	}
	return it.Job.InputPath == ""
}

func inputsOf(job db.Job) ([]db.Input, error) {
	if len(job.Inputs) == 0 {
		return nil, nil
	}
	var inputs []db.Input
	if err := json.Unmarshal(job.Inputs, &inputs); err != nil {
		return nil, fmt.Errorf("read pictures of job %d: %w", job.ID, err)
	}
	return inputs, nil
}

// oneMore makes a job with the settings of a saved one: its own request, whatever the form holds. A seed is replaced: the
// same one would be paid for to get the very same clip.
func (s *Screen) oneMore(job db.Job) spending {
	seed := s.d.Random() % (maxRolledSeed + 1)
	return func(ctx context.Context, how jobs.Terms) error {
		order, err := orderOf(job, seed)
		if err != nil {
			return err
		}
		_, err = s.d.Commands.Submit(ctx, job.ProfileID, []jobs.Order{order}, how)
		return err
	}
}

// orderOf is the order that a job was made of, with another seed where it has one.
func orderOf(job db.Job, seed int64) (jobs.Order, error) {
	inputs, err := inputsOf(job)
	if err != nil {
		return jobs.Order{}, err
	}
	var pictures []jobs.Input
	for _, in := range inputs {
		pictures = append(pictures, jobs.Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height})
	}
	r, err := jobs.RequestOf(job)
	if err != nil {
		return jobs.Order{}, err
	}
	if clip, ok := r.(client.VideoRequest); ok && clip.Seed != nil {
		clip.Seed = &seed
		r = clip
	}
	return jobs.Order{Request: r, Inputs: pictures}, nil
}
