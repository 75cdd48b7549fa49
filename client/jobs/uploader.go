package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// uploader uploads the local pictures of jobs to their hosts.
type uploader struct {
	*lifetime
	lib        Library
	events     *bus
	records    *records
	claims     *claims
	takeDowns  *hostCleanup
	hostLookup *hostLookup

	boardLocks sync.Map // by profile and board: a channel that the uploading job occupies
	tries      sync.Map // by [uploadKey]: consecutive uploads that failed with a temporary fault
}

// host uploads every local picture of a waiting job and commits each link as soon as it is known. ok is false if a
// picture has no link: then the job is held or waits for a retry. Only one job of a board uploads at a time: a shared
// picture is then uploaded once, and an unavailable host is contacted once.
func (u *uploader) host(ctx context.Context, job db.Job) (now db.Job, ok bool) {
	inputs, err := InputsOf(job)
	if job.Board != "" && slices.ContainsFunc(inputs, func(in db.Input) bool { return needsUpload(in, u.now()) }) {
		lock, _ := u.boardLocks.LoadOrStore(fmt.Sprint(job.ProfileID, " ", job.Board), make(chan struct{}, 1))
		turn := lock.(chan struct{})
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }() // after uploadFailed has held the others
		case <-ctx.Done():
		}
		err = cmp.Or(err, ctx.Err())
	}
	now = job
	if err == nil {
		now, err = u.hostAll(ctx, job, inputs)
	}
	if err != nil {
		u.uploadFailed(ctx, job, err)
	} else if !sameRequest(now, job) { // an upload succeeded
		u.tries.Delete(uploadKey(job))
	}
	return now, err == nil
}

// hostAll uploads the pictures of a job during its turn. If it fails, nothing has been charged.
func (u *uploader) hostAll(ctx context.Context, job db.Job, inputs []db.Input) (db.Job, error) {
	for i, in := range inputs {
		if !needsUpload(in, u.now()) {
			continue
		}
		shared, err := false, error(nil)
		if job.Board != "" {
			job, shared, err = u.reuseLink(job, inputs, i)
		}
		if err == nil && !shared {
			job, err = u.hostOne(ctx, job, inputs, i)
		}
		if err != nil {
			return job, err
		}
	}
	return job, nil
}

