package compose

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/wording"
)

// Month is what a profile has used of this month, in micro-units of its currency.
type Month struct {
	Charged     int64
	Reserved    int64
	Unconfirmed int64
	Waiting     int64 // estimates of jobs that go out by themselves: nothing of them is in the ledger yet
}

// Used is everything that counts against a budget. Refunds are in none of it.
func (m Month) Used() int64 { return m.Charged + m.Reserved + m.Unconfirmed + m.Waiting }

// Books is what ReadMonth reads. *db.Library is one.
type Books interface {
	Totals(ctx context.Context, profileID int64, from, to time.Time) (db.Totals, error)
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
}

// ReadMonth sums up the month of now, in the location of now, for a profile. It blocks on the library.
func ReadMonth(ctx context.Context, b Books, profileID int64, now time.Time) (Month, error) {
	from := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	t, err := b.Totals(ctx, profileID, from, from.AddDate(0, 1, 0))
	if err != nil {
		return Month{}, fmt.Errorf("read month of profile %d: %w", profileID, err)
	}
	waiting, err := b.Jobs(ctx, db.JobFilter{ProfileID: profileID, States: []db.JobState{db.Waiting}})
	if err != nil {
		return Month{}, fmt.Errorf("read month of profile %d: %w", profileID, err)
	}
	m := Month{Charged: t.Charged, Reserved: t.Reserved, Unconfirmed: t.Unconfirmed}
	for _, j := range waiting {
		if j.EstimateMicros != nil && j.Currency == t.Currency {
			m.Waiting += *j.EstimateMicros
		}
	}
	return m, nil
}

// watched reports whether the month of an account counts: the sandbox's amounts are not real.
func (s *Screen) watched(a Account) bool {
	return s.d.Month != nil && a.BudgetMicros != nil && !a.Sandbox && a.ID != 0
}

// readMonth reads the month for the foot; nil where no budget is watched or it cannot be read. Off the window's goroutine.
func (s *Screen) readMonth(ctx context.Context, a Account) *Month {
	if !s.watched(a) {
		return nil
	}
	m, err := s.d.Month(ctx, a.ID)
	if err != nil {
		s.d.Log.Warn("cannot read the month", slog.Int64("profile", a.ID), slog.Any("err", err))
		return nil
	}
	return &m
}

// budgetLine says what is left of a budget after a click, and whether that is less than nothing. number stands out.
func budgetLine(m Month, budget int64, q form.Quote, currency string) (lead, number, rest string, over bool) {
	left, lead := budget-m.Used(), "Budget without this: "
	if q.Known {
		left, lead = left-int64(q.Total), "Budget after this: "
	}
	if left < 0 {
		return "Over this month’s budget by ", wording.Money(-left, currency), "", true
	}
	return lead, wording.Money(left, currency), " of " + wording.Money(budget, currency), false
}

// overBudget reports whether a click goes over a budget. One whose price nobody knows does so where nothing is left.
func overBudget(m Month, budget int64, q form.Quote) bool {
	if !q.Known {
		return m.Used() >= budget
	}
	return m.Used() > budget-int64(q.Total)
}

// aboveLimit reports whether a click must be confirmed. One whose price nobody knows may be above any limit.
func aboveLimit(limit *int64, q form.Quote) bool {
	return limit != nil && (!q.Known || q.Total > client.Micros(*limit))
}

// reckon reads the month again, once however many events ask for it before that.
func (s *Screen) reckon() {
	if s.d.Month == nil || s.reckoning.Swap(true) {
		return
	}
	s.d.Post(func() {
		account := s.account
		s.d.Go(func() {
			s.reckoning.Store(false)
			m := s.readMonth(context.Background(), account)
			s.d.Post(func() {
				if m != nil && s.account.ID == account.ID {
					s.month = m
					s.render()
				}
			})
		})
	})
}
