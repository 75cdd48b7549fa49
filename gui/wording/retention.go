package wording

import (
	"strings"
	"time"

	"viviscope/client/jobs"
)

// TimeLeft words how long the service still keeps what is not saved here: "6 d 23 h left". A deadline that has passed is no
// verdict, so it never says that something is gone.
func TimeLeft(r jobs.Retention, now time.Time) string {
	if left := r.Left(now); left > 0 {
		return Left(left)
	}
	return "may be gone any moment"
}

// DownloadTrouble says why downloads of a job keep failing, in a few words, and what to do about it. Both are "" while they
// do not fail.
func DownloadTrouble(r jobs.Retention) (why, todo string) {
	if !r.Failing {
		return "", ""
	}
	switch r.Code {
	case jobs.CodeDiskFull:
		return "the disk is full", "Make room on it."
	case jobs.CodeNoKey:
		return "there is no key", "Enter it in Settings."
	case "http_401":
		return "the service refuses the key (401)", "Enter one that works in Settings."
	case jobs.CodeUnreachable:
		return "the service cannot be reached", "Look at the network connection."
	case jobs.CodeTimeout:
		return "no answer comes in time", "Look at the network connection."
	case jobs.CodeNoAnswer:
		return "the connection breaks", "Look at the network connection."
	case jobs.CodeDamaged:
		return "what comes is not whole", ""
	}
	if r.Words == "" {
		return "the service answers " + r.Code, ""
	}
	return r.Words, ""
}

// DownloadWarning is the whole warning of a job whose downloads keep failing: "6 h left · downloads keep failing: the disk is
// full. Make room on it. It is tried again by itself." It is "" while they do not fail.
func DownloadWarning(r jobs.Retention, now time.Time) string {
	why, todo := DownloadTrouble(r)
	if why == "" {
		return ""
	}
	if todo != "" {
		todo = " " + todo
	}
	return TimeLeft(r, now) + " · downloads keep failing: " + strings.TrimSuffix(why, ".") + "." + todo + " It is tried again by itself."
}

// DownloadNotice sums up n jobs whose downloads keep failing, in a bold lead and the rest; soonest is the clock of the one that
// the service deletes first.
func DownloadNotice(n int, soonest jobs.Retention, now time.Time) (lead, rest string) {
	why, todo := DownloadTrouble(soonest)
	first, again := "", "It is"
	if n > 1 {
		first, again = "The first: ", "They are"
	}
	if todo != "" {
		todo = " " + todo
	}
	return Count(n, "download keeps failing.", "downloads keep failing."),
		first + TimeLeft(soonest, now) + " at the service. Why: " + strings.TrimSuffix(why, ".") + "." + todo + " " + again + " tried again without a charge."
}
