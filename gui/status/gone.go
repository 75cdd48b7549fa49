package status

import (
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// expiredReason returns why an accepted job has no file and never will.
func expiredReason(job db.Job, now time.Time) string {
	switch job.ErrorCode {
	case jobs.CodeTaskUnknown:
		if until := polledUntil(job, now); until != "" {
			return occasionallyPolled(job, until)
		}
		return lang.L("The service no longer knows this task. Check there whether it was charged.") + decided(job)
	case jobs.CodeNoState, jobs.CodeEnded:
		if until := polledUntil(job, now); until != "" {
			return occasionallyPolled(job, until)
		}
		return lang.L("%s Check there whether it was charged.", withoutState(job)) + decided(job)
	case jobs.CodeNoPicture:
		return lang.L("The service answered, but not with a picture.")
	case jobs.CodeAnswerLost:
		return lang.L("You marked this request as charged. No answer arrived, so there is no file.")
	case jobs.CodeLinkDead:
		return lang.L("The link to this picture expired before it could be saved. The service keeps links for 24 hours.")
	}
	if !job.Kind.IsVideo() {
		return lang.L("The service keeps the link to a picture for 24 hours. This one could not be saved in time.")
	}
	if !job.ExpiresAt.IsZero() && !job.ExpiresAt.After(now) {
		day := lang.DayOfYear(job.ExpiresAt.In(now.Location()))
		return lang.L("The service deleted this clip on %s, before it could be saved. It keeps clips for about 7 days.",
			day)
	}
	return lang.L("The service deleted this clip before it could be saved. It keeps clips for about 7 days.")
}

// withoutState returns the response of the service instead of a final state, as a sentence: the task is unknown, has a
// non-standard final state, or the response has another format.
func withoutState(job db.Job) string {
	if job.ErrorCode == jobs.CodeEnded {
		return lang.L("The service ended this task: “%s”.", strings.TrimRight(job.ErrorMessage, ". "))
	}
	if job.ErrorCode == jobs.CodeTaskUnknown {
		return lang.L("The service says it does not know this task.")
	}
	if job.ErrorMessage == "" {
		return lang.L("The service gives no state for this task.")
	}
	return lang.L("The service gives no state for this task: “%s”.", strings.TrimRight(job.ErrorMessage, ". "))
}

// occasionallyPolled returns the sentences for a job that was given up but is still polled, until a day.
func occasionallyPolled(job db.Job, until string) string {
	if job.ErrorCode == jobs.CodeEnded {
		return lang.L("%[1]s It does not state whether it was charged: check there. Viviscope asks again at each start and a few "+
			"times a day until %[2]s.", withoutState(job), until) + decided(job)
	}
	return lang.L("%[1]s It may still exist: Viviscope asks at each start and a few times a day until %[2]s. Check there "+
		"whether it was charged.", withoutState(job), until) + decided(job)
}

// polledUntil returns the day until which the program polls a task without a known state; "" for other jobs and after
// that day.
func polledUntil(job db.Job, now time.Time) string {
	until, unknown := jobs.PolledUntil(job)
	if !unknown || !until.After(now) {
		return ""
	}
	return lang.DayOfYear(until.In(now.Location()))
}

// MayBeThere reports whether the clip of a task without a known state may still exist.
func MayBeThere(job db.Job, now time.Time) bool { return polledUntil(job, now) != "" }

// unknownTask returns the sentences for a running task without a known state, or that is not polled because it was
// created with another key; "" for other jobs.
func unknownTask(job db.Job, now time.Time) string {
	if jobs.OrderedWithOtherKey(job) {
		return lang.L("This task was ordered with another key of its profile, so it is not watched now. Enter that key in Settings, " +
			"or press Ask again to use the present one.")
	}
	if _, unknown := jobs.PolledUntil(job); !unknown || job.State == db.Expired {
		return ""
	}
	if until := polledUntil(job, now); until != "" {
		return lang.L("%[1]s It may still exist: Viviscope keeps asking until %[2]s.", withoutState(job), until)
	}
	return lang.L("%s Viviscope keeps asking.", withoutState(job))
}

// markedNotCharged reports whether the user marked a job's request as not charged. Its error is how the response was
// lost, which is irrelevant now.
func markedNotCharged(job db.Job) bool {
	return job.State == db.Rejected && job.Note == jobs.NoteNotCharged
}

// EndedByUser reports whether the user decided if a job's lost request was charged.
func EndedByUser(job db.Job) bool {
	return markedNotCharged(job) || job.State == db.Expired && job.ErrorCode == jobs.CodeAnswerLost
}

// decided returns the user's decision about a job with an unknown charge, with a leading blank.
func decided(job db.Job) string {
	switch job.Note {
	case jobs.NoteWasCharged:
		return " " + lang.L("You marked it as charged.")
	case jobs.NoteNotCharged:
		return " " + lang.L("You marked it as not charged.")
	}
	return ""
}

// Undecided reports whether the user must still decide if an ended job was charged.
func Undecided(job db.Job) bool {
	return job.State == db.Expired && jobs.Unsettled(job.ErrorCode) && decided(job) == ""
}

// expiredShort returns the short text beside the state of an expired job.
func expiredShort(job db.Job) string {
	switch job.ErrorCode {
	case jobs.CodeTaskUnknown:
		return lang.L("the service says it does not know the task")
	case jobs.CodeNoState:
		return lang.L("the service gives no state for the task")
	case jobs.CodeEnded:
		return lang.L("the service ended the task")
	case jobs.CodeOtherKey:
		return lang.L("ordered with another key")
	case jobs.CodeNoPicture:
		return lang.L("the answer is not a picture")
	case jobs.CodeAnswerLost:
		return lang.L("charged, but the answer was lost")
	}
	if !job.Kind.IsVideo() {
		return lang.L("its link expired after 24 hours, before it was saved")
	}
	return lang.L("deleted at the service before it was saved")
}
