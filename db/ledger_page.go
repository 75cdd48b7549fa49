package db

import (
	"cmp"
	"context"
	"slices"
	"sort"
)

// LedgerRow is a ledger entry with what it belongs to.
type LedgerRow struct {
	Entry
	Job      Job    // the zero value where the entry has none
	AssetID  int64  // the first file that the job made and that is not in the trash; 0: none
	AssetRef string // of it
	Open     bool   // a reserve or an unconfirmed entry without an end
	Priced   bool   // a charge without an amount that a correction gave one
	// ChargedSoFar is what was charged, in the entry's currency, from the beginning of the filter's period up to and with
	// this entry. Of the filter it regards the profile and the period only.
	ChargedSoFar int64
}

// Ledger returns the entries that a filter chooses, newest first, at most limit of them, and whether there are more. before
// is the id of the last entry of the page before; 0: from the newest.
func (l *Library) Ledger(ctx context.Context, f LedgerFilter, before int64, limit int) (rows []LedgerRow, more bool, err error) {
	rows, more, err = l.ledgerPage(ctx, f, before, limit)
	return rows, more, wrap(err, "read ledger")
}

func (l *Library) ledgerPage(ctx context.Context, f LedgerFilter, before int64, limit int) (rows []LedgerRow, more bool, err error) {
	if err := l.readLedger(ctx); err != nil {
		return nil, false, err
	}
	c, err := l.chosen(ctx, f)
	if err != nil {
		return nil, false, err
	}
	places, more, err := l.ledger.page(ctx, c, before, limit)
	if err != nil || len(places) == 0 {
		return nil, false, err
	}
	ids := make([]int64, len(places))
	for i, p := range places {
		ids[i] = p.id
	}
	entries, err := list(ctx, l.reader, scanEntry, "SELECT "+entryColumns+" FROM ledger WHERE id IN (SELECT value FROM json_each(?))", idList(ids))
	if err != nil {
		return nil, false, err
	}
	jobs, assets, err := l.jobsOfEntries(ctx, entries)
	if err != nil {
		return nil, false, err
	}
	byID := make(map[int64]Entry, len(entries))
	for _, e := range entries {
		byID[e.ID] = e
	}
	for _, p := range places {
		e := byID[p.id]
		a := assets[e.JobID]
		rows = append(rows, LedgerRow{Entry: e, Job: jobs[e.JobID], AssetID: a.id, AssetRef: a.ref, Open: p.open, Priced: p.priced, ChargedSoFar: p.soFar})
	}
	return rows, more, nil
}

// placed is one line of a page.
type placed struct {
	id, soFar    int64
	open, priced bool
}

// page walks from the line before which it begins down to the oldest, and then up again over what was charged before.
func (x *ledgerIndex) page(ctx context.Context, c *choice, before int64, limit int) (all []placed, more bool, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	first := sort.Search(len(x.lines), func(i int) bool { return x.lines[i].at >= c.from })
	i := sort.Search(len(x.lines), func(i int) bool { return x.lines[i].at >= c.to }) - 1
	if before != 0 {
		at := slices.IndexFunc(x.lines, func(e line) bool { return e.id == before })
		i = min(i, at-1)
	}
	var places []int
	for ; i >= first; i-- {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if !c.has(x, &x.lines[i]) {
			continue
		}
		if more = limit > 0 && len(places) == limit; more {
			break
		}
		places = append(places, i)
	}
	if len(places) == 0 {
		return nil, false, nil
	}
	soFar := make([]int64, len(x.money.all)) // by currency
	all = make([]placed, len(places))
	next := len(places) - 1
	for i := first; next >= 0; i++ {
		e := &x.lines[i]
		if (c.profile == 0 || e.profile == c.profile) && (e.kind == chargeLine || e.correction) {
			soFar[e.money] += e.amount
		}
		if i == places[next] {
			all[next] = placed{e.id, soFar[e.money], x.isOpen(e), x.priced[e.id]}
			next--
		}
	}
	return all, more, nil
}

// madeAsset names a file that a job made.
type madeAsset struct {
	id, job int64
	ref     string
}

// jobsOfEntries reads the jobs of entries and the first file of each that is kept.
func (l *Library) jobsOfEntries(ctx context.Context, entries []Entry) (map[int64]Job, map[int64]madeAsset, error) {
	var ids []int64
	for _, e := range entries {
		if e.JobID != 0 {
			ids = append(ids, e.JobID)
		}
	}
	slices.Sort(ids)
	in := idList(slices.Compact(ids))
	all, err := list(ctx, l.reader, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE id IN (SELECT value FROM json_each(?))", in)
	if err != nil {
		return nil, nil, err
	}
	made, err := list(ctx, l.reader, func(row scanner) (a madeAsset, err error) {
		err = row.Scan(&a.id, &a.ref, &a.job)
		return a, err
	}, "SELECT id, ref, job_id FROM assets WHERE job_id IN (SELECT value FROM json_each(?)) AND trashed_at IS NULL", in)
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(made, func(a, b madeAsset) int { return -cmp.Compare(a.id, b.id) })
	jobs, assets := make(map[int64]Job, len(all)), make(map[int64]madeAsset, len(made))
	for _, j := range all {
		jobs[j.ID] = j
	}
	for _, a := range made {
		assets[a.job] = a
	}
	return jobs, assets, nil
}
