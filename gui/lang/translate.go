// Package lang says what the window says in the language that the person reads.
//
// The English sentences stand in the source and are the keys of the catalogs, as in gettext:
//
//	lang.L("Saved to %s", folder)                  a sentence
//	lang.N("%d clip", "%d clips", n, n)            a sentence with a number, in the plural forms of the language
//	lang.X("verb", "Open")                         a sentence whose English alone does not say what is meant
//	lang.Mark, lang.Marked                         a sentence in a table, translated where it is shown
//
// A sentence is whole: other languages order their words otherwise, so that sentences glued from pieces cannot be
// translated. Where a translation needs another order of its values it numbers them: "%[2]s". Values are words by then:
// numbers that may reach a thousand come from Number, amounts, times and states from package wording.
//
// The language is one for the process, as it is for the toolkit and for the person: Use chooses it when the program
// starts, before the window is built, and another one takes effect at the next start. Nothing may translate before
// that, so no variable of a package is initialised with a translated sentence; a test holds it. All functions are safe
// for concurrent use.
//
// Catalogs are PO files (the GNU gettext manual, "The Format of PO Files") in the folder translations, which `make
// translations` keeps in step with the source. Numbers and dates follow the Unicode Common Locale Data Repository.
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
	c := current.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, args...)
	}
	return c.source(sentence, args)
}

// N says a sentence in the plural form for n: one and other are its English forms. n itself is given in args where it
// is shown.
func N(one, other string, n int, args ...any) string {
	c := current.Load()
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
	c := current.Load()
	if c.catalog != nil {
		return c.catalog.GetC(sentence, context, args...)
	}
	return c.source(sentence, args)
}

// Mark makes a sentence known to the catalogs and returns it as it is: for tables that are made before a language is
// chosen.
func Mark(sentence string) string { return sentence }

// Marked says a sentence that was marked elsewhere, and is no format. What no catalog has is said as it is.
func Marked(sentence string) string {
	var none []any
	c := current.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, none...)
	}
	return c.source(sentence, nil)
}

// source says a sentence in the language of the source.
func (s *locale) source(sentence string, args []any) string {
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
	return current.Load().translator.FmtNumber(x, uint64(decimals))
}

// Separators returns what stands between groups of three digits, and before the decimals.
func Separators() (group, decimal string) {
	s := current.Load().formats
	return s.group, s.decimal
}

// AmountAfter reports whether the sign of a currency stands after its amount: "2,80 €".
func CurrencyAfterAmount() bool { return current.Load().formats.currencyAfter }

// shapes is how a language writes dates and numbers where the CLDR's names alone do not say it.
type formats struct {
	day, dayLong   string // day and month, with the month's short and full name
	year, yearLong string // either of them and the year
	weekday        string // the weekday and a date
	numericMonths  bool   // months are numbers, in both lengths
	group, decimal string
	currencyAfter  bool
}

var (
	englishFormats = formats{day: "%d %s", dayLong: "%d %s", year: "%s %d", yearLong: "%s %d", weekday: "%s %s",
		group: ",", decimal: "."}
	germanFormats = formats{
		day: "%d. %s", dayLong: "%d. %s", year: "%s %d", yearLong: "%s %d", weekday: "%s, %s", group: ".", decimal: ",",
		currencyAfter: true,
	}
	spanishFormats = formats{
		day: "%d %s", dayLong: "%d de %s", year: "%s %d", yearLong: "%s de %d", weekday: "%s, %s", group: ".",
		decimal: ",", currencyAfter: true,
	}
	eastAsianFormats = formats{
		day: "%[2]s%[1]d日", dayLong: "%[2]s%[1]d日", year: "%[2]d年%[1]s", yearLong: "%[2]d年%[1]s", weekday: "%[2]s%[1]s",
		numericMonths: true, group: ",", decimal: ".",
	}
)

// Day writes a date: "21 Nov 2026". All functions of dates take the moment in the location that is to be shown.
func Day(t time.Time) string { return withYear(t, DayOfYear(t), false) }

// DayLong writes a date with the month's full name: "21 November 2026".
func DayLong(t time.Time) string { return withYear(t, DayOfYearLong(t), true) }

// DayOfYear writes a date without its year: "21 Nov".
func DayOfYear(t time.Time) string {
	return fmt.Sprintf(current.Load().formats.day, t.Day(), month(t, false))
}

// DayOfYearLong writes a date without its year, with the month's full name: "21 November".
func DayOfYearLong(t time.Time) string {
	return fmt.Sprintf(current.Load().formats.dayLong, t.Day(), month(t, true))
}

// WeekdayDay writes a date with its weekday: "Sat 21 November 2026".
func WeekdayDay(t time.Time) string {
	return fmt.Sprintf(current.Load().formats.weekday, Weekday(t), DayLong(t))
}

// MonthOfYear writes a month with its year: "Nov 2026".
func MonthOfYear(t time.Time) string { return withYear(t, month(t, false), false) }

// MonthOfYearLong writes a month with its year: "November 2026".
func MonthOfYearLong(t time.Time) string { return withYear(t, month(t, true), true) }

// MonthName writes a month alone: "November", "11月".
func MonthName(t time.Time) string { return current.Load().translator.MonthWide(t.Month()) }

// Weekday writes the short name of a day of the week: "Mon".
func Weekday(t time.Time) string { return current.Load().translator.WeekdayAbbreviated(t.Weekday()) }

// Clock writes the time of day with 24 hours, as all languages of the window do: "14:02".
func Clock(t time.Time) string { return t.Format("15:04") }

// month is the name of a month as dates have it.
func month(t time.Time, long bool) string {
	switch {
	case current.Load().formats.numericMonths:
		return strconv.Itoa(int(t.Month())) + "月"
	case long:
		return MonthName(t)
	}
	return current.Load().translator.MonthAbbreviated(t.Month())
}

// ofYear writes a day or a month with its year.
func withYear(t time.Time, date string, long bool) string {
	s := current.Load().formats
	if long {
		return fmt.Sprintf(s.yearLong, date, t.Year())
	}
	return fmt.Sprintf(s.year, date, t.Year())
}
