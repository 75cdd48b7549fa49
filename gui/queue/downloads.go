package queue

import (
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
)

// downloading reports whether a job is done at the service and on its way here.
func downloading(j db.Job) bool {
	return j.State == db.Completed || j.State == db.Downloading || j.State == db.Saving
}

// downloadsFirst puts what is on its way here before what still runs, and of it first what the service deletes first.
func downloadsFirst(list []db.Job) []db.Job {
	var here, there []db.Job
	for _, j := range list {
		if downloading(j) {
			here = append(here, j)
		} else {
			there = append(there, j)
		}
	}
	jobs.SortByRetention(here)
	return slices.Concat(here, there)
}

// warn counts the downloads that keep failing; the list has the soonest end first.
func (a *answer) warn(list []db.Job) {
	for _, j := range list {
		r := retention(j)
		if !r.Failing {
			continue
		}
		if a.failing == 0 {
			a.soonest, a.failingID = r, j.ID
		}
		a.failing++
	}
}

// retention is the clock of a job; the zero value where none runs.
func retention(j db.Job) jobs.Retention {
	r, _ := jobs.RetentionOf(j)
	return r
}
