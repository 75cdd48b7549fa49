package budget

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"viviscope/db"
)

func p(n int64) *int64 { return &n }

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
		"nothing is limited":            {Limits{}, Used{5, 5}, []*int64{p(9)}, None, 0, false, false},
		"it fits":                       {Limits{Month: p(600), WarnPercent: 80}, Used{0, 200}, []*int64{p(30)}, None, 370, false, false},
		"to the last digit":             {Limits{Month: p(600), WarnPercent: 80}, Used{0, 570}, []*int64{p(30)}, None, 0, true, false},
		"one too many":                  {Limits{Month: p(600), WarnPercent: 80}, Used{0, 571}, []*int64{p(30)}, Month, -1, true, false},
		"the share from which to warn":  {Limits{Month: p(1000), WarnPercent: 80}, Used{0, 700}, []*int64{p(100)}, None, 200, true, false},
		"just below that share":         {Limits{Month: p(1000), WarnPercent: 80}, Used{0, 700}, []*int64{p(99)}, None, 201, false, false},
		"an odd limit warns from above": {Limits{Day: p(99), WarnPercent: 50}, Used{49, 0}, nil, None, 50, false, false},
		"the day goes first":            {Limits{Day: p(50), Month: p(600)}, Used{40, 40}, []*int64{p(30)}, Day, -20, false, false},
		"the worse one is named":        {Limits{Day: p(50), Month: p(20)}, Used{40, 40}, []*int64{p(30)}, Month, -50, false, false},
		"unknown, and something left":   {Limits{Month: p(600)}, Used{0, 599}, []*int64{nil}, None, 1, false, false},
		"unknown, and nothing left":     {Limits{Month: p(600)}, Used{0, 600}, []*int64{nil}, Month, 0, false, false},
		"above the click's limit":       {Limits{Click: p(10)}, Used{}, []*int64{p(6), p(5)}, None, 0, false, true},
		"the click's limit itself":      {Limits{Click: p(11)}, Used{}, []*int64{p(6), p(5)}, None, 0, false, false},
		"unknown may be above":          {Limits{Click: p(11)}, Used{}, []*int64{nil}, None, 0, false, true},
		"a limit of nothing":            {Limits{Month: p(0)}, Used{}, []*int64{p(1)}, Month, -1, false, false},
		"what is given back makes room": {Limits{Month: p(10), WarnPercent: 80}, Used{0, -5}, []*int64{p(15)}, None, 0, true, false},
		"sums that do not fit":          {Limits{Month: p(10)}, Used{0, math.MaxInt64}, []*int64{p(math.MaxInt64), p(5)}, Month, 10 - math.MaxInt64, false, false},
	} {
		v := c.l.Judge(c.u, c.prices)
		if v.Over.Scope != c.over || v.Near.Micros != c.left || v.Near.Warn != c.warn || v.Above != c.above {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestTheSandboxHasNoLimits(t *testing.T) {
	if l := Of(db.Profile{Sandbox: true, BudgetMicros: p(1), ConfirmMicros: p(1)}); l.Watched() || l.Click != nil {
		t.Errorf("%+v", l)
	}
	if l := Of(db.Profile{DayBudgetMicros: p(1)}); !l.Watched() || l.WarnPercent != 80 {
		t.Errorf("%+v", l)
	}
}

// Whatever is asked for: what a plan lets go stays within the limits, and what it holds would not have.
func TestPlanKeepsToTheLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := func(name string) *int64 {
			if rapid.Bool().Draw(t, name) {
				return nil
			}
			return p(rapid.Int64Range(0, 100).Draw(t, name+" limit"))
		}
		l := Limits{Day: limit("day"), Month: limit("month")}
		u := Used{Day: rapid.Int64Range(0, 120).Draw(t, "day used"), Month: rapid.Int64Range(0, 120).Draw(t, "month used")}
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
			fits := (l.Day == nil || next.Day <= *l.Day) && (l.Month == nil || next.Month <= *l.Month)
			if held == fits {
				t.Fatalf("job %d held %v at %+v", i, held, at)
			}
			if fits {
				at = next
			}
		}
	})
}
