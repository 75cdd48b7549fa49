package status

import (
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// TimeLeft words how long the service still keeps what is not saved here: "6 d 23 h left". A deadline that has passed
// is no verdict, so the text never claims that something is gone.
func TimeLeft(r jobs.Retention, now time.Time) string {
	if left := r.Left(now); left > 0 {
		return wording.Left(left)
	}
	return lang.L("may expire at any moment")
}

// downloadTrouble returns why downloads of a job keep failing, in a few words, and what to do about it. Both are ""
// while they do not fail.
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
	if r.Words == "" {
		return lang.L("the service answers %s", r.Code), ""
	}
	return r.Words, ""
}

// Unreached returns in a few words why a service cannot be worked with. The words of the service stay as they came.
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
	if c.Words == "" {
		return lang.L("the service answers %s", c.Code)
	}
	return c.Words
}

func keyRefused() string { return lang.L("the service refuses the key (401)") }

// notReached returns why no answer came; "" for any other code.
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

// DownloadWarning is the whole warning of a job whose downloads keep failing: "6 h left · downloads keep failing: the
// disk is full. Make room on it. Viviscope retries automatically." It is "" while they do not fail.
func DownloadWarning(r jobs.Retention, now time.Time) string {
	why, todo := downloadTrouble(r)
	if why == "" {
		return ""
	}
	warning := lang.L("downloads keep failing: %s.", strings.TrimSuffix(why, "."))
	return TimeLeft(r, now) + " · " + sentences(warning, todo, lang.L("Viviscope retries automatically."))
}

// DownloadNotice sums up n jobs whose downloads keep failing, in a bold lead and the rest; soonest is the clock of the
// one that the service deletes first.
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
		sentences(left, lang.L("Reason: %s.", strings.TrimSuffix(why, ".")), todo, again)
}
