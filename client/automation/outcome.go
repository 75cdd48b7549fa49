package automation

import (
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
)

// exitPrecedence lists the exit codes of jobs by their importance for a script.
var exitPrecedence = []int{ExitUnconfirmed, ExitOther, ExitFailed, ExitRefused, ExitInvalid, ExitOver, ExitNotSent,
	ExitRunning, ExitDone}

// ExitOf returns the most important exit code of the current jobs; [ExitDone] for none. A job that the user holds or
// that waits for approval has [ExitOver]; one that continues automatically has [ExitRunning].
func ExitOf(all []Job) int {
	exit := ExitDone
	for _, j := range all {
		o := outcomeOf(db.JobState(j.State), db.HoldReason(j.Hold), j.Code)
		if slices.Index(exitPrecedence, o.exit) < slices.Index(exitPrecedence, exit) {
			exit = o.exit
		}
	}
	return exit
}

// outcome contains the exit code and the next steps of a job or a failure.
type outcome struct {
	exit int
	next []string
}

var (
	running         = outcome{ExitRunning, []string{NextWait}}
	repeatOrRelease = []string{NextRepeat, NextRelease}
	newClick        = []string{NextNewClick}
)

// jobOutcomes maps the states of jobs.
var jobOutcomes = map[db.JobState]outcome{
	db.Waiting: running, db.Sending: running, db.Queued: running, db.InProgress: running, db.Completed: running,
	db.Downloading: running,
	db.Saving:      running, db.Unwatched: {ExitRunning, []string{}}, db.Saved: {ExitDone, []string{}},
	db.Expired:     {ExitOther, []string{}},
	db.Unconfirmed: {ExitUnconfirmed, []string{NextResolve}}, db.Rejected: {ExitRefused, newClick},
	db.Failed: {ExitFailed, newClick},
	discarded: {ExitOver, newClick},
}

// holdOutcomes maps the reasons why jobs are held.
var holdOutcomes = map[db.HoldReason]outcome{
	db.HeldNotSent: {ExitNotSent, repeatOrRelease}, db.HeldRateLimited: {ExitNotSent, repeatOrRelease},
	db.HeldAfter: {ExitNotSent, newClick},
	db.HeldNoKey: {ExitInvalid, repeatOrRelease}, db.HeldKeyRefused: {ExitRefused, repeatOrRelease},
	db.HeldFrameGone:  {ExitInvalid, newClick},
	db.HeldOverBudget: {ExitOver, repeatOrRelease}, db.HeldApproval: {ExitOver, []string{NextApprove, NextWait}},
	db.HeldPaused: {ExitOver, []string{NextWait}}, db.HeldByUser: {ExitOver, []string{NextRelease}},
}

func outcomeOf(state db.JobState, hold db.HoldReason, code string) outcome {
	o, known := jobOutcomes[state]
	switch {
	case state == db.Held && hold == db.HeldAfter && code == "":
		return running
	case state == db.Held && hold == db.HeldByUser && code == db.CodeRestored: // it may have been sent
		o, known = outcome{ExitUnconfirmed, []string{NextRelease}}, true
	case state == db.Held:
		o, known = holdOutcomes[hold]
	case state == db.Expired && jobs.Unsettled(code): // the task may have been made and charged
		o = jobOutcomes[db.Unconfirmed]
	}
	if !known {
		return outcome{ExitOther, []string{}}
	}
	return o
}

// discarded is the state of a job that the user discarded before it was sent. It has no row any more.
const discarded db.JobState = "discarded"
