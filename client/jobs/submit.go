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

// Order is one job of a click: its request, and the pictures in the places of that.
type Order struct {
	Request client.Request

	// Inputs say what the pictures are. One with Data is hosted before the request leaves, which has no link in that place.
	Inputs []Input
}

// Terms say how a click is meant.
type Terms struct {
	Hold    bool  // "hold for later": nothing goes out before a person releases it
	Resends int64 // the job that this click repeats; 0: none

	// OverBudget says of each order whether it would go over a budget: such a job is held, says why, and goes when a person
	// releases it. None: all of them go. What was agreed to is not weighed again when its turn comes: from the click on it
	// counts as used, so nothing that waits slips past a budget that others have used up.
	OverBudget []bool
}

// Submit makes the jobs of one click, one for each order, in one transaction. They go out by themselves when their turn
// comes, unless sending is paused, the profile's key is refused, or how.Hold is set: then they are held. The pictures that
// orders bring are kept in the library, so that the exact requests survive a restart.
// Errors: *client.ValidationError with the first broken rule; db.ErrNotFound for the profile. On an error nothing was made.
func (e *Engine) Submit(ctx context.Context, profileID int64, orders []Order, how Terms) ([]db.Job, error) {
	if len(orders) == 0 {
		return nil, errors.New("submit: no request")
	}
	e.inputs.RLock()
	defer e.inputs.RUnlock()
	rows := make([]db.Job, len(orders))
	kept := keptFiles{}
	for i, o := range orders {
		var err error
		if rows[i], err = e.row(ctx, o, kept); err != nil {
			return nil, fmt.Errorf("submit: %w", err)
		}
		rows[i].ResendOf = how.Resends
	}
	if err := e.price(ctx, profileID, rows); err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	made, err := e.insertRows(ctx, profileID, rows, how)
	e.events.flush()
	return made, err
}

// row makes the row of an order. The one picture that goes along with an edit is in its request; the inputs say which asset
// that is, and which pictures are hosted.
func (e *Engine) row(ctx context.Context, o Order, kept keptFiles) (db.Job, error) {
	if err := o.check(); err != nil {
		return db.Job{}, err
	}
	r := o.Request
	j := db.Job{Kind: db.JobKind(r.Kind()), Model: r.ModelName(), Prompt: r.PromptText()}
	if j.Kind == db.TextToVideo && len(o.Inputs) > 0 {
		j.Kind = db.FramesToVideo
	}
	inputs, err := e.keepInputs(ctx, o.Inputs, kept)
	if err != nil {
		return db.Job{}, err
	}
	if err := storeInputs(&j, inputs); err != nil {
		return db.Job{}, err
	}
	if edit, ok := r.(client.EditRequest); ok && len(edit.Image) > 0 {
		if j.InputPath, err = e.keep(ctx, edit.Image, kept); err != nil {
			return db.Job{}, err
		}
	}
	return j, store(&j, r)
}

func store(j *db.Job, request client.Request) error {
	raw, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("store request: %w", err)
	}
	j.Request = raw
	return nil
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

// insertRows commits the rows of one click. From here on the click survives everything.
func (e *Engine) insertRows(ctx context.Context, profileID int64, rows []db.Job, how Terms) ([]db.Job, error) {
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

func (e *Engine) firstState(profileID int64, how Terms) (db.JobState, db.HoldReason) {
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
