package wording

import (
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/gui/lang"
)

// TimeLeft words how long the service still keeps what is not saved here: "6 d 23 h left". A deadline that has passed is no
// verdict, so it never says that something is gone.
func TimeLeft(r jobs.Retention, now time.Time) string {
	if left := r.Left(now); left > 0 {
		return Left(left)
	}
	return lang.L("may be gone any moment")
}

// DownloadTrouble says why downloads of a job keep failing, in a few words, and what to do about it. Both are "" while they
// do not fail.
func DownloadTrouble(r jobs.Retention) (why, todo string) {
	if !r.Failing {
		return "", ""
	}
	switch r.Code {
	case jobs.CodeDiskFull:
		return lang.L("the disk is full"), lang.L("Make room on it.")
	case jobs.CodeNoKey:
		return lang.L("there is no key"), lang.L("Enter it in Settings.")
	case "http_401":
		return keyRefused(), lang.L("Enter one that works in Settings.")
	case jobs.CodeDamaged:
		return lang.L("what comes is not whole"), ""
	case jobs.CodeFile:
		return lang.L("the library’s folder cannot be written"), ""
	}
	if why := notReached(r.Code); why != "" {
		return why, lang.L("Look at the network connection.")
	}
	if r.Words == "" {
		return lang.L("the service answers %s", r.Code), ""
	}
	return r.Words, ""
}

// Unreached says in a few words why a service cannot be worked with. What the service said of itself stays as it came.
func Unreached(c jobs.ConnectionChanged) string {
	if c.KeyRefused {
		return keyRefused()
	}
	if c.Code == jobs.CodeUnreadable {
		return lang.L("something else answers in its place")
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

// notReached says of a code why no answer came; "" for any other code.
func notReached(code string) string {
	switch code {
	case jobs.CodeUnreachable:
		return lang.L("the service cannot be reached")
	case jobs.CodeTimeout:
		return lang.L("no answer comes in time")
	case jobs.CodeNoAnswer:
		return lang.L("the connection breaks")
	}
	return ""
}

// DownloadWarning is the whole warning of a job whose downloads keep failing: "6 h left · downloads keep failing: the disk is
// full. Make room on it. It is tried again by itself." It is "" while they do not fail.
func DownloadWarning(r jobs.Retention, now time.Time) string {
	why, todo := DownloadTrouble(r)
	if why == "" {
		return ""
	}
	warning := lang.L("downloads keep failing: %s.", strings.TrimSuffix(why, "."))
	return TimeLeft(r, now) + " · " + sentences(warning, todo, lang.L("It is tried again by itself."))
}

// DownloadNotice sums up n jobs whose downloads keep failing, in a bold lead and the rest; soonest is the clock of the one that
// the service deletes first.
func DownloadNotice(n int, soonest jobs.Retention, now time.Time) (lead, rest string) {
	why, todo := DownloadTrouble(soonest)
	left := TimeLeft(soonest, now)
	if n > 1 {
		left = lang.L("The first: %s at the service.", left)
	} else {
		left = lang.L("%s at the service.", left)
	}
	again := lang.N("It is tried again without a charge.", "They are tried again without a charge.", n)
	return lang.N("%s download keeps failing.", "%s downloads keep failing.", n, lang.Number(n)),
		sentences(left, lang.L("Why: %s.", strings.TrimSuffix(why, ".")), todo, again)
}

// sentences puts sentences side by side; what is "" is left out.
func sentences(all ...string) string {
	var said []string
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}
