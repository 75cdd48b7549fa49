package jobs

import "viviscope/db"

// The arithmetic of what a profile may cost, by click, by day and by month: amounts in, verdicts out, in micro-units
// of one currency.

// Limits are what a profile may cost. A nil limit is none.
type Limits struct {
	Click, Day, Month *int64
	WarnPercent       int // share of a day's or a month's limit from which a person is warned
}

// LimitsOf returns the limits of a profile. The sandbox has them too: they hold its play money, so that they can be
// learned for free.
func LimitsOf(p db.Profile) Limits {
	return Limits{p.ConfirmMicros, p.DayBudgetMicros, p.BudgetMicros, p.WarnPercent}
}

// Watched reports whether what is used needs to be known.
func (l Limits) Watched() bool { return l.Day != nil || l.Month != nil }

// Used is what counts against the limits of today and of this month.
type Used struct{ Day, Month int64 }

// Scope is what a limit is for.
type Scope string

// The scopes of a limit.
const (
	ScopeNone  Scope = ""
	ScopeClick Scope = "click"
	ScopeDay   Scope = "day"
	ScopeMonth Scope = "month"
)

// Left is what a limit leaves.
type Left struct {
	Scope  Scope
	Limit  int64
	Micros int64 // below 0 where it is passed
	Warn   bool  // the share from which a person is warned is reached
}

// Verdict is what limits say of a click.
type Verdict struct {
	Over  Left // the limit of day or month that the click passes, by the most; ScopeNone where it passes none
	Near  Left // the tightest limit that it leaves, or None where there is none
	Above bool // the click costs more than one may without a question
}

// Judge says what becomes of the limits with a click. prices are those of its jobs; nil is one that nobody knows:
// such a click passes a limit of day or month where nothing is left of it, and may be above any limit of a click.
func (l Limits) Judge(u Used, prices []*int64) Verdict {
	sum, known := sumOf(prices)
	v := Verdict{Above: l.Click != nil && len(prices) > 0 && (!known || sum > *l.Click)}
	for _, s := range []struct {
		scope Scope
		limit *int64
		used  int64
	}{{ScopeDay, l.Day, u.Day}, {ScopeMonth, l.Month, u.Month}} {
		if s.limit == nil {
			continue
		}
		used := db.Sum(s.used, sum)
		left := Left{s.scope, *s.limit, *s.limit - used, l.warns(used, *s.limit)}
		over := left.Micros < 0 || !known && left.Micros <= 0
		if over && (v.Over.Scope == ScopeNone || left.Micros < v.Over.Micros) {
			v.Over = left
		}
		if v.Near.Scope == ScopeNone || left.Micros < v.Near.Micros {
			v.Near = left
		}
	}
	return v
}

// Plan says which jobs of a batch must be held: in their order, each that fits into what the ones before it leave
// goes. One whose price nobody knows goes as long as anything is left, and one that costs nothing always does.
func (l Limits) Plan(u Used, prices []*int64) (hold []bool) {
	hold = make([]bool, len(prices))
	for i, p := range prices {
		if hold[i] = (p == nil || *p > 0) && l.Judge(u, []*int64{p}).Over.Scope != ScopeNone; !hold[i] && p != nil {
			u = Used{db.Sum(u.Day, *p), db.Sum(u.Month, *p)}
		}
	}
	return hold
}

// warns reports whether a share of a limit is used. Nothing is divided, so nothing is rounded.
func (l Limits) warns(used, limit int64) bool {
	if used <= 0 || l.WarnPercent == 0 {
		return false
	}
	whole, rest := limit/100, limit%100
	return used >= whole*int64(l.WarnPercent)+(rest*int64(l.WarnPercent)+99)/100
}

// sumOf adds prices, and says whether all of them are known.
func sumOf(prices []*int64) (sum int64, known bool) {
	known = true
	for _, p := range prices {
		if p == nil {
			known = false
			continue
		}
		sum = db.Sum(sum, *p)
	}
	return sum, known
}
