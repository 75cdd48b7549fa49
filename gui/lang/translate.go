// Package lang translates the texts of the user interface into the user's language.
//
// English sentences in the source are the keys of the catalogs, as in gettext:
//
//	lang.L("Saved to %s", folder)                  a sentence
//	lang.N("%d clip", "%d clips", n, n)            a sentence with a number, in the plural forms of the language
//	lang.X("verb", "Open")                         a sentence that is ambiguous in English, with a context
//	lang.Mark, lang.Marked                         a sentence in a table, translated when it is shown
//
// Translate whole sentences. Word order differs between languages, so sentences that are joined from parts cannot be
// translated. A translation that needs its values in another order numbers them: "%[2]s". Values are strings: numbers
// of a thousand and more come from Number; amounts, times and states come from package wording.
//
// The process has one language. Use sets it when the program starts, before the window is built; a change takes effect
// at the next start. Package variables must not be initialised with translated text, which a test checks. All functions
// are safe for concurrent use.
//
// Catalogs are PO files (the GNU gettext manual, "The Format of PO Files") in the folder translations. `make
// translations` updates them from the source. Numbers and dates follow the Unicode Common Locale Data Repository.
package lang

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// L translates a sentence. It is a format as in package fmt; go vet checks args as it does for Printf.
func L(sentence string, args ...any) string {
	c := current.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, args...)
	}
	return c.source(sentence, args)
}

// N translates a sentence in the plural form for n. one and other are its English forms. Pass n in args too if the
// sentence shows it.
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

// X translates an ambiguous sentence. context distinguishes its meanings for translators and is never shown.
func X(context, sentence string, args ...any) string {
	c := current.Load()
	if c.catalog != nil {
		return c.catalog.GetC(sentence, context, args...)
	}
	return c.source(sentence, args)
}

// Mark adds a sentence to the catalogs and returns it unchanged. Use it in tables that are initialised before the
// language is set.
func Mark(sentence string) string { return sentence }

// Marked translates a sentence that was passed to Mark. It is not a format. A sentence without a translation is
// returned unchanged.
func Marked(sentence string) string {
	var none []any
	c := current.Load()
	if c.catalog != nil {
		return c.catalog.Get(sentence, none...)
	}
	return c.source(sentence, nil)
}

// source formats a sentence in the language of the source.
func (s *locale) source(sentence string, args []any) string {
	if len(args) > 0 {
		sentence = fmt.Sprintf(sentence, args...)
	}
	if s.pseudo {
		return "\u27e6" + sentence + strings.Repeat("~", utf8.RuneCountInString(sentence)/3) + "\u27e7"
	}
	return sentence
}

// Number formats an integer with the group separators of the language: "12,345", "12.345".
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

// Decimal formats a number with this many decimals and the decimal separator of the language: "1.5", "1,5".
func Decimal(x float64, decimals int) string {
	return current.Load().translator.FmtNumber(x, uint64(decimals))
}

// Separators returns the separators between groups of three digits and before the decimals.
func Separators() (group, decimal string) {
	s := current.Load().formats
	return s.group, s.decimal
}

// CurrencyAfterAmount reports whether the currency sign follows its amount: "2,80 €".
func CurrencyAfterAmount() bool { return current.Load().formats.currencyAfter }

// formats holds the date and number formats of a language that the CLDR data lacks.
type formats struct {
	day, dayLong   string // format of day and month, with the month's short and full name
	year, yearLong string // format of one of these and the year
	weekday        string // format of weekday and date
	numericMonths  bool   // months are numbers
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

// Day formats a date: "21 Nov 2026". All date functions use the location of t.
func Day(t time.Time) string { return withYear(t, DayOfYear(t), false) }

// DayLong formats a date with the month's full name: "21 November 2026".
func DayLong(t time.Time) string { return withYear(t, DayOfYearLong(t), true) }

// DayOfYear formats a date without its year: "21 Nov".
func DayOfYear(t time.Time) string {
	return fmt.Sprintf(current.Load().formats.day, t.Day(), month(t, false))
}

// DayOfYearLong formats a date without its year, with the month's full name: "21 November".
func DayOfYearLong(t time.Time) string {
	return fmt.Sprintf(current.Load().formats.dayLong, t.Day(), month(t, true))
}

// WeekdayDay formats a date with its weekday: "Sat 21 November 2026".
func WeekdayDay(t time.Time) string {
	return fmt.Sprintf(current.Load().formats.weekday, Weekday(t), DayLong(t))
}

// MonthOfYear formats a month with its year: "Nov 2026".
func MonthOfYear(t time.Time) string { return withYear(t, month(t, false), false) }

// MonthOfYearLong formats a month with its year and its full name: "November 2026".
func MonthOfYearLong(t time.Time) string { return withYear(t, month(t, true), true) }

// MonthName returns the name of a month without a year: "November", "11月".
func MonthName(t time.Time) string { return current.Load().translator.MonthWide(t.Month()) }

// Weekday returns the short name of a weekday: "Mon".
func Weekday(t time.Time) string { return current.Load().translator.WeekdayAbbreviated(t.Weekday()) }

// Clock formats the time of day: "14:02". All languages use the 24-hour clock.
func Clock(t time.Time) string { return t.Format("15:04") }

// month returns the name of a month as it appears in dates.
func month(t time.Time, long bool) string {
	switch {
	case current.Load().formats.numericMonths:
		return strconv.Itoa(int(t.Month())) + "月"
	case long:
		return MonthName(t)
	}
	return current.Load().translator.MonthAbbreviated(t.Month())
}

// withYear appends or prepends the year to a formatted day or month.
func withYear(t time.Time, date string, long bool) string {
	s := current.Load().formats
	if long {
		return fmt.Sprintf(s.yearLong, date, t.Year())
	}
	return fmt.Sprintf(s.year, date, t.Year())
}
