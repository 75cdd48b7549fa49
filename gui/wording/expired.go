package wording

import (
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// expired says why a job that was accepted has no file and never will.
func expired(job db.Job, now time.Time) string {
	switch job.ErrorCode {
	case jobs.CodeTaskUnknown:
		return "The service does not know this task any more; it said so three times. Look there whether it was charged." + decided(job)
	case jobs.CodeNoPicture:
		return "The service answered, but what came is no picture."
	case jobs.CodeAnswerLost:
		return "You said that this request was charged. Its answer never came, so there is no file."
	case jobs.CodeLinkDead:
		return "The link to this picture died before it could be saved. The service keeps such links for 24 hours."
	}
	if !job.Kind.IsVideo() {
		return "The service keeps the link to a picture for 24 hours. This one could not be saved in time."
	}
	when := ""
	if !job.ExpiresAt.IsZero() && !job.ExpiresAt.After(now) {
		when = ", on " + job.ExpiresAt.In(now.Location()).Format("2 Jan")
	}
	return "The service deleted this clip before it could be saved" + when + ". It keeps clips for about 7 days."
}

// decided says what a person has found out about a job that nobody else could decide.
func decided(job db.Job) string {
	switch job.Note {
	case jobs.NoteWasCharged:
		return " You said that it was."
	case jobs.NoteNotCharged:
		return " You said that it was not."
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
		return "the service does not know its task any more"
	case jobs.CodeNoPicture:
		return "what came is no picture"
	case jobs.CodeAnswerLost:
		return "charged, but the answer is lost"
	}
	if !job.Kind.IsVideo() {
		return "its link, kept for 24 hours, died before it was saved"
	}
	return "deleted at the service before it was saved"
}
