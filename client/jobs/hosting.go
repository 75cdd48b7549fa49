package jobs

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// takeDownWait is how long taking a picture down may take: nobody waits for it.
const takeDownWait = time.Minute

// host puts every local picture of a waiting job on its host and commits the links, each as soon as it is known. It
// returns the job as it stands then. Nothing that costs money has happened when it fails.
func (e *Engine) host(ctx context.Context, job db.Job) (db.Job, error) {
	inputs, err := InputsOf(job)
	if err != nil {
		return job, err
	}
	for i, in := range inputs {
		if !unhosted(in, e.now()) {
			continue
		}
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
			now, err := e.keepHosted(job, inputs, in.Place, "")
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
		linked, err := e.keepHosted(job, inputs, in.Place, put.Link)
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

func (e *Engine) hostOf(ctx context.Context, profileID int64) (Host, error) {
	p, err := e.lib.Profile(ctx, profileID)
	if err == nil && e.hosts == nil {
		err = ErrNoHosting
	}
	if err != nil {
		return nil, err
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

// keepHosted commits what a picture of a job that waits is called at its host, before anything of it leaves, and then its link, into
// the request, which goes out as it is stored. Errors: errRevised.
func (e *Engine) keepHosted(job db.Job, inputs []db.Input, place int, link string) (db.Job, error) {
	return e.change(e.committing(), job.ID, func(s *step) error {
		if err := s.expect(db.Sending, db.Waiting); err != nil {
			return err
		}
		if !sameRequest(*s.Job, job) {
			return errRevised
		}
		if err := storeInputs(s.Job, inputs); err != nil || link == "" {
			return err
		}
		return putLink(s.Job, place, link)
	})
}

// settleInputs takes down what was hosted for a job that has ended.
func (e *Engine) settleInputs(job db.Job) {
	inputs, err := InputsOf(job)
	if err != nil {
		return
	}
	gone := 0
	for i, in := range inputs {
		if in.Object == "" {
			continue
		}
		if err := e.takeDown(leftObject{job.ProfileID, in.Object}); err != nil {
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

// takeDown takes one object down. Errors: [db.ErrNotFound] where the profile is gone, and with it every way to the host.
func (e *Engine) takeDown(o leftObject) error {
	h, err := e.hostOf(e.soft, o.Profile)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(e.soft, takeDownWait)
	defer cancel()
	return h.Delete(ctx, o.Object)
}

func hostsObjects(inputs []db.Input) bool {
	return slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Object != "" })
}
