package chart

import (
	"strconv"
	"time"

	"viviscope/gui/lang"
)

// Unit is how long the time of one bar is.
type Unit int

// The units, from the shortest.
const (
	Day Unit = iota
	Week
	Month
	Year
)

// mostBars is how many bars are still told apart. A longer period takes the next unit.
const mostBars = 62

// Span is the time of one bar, in the location of the period that it is a part of.
type Span struct{ From, To time.Time }

// UnitOf returns the shortest unit in which a period has at most 62 bars, or years.
func UnitOf(from, to time.Time) Unit {
	for u := Day; u < Year; u++ {
		if !moreThan(mostBars, u, from, to) {
			return u
		}
	}
	return Year
}

func moreThan(n int, u Unit, from, to time.Time) bool {
	t := start(u, from)
	for range n {
		t = next(u, t)
	}
	return t.Before(to)
}

// SpansOf cuts a period, whose end is not in it, at every beginning of a unit. The first and the last may be shorter than
// a unit. Days have the length that they have where the person is: 23 or 25 hours twice a year. Weeks begin on Monday.
func SpansOf(u Unit, from, to time.Time) []Span {
	var all []Span
	for at := from; at.Before(to); {
		end := next(u, start(u, at))
		if end.After(to) {
			end = to
		}
		all = append(all, Span{at, end})
		at = end
	}
	return all
}

// start returns the beginning of the unit in which t lies.
func start(u Unit, t time.Time) time.Time {
	y, m, d := t.Date()
	switch u {
	case Week:
		d -= (int(t.Weekday()) + 6) % 7
	case Month:
		d = 1
	case Year:
		m, d = time.January, 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// next returns the beginning of the unit after the one that begins at t.
func next(u Unit, t time.Time) time.Time {
	y, m, d := t.Date()
	switch u {
	case Day:
		d++
	case Week:
		d += 7
	case Month:
		m++
	case Year:
		y++
	}
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// label words a span under its bar; alone is whether all bars lie in one month.
func (s Span) label(u Unit, alone bool) string {
	switch {
	case u == Day && alone:
		return strconv.Itoa(s.From.Day())
	case u == Month:
		return lang.MonthOfYear(s.From)
	case u == Year:
		return s.From.Format("2006")
	}
	return lang.DayOfYear(s.From)
}

// name words a span for its values: "12 November 2026", "2 to 8 November 2026".
func (s Span) name(u Unit) string {
	switch u {
	case Day:
		return lang.WeekdayDay(s.From)
	case Month:
		return lang.MonthOfYearLong(s.From)
	case Year:
		return s.From.Format("2006")
	}
	last := s.To.AddDate(0, 0, -1)
	if last.Before(s.From) {
		last = s.From
	}
	return lang.X("range", "%s to %s", lang.DayOfYear(s.From), lang.Day(last))
}
