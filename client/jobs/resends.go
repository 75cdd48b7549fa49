package jobs

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// resends makes jobs with the request of one that was sent.
type resends struct {
	*lifetime
	lib       Library
	admission *admission
	last      oneMore
}

func (rs *resends) sendAgain(ctx context.Context, jobID int64, how Terms) (db.Job, error) {
	old, row, err := rs.copyOf(ctx, jobID)
	if err != nil {
		return db.Job{}, err
	}
	row.ResendOf = old.ID
	return rs.insertOne(ctx, old.ProfileID, row, how, &old)
}

// copyOf makes a row with the request of a job that no answer is awaited of.
func (rs *resends) copyOf(ctx context.Context, jobID int64) (old, row db.Job, err error) {
	if old, err = rs.lib.Job(ctx, jobID); err != nil {
		return old, row, err
	}
	if old.State != db.Unconfirmed && !old.State.Ended() {
		return old, row, &MoveError{ID: jobID, From: old.State, To: db.Waiting}
	}
	if old.Note == NoteTracked {
		return old, row, ErrNoRequest
	}
	row = db.Job{
		Kind: old.Kind, Model: old.Model, Prompt: old.Prompt, Template: old.Template,
		Request: old.Request, InputPath: old.InputPath, Board: old.Board, Shot: old.Shot,
	}
	inputs, err := InputsOf(old)
	if err != nil {
		return old, row, err
	}
	if err := rs.refit(ctx, old.ProfileID, &row, inputs); err != nil {
		return old, row, err
	}
	return old, row, storeInputs(&row, asNew(inputs))
}

// refit brings the request of a row under the limits and the request format that its profile has now. A field that the
// format cannot carry is an error.
func (rs *resends) refit(ctx context.Context, profileID int64, row *db.Job, inputs []db.Input) error {
	r, err := RequestOf(*row)
	was, ok := r.(client.VideoRequest)
	if err != nil || !ok {
		return nil // the turn of the job finds out
	}
	p, err := rs.lib.Profile(ctx, profileID)
	if err != nil {
		return err
	}
	w, h := 0, 0
	for _, in := range inputs {
		if in.Place == 0 && !in.Part {
			w, h = in.Width, in.Height
		}
	}
	now := fit(p, was, w, h)
	if problems := now.LimitProblems(); len(problems) > 0 {
		return &problems[0]
	}
	if now.Own == was.Own {
		return nil
	}
	return store(row, now)
}

func (rs *resends) insertOne(ctx context.Context, profileID int64, row db.Job, how Terms, repeats *db.Job) (
	db.Job, error) {
	how.Click, how.Client = "", "" // a person presses it
	all, err := rs.admission.insert(ctx, profileID, []db.Job{row}, []client.Request{requestWithSizes(row)}, how, repeats)
	if err != nil {
		return db.Job{}, err
	}
	return all[0], nil
}

// MaxRolledSeed bounds the seeds that the program picks: eight digits can be read, told and typed again.
const MaxRolledSeed = 99_999_999

// slip is how soon after a press the next one is none: a double click, or a key that is held, which repeats within a
// second everywhere.
const slip = time.Second

// oneMore is the last job that [Engine.OneMore] made.
type oneMore struct {
	sync.Mutex
	of   int64
	how  Terms
	made int64
	at   time.Time // of the last press for it
}

// another implements [Engine.OneMore].
func (rs *resends) another(ctx context.Context, jobID int64, kept *int64, how Terms) (db.Job, error) {
	last := &rs.last
	last.Lock()
	defer last.Unlock()
	if now := rs.now(); last.of == jobID && last.how == how && now.Sub(last.at).Abs() < slip {
		if made, err := rs.lib.Job(ctx, last.made); err != nil || made.State != db.Rejected { // that one cost nothing
			last.at = now
			return made, named("make one more of", jobID, err)
		}
	}
	job, err := rs.oneMore(ctx, jobID, kept, how)
	if err == nil {
		last.of, last.how, last.made, last.at = jobID, how, job.ID, rs.now()
	}
	return job, named("make one more of", jobID, err)
}

func (rs *resends) oneMore(ctx context.Context, jobID int64, kept *int64, how Terms) (db.Job, error) {
	old, row, err := rs.copyOf(ctx, jobID)
	if err != nil {
		return db.Job{}, err
	}
	row.Board, row.Shot = "", ""
	request, err := RequestOf(row)
	if err != nil {
		return db.Job{}, err
	}
	if clip, ok := request.(client.VideoRequest); ok && clip.Seed != nil && (kept == nil || *clip.Seed != *kept) {
		clip.Seed = new(rand.Int64N(MaxRolledSeed + 1))
		if err := store(&row, clip); err != nil {
			return db.Job{}, err
		}
	}
	return rs.insertOne(ctx, old.ProfileID, row, how, nil)
}

// ErrNoRequest means that the request of a job is not known, so that it cannot be sent again: its task was made by
// another program, and the service does not repeat a prompt.
var ErrNoRequest = errors.New("the request of this job is not known: its task was not made here")
