package status

import (
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// TimeLeft returns how long the service keeps a file that is not downloaded yet: "6 d 23 h left". A passed deadline
// does not prove that the file is deleted, so the text never claims it.
func TimeLeft(r jobs.Retention, now time.Time) string {
	if left := r.Left(now); left > 0 {
		return wording.Left(left)
	}
	return lang.L("may expire at any moment")
}

// downloadTrouble returns briefly why downloads of a job keep failing, and what to do. Both are "" while downloads do
// not fail.
func downloadTrouble(r jobs.Retention) (why, todo string) {
	if !r.Failing {
		return "", ""
	}
	switch r.Code {
	case jobs.CodeDiskFull:
		return lang.L("the disk is full"), lang.L("Free some space.")
	case jobs.CodeNoKey:
		return lang.L("no key"), lang.L("Enter it in Settings.")
	case jobs.CodeOtherKey:
		return lang.L("ordered with another key"),
			lang.L("Enter that key in Settings, or press Ask again to use the present one.")
	case "http_401":
		return keyRefused(), lang.L("Enter a valid one in Settings.")
	case jobs.CodeDamaged:
		return lang.L("the download is incomplete"), ""
	case jobs.CodeFile:
		return lang.L("the library folder cannot be written"), ""
	}
	if why := notReached(r.Code); why != "" {
		return why, lang.L("Check the network connection.")
	}
	if r.Message == "" {
		return lang.L("the service answers %s", r.Code), ""
	}
	return r.Message, ""
}

// Unreached returns briefly why a service cannot be used. Messages of the service are not changed.
func Unreached(c jobs.ConnectionChanged) string {
	if c.KeyRefused {
		return keyRefused()
	}
	if c.Code == jobs.CodeUnreadable {
		return lang.L("another server answers at this address")
	}
	if why := notReached(c.Code); why != "" {
		return why
	}
	if c.Message == "" {
		return lang.L("the service answers %s", c.Code)
	}
	return c.Message
}

func keyRefused() string { return lang.L("the service refuses the key (401)") }

// notReached returns why no response arrived; "" for any other code.
func notReached(code string) string {
	switch code {
	case jobs.CodeUnreachable:
		return lang.L("the service cannot be reached")
	case jobs.CodeTimeout:
		return lang.L("no answer in time")
	case jobs.CodeNoAnswer:
		return lang.L("connection lost")
	}
	return ""
}

// DownloadWarning returns the warning of a job with failing downloads: "6 h left · downloads keep failing: the disk is
// full. Make room on it. Viviscope retries automatically." It returns "" while they do not fail.
func DownloadWarning(r jobs.Retention, now time.Time) string {
	why, todo := downloadTrouble(r)
	if why == "" {
		return ""
	}
	warning := lang.L("downloads keep failing: %s.", strings.TrimSuffix(why, "."))
	return TimeLeft(r, now) + " · " + joinSentences(warning, todo, lang.L("Viviscope retries automatically."))
}

// DownloadNotice summarises n jobs with failing downloads in a bold lead and the rest. soonest is the earliest
// deletion.
func DownloadNotice(n int, soonest jobs.Retention, now time.Time) (lead, rest string) {
	why, todo := downloadTrouble(soonest)
	left := TimeLeft(soonest, now)
	if n > 1 {
		left = lang.L("The first: %s at the service.", left)
	} else {
		left = lang.L("%s at the service.", left)
	}
	again := lang.N("It is retried free of charge.", "They are retried free of charge.", n)
	return lang.N("%s download keeps failing.", "%s downloads keep failing.", n, lang.Number(n)),
		joinSentences(left, lang.L("Reason: %s.", strings.TrimSuffix(why, ".")), todo, again)
}
