package lang

import (
	"fmt"
	"strconv"
	"time"
)

// shapes is how a language writes dates and numbers where the CLDR's names alone do not say it: its skeletons yMMMd, MMMd,
// yMMM, and the like. Each date shape is a format of day, month's name, year by number: %[1]s, %[2]s, %[3]s.
type shapes struct {
	day, dayLong         string // with the year; the month's short or full name
	dayOfYear, dayOfLong string // without it
	month, monthLong     string // month and year
	weekdayDay           string // the weekday's name (%[4]s) and dayLong
	numbers              bool   // months are numbers, in both lengths
	group, decimal       string
	signAfter            bool
}

var (
	englishShapes = shapes{
		day: "%[1]s %[2]s %[3]s", dayLong: "%[1]s %[2]s %[3]s", dayOfYear: "%[1]s %[2]s", dayOfLong: "%[1]s %[2]s",
		month: "%[2]s %[3]s", monthLong: "%[2]s %[3]s", weekdayDay: "%[4]s %[1]s %[2]s %[3]s", group: ",", decimal: ".",
	}
	germanShapes = shapes{
		day: "%[1]s. %[2]s %[3]s", dayLong: "%[1]s. %[2]s %[3]s", dayOfYear: "%[1]s. %[2]s", dayOfLong: "%[1]s. %[2]s",
		month: "%[2]s %[3]s", monthLong: "%[2]s %[3]s", weekdayDay: "%[4]s, %[1]s. %[2]s %[3]s", group: ".", decimal: ",", signAfter: true,
	}
	spanishShapes = shapes{
		day: "%[1]s %[2]s %[3]s", dayLong: "%[1]s de %[2]s de %[3]s", dayOfYear: "%[1]s %[2]s", dayOfLong: "%[1]s de %[2]s",
		month: "%[2]s %[3]s", monthLong: "%[2]s de %[3]s", weekdayDay: "%[4]s, %[1]s de %[2]s de %[3]s", group: ".", decimal: ",", signAfter: true,
	}
	chineseShapes = shapes{
		day: "%[3]s年%[2]s月%[1]s日", dayLong: "%[3]s年%[2]s月%[1]s日", dayOfYear: "%[2]s月%[1]s日", dayOfLong: "%[2]s月%[1]s日",
		month: "%[3]s年%[2]s月", monthLong: "%[3]s年%[2]s月", weekdayDay: "%[3]s年%[2]s月%[1]s日%[4]s", numbers: true, group: ",", decimal: ".",
	}
	japaneseShapes = shapes{
		day: "%[3]s年%[2]s月%[1]s日", dayLong: "%[3]s年%[2]s月%[1]s日", dayOfYear: "%[2]s月%[1]s日", dayOfLong: "%[2]s月%[1]s日",
		month: "%[3]s年%[2]s月", monthLong: "%[3]s年%[2]s月", weekdayDay: "%[3]s年%[2]s月%[1]s日%[4]s", numbers: true, group: ",", decimal: ".",
	}
)

// Day writes a date: "21 Nov 2026". All functions of dates take the moment in the location that is to be shown.
func Day(t time.Time) string { return shape(t, false, func(s shapes) string { return s.day }) }

// DayLong writes a date with the month's full name: "21 November 2026".
func DayLong(t time.Time) string { return shape(t, true, func(s shapes) string { return s.dayLong }) }

// DayOfYear writes a date without its year: "21 Nov".
func DayOfYear(t time.Time) string {
	return shape(t, false, func(s shapes) string { return s.dayOfYear })
}

// DayOfYearLong writes a date without its year, with the month's full name: "21 November".
func DayOfYearLong(t time.Time) string {
	return shape(t, true, func(s shapes) string { return s.dayOfLong })
}

// WeekdayDay writes a date with its weekday: "Sat 21 November 2026".
func WeekdayDay(t time.Time) string {
	return shape(t, true, func(s shapes) string { return s.weekdayDay })
}

// MonthOfYear writes a month with its year: "Nov 2026".
func MonthOfYear(t time.Time) string {
	return shape(t, false, func(s shapes) string { return s.month })
}

// MonthOfYearLong writes a month with its year: "November 2026".
func MonthOfYearLong(t time.Time) string {
	return shape(t, true, func(s shapes) string { return s.monthLong })
}

// MonthName writes a month alone: "November", "11月".
func MonthName(t time.Time) string { return inUse.Load().local.MonthWide(t.Month()) }

// MonthNameShort writes a month alone: "Nov", "11月".
func MonthNameShort(t time.Time) string { return inUse.Load().local.MonthAbbreviated(t.Month()) }

// Weekday writes the short name of a day of the week: "Mon".
func Weekday(t time.Time) string { return inUse.Load().local.WeekdayAbbreviated(t.Weekday()) }

// Clock writes the time of day with 24 hours, as all languages of the window do: "14:02".
func Clock(t time.Time) string { return t.Format("15:04") }

func shape(t time.Time, long bool, of func(shapes) string) string {
	s := inUse.Load()
	month := s.local.MonthAbbreviated(t.Month())
	switch {
	case s.shapes.numbers:
		month = strconv.Itoa(int(t.Month()))
	case long:
		month = s.local.MonthWide(t.Month())
	}
	return fmt.Sprintf(of(s.shapes), strconv.Itoa(t.Day()), month, strconv.Itoa(t.Year()), s.local.WeekdayAbbreviated(t.Weekday()))
}
