package costs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/db"
	"viviscope/gui/wording"
)

// Library is what this place reads.
type Library interface {
	Profiles(ctx context.Context) ([]db.Profile, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Totals(ctx context.Context, profileID int64, from, to time.Time) (db.Totals, error)
	Job(ctx context.Context, id int64) (db.Job, error)
}

// page is how many entries are read at first, and more each time that a person reaches the end.
const page = 300

// question is what the place shows: one profile, one month, some kinds.
type question struct {
	profile int64
	month   time.Time // its first moment, local
	kinds   []db.EntryKind
	limit   int
}

// row is one entry in words.
type row struct {
	id, job  int64
	when     string
	kind     db.EntryKind
	what     string
	amount   string
	charged  string // the month's charges up to and with this entry
	jobGone  bool
	quantity string
}

// figures are the month's sums in words.
type figures struct {
	charged, reserved, unconfirmed, refunded string
	chargedNote, reservedNote                string
	unconfirmedNote, refundedNote            string
	atRisk                                   bool
	used                                     string
}

// answer is everything that the place shows, made off the window's goroutine.
type answer struct {
	question question
	profiles []db.Profile
	sandbox  bool
	figures  figures
	rows     []row
	more     bool
	err      error
}

// read answers a question. It is called on a background goroutine.
func read(ctx context.Context, l Library, q question, now time.Time) answer {
	a := answer{question: q}
	a.err = func() error {
		var err error
		if a.profiles, err = l.Profiles(ctx); err != nil {
			return fmt.Errorf("read profiles: %w", err)
		}
		for _, p := range a.profiles {
			if p.ID == q.profile {
				a.sandbox = p.Sandbox
			}
		}
		from, to := q.month, q.month.AddDate(0, 1, 0)
		totals, err := l.Totals(ctx, q.profile, from, to)
		if err != nil {
			return fmt.Errorf("read totals: %w", err)
		}
		open, err := l.Entries(ctx, db.EntryFilter{ProfileID: q.profile, From: from, To: to, Kinds: []db.EntryKind{db.Refund}})
		if err != nil {
			return fmt.Errorf("count refunds: %w", err)
		}
		unpriced, err := openWithoutPrice(ctx, l, q.profile, from, to)
		if err != nil {
			return err
		}
		a.figures = inWords(totals, len(open), unpriced, a.sandbox)
		entries, err := l.Entries(ctx, db.EntryFilter{ProfileID: q.profile, From: from, To: to, Kinds: q.kinds, Limit: q.limit + 1})
		if err != nil {
			return fmt.Errorf("read ledger: %w", err)
		}
		if a.more = len(entries) > q.limit; a.more {
			entries = entries[:q.limit]
		}
		a.rows, err = rowsOf(ctx, l, entries, totals, now)
		return err
	}()
	return a
}

func rowsOf(ctx context.Context, l Library, entries []db.Entry, totals db.Totals, now time.Time) ([]row, error) {
	jobs := map[int64]db.Job{}
	running := totals.Charged
	rows := make([]row, 0, len(entries))
	for _, e := range entries {
		job, known := jobs[e.JobID]
		if !known && e.JobID != 0 {
			var err error
			if job, err = l.Job(ctx, e.JobID); err != nil && !errors.Is(err, db.ErrNotFound) {
				return nil, fmt.Errorf("read job of entry %d: %w", e.ID, err)
			}
			jobs[e.JobID] = job
		}
		r := row{id: e.ID, job: e.JobID, when: wording.Stamp(e.At, now), kind: e.Kind, jobGone: job.ID == 0,
			amount: amount(e), charged: wording.PlainMoney(running, totals.Currency), quantity: quantity(e)}
		if !r.jobGone {
			r.what = wording.Title(job) + " · " + job.Model
			if r.quantity != "" {
				r.what += " " + r.quantity
			}
		} else {
			r.what = e.Note
		}
		rows = append(rows, r)
		if e.Kind == db.Charge && e.AmountMicros != nil {
			running -= *e.AmountMicros
		}
	}
	return rows, nil
}

// amount words an entry's amount as its kind means it.
func amount(e db.Entry) string {
	if e.AmountMicros == nil {
		return "price not known"
	}
	switch e.Kind {
	case db.Refund:
		return wording.Money(-*e.AmountMicros, e.Currency)
	case db.UnconfirmedEntry:
		return "up to " + wording.Money(*e.AmountMicros, e.Currency)
	}
	return wording.Money(*e.AmountMicros, e.Currency)
}

// openWithoutPrice counts the month's unconfirmed jobs that no sum can hold, because nobody knows their price.
func openWithoutPrice(ctx context.Context, l Library, profile int64, from, to time.Time) (int, error) {
	entries, err := l.Entries(ctx, db.EntryFilter{ProfileID: profile, From: from, To: to, Kinds: []db.EntryKind{db.UnconfirmedEntry}})
	if err != nil {
		return 0, fmt.Errorf("read unconfirmed: %w", err)
	}
	n := 0
	for _, e := range entries {
		if e.AmountMicros != nil || e.JobID == 0 {
			continue
		}
		job, err := l.Job(ctx, e.JobID)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return 0, fmt.Errorf("read job of entry %d: %w", e.ID, err)
		}
		if err == nil && job.State == db.Unconfirmed {
			n++
		}
	}
	return n, nil
}

// inWords words the month's sums; refunds counts the jobs that came back, unpriced the open ones without a price.
func inWords(t db.Totals, refunds, unpriced int, sandbox bool) figures {
	money := func(micros int64) string {
		s := wording.Money(micros, t.Currency)
		if sandbox {
			s += " (sandbox)"
		}
		return s
	}
	f := figures{
		charged: money(t.Charged), chargedNote: wording.Count(t.Jobs, "job, final", "jobs, final"),
		reserved: money(t.Reserved), reservedNote: "until their tasks end",
		unconfirmed: "up to " + money(t.Unconfirmed), atRisk: t.Unconfirmed > 0 || unpriced > 0,
		refunded: money(t.Refunded), refundedNote: "nothing was refunded",
		used: money(t.Charged + t.Reserved + t.Unconfirmed),
	}
	if refunds > 0 {
		f.refundedNote = wording.Count(refunds, "failed, not in the sums", "failed, not in the sums")
	}
	f.unconfirmedNote = "nothing is open"
	if f.atRisk {
		f.unconfirmedNote = "see Needs you in the Queue"
		if t.Unconfirmed == 0 {
			f.unconfirmed = "not known"
		}
		if unpriced > 0 {
			f.unconfirmedNote = wording.Count(unpriced, "job without a price", "jobs without a price") + ", see the Queue"
		}
	} else {
		f.unconfirmed = money(0)
	}
	if t.Reserved == 0 {
		f.reservedNote = "nothing is running"
	}
	if n := t.Unpriced - unpriced; n > 0 {
		f.chargedNote += ", " + wording.Count(n, "entry without a price", "entries without a price")
	}
	return f
}
