package db

import (
	"context"
	"slices"
	"time"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

// Entries returns the ledger entries of a job, newest first; those of all jobs and of none where jobID is 0.
func (l *Library) Entries(ctx context.Context, jobID int64) ([]Entry, error) {
	entries, err := ledger.OfJob(ctx, l.reader, jobID)
	slices.Reverse(entries)
	return entries, wrap(err, "read ledger")
}

// LedgerSums sums the entries that a filter chooses: [ledger.ReadSums].
func (l *Library) LedgerSums(ctx context.Context, f ledger.Filter) ([]ledger.Sums, error) {
	return fromLedger(ctx, l, f, "sum ledger", ledger.ReadSums)
}

// Breakdown groups the entries that a filter chooses: [ledger.ReadGroups].
func (l *Library) Breakdown(ctx context.Context, f ledger.Filter, by ledger.Grouping, loc *time.Location) ([]ledger.Group, error) {
	return fromLedger(ctx, l, f, "group ledger", func(ctx context.Context, q ledger.Querier, f ledger.Filter) ([]ledger.Group, error) {
		return ledger.ReadGroups(ctx, q, f, by, loc)
	})
}

// CostPerSecondKept says what clips cost by second that is still there: [ledger.PerSecondKept].
func (l *Library) CostPerSecondKept(ctx context.Context, f ledger.Filter) ([]ledger.Rate, error) {
	return fromLedger(ctx, l, f, "divide ledger by seconds", ledger.PerSecondKept)
}

// CostPerStarred says what pictures cost by star: [ledger.PerStarred].
func (l *Library) CostPerStarred(ctx context.Context, f ledger.Filter) ([]ledger.Rate, error) {
	return fromLedger(ctx, l, f, "divide ledger by stars", ledger.PerStarred)
}

// fromLedger asks the ledger for what a filter chooses, once the files that the filter names are looked up.
func fromLedger[T any](ctx context.Context, l *Library, f ledger.Filter, what string,
	read func(context.Context, ledger.Querier, ledger.Filter) ([]T, error)) (all []T, err error) {
	if f, err = l.lookedUp(ctx, f); err == nil {
		all, err = read(ctx, l.reader, f)
	}
	return all, wrap(err, "%s", what)
}

// lookedUp fills Files of a filter.
func (l *Library) lookedUp(ctx context.Context, f ledger.Filter) (ledger.Filter, error) {
	var files []search.Filter
	if f.Tag != "" {
		files = append(files, search.Filter{Tags: []string{f.Tag}})
	}
	if f.Album != "" {
		names, err := l.Names(ctx, l.now())
		if err != nil {
			return f, err
		}
		files = append(files, names.Album(f.Album))
	}
	if files == nil {
		return f, nil
	}
	x, err := l.Index(ctx)
	if err != nil {
		return f, err
	}
	for _, which := range files {
		rows, err := x.Find(ctx, which)
		if err != nil {
			return f, err
		}
		ids := make([]int64, len(rows))
		for i, r := range rows {
			ids[i] = r.ID
		}
		f.Files = append(f.Files, ids)
	}
	return f, nil
}

// LedgerRow is a ledger entry with what it belongs to.
type LedgerRow struct {
	ledger.Row
	Job      Job    // the zero value where the entry has none
	AssetID  int64  // the first file that the job made and that is not in the trash; 0: none
	AssetRef string // of it
}

// Ledger returns the entries that a filter chooses, newest first, at most limit of them (0: all), and whether there are more. before is the
// id of the last entry of the page before; 0: from the newest.
func (l *Library) Ledger(ctx context.Context, f ledger.Filter, before int64, limit int) (rows []LedgerRow, more bool, err error) {
	rows, err = fromLedger(ctx, l, f, "read ledger", func(ctx context.Context, q ledger.Querier, f ledger.Filter) (all []LedgerRow, err error) {
		var entries []ledger.Row
		if entries, more, err = ledger.ReadPage(ctx, q, f, before, limit); err != nil {
			return nil, err
		}
		return l.withJobs(ctx, entries)
	})
	return rows, more, err
}

// withJobs reads the jobs of entries and the first file of each that is kept.
func (l *Library) withJobs(ctx context.Context, entries []ledger.Row) ([]LedgerRow, error) {
	var ids []int64
	for _, e := range entries {
		if e.JobID != 0 {
			ids = append(ids, e.JobID)
		}
	}
	slices.Sort(ids)
	in := idList(slices.Compact(ids))
	jobs := map[int64]LedgerRow{}
	_, err := list(ctx, l.reader, func(row scanner) (struct{}, error) {
		j, err := scanJob(row)
		jobs[j.ID] = LedgerRow{Job: j}
		return struct{}{}, err
	}, "SELECT "+jobColumns+" FROM jobs WHERE id IN (SELECT value FROM json_each(?))", in)
	if err != nil {
		return nil, err
	}
	_, err = list(ctx, l.reader, func(row scanner) (struct{}, error) {
		var id, job int64
		var ref string
		err := row.Scan(&id, &ref, &job)
		r := jobs[job]
		r.AssetID, r.AssetRef = id, ref
		jobs[job] = r
		return struct{}{}, err
	}, "SELECT min(id), ref, job_id FROM assets WHERE job_id IN (SELECT value FROM json_each(?)) AND trashed_at IS NULL GROUP BY job_id", in)
	rows := make([]LedgerRow, len(entries))
	for i, e := range entries {
		rows[i] = jobs[e.JobID]
		rows[i].Row = e
	}
	return rows, err
}

// Suspicion says why an entry could explain a difference between the ledger and what the service says.
type Suspicion string

// The suspicions, the likeliest first.
const (
	SuspectUnconfirmed Suspicion = "unconfirmed" // nobody knows whether it was charged
	SuspectUnpriced    Suspicion = "unpriced"    // it was charged, and nobody knows how much
	SuspectVoided      Suspicion = "voided"      // a person said that it was not charged
	SuspectRefunded    Suspicion = "refunded"    // the service may not have given it back
	SuspectAmount      Suspicion = "amount"      // a charge of just the difference: counted once too often, or missing
)

// Suspect is an entry that could explain a difference.
type Suspect struct {
	LedgerRow
	Why   Suspicion
	Exact bool // its amount is just the difference
}

// maxSuspects bounds how many entries are offered.
const maxSuspects = 200

// Explain returns the entries of a profile in a period that could explain a difference: what the service says was charged,
// less what the ledger says, in micro-units of a currency. Within a suspicion those come first whose amount is just the
// difference, then the newest. Entries with an amount of the wrong direction are left out: a refund cannot explain that the
// service charged less.
func (l *Library) Explain(ctx context.Context, profileID int64, currency string, from, to time.Time, differenceMicros int64) ([]Suspect, error) {
	size := max(differenceMicros, -differenceMicros)
	suspicions := []struct {
		why Suspicion
		f   ledger.Filter
	}{
		{SuspectUnconfirmed, ledger.Filter{Kinds: []EntryKind{UnconfirmedEntry}, OpenOnly: true}},
		{SuspectUnpriced, ledger.Filter{Kinds: []EntryKind{Charge}, Unpriced: true}},
		{SuspectVoided, ledger.Filter{Kinds: []EntryKind{Void}}},
		{SuspectRefunded, ledger.Filter{Kinds: []EntryKind{Refund}}},
		{SuspectAmount, ledger.Filter{Kinds: []EntryKind{Charge}, MinMicros: &size, MaxMicros: &size}},
	}
	switch {
	case differenceMicros == 0:
		return nil, nil
	case differenceMicros < 0:
		suspicions = suspicions[len(suspicions)-1:]
	}
	var all []Suspect
	for _, s := range suspicions {
		s.f.ProfileID, s.f.From, s.f.To, s.f.Currency = profileID, from, to, currency
		rows, _, err := l.Ledger(ctx, s.f, 0, maxSuspects)
		if err != nil {
			return nil, wrap(err, "explain ledger of profile %d", profileID)
		}
		var exact, others []Suspect
		for _, r := range rows {
			switch {
			case r.Correction != "":
			case r.AmountMicros != nil && *r.AmountMicros == size:
				exact = append(exact, Suspect{r, s.why, true})
			default:
				others = append(others, Suspect{r, s.why, false})
			}
		}
		all = slices.Concat(all, exact, others)
	}
	return all[:min(len(all), maxSuspects)], nil
}
