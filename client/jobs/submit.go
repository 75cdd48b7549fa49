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

	// OverBudget says of each request whether it would go over a budget: such a job is held, says why, and goes when a person
	// releases it. None: all of them go. What was agreed to is not weighed again when its turn comes: from the click on it
	// counts as used, so nothing that waits slips past a budget that others have used up.
	OverBudget []bool

	// Inputs are the pictures in the places of every request of the click. One with Data is hosted before its request
	// leaves, and the request has no link in that place.
	Inputs []Input
}

// SubmitVideos makes the jobs of one click, one for each request, in one transaction. They go out by themselves when
// their turn comes, unless sending is paused, the profile's key is refused, or how.Hold is set: then they are held.
// Errors: *client.ValidationError with the first broken rule; db.ErrNotFound for the profile. On an error nothing was
// made.
func (e *Engine) SubmitVideos(ctx context.Context, profileID int64, reqs []client.VideoRequest, how SubmitOptions) ([]db.Job, error) {
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	kept, err := e.keepInputs(ctx, how.Inputs)
	if err != nil {
		return nil, fmt.Errorf("submit videos: %w", err)
	}
	rows := make([]db.Job, len(reqs))
	for i, r := range reqs {
		if rows[i], err = videoRow(r, how.Inputs, kept); err != nil {
			return nil, fmt.Errorf("submit videos: %w", err)
		}
	}
	return e.insert(ctx, profileID, rows, how)
}

// videoRow makes the row of a clip. kept is what the library keeps of inputs.
func videoRow(r client.VideoRequest, inputs []Input, kept []db.Input) (db.Job, error) {
	if err := checkVideo(r, inputs); err != nil {
		return db.Job{}, err
	}
	j := db.Job{Kind: db.TextToVideo, Model: r.Model, Prompt: r.Prompt}
	if r.FirstFrame() != "" || len(inputs) > 0 {
		j.Kind = db.FramesToVideo
	}
	if err := storeInputs(&j, kept); err != nil {
		return db.Job{}, err
	}
	return j, store(&j, r)
}

// SubmitImages is SubmitVideos for pictures from text.
func (e *Engine) SubmitImages(ctx context.Context, profileID int64, reqs []client.ImageRequest, how SubmitOptions) ([]db.Job, error) {
	rows := make([]db.Job, len(reqs))
	for i, r := range reqs {
		var err error
		if rows[i], err = imageRow(r); err != nil {
			return nil, fmt.Errorf("submit images: %w", err)
		}
	}
	return e.insert(ctx, profileID, rows, how)
}

func imageRow(r client.ImageRequest) (db.Job, error) {
	if err := r.Validate(); err != nil {
		return db.Job{}, err
	}
	j := db.Job{Kind: db.TextToImage, Model: r.Model, Prompt: r.Prompt}
	return j, store(&j, r)
}

// SubmitEdits is SubmitVideos for edits. The picture that a request sends along is kept in the library, so that the
// exact request survives a restart.
func (e *Engine) SubmitEdits(ctx context.Context, profileID int64, reqs []client.EditRequest, how SubmitOptions) ([]db.Job, error) {
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	rows := make([]db.Job, len(reqs))
	for i, r := range reqs {
		var err error
		if rows[i], err = e.editRow(ctx, r, how.Inputs); err != nil {
			return nil, fmt.Errorf("submit edits: %w", err)
		}
	}
	return e.insert(ctx, profileID, rows, how)
}

// editRow makes the row of an edit. The one picture that goes along with the request is in it; inputs say which asset
// that is, and which pictures are hosted because the request has several.
func (e *Engine) editRow(ctx context.Context, r client.EditRequest, inputs []Input) (db.Job, error) {
	if err := checkEdit(r, inputs); err != nil {
		return db.Job{}, err
	}
	j := db.Job{Kind: db.EditImage, Model: r.Model, Prompt: r.Prompt}
	kept, err := e.keepInputs(ctx, inputs)
	if err != nil {
		return db.Job{}, err
	}
	if err := storeInputs(&j, kept); err != nil {
		return db.Job{}, err
	}
	if len(r.Image) > 0 {
		path, err := e.lib.SaveInput(ctx, r.Image, inputExt(r.Image))
		if err != nil {
			return db.Job{}, err
		}
		j.InputPath = path
	}
	return j, store(&j, r)
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
	for i := range rows {
		rows[i].ResendOf = how.ResendOf
	}
	if err := e.price(ctx, profileID, rows); err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	made, err := e.insertRows(ctx, profileID, rows, how)
	e.events.flush()
	return made, err
}

// price gives rows their profile, and what they are expected to cost by its prices of now.
func (e *Engine) price(ctx context.Context, profileID int64, rows []db.Job) error {
	p, err := e.lib.Profile(ctx, profileID)
	if err != nil {
		return fmt.Errorf("read profile %d: %w", profileID, err)
	}
	table, err := e.Prices(ctx, profileID)
	if err != nil {
		return err
	}
	for i := range rows {
		j := &rows[i]
		j.ProfileID, j.Currency = profileID, p.Currency
		if table.Currency != "" {
			j.Currency = table.Currency
		}
		if est := e.estimate(table, *j); est.Known {
			amount := int64(est.Amount)
			j.EstimateMicros = &amount
		}
	}
	return nil
}

func (e *Engine) insertRows(ctx context.Context, profileID int64, rows []db.Job, how SubmitOptions) ([]db.Job, error) {
	e.commits.Lock()
	defer e.commits.Unlock()
	state, hold := e.firstState(profileID, how)
	for i := range rows {
		rows[i].State, rows[i].Hold = state, hold
		if state == db.Waiting && i < len(how.OverBudget) && how.OverBudget[i] {
			rows[i].State, rows[i].Hold = db.Held, db.HeldOverBudget
		}
	}
	made, err := e.lib.InsertJobs(ctx, rows)
	if err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	for _, j := range made {
		e.announce(j)
	}
	return made, nil
}

// announce brings the lists of the engine up to a new row and queues its event. The caller holds commits.
func (e *Engine) announce(j db.Job) {
	e.follow(j)
	e.events.add(changed(j))
	e.log.Info("job", "ref", short(j.Ref), "state", j.State, "kind", j.Kind, "model", j.Model)
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
