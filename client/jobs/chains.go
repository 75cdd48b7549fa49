package jobs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"time"

	"viviscope/db"
)

// deliveryError reports that the result of a job could not be passed on to the next job.
type deliveryError struct{ error }

func (u deliveryError) Unwrap() error { return u.error }

// sourceGoneError reports that the result of the previous job is not in the library any more. Retrying does not help.
type sourceGoneError struct{ error }

func (g sourceGoneError) Unwrap() error { return g.error }

func (sourceGoneError) Retryable() bool { return false }

// chains continues jobs that come after other jobs.
type chains struct {
	*lifetime
	lib          Library
	events       *bus
	records      *records
	pause        *pauseSwitch
	inputs       *inputStore
	hostLookup   *hostLookup
	admission    *admission
	extractFrame func(ctx context.Context, path string) (png []byte, err error) // [Options].LastFrame

	wake signal // a job ended, or one waits for another
}

// run continues jobs after their predecessors have ended. It reads the rows each time, so it also finds those of an
// earlier run. It retries deliveries that failed and rows that could not be written.
func (c *chains) run() {
	tries, next := map[int64]int{}, map[int64]time.Time{} // by the ID of a job
	for {
		var again time.Time
		soon := func(t time.Time) {
			if again.IsZero() || t.Before(again) {
				again = t
			}
		}
		waiting, err := c.lib.Jobs(c.soft, db.JobFilter{States: []db.JobState{db.Held}, Awaiting: true})
		for _, j := range slices.Backward(waiting) { // oldest first: a job that fails fails its whole chain
			if wait := next[j.ID].Sub(c.now()); wait > 0 && wait < 2*maxBackoff { // otherwise the clock was set back
				soon(next[j.ID])
				continue
			}
			failure := c.advance(j)
			var late *deliveryError
			tries[j.ID]++
			if !errors.As(failure, &late) {
				delete(tries, j.ID)
			} else if n := tries[j.ID]; n < maxTemporaryTries && isTemporary(late, true) {
				failure, next[j.ID] = nil, c.now().Add(c.backoff(n))
				soon(next[j.ID])
				c.log.Warn("deliver result to next job", "ref", shortRef(j.Ref), "try", n, "err", late)
			} else {
				delete(tries, j.ID)
				failure = c.storeWaitReason(j, fault{Code: CodeAfterFrame, Message: late.Error()})
			}
			err = errors.Join(err, failure)
		}
		if c.soft.Err() == nil && err != nil {
			c.log.Error("continue chained jobs", "err", err)
			soon(c.now().Add(time.Minute))
		}
		if !c.idle(c.wake, again) {
			return
		}
	}
}

// advance updates a job after a change of the job that it comes after.
func (c *chains) advance(j db.Job) error {
	p, err := c.lib.Job(c.soft, j.After)
	code := blockCode(p)
	switch {
	case errors.Is(err, db.ErrNotFound):
		code = CodeAfterRemoved
	case err != nil:
		return err
	case p.State == db.Saved && j.WaitsForJob():
		return c.deliver(j, p)
	case p.State == db.Saved && isBlocked(j) && j.Hold == db.HeldAfter:
		return c.readmit(j)
	case p.State == db.Saved && isBlocked(j):
		return c.storeWaitReason(j, fault{})
	}
	if code == "" && !j.WaitsForJob() || code == j.ErrorCode && shortRef(p.Ref) == j.ErrorMessage {
		return nil
	}
	return c.storeWaitReason(j, fault{Code: code, Message: shortRef(p.Ref)})
}

// storeWaitReason stores in a held job which job it waits for, and why that job cannot deliver. A job that waits for
// approval, or only for the other job, keeps its hold. Any other hold becomes one that only the user can end.
func (c *chains) storeWaitReason(j db.Job, t fault) error {
	return c.changeIfWaiting(j, func(s *step) error {
		if !in(s.Job.Hold, db.HeldAfter, db.HeldApproval) {
			s.Job.Hold = db.HeldByUser
		}
		s.setFault(t)
		return nil
	})
}

// changeIfWaiting runs fn on a job, unless the job was changed since it was read.
func (c *chains) changeIfWaiting(j db.Job, fn func(*step) error) error {
	_, err := c.records.change(c.commitContext(), j.ID, func(s *step) error {
		if !sameWait(*s.Job, j) {
			return errRevised
		}
		return fn(s)
	})
	if errors.Is(err, errRevised) || errors.Is(err, db.ErrNotFound) { // the user was faster
		return nil
	}
	return err
}

