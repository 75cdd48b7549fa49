package wording

import (
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// expired says why a job that was accepted has no file and never will.
func expired(job db.Job, now time.Time) string {
	switch job.ErrorCode {
	case jobs.CodeTaskUnknown:
		if until := askedUntil(job, now); until != "" {
			return lang.L("The service says that it does not know this task. It may still be there: Viviscope asks about it at each start and a few times a day, until %s. "+
				"Look there whether it was charged.", until) + decided(job)
		}
		return lang.L("The service does not know this task any more. Look there whether it was charged.") + decided(job)
	case jobs.CodeNoPicture:
		return lang.L("The service answered, but what came is no picture.")
	case jobs.CodeAnswerLost:
		return lang.L("You said that this request was charged. Its answer never came, so there is no file.")
	case jobs.CodeLinkDead:
		return lang.L("The link to this picture died before it could be saved. The service keeps such links for 24 hours.")
	}
	if !job.Kind.IsVideo() {
		return lang.L("The service keeps the link to a picture for 24 hours. This one could not be saved in time.")
	}
	if !job.ExpiresAt.IsZero() && !job.ExpiresAt.After(now) {
		day := lang.DayOfYear(job.ExpiresAt.In(now.Location()))
		return lang.L("The service deleted this clip before it could be saved, on %s. It keeps clips for about 7 days.", day)
	}
	return lang.L("The service deleted this clip before it could be saved. It keeps clips for about 7 days.")
}

// askedUntil is the day until which the program goes on asking about a task of which the service says that it does not know
// it; "" for any other job, and when that day has come.
func askedUntil(job db.Job, now time.Time) string {
	until, unknown := jobs.AskedUntil(job)
	if !unknown || !until.After(now) {
		return ""
	}
	return lang.DayOfYear(until.In(now.Location()))
}

// MayBeThere reports whether the clip of a task that the service says it does not know may be there all the same.
func MayBeThere(job db.Job, now time.Time) bool { return askedUntil(job, now) != "" }

// UnknownTask says of a task under way that the service says it does not know it; "" of any other job.
func UnknownTask(job db.Job, now time.Time) string {
	if _, unknown := jobs.AskedUntil(job); !unknown || job.State == db.Expired {
		return ""
	}
	if until := askedUntil(job, now); until != "" {
		return lang.L("The service says that it does not know this task. It may still be there: Viviscope asks again by itself, until %s.", until)
	}
	return lang.L("The service says that it does not know this task. Viviscope asks again by itself.")
}

// decided says what a person has found out about a job that nobody else could decide, after a blank.
func decided(job db.Job) string {
	switch job.Note {
	case jobs.NoteWasCharged:
		return " " + lang.L("You said that it was.")
	case jobs.NoteNotCharged:
		return " " + lang.L("You said that it was not.")
	}
	return ""
}

// Undecided reports whether a job that has ended still waits for a person to say whether it was charged.
func Undecided(job db.Job) bool {
	return job.State == db.Expired && job.ErrorCode == jobs.CodeTaskUnknown && decided(job) == ""
}

// ExpiredShort is what stands beside the state of an expired job where there is little room.
func ExpiredShort(job db.Job) string {
	switch job.ErrorCode {
	case jobs.CodeTaskUnknown:
		return lang.L("the service says that it does not know its task")
	case jobs.CodeNoPicture:
		return lang.L("what came is no picture")
	case jobs.CodeAnswerLost:
		return lang.L("charged, but the answer is lost")
	}
	if !job.Kind.IsVideo() {
		return lang.L("its link, kept for 24 hours, died before it was saved")
	}
	return lang.L("deleted at the service before it was saved")
}
