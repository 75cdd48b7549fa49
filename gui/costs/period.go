package costs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"viviscope/gui/lang"
)

// period is the time that the place is about: whole days of where the person is. to is not in it.
type period struct{ from, to time.Time }

// day returns the midnight at which the day of t began, in the location of t.
func day(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// monthOf returns the month in which t lies.
func monthOf(t time.Time) period {
	from := time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, t.Location())
	return period{from, from.AddDate(0, 1, 0)}
}

// months returns how many whole months a period is; 0 where it does not begin and end with months.
func (p period) months() int {
	if p.from.Day() != 1 || p.to.Day() != 1 {
		return 0
	}
	return (p.to.Year()-p.from.Year())*12 + int(p.to.Month()) - int(p.from.Month())
}

// days returns how many days a period is. Days are counted, not hours: two of a year have 23 or 25.
func (p period) days() int {
	utc := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(utc(p.to).Sub(utc(p.from)) / (24 * time.Hour))
}

// step moves a period by its own length: months by months, anything else by its days.
func (p period) step(n int) period {
	if m := p.months(); m > 0 {
		return period{p.from.AddDate(0, n*m, 0), p.to.AddDate(0, n*m, 0)}
	}
	d := p.days()
	return period{p.from.AddDate(0, 0, n*d), p.to.AddDate(0, 0, n*d)}
}

// has reports whether a moment is in the period.
func (p period) has(t time.Time) bool { return !t.Before(p.from) && t.Before(p.to) }

func (p period) same(q period) bool { return p.from.Equal(q.from) && p.to.Equal(q.to) }

// words name a period: "November 2026", "2026", "3 November 2026", "3 to 18 Nov 2026", "28 Oct to 3 Nov 2026".
func (p period) words() string {
	last := p.to.AddDate(0, 0, -1)
	switch {
	case p.months() == 1:
		return lang.MonthOfYearLong(p.from)
	case p.months() == 12 && p.from.Month() == time.January:
		return p.from.Format("2006")
	case p.days() == 1:
		return lang.DayLong(p.from)
	case p.from.Year() != last.Year():
		return lang.X("range", "%s to %s", lang.Day(p.from), lang.Day(last))
	case p.from.Month() != last.Month():
		return lang.X("range", "%s to %s", lang.DayOfYear(p.from), lang.Day(last))
	}
	return lang.X("days of one month", "%[1]d to %[2]d %[3]s", p.from.Day(), last.Day(), lang.MonthOfYear(last))
}

// file names a period in the name of a file: "2026-11", "2026-11-03 to 2026-11-18".
func (p period) file() string {
	if p.months() == 1 {
		return p.from.Format("2006-01")
	}
	return p.from.Format(time.DateOnly) + " to " + p.to.AddDate(0, 0, -1).Format(time.DateOnly)
}

// preset is a period that is chosen by its name.
type preset struct {
	word string
	period
}

func presets(now time.Time) []preset {
	month, tomorrow := monthOf(now), day(now).AddDate(0, 0, 1)
	year := time.Date(now.Year(), time.January, 1, 0, 0, 0, 0, now.Location())
	return []preset{
		{lang.L("This month"), month},
		{lang.L("Last month"), month.step(-1)},
		{lang.L("Today"), period{day(now), tomorrow}},
		{lang.L("Last 7 days"), period{tomorrow.AddDate(0, 0, -7), tomorrow}},
		{lang.L("Last 90 days"), period{tomorrow.AddDate(0, 0, -90), tomorrow}},
		{lang.L("This year"), period{year, year.AddDate(1, 0, 0)}},
		{lang.L("Last year"), period{year.AddDate(-1, 0, 0), year}},
	}
}

// Why two texts are no period.
var (
	errNoDay     = errors.New("a day is written as 2026-11-03 or 3 Nov 2026")
	errBackwards = errors.New("the last day is before the first")
	errTooLong   = errors.New("a period is 100 years at most")
)

// dayLayouts are the ways to write a day that mean the same to everyone: figures with strokes or points do not.
var dayLayouts = [...]string{time.DateOnly, "2006-1-2", "2006/1/2", "2006.1.2", "2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006", "Jan 2, 2006", "January 2, 2006"}

// parseDay reads a day as people write it, in the location of now. Without a year it is the one of now.
func parseDay(text string, now time.Time) (time.Time, error) {
	text = strings.Join(strings.Fields(text), " ")
	for _, try := range []string{text, fmt.Sprintf("%s %d", text, now.Year())} {
		for _, layout := range dayLayouts {
			if t, err := time.ParseInLocation(layout, try, now.Location()); err == nil && t.Year() >= 1970 && t.Year() < 9999 {
				return t, nil
			}
		}
	}
	return time.Time{}, errNoDay
}

// between makes the period of two days, both in it.
func between(first, last time.Time) (period, error) {
	p := period{day(first), day(last).AddDate(0, 0, 1)}
	switch {
	case last.Before(first):
		return period{}, errBackwards
	case p.from.AddDate(100, 0, 0).Before(p.to):
		return period{}, errTooLong
	}
	return p, nil
}
