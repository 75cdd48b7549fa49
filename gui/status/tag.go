package status

import (
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// Tones of a state.
const (
	Neutral Tone = iota
	Active
	Good
	Careful
	Bad
)

// tag returns the tag and the tone of a job's state.
func tag(job db.Job) (string, Tone) {
	switch job.State {
	case db.Waiting:
		return lang.L("Waiting"), Neutral
	case db.Held:
		if job.WaitsForJob() {
			return lang.L("Waiting"), Neutral
		}
		return lang.L("Held"), Neutral
	case db.Sending:
		if job.Kind.IsVideo() {
			return lang.L("Sending"), Active
		}
		return lang.L("Generating"), Active
	case db.Unconfirmed:
		return lang.L("Unconfirmed"), Careful
	case db.Rejected:
		if markedNotCharged(job) {
			return lang.L("Not charged"), Neutral
		}
		return lang.L("Rejected"), Bad
	case db.Queued:
		return lang.L("Queued at the service"), Active
	case db.InProgress:
		return lang.L("Generating %d%%", max(0, min(100, job.Progress))), Active
	case db.Failed:
		return lang.L("Failed"), Bad
	case db.Completed:
		return lang.L("Done, not yet saved"), Active
	case db.Downloading:
		return lang.L("Downloading"), Active
	case db.Saving:
		return lang.L("Saving"), Active
	case db.Saved:
		if AsDelivered(job) {
			return lang.L("Damaged as delivered"), Careful
		}
		return lang.L("Saved"), Good
	case db.Expired:
		if job.ErrorCode == jobs.CodeTaskUnknown {
			return lang.L("Unknown at the service"), Careful
		}
		if job.ErrorCode == jobs.CodeNoState {
			return lang.L("No state from the service"), Careful
		}
		if job.ErrorCode == jobs.CodeEnded {
			return lang.L("Ended by the service"), Careful
		}
		return lang.L("Expired"), Neutral
	case db.Unwatched:
		return lang.L("Not watched"), Neutral
	}
	return string(job.State), Neutral
}

// shortTag returns the tag of a job for a narrow place. Most tags are short enough.
func shortTag(job db.Job, tag string) string {
	switch {
	case job.State == db.Queued:
		return lang.X("short state", "Queued")
	case job.State == db.Completed:
		return lang.X("short state", "Not saved yet")
	case AsDelivered(job):
		return lang.X("short state", "Damaged")
	case job.State != db.Expired:
		return tag
	}
	switch job.ErrorCode {
	case jobs.CodeTaskUnknown:
		return lang.X("short state", "Unknown task")
	case jobs.CodeNoState:
		return lang.X("short state", "No state")
	case jobs.CodeEnded:
		return lang.X("short state", "Ended")
	}
	return tag
}
