package db_test

import (
	"reflect"
	"testing"

	"viviscope/db"
	"viviscope/db/dbtest"
)

// Reading the entries and assets of several jobs at once returns those of each job.
func TestBatchReadsAgreeWithSingleReads(t *testing.T) {
	dir := t.TempDir()
	if err := dbtest.Rows(t.Context(), dir, 300, dbtest.Options{Seed: 3}); err != nil {
		t.Fatal(err)
	}
	l, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	jobs, err := l.Jobs(t.Context(), db.JobFilter{})
	if err != nil || len(jobs) < 100 {
		t.Fatalf("%d jobs, %v", len(jobs), err)
	}
	ids := []int64{0, 1 << 40} // no jobs
	for _, j := range jobs {
		ids = append(ids, j.ID)
	}
	entries, err := l.EntriesOfJobs(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	assets, err := l.AssetsOfJobs(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		e, errE := l.Entries(t.Context(), j.ID)
		a, errA := l.AssetsOfJob(t.Context(), j.ID)
		if errE != nil || errA != nil {
			t.Fatal(errE, errA)
		}
		if !reflect.DeepEqual(e, entries[j.ID]) || !reflect.DeepEqual(a, assets[j.ID]) {
			t.Errorf("job %d: %v and %v, alone %v and %v", j.ID, entries[j.ID], assets[j.ID], e, a)
		}
	}
}
