package compose

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Month is what a profile has used of this month and of today, in micro-units of its currency.
type Month struct {
	Charged     int64
	Reserved    int64
	Unconfirmed int64
	Waiting     int64 // estimates of jobs that go out by themselves: nothing of them is in the ledger yet
	Today       int64 // charged, reserved and unconfirmed today; without what waits
}

// Used is everything that counts against a budget of the month. Refunds are in none of it.
func (m Month) Used() int64 { return m.Charged + m.Reserved + m.Unconfirmed + m.Waiting }

// used is what counts against the limits. What waits is counted today, whenever it was clicked: it goes out as soon as it can.
func (m Month) used() jobs.Used { return jobs.Used{Day: m.Today + m.Waiting, Month: m.Used()} }

// Books is what ReadMonth reads. *db.Library is one.
type Books interface {
	Totals(ctx context.Context, profileID int64, from, to time.Time) (db.Totals, error)
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
}

// ReadMonth sums up the month and the day of now, in the location of now, for a profile. It blocks on the library.
func ReadMonth(ctx context.Context, b Books, profileID int64, now time.Time) (Month, error) {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	today, err := b.Totals(ctx, profileID, day, day.AddDate(0, 0, 1))
	if err != nil {
		return Month{}, fmt.Errorf("read day of profile %d: %w", profileID, err)
	}
	from := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	t, err := b.Totals(ctx, profileID, from, from.AddDate(0, 1, 0))
	if err != nil {
		return Month{}, fmt.Errorf("read month of profile %d: %w", profileID, err)
	}
	waiting, err := b.Jobs(ctx, db.JobFilter{ProfileID: profileID, States: []db.JobState{db.Waiting}})
	if err != nil {
		return Month{}, fmt.Errorf("read month of profile %d: %w", profileID, err)
	}
	m := Month{Charged: t.Charged, Reserved: t.Reserved, Unconfirmed: t.Unconfirmed, Today: today.Charged + today.Reserved + today.Unconfirmed}
	for _, j := range waiting {
		if j.EstimateMicros != nil && j.Currency == t.Currency {
			m.Waiting += *j.EstimateMicros
		}
	}
	return m, nil
}

// watched reports whether the month of an account counts: the sandbox's amounts are not real.
func (m Money) watched(a Account) bool {
	return m.Month != nil && a.ID != 0 && jobs.LimitsOf(a.Profile).Watched()
}

// readMonth reads the month for the foot; nil where no budget is watched or it cannot be read. Off the window's goroutine.
func (d Deps) readMonth(ctx context.Context, a Account) *Month {
	if !d.watched(a) {
		return nil
	}
	m, err := d.Month(ctx, a.ID)
	if err != nil {
		d.Log.Warn("cannot read the month", slog.Int64("profile", a.ID), slog.Any("err", err))
		return nil
	}
	return &m
}

// overWords say that a limit is passed.
func overWords(s jobs.Scope) string {
	if s == jobs.ScopeDay {
		return lang.L("Over today’s budget")
	}
	return lang.L("Over this month’s budget")
}

// passedWords say by how much a limit is passed.
func passedWords(s jobs.Scope, by string) string {
	if s == jobs.ScopeDay {
		return lang.L("Over today’s budget by %s", by)
	}
	return lang.L("Over this month’s budget by %s", by)
}

// leftWords say how much of a limit is left after a click, or without it where its price is not known.
func leftWords(s jobs.Scope, priced bool, left, limit string) string {
	switch {
	case s == jobs.ScopeDay && priced:
		return lang.L("Today’s budget after this: %s of %s", left, limit)
	case s == jobs.ScopeDay:
		return lang.L("Today’s budget without this: %s of %s", left, limit)
	case priced:
		return lang.L("Budget after this: %s of %s", left, limit)
	}
	return lang.L("Budget without this: %s of %s", left, limit)
}

// budgetLine says what is left of the tightest budget after a click, and how it stands. number stands out.
func budgetLine(l jobs.Limits, m Month, q form.Quote, currency string) (lead, number, rest string, tone budgetTone) {
	v := l.Judge(m.used(), nil)
	if q.Known {
		v = l.Judge(m.used(), []*int64{new(int64(q.Total))})
	}
	left := v.Near
	if left.Micros < 0 {
		lead, rest = around(passedWords(left.Scope, hole))
		return lead, wording.Money(-left.Micros, currency), rest, budgetOver
	}
	words, tone := leftWords(left.Scope, q.Known, hole, wording.Money(left.Limit, currency)), budgetFine
	if left.Warn {
		words, tone = lang.L("%s, over %d %% used", words, l.WarnPercent), budgetNear
	}
	lead, rest = around(words)
	return lead, wording.Money(left.Micros, currency), rest, tone
}

// budgetTone is how a budget stands after a click.
type budgetTone int

const (
	budgetFine budgetTone = iota
	budgetNear            // the share from which a person wants to be warned is used
	budgetOver
)

// judged is what the limits of an account say of a click.
func judged(a Account, m Month, q form.Quote) jobs.Verdict {
	price := new(int64(q.Total))
	if !q.Known {
		price = nil
	}
	return jobs.LimitsOf(a.Profile).Judge(m.used(), []*int64{price})
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
	s.Post(func() {
		account := s.account
		s.Go(func() {
			s.reckoning.Store(false)
			m := s.d.readMonth(context.Background(), account)
			s.Post(func() {
				if m != nil && s.account.ID == account.ID {
					s.month = m
					s.render()
				}
			})
		})
	})
}
