package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// host puts every local picture of a waiting job on its host and commits the links, each as soon as it is known. ok is false where a
// picture has none: the job is taken back then. Of the jobs of a board one at a time has its pictures put: a picture is there once for all
// of them, and a host that is away is asked once.
func (e *Engine) host(ctx context.Context, job db.Job) (now db.Job, ok bool) {
	inputs, err := InputsOf(job)
	if job.Board != "" && slices.ContainsFunc(inputs, func(in db.Input) bool { return unhosted(in, e.now()) }) {
		lock, _ := e.uploads.LoadOrStore(fmt.Sprint(job.ProfileID, " ", job.Board), make(chan struct{}, 1))
		turn := lock.(chan struct{})
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }() // after a host that is away has held the others
		case <-ctx.Done():
		}
		err = cmp.Or(err, ctx.Err())
	}
	if now = job; err == nil {
		now, err = e.hostAll(ctx, job, inputs)
	}
	if err != nil {
		e.notHosted(ctx, job, err)
	} else if !sameRequest(now, job) { // the host took one
		e.hostTries.Delete(triesOf(job))
	}
	return now, err == nil
}

// hostAll is host in its turn. Nothing that costs money has happened when it fails.
func (e *Engine) hostAll(ctx context.Context, job db.Job, inputs []db.Input) (db.Job, error) {
	for i, in := range inputs {
		if !unhosted(in, e.now()) {
			continue
		}
		shared, err := false, error(nil)
		if job.Board != "" {
			job, shared, err = e.share(job, inputs, i)
		}
		if err == nil && !shared {
			job, err = e.hostOne(ctx, job, inputs, i)
		}
		if err != nil {
			return job, err
		}
	}
	return job, nil
}

