package db

import (
	"cmp"
	"context"
	"slices"
	"time"

	"viviscope/db/ledger"
)

// entryRows reads the entries of the ledger.
type entryRows struct{ *database }

// Entries returns the ledger entries of a job, newest first. With jobID 0 it returns all entries, including those
// without a job.
func (r entryRows) Entries(ctx context.Context, jobID int64) ([]Entry, error) {
	entries, err := ledger.OfJob(ctx, r.reader, jobID)
	slices.Reverse(entries)
	return entries, wrap(err, "read ledger")
}

// EntriesOfJobs returns the ledger entries of several jobs, by job ID, newest first.
func (r entryRows) EntriesOfJobs(ctx context.Context, jobIDs []int64) (map[int64][]Entry, error) {
	entries, err := ledger.OfJobs(ctx, r.reader, idList(jobIDs))
	byJob := map[int64][]Entry{}
	for _, e := range slices.Backward(entries) {
		byJob[e.JobID] = append(byJob[e.JobID], e)
	}
	return byJob, wrap(err, "read ledger of %d jobs", len(jobIDs))
}

// entryWithJob fills empty fields of an entry from its job.
func entryWithJob(j Job, e Entry, now time.Time) Entry {
	e.JobID, e.ProfileID = cmp.Or(e.JobID, j.ID), cmp.Or(e.ProfileID, j.ProfileID)
	e.Currency, e.At = cmp.Or(e.Currency, j.Currency), cmp.Or(e.At, now)
	return e
}
