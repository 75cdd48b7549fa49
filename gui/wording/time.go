package wording

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// Elapsed words a running time: "0:31", "1:24", "1:02:05", "2 d 3 h"; over a month, which is a clock that is wrong, "more than 30 d".
func Elapsed(d time.Duration) string {
	switch {
	case d < 0:
		d = 0
	case d > 30*24*time.Hour:
		return lang.L("more than %s", lang.L("%d d", 30))
	case d >= 24*time.Hour:
		return Life(d)
	}
	s := int64(d.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Life words how long something still lives: "6 d 23 h", "21 h", "48 min"; "" once it is over.
func Life(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Minute:
		return lang.L("under 1 min")
	case d < 2*time.Hour:
		return lang.L("%d min", int(d/time.Minute))
	case d < 24*time.Hour:
		return lang.L("%d h", int(d/time.Hour))
	default:
		days, hours := int(d/(24*time.Hour)), int(d/time.Hour)%24
		if hours == 0 {
			return lang.L("%d d", days)
		}
		return lang.L("%d d %d h", days, hours)
	}
}

// Left is Life with its word: "6 d 23 h left", or "deleted".
func Left(d time.Duration) string {
	if l := Life(d); l != "" {
		return lang.L("%s left", l)
	}
	return lang.L("deleted")
}

// When words a moment relative to now while it is under seven days away, in the location of now:
// "14:02" today, "yesterday 14:02", "Mon 14:02", else "21 Nov 2026".
func When(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	switch days := DaysBetween(t, now); {
	case days == 0:
		return lang.Clock(t)
	case days == 1:
		return lang.L("yesterday %s", lang.Clock(t))
	case days > 1 && days < 7:
		return lang.Weekday(t) + " " + lang.Clock(t)
	default:
		return lang.Day(t)
	}
}

// Exact words a moment for details: "21 Nov 2026, 13:58".
func Exact(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	return lang.X("date and time", "%s, %s", lang.Day(t), lang.Clock(t))
}

// Stamp words a moment for a table: "21 Nov 14:04".
func Stamp(t, now time.Time) string {
	t = t.In(now.Location())
	if t.Year() != now.Year() {
		return lang.Day(t)
	}
	return lang.DayOfYear(t) + " " + lang.Clock(t)
}

// Day words a whole day for the head of a group: "Today, 21 November", "Yesterday, 20 November", "14 November", "14 November 2025".
func Day(t, now time.Time) string {
	t = t.In(now.Location())
	day := lang.DayOfYearLong(t)
	if t.Year() != now.Year() {
		day = lang.DayLong(t)
	}
	switch DaysBetween(t, now) {
	case 0:
		return lang.L("Today, %s", day)
	case 1:
		return lang.L("Yesterday, %s", day)
	}
	return day
}

// DaysBetween counts calendar days from t to now in the location of now; 0 is the same day.
func DaysBetween(t, now time.Time) int {
	t = t.In(now.Location())
	// Noon to noon: a day that a clock change made 23 or 25 hours long still counts as one.
	a := time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, time.UTC)
	b := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, time.UTC)
	return int(b.Sub(a) / (24 * time.Hour))
}

// Bytes words a size: "18.2 MB". Decimal units, as file managers of today show them.
func Bytes(n int64) string {
	const unit = 1000
	if n < unit {
		return strconv.FormatInt(n, 10) + " B"
	}
	value, names := float64(n)/unit, []string{"kB", "MB", "GB", "TB"}
	i := 0
	for value >= 999.95 && i < len(names)-1 {
		value /= unit
		i++
	}
	decimals := 1
	if value >= 100 {
		decimals = 0
	}
	return lang.Decimal(value, decimals) + " " + names[i]
}

// Seed words a seed in groups of three digits: "48 210 773".
func Seed(seed int64) string {
	s := strconv.FormatInt(seed, 10)
	sign := ""
	if seed < 0 {
		sign, s = minus, s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u00a0" + s[i:]
	}
	return sign + s
}

// ClockWrong says how far this computer's clock is ahead of a service's, or behind it.
func ClockWrong(ahead time.Duration) string {
	hours := int(ahead.Abs() / time.Hour)
	far := lang.N("%d hour", "%d hours", hours, hours)
	if days := hours / 24; days >= 365 {
		far = lang.N("%d year", "%d years", days/365, days/365)
	} else if days > 1 {
		far = lang.N("%d day", "%d days", days, days)
	}
	if ahead < 0 {
		return lang.L("This computer’s clock is %s behind the service’s.", far)
	}
	return lang.L("This computer’s clock is %s ahead of the service’s.", far)
}

