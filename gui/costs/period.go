package costs

import (
	"strconv"
	"time"

	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// period is a range of whole days in the user's location. to is the end and not part of it.
type period struct{ from, to time.Time }

// unit is a part of the calendar.
type unit int

const (
	oneDay unit = iota
	oneWeek
	oneMonth
	oneYear
)

// spanOf returns the unit of the calendar that contains t. Weeks begin on Monday.
func spanOf(u unit, t time.Time) period {
	y, m, _ := t.Date()
	from := func(y int, m time.Month) time.Time { return search.StartOfDay(y, m, 1, t.Location()) }
	switch u {
	case oneWeek:
		monday := -(int(t.Weekday()) + 6) % 7
		return period{day(t, monday), day(t, monday+7)}
	case oneMonth:
		return period{from(y, m), from(y, m+1)}
	case oneYear:
		return period{from(y, time.January), from(y+1, time.January)}
	}
	return period{day(t, 0), day(t, 1)}
}

// monthOf returns the month that contains t.
func monthOf(t time.Time) period { return spanOf(oneMonth, t) }

// day returns the beginning of the day that is a number of days after the day of t, in the location of t.
func day(t time.Time, after int) time.Time {
	y, m, d := t.Date()
	return search.StartOfDay(y, m, d+after, t.Location())
}

// parts cuts a period at the beginnings of a unit. The first and the last part may be shorter than a unit. A day has 23
// or 25 hours when the clocks change.
func (p period) parts(u unit) (all []period) {
	for at := p.from; at.Before(p.to); {
		end := spanOf(u, at).to
		if end.After(p.to) {
			end = p.to
		}
		all = append(all, period{at, end})
		at = end
	}
	return all
}

// months returns the number of months of a period; 0 if it does not begin and end with a month.
func (p period) months() int {
	if p.from.Day() != 1 || p.to.Day() != 1 {
		return 0
	}
	return (p.to.Year()-p.from.Year())*12 + int(p.to.Month()) - int(p.from.Month())
}

// days returns the number of days of a period. It counts dates, because two days of a year have 23 or 25 hours.
func (p period) days() int {
	utc := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(utc(p.to).Sub(utc(p.from)) / (24 * time.Hour))
}

// daysOfChart is the longest period whose chart has a bar for each day. In a longer one a bar is a month.
const daysOfChart = 92

// barUnit returns the unit of one bar of the chart.
func (p period) barUnit() unit {
	if p.days() > daysOfChart {
		return oneMonth
	}
	return oneDay
}

// last returns the beginning of the last day.
func (p period) last() time.Time { return day(p.to, -1) }

// step moves a period by n times its own length: by months if it consists of months, else by days.
func (p period) step(n int) period {
	m := p.months()
	if m > 0 {
		const noon = 12 * time.Hour // a day may begin later than at midnight, but each has a noon
		return period{day(p.from.Add(noon).AddDate(0, n*m, 0), 0), day(p.to.Add(noon).AddDate(0, n*m, 0), 0)}
	}
	d := p.days()
	return period{day(p.from, n*d), day(p.to, n*d)}
}

// has reports whether t is in the period.
func (p period) has(t time.Time) bool { return !t.Before(p.from) && t.Before(p.to) }

func (p period) same(q period) bool { return p.from.Equal(q.from) && p.to.Equal(q.to) }

// clamp returns t, or the beginning of the period if t is earlier: the first day of a group may begin before the
// period.
func (p period) clamp(t time.Time) time.Time {
	if t.Before(p.from) {
		return p.from
	}
	return t
}

// title names a period: "November 2026", "2026", "3 November 2026", "3 to 18 Nov 2026", "28 Oct to 3 Nov 2026".
func (p period) title() string {
	last := p.last()
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

// tickLabel returns the label of a day or a month below its bar. alone: all bars are in one month.
func (p period) tickLabel(u unit, alone bool) string {
	switch {
	case u == oneMonth:
		return lang.MonthOfYear(p.from)
	case alone:
		return strconv.Itoa(p.from.Day())
	}
	return lang.DayOfYear(p.from)
}

// unitTitle names a day or a month.
func (p period) unitTitle(u unit) string {
	if u == oneMonth {
		return lang.MonthOfYearLong(p.from)
	}
	return lang.WeekdayDay(p.from)
}

// fileName names a period in the name of a file: "2026-11", "2026-11-03 to 2026-11-18".
func (p period) fileName() string {
	if p.months() == 1 {
		return p.from.Format("2006-01")
	}
	return p.from.Format(time.DateOnly) + " to " + p.last().Format(time.DateOnly)
}

// preset is a period with a name.
type preset struct {
	word string
	period
}

func presets(now time.Time) []preset {
	month, tomorrow := monthOf(now), day(now, 1)
	year := spanOf(oneYear, now)
	return []preset{
		{lang.L("This month"), month},
		{lang.L("Last month"), month.step(-1)},
		{lang.L("Today"), period{day(now, 0), tomorrow}},
		{lang.L("Last 7 days"), period{day(now, -6), tomorrow}},
		{lang.L("Last 90 days"), period{day(now, -89), tomorrow}},
		{lang.L("This year"), year},
		{lang.L("Last year"), year.step(-1)},
	}
}

// The errors of a period.
var (
	errOrder   = wording.MarkedError(lang.Mark("The last day is before the first."))
	errCentury = wording.MarkedError(lang.Mark("A period can be at most 100 years."))
)

// between returns the period from one day to another, both included. Its errors are errOrder and errCentury.
func between(first, last time.Time) (period, error) {
	p := period{day(first, 0), day(last, 1)}
	switch {
	case last.Before(first):
		return period{}, errOrder
	case p.from.AddDate(100, 0, 0).Before(p.to):
		return period{}, errCentury
	}
	return p, nil
}
