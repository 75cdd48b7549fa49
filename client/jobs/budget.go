package jobs

import "viviscope/db"

// The arithmetic of spending limits by click, day and month. Amounts are micro-units of one currency.

// Limits are the spending limits of a profile. A nil limit means no limit.
type Limits struct {
	Click, Day, Month *int64
	WarnPercent       int // percentage of a day's or a month's limit from which the user is warned
}

// LimitsOf returns the limits of a profile. The sandbox has them too, for its play money, so that users can learn them
// for free.
func LimitsOf(p db.Profile) Limits {
	return Limits{p.ConfirmMicros, p.DayBudgetMicros, p.BudgetMicros, p.WarnPercent}
}

// HasBudget reports whether there is a limit of day or month, for which the used amount must be known.
func (l Limits) HasBudget() bool { return l.Day != nil || l.Month != nil }

// Used is the amount that counts against the limits of today and of this month.
type Used struct{ Day, Month int64 }

// Scope is the period or unit that a limit applies to.
type Scope string

// The scopes of a limit.
const (
	ScopeNone  Scope = ""
	ScopeClick Scope = "click"
	ScopeDay   Scope = "day"
	ScopeMonth Scope = "month"
)

// Left is the remainder of a limit.
type Left struct {
	Scope  Scope
	Limit  int64
	Micros int64 // negative if the limit is exceeded
	Warn   bool  // the warning percentage is reached
}

// Verdict is the result of comparing a click with the limits.
type Verdict struct {
	Over            Left // the limit of day or month that the click exceeds by the most; ScopeNone if it exceeds none
	Near            Left // the limit of day or month with the least left; ScopeNone if there is none
	AboveClickLimit bool // the click costs more than the user allows without a question
}

// Judge compares a click with the limits. prices are the prices of its jobs; nil is an unknown price. A click with an
// unknown price exceeds a limit of day or month only if nothing is left of it, and is above any limit of a click.
func (l Limits) Judge(u Used, prices []*int64) Verdict {
	sum, known := sumOf(prices)
	v := Verdict{AboveClickLimit: l.Click != nil && len(prices) > 0 && (!known || sum > *l.Click)}
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

// Plan returns which jobs of a batch must be held. In their order, each job that fits into the rest of the limits is
// sent. A job with an unknown price is sent as long as anything is left. A free job is always sent.
func (l Limits) Plan(u Used, prices []*int64) (hold []bool) {
	hold = make([]bool, len(prices))
	for i, p := range prices {
		hold[i] = (p == nil || *p > 0) && l.Judge(u, []*int64{p}).Over.Scope != ScopeNone
		if !hold[i] && p != nil {
			u = Used{db.Sum(u.Day, *p), db.Sum(u.Month, *p)}
		}
	}
	return hold
}

// warns reports whether the warning percentage of a limit is used. It avoids rounding.
func (l Limits) warns(used, limit int64) bool {
	if used <= 0 || l.WarnPercent == 0 {
		return false
	}
	whole, rest := limit/100, limit%100
	return used >= whole*int64(l.WarnPercent)+(rest*int64(l.WarnPercent)+99)/100
}

// sumOf adds up the known prices, and reports whether all of them are known.
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
