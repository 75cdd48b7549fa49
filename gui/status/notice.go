package status

import (
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Notified reports whether a change to this state deserves a notification: it ends a wait of the user.
func Notified(s db.JobState) bool {
	switch s {
	case db.Saved, db.Failed, db.Rejected, db.Expired, db.Unconfirmed:
		return true
	}
	return false
}

// Notice returns the title and the text of the notification about an ended job.
func Notice(job db.Job) (title, text string) {
	words := [...]string{
		lang.L("Picture saved"), lang.L("Picture failed"), lang.L("Picture refused by the service"),
		lang.L("Picture expired at the service"),
		lang.L("Picture unconfirmed: it may have been charged"),
	}
	if job.Kind.IsVideo() {
		words = [...]string{
			lang.L("Clip saved"), lang.L("Clip failed"), lang.L("Clip refused by the service"),
			lang.L("Clip expired at the service"),
			lang.L("Clip unconfirmed: it may have been charged"),
		}
	}
	if job.State == db.Expired && job.ErrorCode == jobs.CodeTaskUnknown {
		return lang.L("Clip unknown to the service: it may still be there"), wording.InNotice(job)
	}
	if job.State == db.Expired && job.ErrorCode == jobs.CodeNoState {
		return lang.L("Clip without a state from the service: it may still be there"), wording.InNotice(job)
	}
	if job.State == db.Expired && job.ErrorCode == jobs.CodeEnded {
		return lang.L("Clip ended by the service: it may have been charged"), wording.InNotice(job)
	}
	end := len(words) - 1
	if i := slices.Index([]db.JobState{db.Saved, db.Failed, db.Rejected, db.Expired}, job.State); i >= 0 {
		end = i
	}
	return words[end], wording.InNotice(job)
}
