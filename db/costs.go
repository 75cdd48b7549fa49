package db

import (
	"context"
	"slices"
	"time"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

// costs reads the ledger together with jobs and files.
type costs struct {
	*database
	finder *finder
}

// LedgerSums sums the entries that match a filter, by currency. See [ledger.ReadSums].
func (c costs) LedgerSums(ctx context.Context, f ledger.Filter) ([]ledger.Sums, error) {
	return fromLedger(ctx, c, f, "sum ledger", ledger.ReadSums)
}

// Breakdown groups the entries that match a filter and sums each group. See [ledger.ReadGroups].
func (c costs) Breakdown(
	ctx context.Context, f ledger.Filter, by ledger.Grouping, loc *time.Location,
) ([]ledger.Group, error) {
	return fromLedger(ctx, c, f, "group ledger",
		func(ctx context.Context, q ledger.Querier, f ledger.Filter) ([]ledger.Group, error) {
			return ledger.ReadGroups(ctx, q, f, by, loc)
		})
}

// ModelStats returns the requests and charges by model. See [ledger.ReadModels].
func (c costs) ModelStats(ctx context.Context, f ledger.Filter) ([]ledger.ModelStats, error) {
	return fromLedger(ctx, c, f, "sum up models", ledger.ReadModels)
}

// fromLedger runs a query of the ledger, after it has looked up the files of the filter.
func fromLedger[T any](ctx context.Context, c costs, f ledger.Filter, what string,
	read func(context.Context, ledger.Querier, ledger.Filter) ([]T, error)) (all []T, err error) {
	if f, err = c.withFiles(ctx, f); err == nil {
		all, err = read(ctx, c.reader, f)
	}
	return all, wrap(err, "%s", what)
}

// withFiles sets Files of a filter from its Tag and Album.
func (c costs) withFiles(ctx context.Context, f ledger.Filter) (ledger.Filter, error) {
	var files []search.Filter
	if f.Tag != "" {
		files = append(files, search.Filter{Tags: []string{f.Tag}})
	}
	if f.Album != "" {
		names, err := c.finder.Names(ctx, c.now())
		if err != nil {
			return f, err
		}
		files = append(files, names.Album(f.Album))
	}
	if files == nil {
		return f, nil
	}
	x, err := c.finder.Index(ctx)
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

// LedgerRow is a ledger entry with its job and file.
type LedgerRow struct {
	ledger.Row
	Job      Job    // zero: the entry has none
	AssetID  int64  // the first file of the job outside the trash; 0: none
	AssetRef string // ref of that file
}

// Ledger returns the entries that match a filter, newest first, and whether there are more. limit is the maximum
// number; 0: all. before is the id of the last entry of the previous page; 0: the first page.
func (c costs) Ledger(
	ctx context.Context, f ledger.Filter, before int64, limit int,
) (rows []LedgerRow, more bool, err error) {
	rows, err = fromLedger(ctx, c, f, "read ledger",
		func(ctx context.Context, q ledger.Querier, f ledger.Filter) (all []LedgerRow, err error) {
			var entries []ledger.Row
			if entries, more, err = ledger.ReadPage(ctx, q, f, before, limit); err != nil {
				return nil, err
			}
			return c.withJobs(ctx, entries)
		})
	return rows, more, err
}

// withJobs adds to each entry its job and the job's first file outside the trash.
func (c costs) withJobs(ctx context.Context, entries []ledger.Row) ([]LedgerRow, error) {
	ids := make([]int64, len(entries))
	for i, e := range entries {
		ids[i] = e.JobID
	}
	jobs := map[int64]LedgerRow{}
	const kept = " FROM assets WHERE job_id = jobs.id AND trashed_at IS NULL ORDER BY id LIMIT 1)"
	_, err := listLenient(ctx, c.database, c.reader, func(row scanner) (r LedgerRow, err error) {
		err = row.Scan(slices.Concat(r.Job.fixedFields(), r.Job.mutableFields(),
			[]any{idColumn{&r.AssetID}, &r.AssetRef})...)
		jobs[r.Job.ID] = r
		return r, err
	}, "SELECT "+jobColumns+", (SELECT id"+kept+", coalesce((SELECT ref"+kept+
		", '') FROM jobs WHERE id IN (SELECT value FROM json_each(?))", idList(ids))
	rows := make([]LedgerRow, len(entries))
	for i, e := range entries {
		rows[i] = jobs[e.JobID]
		rows[i].Row = e
	}
	return rows, err
}
