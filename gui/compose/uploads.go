package compose

import (
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/live"
	"viviscope/gui/widgets"
)

// uploads are the local pictures of jobs on their way to the person's host.
type uploads struct {
	live  *live.Jobs
	moved func() // more of one is there
	jobs  map[int64]*upload
}

// upload are the pictures of one job, of which one at a time is on its way.
type upload struct {
	job    *live.Job
	bound  widgets.Binder[jobs.Progress]
	at     jobs.Progress
	places map[int]pictureKey
}

// follow remembers which pictures the jobs of a click bring along.
func (u *uploads) follow(o form.Order, made []db.Job) {
	for _, job := range made {
		if len(o.Uploads) == 0 || u.jobs[job.ID] != nil {
			continue
		}
		up := &upload{job: u.live.Job(live.Row{Job: job}), places: map[int]pictureKey{}}
		for _, p := range o.Uploads {
			up.places[p.Slot] = pictureKey{file: p.File, asset: p.Asset}
		}
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
func (u *uploads) of(slot form.Slot) float64 {
	for _, up := range u.jobs {
		key, p := up.places[up.at.Place], up.at
		if slot.Local() && p.Upload && p.Done < p.Total && key.file == slot.File && key.asset == slot.Asset {
			return float64(p.Done) / float64(p.Total)
		}
	}
	return -1
}
