package compose

import (
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
)

// uploads are the local pictures of jobs on their way to the person's host, by job and place.
type uploads map[upload]*transfer

type upload struct {
	job   int64
	place int
}

type transfer struct {
	key  lookKey
	part float64 // 0 to 1; negative before it began
}

// follow remembers which pictures the jobs of a click bring along.
func (u uploads) follow(o form.Order, made []db.Job) {
	for _, job := range made {
		for _, up := range o.Uploads {
			u[upload{job.ID, up.Slot}] = &transfer{key: lookKey{file: up.File, asset: up.Asset}, part: -1}
		}
	}
}

// moved notes how much of a job's local picture is on the person's host, and reports whether anybody knows that picture.
func (u uploads) moved(p jobs.UploadProgress) bool {
	t := u[upload{p.ID, p.Place}]
	if t == nil || p.Total <= 0 {
		return false
	}
	t.part = min(1, float64(p.Done)/float64(p.Total))
	if p.Done >= p.Total {
		delete(u, upload{p.ID, p.Place})
	}
	return true
}

// over forgets the pictures of a job that has sent its request, or will not, and reports whether one was on its way.
func (u uploads) over(job int64) bool {
	shown := false
	for up, t := range u {
		if up.job == job {
			shown = shown || t.part >= 0
			delete(u, up)
		}
	}
	return shown
}

// of returns how much of a slot's picture is on its way, 0 to 1; negative where none is.
func (u uploads) of(slot form.Slot) float64 {
	for _, t := range u {
		if t.part >= 0 && t.key.file == slot.File && t.key.asset == slot.Asset && slot.Local() {
			return t.part
		}
	}
	return -1
}
