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

// resends makes jobs with the request of a job that was sent.
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

// copyOf returns a row with the request of a job that is unconfirmed or has ended.
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
		Request: old.Request, InputPath: old.InputPath, Board: old.Board, Shot: old.Shot, Cast: old.Cast,
		FinalOf: old.FinalOf,
	}
	inputs, err := InputsOf(old)
	if err != nil {
		return old, row, err
	}
	if err := rs.refit(ctx, old.ProfileID, &row, inputs); err != nil {
		return old, row, err
	}
	return old, row, storeInputs(&row, withoutHosting(inputs))
}

// refit adapts the request of a row to the current limits and request format of its profile. It returns an error for a
// field that the format does not support.
func (rs *resends) refit(ctx context.Context, profileID int64, row *db.Job, inputs []db.Input) error {
	r, err := RequestOf(*row)
	was, ok := r.(client.VideoRequest)
	if err != nil || !ok {
		return nil // the turn of the job handles this
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
	if now.Limits == was.Limits {
		return nil
	}
	return store(row, now)
}

func (rs *resends) insertOne(ctx context.Context, profileID int64, row db.Job, how Terms, repeats *db.Job) (
	db.Job, error) {
	how.Click, how.Client = "", "" // only the user can do this
	all, err := rs.admission.insert(ctx, profileID, []db.Job{row}, []client.Request{requestWithSizes(row)}, how,
		repeats)
	if err != nil {
		return db.Job{}, err
	}
	return all[0], nil
}

// MaxRolledSeed is the largest seed that the program picks. Eight digits are easy to read, pass on and type.
const MaxRolledSeed = 99_999_999

// doubleClickTime is the time after a click in which another one counts as accidental: a double click, or a held key,
// which repeats within a second on every system.
const doubleClickTime = time.Second

// oneMore is the last job that [Engine.OneMore] made.
type oneMore struct {
	sync.Mutex
	of   int64
	how  Terms
	made int64
	at   time.Time // of the last click for it
}

// oneMoreOnce implements [Engine.OneMore].
func (rs *resends) oneMoreOnce(ctx context.Context, jobID int64, kept *int64, how Terms) (db.Job, error) {
	last := &rs.last
	last.Lock()
	defer last.Unlock()
	if now := rs.now(); last.of == jobID && last.how == how && now.Sub(last.at).Abs() < doubleClickTime {
		if made, err := rs.lib.Job(ctx, last.made); err != nil || made.State != db.Rejected { // rejected: free
			last.at = now
			return made, wrapJob("make one more of", jobID, err)
		}
	}
	job, err := rs.oneMore(ctx, jobID, kept, how)
	if err == nil {
		last.of, last.how, last.made, last.at = jobID, how, job.ID, rs.now()
	}
	return job, wrapJob("make one more of", jobID, err)
}

func (rs *resends) oneMore(ctx context.Context, jobID int64, kept *int64, how Terms) (db.Job, error) {
	old, row, err := rs.copyOf(ctx, jobID)
	if err != nil {
		return db.Job{}, err
	}
	row.Board, row.Shot, row.FinalOf = "", "", 0
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

// ErrNoRequest reports that a job cannot be sent again because its request is not known: another program made its task,
// and the service does not return the prompt.
var ErrNoRequest = errors.New("the request of this job is not known: its task was not made here")
