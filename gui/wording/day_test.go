package wording

import (
	"testing"
	"time"
)

func TestDaysAreReadAsTheyAreWritten(t *testing.T) {
	noon := time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC)
	want := time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)
	for _, text := range []string{"2026-11-03", "2026-11-3", " 2026/11/3 ", "2026.11.03", "3 Nov 2026",
		"3 November 2026", "Nov 3, 2026", "November 3 2026", "3 Nov", "3  november"} {
		if got, err := ParseDay(text, noon); err != nil || !got.Equal(want) {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "3.11.2026", "11/03/2026", "31 Feb 2026", "yesterday", "2026-13-01",
		"0001-01-01"} {
		if got, err := ParseDay(text, noon); err == nil ||
			err.Error() != "Enter a day such as 2026-11-03 or 3 Nov 2026." {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
}

func FuzzParseDay(f *testing.F) {
	noon := time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC)
	for _, s := range []string{"2026-11-03", "3 Nov 2026", "Nov 3, 2026", "3 Nov", "99999-1-1", "١-١-١"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := ParseDay(s, noon); err == nil && d.Hour()+d.Minute()+d.Second()+d.Nanosecond() != 0 {
			t.Errorf("%q is no midnight: %v", s, d)
		}
	})
}