// hostOne uploads the i-th picture of a job.
func (u *uploader) hostOne(ctx context.Context, job db.Job, inputs []db.Input, i int) (db.Job, error) {
	defer u.takeDowns.wake.raise() // once the row no longer refers to the old object
	in := inputs[i]
	h, err := u.hostLookup.hostOf(ctx, job.ProfileID)
	if err != nil {
		return job, err
	}
	put, err := u.upload(ctx, h, job, in, func(object string) error {
		// The old object is removed: its link expired or is about to, or its link was never stored.
		if err := u.takeDowns.enqueue(u.commitContext(), job.ProfileID, inputs[i].Object); err != nil {
			return err
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Expires = "", object, time.Time{}
		now, err := u.storeHosted(job, inputs, in.Place, "", nil)
		if err == nil {
			job = now
		}
		return err
	})
	if err != nil {
		return job, err
	}
	inputs[i].Link, inputs[i].Object, inputs[i].Expires = put.Link, "", put.Dies
	if !put.Keep {
		inputs[i].Object = put.Object
	}
	linked, err := u.storeHosted(job, inputs, in.Place, put.Link, nil)
	if err != nil {
		err = errors.Join(err, u.takeDowns.enqueue(u.commitContext(), job.ProfileID, put.Object))
	} else {
		job = linked
	}
	return job, err
}

// reuseLink reuses the link that another job of the board has for the same file as the i-th picture. An object is
// removed when no active job refers to it, so the other job must still be active at the commit.
func (u *uploader) reuseLink(job db.Job, inputs []db.Input, i int) (now db.Job, shared bool, err error) {
	others, err := u.lib.Jobs(u.commitContext(), db.JobFilter{Board: job.Board, ProfileID: job.ProfileID})
	if err != nil {
		return job, false, err
	}
	for _, other := range others {
		its, err := InputsOf(other)
		if err != nil || other.ID == job.ID || other.State.Ended() {
			continue
		}
		at := slices.IndexFunc(its, func(in db.Input) bool {
			return in.File == inputs[i].File && !needsUpload(in, u.now())
		})
		if at < 0 {
			continue
		}
		if err := u.takeDowns.enqueue(u.commitContext(), job.ProfileID, inputs[i].Object); err != nil {
			return job, false, err
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Expires = its[at].Link, its[at].Object, its[at].Expires
		now, err = u.storeHosted(job, inputs, inputs[i].Place, its[at].Link, &other)
		u.takeDowns.wake.raise() // once the row no longer refers to the old object
		if err != nil {
			return job, false, err
		}
		return now, true, nil
	}
	return job, false, nil
}

func (u *uploader) upload(ctx context.Context, h Host, job db.Job, in db.Input, named func(object string) error) (
	Hosted, error) {
	f, err := u.lib.OpenFile(in.File)
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
		if now := u.now(); now.Sub(last) >= progressPause || done == total {
			last = now
			u.events.add(Progress{ID: job.ID, Done: done, Total: total, Upload: true, Place: in.Place})
			u.events.flush()
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

// storeHosted commits the hosted name of a waiting job's picture before any of it is sent, and later its link, which it
// puts into the stored request. of is the job that the link is shared with, if any. Errors: errRevised if this job or
// of has changed.
func (u *uploader) storeHosted(job db.Job, inputs []db.Input, place int, link string, of *db.Job) (db.Job, error) {
	return u.records.change(u.commitContext(), job.ID, func(s *step) error {
		if err := s.expect(db.Sending, db.Waiting); err != nil {
			return err
		}
		if !sameRequest(*s.Job, job) {
			return errRevised
		}
		if of != nil {
			now, err := u.lib.Job(u.commitContext(), of.ID)
			if err != nil || now.State.Ended() || !sameRequest(now, *of) {
				return errRevised
			}
		}
		s.Job.NotBefore = time.Time{} // its turn has come
		if err := storeInputs(s.Job, inputs); err != nil || link == "" {
			return err
		}
		s.setFault(fault{}) // of an earlier try
		return putLink(s.Job, place, link)
	})
}

// uploadFailed handles a failed upload. It postpones or holds the job, and the jobs of its board that still need an
// upload, because they have the same host. After a temporary fault they wait and are tried again. After any other
// fault, or after many tries, they are held for the user. Nothing was sent.
func (u *uploader) uploadFailed(ctx context.Context, job db.Job, err error) {
	id := job.ID
	switch {
	case u.soft.Err() != nil: // still waiting; the next start uploads them
	case ctx.Err() != nil:
		u.claims.unclaim(id, errRevised)
	case isMove(err), errors.Is(err, errRevised):
		u.claims.unclaim(id, err)
	default:
		why := fault{Code: hostCode(err), Message: err.Error()}
		takeBack := func(s *step) error { return s.hold(db.HeldNotSent, why) }
		tried, _ := u.tries.LoadOrStore(uploadKey(job), 0)
		if n := tried.(int) + 1; n < maxTemporaryTries && isTemporary(err, false) {
			u.tries.Store(uploadKey(job), n)
			again := u.now().Add(u.backoff(n))
			takeBack = func(s *step) error { // it was admitted, and still counts as used
				s.Job.NotBefore = again
				s.setFault(why)
				return s.expect(db.Held, db.Waiting)
			}
		} else {
			u.tries.Delete(uploadKey(job))
		}
		u.claims.changeOrUnclaim(id, takeBack)
		var file *fs.PathError
		badPicture := why.Code == CodeHosting+":"+faultBadPicture
		if job.Board == "" || errors.As(err, &file) || badPicture { // the others have other pictures
			return
		}
		others := db.JobFilter{States: []db.JobState{db.Waiting}, ProfileID: job.ProfileID, Board: job.Board}
		if err := u.records.changeAll(u.commitContext(), others, func(s *step) error {
			inputs, err := InputsOf(*s.Job)
			_, before := HostFault(s.Job.ErrorCode)
			if err != nil || !slices.ContainsFunc(inputs, func(in db.Input) bool { return needsUpload(in, s.now) }) ||
				!before && s.Job.NotBefore.After(s.now) { // the service named a later time
				return err
			}
			return takeBack(s)
		}); err != nil {
			u.log.Error("hold", "board", job.Board, "err", err)
		}
	}
}
