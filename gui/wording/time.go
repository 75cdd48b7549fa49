package wording

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"viviscope/client/jobs"
	"viviscope/gui/lang"
)

// Elapsed formats a running time: "0:31", "1:24", "1:02:05", "2 d 3 h"; above a month, which means a wrong clock, "more
// than 30 d".
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

// Life returns a remaining life: "6 d 23 h", "21 h", "48 min"; "" if it is over.
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

// Left is Life with a label: "6 d 23 h left", or "deleted".
func Left(d time.Duration) string {
	if l := Life(d); l != "" {
		return lang.L("%s left", l)
	}
	return lang.L("deleted")
}

// When returns a time in the location of now, relative to now if it is less than seven days ago:
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

// Exact returns a date with its time, for details: "21 Nov 2026, 13:58".
func Exact(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	return lang.X("date and time", "%s, %s", lang.Day(t), lang.Clock(t))
}

// Stamp returns a date with its time, for a table: "21 Nov 14:04".
func Stamp(t, now time.Time) string {
	t = t.In(now.Location())
	if t.Year() != now.Year() {
		return lang.Day(t)
	}
	return lang.DayOfYear(t) + " " + lang.Clock(t)
}

// Day returns a day for the heading of a group: "Today, 21 November", "Yesterday, 20 November", "14 November", "14
// November 2025".
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

// DaysBetween returns the number of calendar days from t to now in the location of now; 0 is the same day.
func DaysBetween(t, now time.Time) int {
	t = t.In(now.Location())
	// From noon to noon, because a day with a clock change has 23 or 25 hours.
	a := time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, time.UTC)
	b := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, time.UTC)
	return int(b.Sub(a) / (24 * time.Hour))
}

// Bytes formats a size: "18.2 MB". It uses decimal units, as current file managers do.
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

// Seed returns a seed in groups of three digits: "48 210 773".
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

// ClockWrong returns how far this computer's clock is ahead of the service's clock, or behind it.
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

// TotalTime returns the total duration of jobs that start in order, at most atOnce at a time.
func TotalTime(each []time.Duration, atOnce int) time.Duration {
	places := jobs.NewPlaces(atOnce)
	for _, took := range each {
		places.Take(took)
	}
	return slices.Max(places)
}