// expired says why a job that was accepted has no file and never will.
func expired(job db.Job, now time.Time) string {
	switch job.ErrorCode {
	case jobs.CodeTaskUnknown:
		if until := askedUntil(job, now); until != "" {
			return askedNowAndThen(job, until)
		}
		return lang.L("The service no longer knows this task. Check there whether it was charged.") + decided(job)
	case jobs.CodeNoState, jobs.CodeEnded:
		if until := askedUntil(job, now); until != "" {
			return askedNowAndThen(job, until)
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
		return lang.L("The service deleted this clip on %s, before it could be saved. It keeps clips for about 7 days.", day)
	}
	return lang.L("The service deleted this clip before it could be saved. It keeps clips for about 7 days.")
}

// withoutState returns what the service answers in place of a settled state of a task, as a sentence: the service does
// not know the task, ended it in its own words, or answers with other words.
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

// askedNowAndThen returns the sentences of a job that was given up and is still asked about, until a day.
func askedNowAndThen(job db.Job, until string) string {
	if job.ErrorCode == jobs.CodeEnded {
		return lang.L("%[1]s It does not state whether it was charged: check there. Viviscope asks again at each start and a few "+
			"times a day until %[2]s.", withoutState(job), until) + decided(job)
	}
	return lang.L("%[1]s It may still exist: Viviscope asks at each start and a few times a day until %[2]s. Check there "+
		"whether it was charged.", withoutState(job), until) + decided(job)
}

// askedUntil is the day until which the program goes on asking about a task of which the service returns no state; ""
// for any other job, and when that day has come.
func askedUntil(job db.Job, now time.Time) string {
	until, unknown := jobs.AskedUntil(job)
	if !unknown || !until.After(now) {
		return ""
	}
	return lang.DayOfYear(until.In(now.Location()))
}

// MayBeThere reports whether the clip of a task of which the service returns no state may be there all the same.
func MayBeThere(job db.Job, now time.Time) bool { return askedUntil(job, now) != "" }

// UnknownTask returns the sentences of a task under way of which the service returns no state, or that is not polled
// because it was ordered with another key; "" of any other job.
func UnknownTask(job db.Job, now time.Time) string {
	if jobs.OrderedWithOtherKey(job) {
		return lang.L("This task was ordered with another key of its profile, so it is not watched now. Enter that key in Settings, " +
			"or press Ask again to use the present one.")
	}
	if _, unknown := jobs.AskedUntil(job); !unknown || job.State == db.Expired {
		return ""
	}
	if until := askedUntil(job, now); until != "" {
		return lang.L("%[1]s It may still exist: Viviscope keeps asking until %[2]s.", withoutState(job), until)
	}
	return lang.L("%s Viviscope keeps asking.", withoutState(job))
}

// decided says what a person has found out about a job that nobody else could decide, after a blank.
func decided(job db.Job) string {
	switch job.Note {
	case jobs.NoteWasCharged:
		return " " + lang.L("You marked it as charged.")
	case jobs.NoteNotCharged:
		return " " + lang.L("You marked it as not charged.")
	}
	return ""
}

// Undecided reports whether a job that has ended still waits for a person to say whether it was charged.
func Undecided(job db.Job) bool {
	return job.State == db.Expired && jobs.Unsettled(job.ErrorCode) && decided(job) == ""
}

// ExpiredShort is what stands beside the state of an expired job where there is little room.
func ExpiredShort(job db.Job) string {
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

// TimeLeft words how long the service still keeps what is not saved here: "6 d 23 h left". A deadline that has passed is no
// verdict, so it never says that something is gone.
func TimeLeft(r jobs.Retention, now time.Time) string {
	if left := r.Left(now); left > 0 {
		return Left(left)
	}
	return lang.L("may expire at any moment")
}

// DownloadTrouble says why downloads of a job keep failing, in a few words, and what to do about it. Both are "" while they
// do not fail.
func DownloadTrouble(r jobs.Retention) (why, todo string) {
	if !r.Failing {
		return "", ""
	}
	switch r.Code {
	case jobs.CodeDiskFull:
		return lang.L("the disk is full"), lang.L("Free some space.")
	case jobs.CodeNoKey:
		return lang.L("no key"), lang.L("Enter it in Settings.")
	case jobs.CodeOtherKey:
		return lang.L("ordered with another key"), lang.L("Enter that key in Settings, or press Ask again to use the present one.")
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

// Unreached says in a few words why a service cannot be worked with. What the service said of itself stays as it came.
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

// notReached says of a code why no answer came; "" for any other code.
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

// DownloadWarning is the whole warning of a job whose downloads keep failing: "6 h left · downloads keep failing: the disk is
// full. Make room on it. It is tried again by itself." It is "" while they do not fail.
func DownloadWarning(r jobs.Retention, now time.Time) string {
	why, todo := DownloadTrouble(r)
	if why == "" {
		return ""
	}
	warning := lang.L("downloads keep failing: %s.", strings.TrimSuffix(why, "."))
	return TimeLeft(r, now) + " · " + sentences(warning, todo, lang.L("Viviscope retries automatically."))
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
	again := lang.N("It is retried free of charge.", "They are retried free of charge.", n)
	return lang.N("%s download keeps failing.", "%s downloads keep failing.", n, lang.Number(n)),
		sentences(left, lang.L("Reason: %s.", strings.TrimSuffix(why, ".")), todo, again)
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

// Together is how long jobs take of which so many run at once, begun in their order.
func Together(each []time.Duration, atOnce int) time.Duration {
	places := jobs.NewPlaces(atOnce)
	for _, took := range each {
		places.Take(took)
	}
	return slices.Max(places)
}
