package db

import (
	"math"
	"strings"
	"testing"
	"time"
)

// Each kind of job that counts, or does not count, against a budget, with amounts of 1, 10, 100 … micro-units.
func TestSpent(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	month := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	before, earlier, now := month.Add(-time.Hour), day.Add(-time.Hour), day.Add(time.Hour)
	amount := int64(1)
	make := func(state JobState, hold HoldReason, currency string, at time.Time, kinds ...EntryKind) int64 {
		t.Helper()
		j := videoJob(p.ID, "x")
		j.State, j.Hold, j.Currency, j.EstimateMicros = state, hold, currency, new(amount)
		j = newJob(t, l, j)
		_, err := l.Change(t.Context(), j.ID, func(c *Change) error {
			for _, k := range kinds {
				c.Append(Entry{Kind: k, AmountMicros: new(amount), Currency: currency, At: at})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		amount *= 10
		return j.ID
	}
	make(Saved, "", "CNY", now, Reserve, Charge)            // 1
	make(Saved, "", "CNY", earlier, Reserve, Charge)        // 10: of this month
	make(Saved, "", "CNY", before, Reserve, Charge)         // 100: of the month before
	make(Failed, "", "CNY", now, Reserve, Refund)           // 1000: refunded
	make(InProgress, "", "CNY", before, Reserve)            // 10,000: running, will be charged today
	make(Expired, "", "CNY", earlier, Reserve)              // 100,000: open
	make(Unconfirmed, "", "CNY", earlier, UnconfirmedEntry) // 1,000,000
	make(Waiting, "", "CNY", now)                           // 10,000,000
	make(Sending, "", "CNY", now)                           // 100,000,000
	make(Held, HeldPaused, "CNY", now)                      // 1,000,000,000
	make(Held, HeldByUser, "CNY", now)                      // the user must release it
	foreign := make(Waiting, "", "USD", now)                // in another currency
	make(Saved, "", "USD", now, Reserve, Charge)            // likewise
	make(Held, HeldKeyRefused, "CNY", now)                  // checked once there is a key
	left := make(Waiting, "", "CNY", now)                   // excluded by the caller
	other, err := l.SaveProfile(t.Context(),
		Profile{Name: "Other", BaseURL: "https://other.example", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	p = other
	make(Waiting, "", "CNY", now)

	today, all, jobs, err := l.Budget().Spent(t.Context(), 1, "CNY", day, month, left)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Spent{Charged: 1, Reserved: 10_000, Outgoing: 1_110_000_000}); today != want {
		t.Errorf("today %+v, want %+v", today, want)
	}
	if want := (Spent{Charged: 11, Reserved: 110_000, Unconfirmed: 1_000_000, Outgoing: 1_110_000_000}); all != want {
		t.Errorf("this month %+v, want %+v", all, want)
	}
	if len(jobs) != 1 || jobs[0].ID != foreign {
		t.Errorf("in another currency: %+v", jobs)
	}
}

// The query for outgoing jobs uses an index, so that its time does not grow with the number of jobs.
func TestOutgoingJobsUseIndex(t *testing.T) {
	l := newLibrary(t)
	plan, err := list(t.Context(), l.reader, func(row scanner) (step string, err error) {
		var id, parent, unused int
		err = row.Scan(&id, &parent, &unused, &step)
		return step, err
	}, "EXPLAIN QUERY PLAN SELECT sum(estimate_micros) FROM jobs WHERE profile_id = 1 AND "+isOutgoing)
	if err != nil || !strings.Contains(strings.Join(plan, "; "), "(profile_id=? AND state=?)") {
		t.Errorf("%q, %v", plan, err)
	}
}

func TestSumSaturates(t *testing.T) {
	most, least := int64(math.MaxInt64), int64(math.MinInt64)
	for _, s := range []Spent{{Charged: most, Outgoing: 1}, {Reserved: most, Unconfirmed: most},
		{Charged: -1, Reserved: most, Outgoing: most}} {
		if used := s.Used(); used != most {
			t.Errorf("%+v is %d", s, used)
		}
	}
	if sum := Sum(least, -1); sum != least {
		t.Errorf("below nothing it is %d", sum)
	}
}
