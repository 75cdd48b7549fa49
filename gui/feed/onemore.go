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
func (s *Screen) oneMore(ctx context.Context, job db.Job) error {
	inputs, err := inputsOf(job)
	if err != nil {
		return err
	}
	var how jobs.SubmitOptions
	for _, in := range inputs {
		how.Inputs = append(how.Inputs, jobs.Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height})
	}
	unread := func(err error) error { return fmt.Errorf("read request of job %d: %w", job.ID, err) }
	switch job.Kind {
	case db.TextToVideo, db.FramesToVideo:
		var r client.VideoRequest
		if err := json.Unmarshal(job.Request, &r); err != nil {
			return unread(err)
		}
		if r.Seed != nil {
			seed := s.d.Random() % (maxRolledSeed + 1)
			r.Seed = &seed
		}
		_, err = s.d.Commands.SubmitVideos(ctx, job.ProfileID, []client.VideoRequest{r}, how)
	case db.TextToImage:
		var r client.ImageRequest
		if err := json.Unmarshal(job.Request, &r); err != nil {
			return unread(err)
		}
		_, err = s.d.Commands.SubmitImages(ctx, job.ProfileID, []client.ImageRequest{r}, how)
	case db.EditImage:
		var r client.EditRequest
		if err := json.Unmarshal(job.Request, &r); err != nil {
			return unread(err)
		}
		_, err = s.d.Commands.SubmitEdits(ctx, job.ProfileID, []client.EditRequest{r}, how)
	default:
		err = fmt.Errorf("one more of job %d: nobody makes a %s", job.ID, job.Kind)
	}
	return err
}