// hostOne puts the i-th of the pictures of a job on its host.
func (e *Engine) hostOne(ctx context.Context, job db.Job, inputs []db.Input, i int) (db.Job, error) {
	defer e.takeDowns.wake.raise() // once the row has forgotten what was there before
	in := inputs[i]
	h, err := e.hostOf(ctx, job.ProfileID)
	if err != nil {
		return job, err
	}
	put, err := e.put(ctx, h, job, in, func(object string) error {
		// What was there before goes: its link died, or is about to, or no link of it was ever written down.
		if err := e.leave(e.committing(), job.ProfileID, inputs[i].Object); err != nil {
			return err
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Dies = "", object, time.Time{}
		now, err := e.keepHosted(job, inputs, in.Place, "", nil)
		if err == nil {
			job = now
		}
		return err
	})
	if err != nil {
		return job, err
	}
	inputs[i].Link, inputs[i].Object, inputs[i].Dies = put.Link, "", put.Dies
	if !put.Keep {
		inputs[i].Object = put.Object
	}
	linked, err := e.keepHosted(job, inputs, in.Place, put.Link, nil)
	if err != nil {
		err = errors.Join(err, e.leave(e.committing(), job.ProfileID, put.Object))
	} else {
		job = linked
	}
	return job, err
}

// share gives the i-th of the pictures of a job the link that another job of its board has for the same file. It is taken down when no job
// that has not ended has it: so the other one must still be such a job in the moment of the commit.
func (e *Engine) share(job db.Job, inputs []db.Input, i int) (now db.Job, shared bool, err error) {
	others, err := e.lib.Jobs(e.committing(), db.JobFilter{Board: job.Board, ProfileID: job.ProfileID})
	if err != nil {
		return job, false, err
	}
	for _, other := range others {
		its, err := InputsOf(other)
		if err != nil || other.ID == job.ID || other.State.Ended() {
			continue
		}
		at := slices.IndexFunc(its, func(in db.Input) bool { return in.File == inputs[i].File && !unhosted(in, e.now()) })
		if at < 0 {
			continue
		}
		if err := e.leave(e.committing(), job.ProfileID, inputs[i].Object); err != nil {
			return job, false, err
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Dies = its[at].Link, its[at].Object, its[at].Dies
		now, err = e.keepHosted(job, inputs, inputs[i].Place, its[at].Link, &other)
		e.takeDowns.wake.raise() // once the row has forgotten what was there before
		if err != nil {
			return job, false, err
		}
		return now, true, nil
	}
	return job, false, nil
}

func (e *Engine) put(ctx context.Context, h Host, job db.Job, in db.Input, named func(object string) error) (Hosted, error) {
	f, err := e.lib.OpenFile(in.File)
	if err != nil {
		return Hosted{}, fmt.Errorf("open picture of job %d: %w", job.ID, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Hosted{}, fmt.Errorf("open picture of job %d: %w", job.ID, err)
	}
	var last time.Time
	put, err := h.Put(ctx, path.Base(in.File), in.MIME, info.Size(), f, named, func(done, total int64) {
		if now := e.now(); now.Sub(last) >= progressPause || done == total {
			last = now
			e.events.add(Progress{ID: job.ID, Done: done, Total: total, Upload: true, Place: in.Place})
			e.events.flush()
		}
	})
	if err != nil {
		return Hosted{}, err
	}
	if !client.IsHTTPURL(put.Link) {
		return Hosted{}, errors.New("the host gave no http or https link")
	}
	return put, nil
}

// keepHosted commits what a picture of a job that waits is called at its host, before anything of it leaves, and then its link, into
// the request, which goes out as it is stored. of is the job whose link it is, if any. Errors: errRevised, also where that one has changed.
func (e *Engine) keepHosted(job db.Job, inputs []db.Input, place int, link string, of *db.Job) (db.Job, error) {
	return e.records.change(e.committing(), job.ID, func(s *step) error {
		if err := s.expect(db.Sending, db.Waiting); err != nil {
			return err
		}
		if !sameRequest(*s.Job, job) {
			return errRevised
		}
		if of != nil {
			now, err := e.lib.Job(e.committing(), of.ID)
			if err != nil || now.State.Ended() || !sameRequest(now, *of) {
				return errRevised
			}
		}
		s.Job.NotBefore = time.Time{} // its turn has come
		if err := storeInputs(s.Job, inputs); err != nil || link == "" {
			return err
		}
		s.trouble(trouble{}) // of a try before
		return putLink(s.Job, place, link)
	})
}

// notHosted takes a job back whose pictures have no link, and with it those of its board whose pictures have none either: their host is
// the same. Where the fault may pass they wait for a while, and else, or after many tries, for a person. Nothing was sent.
func (e *Engine) notHosted(ctx context.Context, job db.Job, err error) {
	id := job.ID
	switch {
	case e.soft.Err() != nil: // still waiting; the next start puts them
	case ctx.Err() != nil:
		e.unclaim(id, errRevised)
	case isMove(err), errors.Is(err, errRevised):
		e.unclaim(id, err)
	default:
		why := trouble{Code: hostCode(err), Message: err.Error()}
		takeBack := func(s *step) error { return s.hold(db.HeldNotSent, why) }
		tried, _ := e.hostTries.LoadOrStore(triesOf(job), 0)
		if n := tried.(int) + 1; n < passingTries && passes(err, false) {
			e.hostTries.Store(triesOf(job), n)
			again := e.now().Add(e.backoff(n))
			takeBack = func(s *step) error { // it was admitted, and counts on
				s.Job.NotBefore = again
				s.trouble(why)
				return s.expect(db.Held, db.Waiting)
			}
		} else {
			e.hostTries.Delete(triesOf(job))
		}
		e.takeBack(id, takeBack)
		var file *fs.PathError
		if job.Board == "" || errors.As(err, &file) || why.Code == CodeHosting+":"+faultBadPicture { // the others have pictures of their own
			return
		}
		others := db.JobFilter{States: []db.JobState{db.Waiting}, ProfileID: job.ProfileID, Board: job.Board}
		if err := e.records.moveAll(e.committing(), others, func(s *step) error {
			inputs, err := InputsOf(*s.Job)
			_, before := HostFault(s.Job.ErrorCode)
			if err != nil || !slices.ContainsFunc(inputs, func(in db.Input) bool { return unhosted(in, s.now) }) ||
				!before && s.Job.NotBefore.After(s.now) { // the service named a later time
				return err
			}
			return takeBack(s)
		}); err != nil {
			e.log.Error("hold", "board", job.Board, "err", err)
		}
	}
}
