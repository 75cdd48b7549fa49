package jobs

import (
	"math"
	"testing"
	"time"
	_ "time/tzdata" // time zones on every machine

	"pgregory.net/rapid"

	"viviscope/db/search"
)

func pm(n int64) *int64 { return &n }

func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		l      Limits
		u      Used
		prices []*int64
		over   Scope
		left   int64 // of the tightest
		warn   bool
		above  bool
	}{
		"nothing is limited": {Limits{}, Used{5, 5}, []*int64{pm(9)}, ScopeNone, 0, false, false},
		"it fits": {Limits{Month: pm(600), WarnPercent: 80}, Used{0, 200}, []*int64{pm(30)},
			ScopeNone, 370, false, false},
		"to the last digit": {Limits{Month: pm(600), WarnPercent: 80}, Used{0, 570}, []*int64{pm(30)},
			ScopeNone, 0, true, false},
		"one too many": {Limits{Month: pm(600), WarnPercent: 80}, Used{0, 571}, []*int64{pm(30)},
			ScopeMonth, -1, true, false},
		"the share from which to warn": {Limits{Month: pm(1000), WarnPercent: 80}, Used{0, 700}, []*int64{pm(100)},
			ScopeNone, 200, true, false},
		"just below that share": {Limits{Month: pm(1000), WarnPercent: 80}, Used{0, 700}, []*int64{pm(99)},
			ScopeNone, 201, false, false},
		"an odd limit warns from above": {Limits{Day: pm(99), WarnPercent: 50}, Used{49, 0}, nil, ScopeNone, 50, false,
			false},
		"the day goes first": {Limits{Day: pm(50), Month: pm(600)}, Used{40, 40}, []*int64{pm(30)}, ScopeDay,
			-20, false, false},
		"the worse one is named": {Limits{Day: pm(50), Month: pm(20)}, Used{40, 40}, []*int64{pm(30)},
			ScopeMonth, -50, false, false},
		"unknown, and something left": {Limits{Month: pm(600)}, Used{0, 599}, []*int64{nil}, ScopeNone, 1, false,
			false},
		"unknown, and nothing left": {Limits{Month: pm(600)}, Used{0, 600}, []*int64{nil}, ScopeMonth, 0, false,
			false},
		"above the click's limit": {Limits{Click: pm(10)}, Used{}, []*int64{pm(6), pm(5)}, ScopeNone, 0, false,
			true},
		"the click's limit itself": {Limits{Click: pm(11)}, Used{}, []*int64{pm(6), pm(5)}, ScopeNone, 0, false,
			false},
		"unknown may be above": {Limits{Click: pm(11)}, Used{}, []*int64{nil}, ScopeNone, 0, false, true},
		"a limit of nothing":   {Limits{Month: pm(0)}, Used{}, []*int64{pm(1)}, ScopeMonth, -1, false, false},
		"what is given back makes room": {Limits{Month: pm(10), WarnPercent: 80}, Used{0, -5}, []*int64{pm(15)},
			ScopeNone, 0, true, false},
		"sums that do not fit": {Limits{Month: pm(10)}, Used{0, math.MaxInt64},
			[]*int64{pm(math.MaxInt64), pm(5)}, ScopeMonth, 10 - math.MaxInt64, false, false},
	} {
		v := c.l.Judge(c.u, c.prices)
		if v.Over.Scope != c.over || v.Near.Micros != c.left || v.Near.Warn != c.warn || v.AboveClickLimit != c.above {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// The jobs that a plan sends stay within the limits, and each job that it holds would have exceeded them.
func TestPlanStaysWithinLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := func(name string) *int64 {
			if rapid.Bool().Draw(t, name) {
				return nil
			}
			return pm(rapid.Int64Range(0, 100).Draw(t, name+" limit"))
		}
		l := Limits{Day: limit("day"), Month: limit("month")}
		u := Used{Day: rapid.Int64Range(0, 120).Draw(t, "day used"),
			Month: rapid.Int64Range(0, 120).Draw(t, "month used")}
		var prices []*int64
		for range rapid.IntRange(0, 12).Draw(t, "jobs") {
			price := limit("price")
			prices = append(prices, price)
		}
		at := u
		for i, held := range l.Plan(u, prices) {
			if prices[i] == nil {
				full := l.Day != nil && at.Day >= *l.Day || l.Month != nil && at.Month >= *l.Month
				if held != full {
					t.Fatalf("job %d of unknown price held %v at %+v", i, held, at)
				}
				continue
			}
			next := Used{at.Day + *prices[i], at.Month + *prices[i]}
			fits := *prices[i] == 0 || (l.Day == nil || next.Day <= *l.Day) &&
				(l.Month == nil || next.Month <= *l.Month)
			if held == fits {
				t.Fatalf("job %d held %v at %+v", i, held, at)
			}
			if fits {
				at = next
			}
		}
	})
}

func TestBeginOfDay(t *testing.T) {
	for zone, days := range map[string][]string{
		"America/Santiago":    {"2026-04-05", "2026-09-06"}, // midnight comes twice; there is no 0:00
		"America/Havana":      {"2026-11-01", "2026-03-08"}, // 0:30 comes twice; there is no 0:00
		"Africa/Cairo":        {"2026-10-30", "2026-04-24"},
		"Asia/Beirut":         {"2026-10-25", "2026-03-29"},
		"Australia/Lord_Howe": {"2026-04-05", "2026-10-04"},
		"Europe/Berlin":       {"2026-10-25", "2026-03-29"},
		"Pacific/Apia":        {"2011-12-31"}, // the day before was left out
	} {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range days {
			day, err := time.Parse(time.DateOnly, text)
			if err != nil {
				t.Fatal(err)
			}
			y, m, d := day.Date()
			begin := search.StartOfDay(y, m, d, in)
			if got := begin.Format(time.DateOnly); got != text {
				t.Errorf("%s: %s begins at %s", zone, text, begin)
			}
			for at := begin.Add(-3 * time.Hour); at.Before(begin); at = at.Add(time.Minute) {
				if at.Format(time.DateOnly) == text {
					t.Errorf("%s: %s is before %s, and of that day", zone, at, begin)
					break
				}
			}
		}
	}
}
