package jobs

import (
	"viviscope/db"
	"viviscope/gui/lang"
)

// group is a set of job states that a chip selects.
type group int

const (
	all group = iota
	needsYou
	running
	toSend
	underWay // running or to send
	done
	failed
	ended // done or failed
)

// label returns the label of the group's chip.
func (g group) label() string {
	switch g {
	case needsYou:
		return lang.L("Needs you")
	case running, underWay:
		return lang.X("filter", "Running")
	case toSend:
		return lang.L("Waiting")
	case done:
		return lang.X("filter", "Done")
	case failed:
		return lang.X("filter", "Failed")
	case ended:
		return lang.X("filter", "Ended")
	}
	return lang.X("filter", "All")
}

// has reports whether jobs in a state belong to the group. Unconfirmed and held jobs need the user.
func (g group) has(s db.JobState) bool {
	needs := s == db.Unconfirmed || s == db.Held
	switch g {
	case needsYou:
		return needs
	case running:
		return !needs && !s.Ended() && s != db.Waiting
	case toSend:
		return s == db.Waiting
	case underWay:
		return !needs && !s.Ended()
	case done:
		return s == db.Saved
	case failed:
		return s.Ended() && s != db.Saved
	case ended:
		return s.Ended()
	}
	return true
}

// unended are the states of jobs that have not ended.
func unended() []db.JobState {
	return []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Queued, db.InProgress,
		db.Completed, db.Downloading, db.Saving, db.Unwatched}
}

// groupingState returns the state by which a job is grouped. A held job that continues once another job is saved counts
// as waiting, because it does not need the user.
func groupingState(j db.Job) db.JobState {
	if j.WaitsForJob() {
		return db.Waiting
	}
	return j.State
}
