package compose

import (
	"slices"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/live"
)

// uploads are the local pictures of jobs that are being uploaded to the image host.
type uploads struct {
	live  *live.Jobs
	moved func() // more of one is there
	jobs  map[int64]*jobUpload
}

// jobUpload tracks the pictures of one job, which are uploaded one at a time.
type jobUpload struct {
	job   *live.Job
	bound kit.Binder[jobs.Progress]
	at    jobs.Progress
	of    []order.Upload
}

// follow remembers which pictures the jobs of a click bring along.
func (u *uploads) follow(o order.Order, made []db.Job) {
	for _, job := range made {
		if len(o.Uploads) == 0 || u.jobs[job.ID] != nil {
			continue
		}
		up := &jobUpload{job: u.live.Job(live.Row{Job: job}), of: o.Uploads}
		up.bound.Bind(up.job.Last, func(p jobs.Progress) { up.at = p }, u.moved)
		u.jobs[job.ID] = up
	}
}

// over forgets the pictures of a job that has sent its request, or will not, and reports whether one was on its way.
func (u *uploads) over(job int64) bool {
	up := u.jobs[job]
	if up == nil {
		return false
	}
	up.bound.Unbind()
	up.job.Release()
	delete(u.jobs, job)
	return up.at.Upload
}

// of returns how much of a slot's picture is on its way, 0 to 1; negative where none is.
func (u *uploads) of(slot order.Slot) float64 {
	for _, up := range u.jobs {
		p := up.at
		mine := order.Upload{Slot: p.Place, File: slot.File, Asset: slot.Asset}
		if slot.Local() && p.Upload && p.Done < p.Total && slices.Contains(up.of, mine) {
			return float64(p.Done) / float64(p.Total)
		}
	}
	return -1
}
