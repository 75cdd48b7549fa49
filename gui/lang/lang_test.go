package lang

import (
	"strings"
	"testing"
	"time"
)

// speak makes tag the language for the length of a test.
func useLanguage(t *testing.T, tag string) {
	t.Helper()
	if err := Use(tag); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = Use("en") })
}

func TestDatesAndNumbersPerLanguage(t *testing.T) {
	at := time.Date(2026, 11, 7, 14, 2, 0, 0, time.UTC)
	for _, row := range []struct{ tag, day, dayLong, ofYear, month, weekday, number, decimal string }{
		{"en", "7 Nov 2026", "7 November 2026", "7 Nov", "Nov 2026", "Sat 7 November 2026", "-1,234,567", "1.50"},
		{"zh-CN", "2026年11月7日", "2026年11月7日", "11月7日", "2026年11月", "2026年11月7日周六", "-1,234,567", "1.50"},
		{"ja", "2026年11月7日", "2026年11月7日", "11月7日", "2026年11月", "2026年11月7日土", "-1,234,567", "1.50"},
		{"de", "7. Nov. 2026", "7. November 2026", "7. Nov.", "Nov. 2026", "Sa., 7. November 2026", "-1.234.567",
			"1,50"},
		{"es", "7 nov. 2026", "7 de noviembre de 2026", "7 nov.", "nov. 2026", "sáb., 7 de noviembre de 2026",
			"-1.234.567", "1,50"},
	} {
		t.Run(row.tag, func(t *testing.T) {
			useLanguage(t, row.tag)
			got := []string{Day(at), DayLong(at), DayOfYear(at), MonthOfYear(at), WeekdayDay(at), Number(-1234567),
				Decimal(1.5, 2), Number(999), Clock(at)}
			want := []string{row.day, row.dayLong, row.ofYear, row.month, row.weekday, row.number, row.decimal, "999",
				"14:02"}
			for i := range want {
				if strings.TrimSuffix(got[i], ".") != strings.TrimSuffix(want[i], ".") {
					t.Errorf("%d: %q, want %q", i, got[i], want[i])
				}
			}
		})
	}
}

func TestEnglishReturnsSourceText(t *testing.T) {
	if got := L("Saved to %s", "/here"); got != "Saved to /here" {
		t.Errorf("L: %q", got)
	}
	if one, two := N("%d clip", "%d clips", 1, 1), N("%d clip", "%d clips", 2, 2); one != "1 clip" || two != "2 clips" {
		t.Errorf("N: %q, %q", one, two)
	}
	if got := X("verb", "Open"); got != "Open" {
		t.Errorf("X: %q", got)
	}
	if got := Marked(Mark("Half %d")); got != "Half %d" {
		t.Errorf("Marked: %q", got)
	}
}

func TestUseRejectsUnknownTagAndKeepsLanguage(t *testing.T) {
	useLanguage(t, "de")
	if err := Use("tlh"); err == nil || Current() != "de" {
		t.Errorf("use of an unknown language: %v, and now %s is spoken", err, Current())
	}
}

func TestNearestLanguage(t *testing.T) {
	for _, l := range Languages() {
		for _, wanted := range [][]string{{l.Tag}, {strings.ReplaceAll(l.Tag, "-", "_") + ".UTF-8"},
			{"tlh_KX", l.Tag}} {
			if got := Nearest(wanted...); got != l.Tag {
				t.Errorf("Nearest(%q) = %s, want %s", wanted, got, l.Tag)
			}
		}
	}
	for _, row := range []struct {
		wanted []string
		want   string
	}{
		{[]string{"de_AT.UTF-8@euro"}, "de"}, {[]string{"es_MX"}, "es"}, {[]string{"zh-Hans-SG"}, "zh-CN"},
		{[]string{"en_US"}, "en"}, {[]string{"tlh_KX"}, "en"},
		{[]string{"C"}, "en"}, {[]string{"C.UTF-8"}, "en"}, {[]string{"POSIX"}, "en"}, {[]string{""}, "en"},
		{nil, "en"}, {[]string{"!!"}, "en"},
	} {
		if got := Nearest(row.wanted...); got != row.want {
			t.Errorf("Nearest(%q) = %s, want %s", row.wanted, got, row.want)
		}
	}
}

func TestPseudoLanguageBracketsTranslations(t *testing.T) {
	useLanguage(t, Pseudo)
	if got := L("Saved to %s", "/here"); !strings.HasPrefix(got, "\u27e6Saved to /here") ||
		!strings.HasSuffix(got, "\u27e7") {
		t.Errorf("L: %q", got)
	}
}

func TestEveryLanguageHasACatalog(t *testing.T) {
	for _, l := range Languages() {
		useLanguage(t, l.Tag)
		if Current() != l.Tag {
			t.Errorf("%s is not spoken", l.Tag)
		}
	}
}
