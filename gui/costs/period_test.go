package costs

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"viviscope/gui/wording"
)

func on(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func TestAPeriodIsNamedAsPeopleDo(t *testing.T) {
	for want, p := range map[string]period{
		"November 2026":             monthOf(noon),
		"2026":                      {on(2026, 1, 1), on(2027, 1, 1)},
		"3 November 2026":           {on(2026, 11, 3), on(2026, 11, 4)},
		"3 to 18 Nov 2026":          {on(2026, 11, 3), on(2026, 11, 19)},
		"28 Oct to 3 Nov 2026":      {on(2026, 10, 28), on(2026, 11, 4)},
		"30 Dec 2025 to 2 Jan 2026": {on(2025, 12, 30), on(2026, 1, 3)},
		"1 Sep to 30 Nov 2026":      {on(2026, 9, 1), on(2026, 12, 1)},
	} {
		if got := p.title(); got != want {
			t.Errorf("%v to %v is named %q, want %q", p.from, p.to, got, want)
		}
	}
}

func TestStepsGoByMonthsOrByDays(t *testing.T) {
	for _, c := range []struct{ p, before period }{
		{monthOf(on(2026, 3, 15)), monthOf(on(2026, 2, 1))},
		{period{on(2026, 1, 1), on(2027, 1, 1)}, period{on(2025, 1, 1), on(2026, 1, 1)}},
		{period{on(2026, 11, 8), on(2026, 11, 15)}, period{on(2026, 11, 1), on(2026, 11, 8)}},
	} {
		if got := c.p.step(-1); !got.same(c.before) {
			t.Errorf("before %s: %s, want %s", c.p.title(), got.title(), c.before.title())
		}
	}
}

// A step back and one forth lead to where one was, also over the hours that summer takes and gives.
func TestAStepBackAndForthEndsWhereItBegan(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones here")
	}
	rapid.Check(t, func(t *rapid.T) {
		from := time.Date(2026, 1, 1, 0, 0, 0, 0, berlin).AddDate(0, 0, rapid.IntRange(0, 700).Draw(t, "day"))
		p := period{from, from.AddDate(0, 0, rapid.IntRange(1, 400).Draw(t, "days"))}
		if back := p.step(-1); !back.to.Equal(p.from) || !back.step(1).from.Equal(p.from) {
			t.Fatalf("from %v to %v: before %v to %v", p.from, p.to, back.from, back.to)
		}
	})
}

func TestTwoDaysMakeAPeriodWithBoth(t *testing.T) {
	p, err := between(on(2026, 11, 3), on(2026, 11, 3))
	if err != nil || p.days() != 1 {
		t.Errorf("one day: %v, %v", p, err)
	}
	if _, err := between(on(2026, 11, 4), on(2026, 11, 3)); err == nil ||
		err.Error() != "The last day is before the first." {
		t.Errorf("backwards: %v", err)
	}
	if _, err := between(on(1970, 1, 1), on(2100, 1, 1)); err == nil ||
		err.Error() != "A period can be at most 100 years." {
		t.Errorf("too long: %v", err)
	}
}

func TestPresetsEndWithTodayOrWithAMonth(t *testing.T) {
	want := map[string]string{"This month": "November 2026", "Last month": "October 2026", "Today": "21 November 2026",
		"Last 7 days": "15 to 21 Nov 2026", "Last 90 days": "24 Aug to 21 Nov 2026", "This year": "2026",
		"Last year": "2025"}
	for _, p := range presets(noon) {
		if got := p.period.title(); got != want[p.word] {
			t.Errorf("%s is %s, want %s", p.word, got, want[p.word])
		}
	}
}

// Where clocks are set forward at midnight a day begins at one: the days of a period are cut there, and there is an end
// to them.
func TestADayEndsAfterItBeganWhereThereIsNoMidnight(t *testing.T) {
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Skip("no time zones here")
	}
	for at := time.Date(2024, 9, 7, 0, 0, 0, 0, santiago); at.Day() < 10; at = at.Add(30 * time.Minute) {
		for u := oneDay; u <= oneYear; u++ {
			if p := spanOf(u, at); !p.has(at) || p.from.Day() != at.Day() && u == oneDay {
				t.Fatalf("%v is not in its own part %v to %v", at, p.from, p.to)
			}
		}
	}
}

// The same where a period is chosen, moved and worded: each of its days is whole, and none is another one.
func TestAPeriodEndsWithItsLastDayWhereThereIsNoMidnight(t *testing.T) {
	in, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Skip("no time zones here")
	}
	at := func(d, hour int) time.Time { return time.Date(2018, time.November, d, hour, 0, 0, 0, in) }
	now, begin := at(4, 12), at(4, 1) // there is no 0:00
	if got, err := wording.ParseDay("2018-11-04", now); err != nil || !got.Equal(begin) {
		t.Errorf("the day is read as %v, %v", got, err)
	}
	today, week := presets(now)[2].period, presets(now)[3].period
	for what, c := range map[string]struct{ got, want period }{
		"today":          {today, period{begin, at(5, 0)}},
		"yesterday":      {today.step(-1), period{at(3, 0), begin}},
		"tomorrow":       {today.step(1), period{at(5, 0), at(6, 0)}},
		"seven days":     {week, period{time.Date(2018, time.October, 29, 0, 0, 0, 0, in), at(5, 0)}},
		"the next seven": {week.step(1), period{at(5, 0), at(12, 0)}},
		"the day, chosen": {func() period {
			p, _ := between(at(3, 5), at(4, 5))
			return p
		}(), period{at(3, 0), at(5, 0)}},
	} {
		if !c.got.same(c.want) {
			t.Errorf("%s is %v to %v", what, c.got.from, c.got.to)
		}
	}
	if words := (period{begin, at(5, 0)}).title(); words != "4 November 2018" || today.step(-1).last().Day() != 3 ||
		today.last().Day() != 4 {
		t.Errorf("%q, the last days are %v and %v", words, today.step(-1).last(), today.last())
	}
}