// readmit releases a job after its predecessor, which had ended, was saved after all. As long as the predecessor
// could not deliver, the job did not count as used. So it must be admitted again, like a job that waited for a key. If
// the user would have to be asked, the job stays held.
func (c *chains) readmit(j db.Job) error {
	defer c.events.flush()
	c.records.commits.Lock()
	now, err := c.lib.Job(c.commitContext(), j.ID)
	if err == nil && sameWait(now, j) {
		err = c.admission.release(c.commitContext(), []db.Job{now}, Terms{Client: grantee(now), automatic: true})
	}
	c.records.commits.Unlock()
	if errors.Is(err, db.ErrNotFound) { // the user was faster
		return nil
	}
	return err
}

// deliver puts the result of a saved job into the place that another job reserved for it. The other job then gets the
// state of a new job.
func (c *chains) deliver(j, from db.Job) error {
	a, err := c.lib.AssetByRef(c.soft, db.AssetRef(from.Ref, 0))
	source := a
	if err == nil && a.Kind == db.Clip {
		a, err = c.lastFrame(a)
	}
	now := j
	c.inputs.RLock() // until the row refers to the stored picture
	defer c.inputs.RUnlock()
	if err == nil {
		err = c.fill(&now, a)
	}
	switch {
	case c.soft.Err() != nil:
		return c.soft.Err()
	case errors.Is(err, db.ErrNotFound):
		return &deliveryError{sourceGoneError{err}}
	case err != nil:
		f, openErr := c.lib.OpenFile(source.Path)
		if openErr == nil {
			openErr = f.Close()
		}
		if errors.Is(openErr, fs.ErrNotExist) {
			err = sourceGoneError{err}
		}
		return &deliveryError{err}
	}
	return c.changeIfWaiting(j, func(s *step) error {
		s.Job.Request, s.Job.Inputs, s.Job.InputPath = now.Request, now.Inputs, now.InputPath
		s.setFault(fault{})
		state, hold := c.pause.firstState(s.Job.ProfileID, false)
		s.Job.Hold = hold
		if state == db.Held {
			s.forgetRefusedKey()
			return nil
		}
		return s.move(state)
	})
}

// fill puts a picture into the reserved place of a job. It uses the link of the picture if that works long enough, or
// if there is no host. Otherwise the picture is stored to be hosted, or to be sent along with an edit.
func (c *chains) fill(j *db.Job, a db.Asset) error {
	inputs, err := InputsOf(*j)
	if err != nil {
		return err
	}
	r, err := RequestOf(*j)
	if err != nil {
		return err
	}
	in := &inputs[reservedInput(inputs)]
	*in = db.Input{Place: in.Place, Asset: a.Ref, Width: a.Width, Height: a.Height}
	along := j.Kind == db.EditImage && len(linksOf(r)) == 0
	if !along && a.Link != "" {
		_, none := c.hostLookup.hostOf(c.soft, j.ProfileID)
		if none != nil || a.LinkExpires.IsZero() || a.LinkExpires.After(c.now().Add(minHostedLife)) {
			in.Expires = a.LinkExpires
			return errors.Join(storeInputs(j, inputs), putLink(j, in.Place, a.Link))
		}
	}
	f, err := c.lib.OpenFile(a.Path)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	path, err := c.lib.SaveInput(c.commitContext(), data, inputExt(data))
	if err != nil {
		return err
	}
	if along {
		j.InputPath = path
	} else {
		in.File, in.MIME = path, mimeOf(data)
	}
	return storeInputs(j, inputs)
}

// lastFrame implements [Engine.LastFrame].
func (c *chains) lastFrame(clip db.Asset) (db.Asset, error) {
	if c.extractFrame == nil {
		return db.Asset{}, errors.New("extract last frame: no decoder is available")
	}
	a, known, err := c.lib.ImportFrame(c.commitContext(), clip, clip.LastFrame(), func() ([]byte, error) {
		path, err := c.lib.AbsPath(clip.Path)
		if err != nil {
			return nil, err
		}
		return c.extractFrame(c.soft, path)
	})
	if err == nil && !known {
		c.events.add(AssetAdded{ID: a.ID})
		c.events.flush()
	}
	return a, err
}
