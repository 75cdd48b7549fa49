// Package lang says what the window says in the language that the person reads.
//
// The English sentences stand in the source and are the keys of the catalogs, as in gettext:
//
//	lang.L("Saved to %s", folder)                  a sentence
//	lang.N("%d clip", "%d clips", n, n)            a sentence with a number, in the plural forms of the language
//	lang.X("verb", "Open")                         a sentence whose English alone does not say what is meant
//	lang.Mark, lang.Marked                         a sentence in a table, translated where it is shown
//
// A sentence is whole: other languages order their words otherwise, so that sentences glued from pieces cannot be translated.
// Where a translation needs another order of its values it numbers them: "%[2]s". Values are words by then: numbers that may
// reach a thousand come from Number, amounts, times and states from package wording.
//
// The language is one for the process, as it is for the toolkit and for the person: Use chooses it when the program starts, before
// the window is built, and another one takes effect at the next start. Nothing may translate before that, so no variable of a package is
// initialised with a translated sentence; a test holds it. All functions are safe for concurrent use.
//
// Catalogs are PO files (the GNU gettext manual, "The Format of PO Files") in the folder translations, which `make translations` keeps in step with the source. Numbers and dates
// follow the Unicode Common Locale Data Repository.
package lang

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// L says a sentence: a format as in package fmt, whose args go vet checks as it does Printf's.
func L(sentence string, args ...any) string {
	c := inUse.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, args...)
	}
	return c.source(sentence, args)
}

// N says a sentence in the plural form for n: one and other are its English forms. n itself is given in args where it is shown.
func N(one, other string, n int, args ...any) string {
	c := inUse.Load()
	switch {
	case c.catalog != nil:
		return c.catalog.GetN(one, other, n, args...)
	case n == 1:
		return c.source(one, args)
	}
	return c.source(other, args)
}

// X says a sentence that means something else elsewhere: context tells translators which is meant, and is never shown.
func X(context, sentence string, args ...any) string {
	c := inUse.Load()
	if c.catalog != nil {
		return c.catalog.GetC(sentence, context, args...)
	}
	return c.source(sentence, args)
}

// Mark makes a sentence known to the catalogs and returns it as it is: for tables that are made before a language is chosen.
func Mark(sentence string) string { return sentence }

// Marked says a sentence that was marked elsewhere, and is no format. What no catalog has is said as it is.
func Marked(sentence string) string {
	var none []any
	c := inUse.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, none...)
	}
	return c.source(sentence, nil)
}

// source says a sentence in the language of the source.
func (s *spoken) source(sentence string, args []any) string {
	if len(args) > 0 {
		sentence = fmt.Sprintf(sentence, args...)
	}
	if s.pseudo {
		return "\u27e6" + sentence + strings.Repeat("~", utf8.RuneCountInString(sentence)/3) + "\u27e7"
	}
	return sentence
}

// Number writes a whole number with the separators of the language: "12,345", "12.345".
func Number[T ~int | ~int32 | ~int64 | ~uint64](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	group, _ := Separators()
	first := 0
	if digits[0] == '-' {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + group + digits[i:]
	}
	return digits
}

// Decimal writes a number with the given count of decimals and the separator of the language: "1.5", "1,5".
func Decimal(x float64, decimals int) string {
	return inUse.Load().local.FmtNumber(x, uint64(decimals))
}

// Separators returns what stands between groups of three digits, and before the decimals.
func Separators() (group, decimal string) {
	s := inUse.Load().shapes
	return s.group, s.decimal
}

// AmountAfter reports whether the sign of a currency stands after its amount: "2,80 €".
func AmountAfter() bool { return inUse.Load().shapes.signAfter }

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
