package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"viviscope/client"
	"viviscope/db"
)

// SubmitOptions say how a click is meant.
type SubmitOptions struct {
	Hold     bool  // "hold for later": nothing goes out before a person releases it
	ResendOf int64 // the job that this click repeats; 0: none
}

// SubmitVideos makes the jobs of one click, one for each request, in one transaction. They go out by themselves when
// their turn comes, unless sending is paused, the profile's key is refused, or how.Hold is set: then they are held.
// Errors: *client.ValidationError with the first broken rule; db.ErrNotFound for the profile. On an error nothing was
// made.
func (e *Engine) SubmitVideos(ctx context.Context, profileID int64, reqs []client.VideoRequest, how SubmitOptions) ([]db.Job, error) {
	rows := make([]db.Job, len(reqs))
	for i, r := range reqs {
		if err := r.Validate(); err != nil {
			return nil, fmt.Errorf("submit videos: %w", err)
		}
		rows[i] = db.Job{Kind: db.TextToVideo, Model: r.Model, Prompt: r.Prompt}
		if r.FirstFrame() != "" {
			rows[i].Kind = db.FramesToVideo
		}
		if err := store(&rows[i], r); err != nil {
			return nil, err
		}
	}
	return e.insert(ctx, profileID, rows, how)
}

// SubmitImages is SubmitVideos for pictures from text.
func (e *Engine) SubmitImages(ctx context.Context, profileID int64, reqs []client.ImageRequest, how SubmitOptions) ([]db.Job, error) {
	rows := make([]db.Job, len(reqs))
	for i, r := range reqs {
		if err := r.Validate(); err != nil {
			return nil, fmt.Errorf("submit images: %w", err)
		}
		rows[i] = db.Job{Kind: db.TextToImage, Model: r.Model, Prompt: r.Prompt}
		if err := store(&rows[i], r); err != nil {
			return nil, err
		}
	}
	return e.insert(ctx, profileID, rows, how)
}

// SubmitEdits is SubmitVideos for edits. The picture that a request sends along is kept in the library, so that the
// exact request survives a restart.
func (e *Engine) SubmitEdits(ctx context.Context, profileID int64, reqs []client.EditRequest, how SubmitOptions) ([]db.Job, error) {
	rows := make([]db.Job, len(reqs))
	for i, r := range reqs {
		if err := r.Validate(); err != nil {
			return nil, fmt.Errorf("submit edits: %w", err)
		}
		rows[i] = db.Job{Kind: db.EditImage, Model: r.Model, Prompt: r.Prompt}
		if len(r.Image) > 0 {
			path, err := e.lib.SaveInput(ctx, r.Image, inputExt(r.Image))
			if err != nil {
				return nil, fmt.Errorf("submit edits: %w", err)
			}
			rows[i].InputPath = path
		}
		if err := store(&rows[i], r); err != nil {
			return nil, err
		}
	}
	return e.insert(ctx, profileID, rows, how)
}

func store(j *db.Job, request any) error {
	raw, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("store request: %w", err)
	}
	j.Request = raw
	return nil
}

// insert commits the rows of one click. From here on the click survives everything.
func (e *Engine) insert(ctx context.Context, profileID int64, rows []db.Job, how SubmitOptions) ([]db.Job, error) {
	if len(rows) == 0 {
		return nil, errors.New("submit: no request")
	}
	p, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return nil, fmt.Errorf("submit: read profile %d: %w", profileID, err)
	}
	table, err := e.Prices(ctx, profileID)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	for i := range rows {
		j := &rows[i]
		j.ProfileID, j.ResendOf, j.Currency = profileID, how.ResendOf, p.Currency
		if table.Currency != "" {
			j.Currency = table.Currency
		}
		if est := e.estimate(table, *j); est.Known {
			amount := int64(est.Amount)
			j.EstimateMicros = &amount
		}
	}
	made, err := e.insertRows(ctx, profileID, rows, how)
	e.events.flush()
	return made, err
}

func (e *Engine) insertRows(ctx context.Context, profileID int64, rows []db.Job, how SubmitOptions) ([]db.Job, error) {
	e.commits.Lock()
	defer e.commits.Unlock()
	state, hold := e.firstState(profileID, how)
	for i := range rows {
		rows[i].State, rows[i].Hold = state, hold
	}
	made, err := e.lib.InsertJobs(ctx, rows)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	for _, j := range made {
		e.follow(j)
		e.events.add(changed(j))
		e.log.Info("job", "ref", short(j.Ref), "state", j.State, "kind", j.Kind, "model", j.Model)
	}
	return made, nil
}

func (e *Engine) firstState(profileID int64, how SubmitOptions) (db.JobState, db.HoldReason) {
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

// inputExt is the file ending of an encoded picture.
func inputExt(data []byte) string {
	switch http.DetectContentType(data) {
	case "image/jpeg":
		return "jpg"
	case "image/webp":
		return "webp"
	}
	return "png"
}
