package jobs

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// takeDownWait is how long taking a picture down may take: nobody waits for it.
const takeDownWait = time.Minute

// host puts every local picture of a waiting job on its host and commits the links, each as soon as it is known. It
// returns the job as it stands then. Nothing that costs money has happened when it fails.
func (e *Engine) host(ctx context.Context, job db.Job) (db.Job, error) {
	inputs, err := inputsOf(job)
	if err != nil {
		return job, err
	}
	for i, in := range inputs {
		if !unhosted(in, e.now()) {
			continue
		}
		p, err := e.lib.Profile(ctx, job.ProfileID)
		if err != nil {
			return job, err
		}
		h, err := e.hostOf(ctx, p)
		if err != nil {
			return job, err
		}
		put, err := e.put(ctx, h, job, in, func(object string) error {
			// What was there before goes: its link died, or is about to, or no link of it was ever written down.
			if err := e.leave(e.committing(), job.ProfileID, inputs[i].Object); err != nil {
				return err
			}
			inputs[i].Link, inputs[i].Object, inputs[i].Dies = "", object, time.Time{}
			now, err := e.named(job, inputs)
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
		linked, err := e.linked(job, inputs, in.Place, put.Link)
		if err != nil {
			err = errors.Join(err, e.leave(e.committing(), job.ProfileID, put.Object))
		} else {
			job = linked
		}
		e.takeDowns.wake.raise()
		if err != nil {
			return job, err
		}
	}
	return job, nil
}

func (e *Engine) hostOf(ctx context.Context, p db.Profile) (Host, error) {
	if e.hosts == nil {
		return nil, ErrNoHosting
	}
	return e.hosts.Host(ctx, p)
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

// named commits what a picture is called at its host, before anything of it leaves.
func (e *Engine) named(job db.Job, inputs []db.Input) (db.Job, error) {
	return e.whileWaiting(job, inputs, func(*db.Job) error { return nil })
}

// linked commits the link of a picture that was put: into the request, which goes out as it is stored.
func (e *Engine) linked(job db.Job, inputs []db.Input, place int, link string) (db.Job, error) {
	return e.whileWaiting(job, inputs, func(j *db.Job) error { return putLink(j, place, link) })
}

// whileWaiting commits the inputs of a job that waits as it did, and what else there is to change. Errors: errRevised.
func (e *Engine) whileWaiting(job db.Job, inputs []db.Input, change func(*db.Job) error) (db.Job, error) {
	return e.change(e.committing(), job.ID, func(s *step) error {
		if err := s.expect(db.Sending, db.Waiting); err != nil {
			return err
		}
		if !sameRequest(*s.Job, job) {
			return errRevised
		}
		if err := storeInputs(s.Job, inputs); err != nil {
			return err
		}
		return change(s.Job)
	})
}

// settleInputs takes down what was hosted for a job that has ended. A host that cannot be reached is asked again at
// the next start.
func (e *Engine) settleInputs(job db.Job) {
	inputs, err := inputsOf(job)
	if err != nil || !job.State.Ended() || !hostsObjects(inputs) {
		return
	}
	p, err := e.lib.Profile(e.committing(), job.ProfileID)
	if err != nil {
		e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
		return
	}
	h, err := e.hostOf(e.soft, p)
	if err != nil {
		e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
		return
	}
	gone := 0
	for i, in := range inputs {
		if in.Object == "" {
			continue
		}
		if err := e.takeDown(h, in.Object); err != nil {
			e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
			continue
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Dies = "", "", time.Time{}
		gone++
	}
	if gone == 0 {
		return
	}
	_, err = e.change(e.committing(), job.ID, func(s *step) error { return storeInputs(s.Job, inputs) })
	if err != nil {
		e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
	}
}

func (e *Engine) takeDown(h Host, object string) error {
	ctx, cancel := context.WithTimeout(e.soft, takeDownWait)
	defer cancel()
	return h.Delete(ctx, object)
}

func hostsObjects(inputs []db.Input) bool {
	for _, in := range inputs {
		if in.Object != "" {
			return true
		}
	}
	return false
}
