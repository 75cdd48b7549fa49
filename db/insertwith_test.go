package db

import (
	"errors"
	"testing"

	"viviscope/db/ledger"
)

func TestInsertWithWritesTheJobAndItsHistoryTogether(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	row := videoJob(p.ID, "")
	row.State, row.TaskID = Sending, "task-1"
	job, err := l.InsertWith(t.Context(), row, func(c *Change) error {
		if c.Job.ID == 0 || c.Job.Ref == "" || c.Job.Click == "" || !c.Job.CreatedAt.Equal(noon) ||
			len(c.Entries()) != 0 {
			t.Errorf("fn gets %+v with %d entries", c.Job, len(c.Entries()))
		}
		c.Append(Entry{Kind: Reserve, AmountMicros: amount(500)})
		c.Append(Entry{Kind: Refund, AmountMicros: amount(500)})
		c.Job.State = Failed
		return nil
	})
	if err != nil || job.State != Failed || job.TaskID != "task-1" {
		t.Fatalf("%+v, %v", job, err)
	}
	if got, err := l.JobByTask(t.Context(), p.ID, "task-1"); err != nil || got.ID != job.ID || got.State != Failed {
		t.Errorf("in the database: %+v, %v", got, err)
	}
	entries, err := l.Entries(t.Context(), job.ID)
	if err != nil || len(entries) != 2 || entries[0].Kind != Refund || entries[1].Kind != Reserve ||
		entries[1].ProfileID != p.ID {
		t.Errorf("entries %+v, %v", entries, err)
	}
}

// If any part fails, neither the job nor an entry is written.
func TestInsertWithIsAllOrNothing(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		row  func(*Job)
		fn   func(*Change) error
		want error
	}{
		"fn fails": {nil, func(c *Change) error { c.Append(Entry{Kind: Reserve}); return boom }, boom},
		"a refund of none": {nil, func(c *Change) error {
			c.Append(Entry{Kind: Refund})
			return nil
		}, ledger.ErrRefused},
		"two reserves": {nil, func(c *Change) error {
			c.Append(Entry{Kind: Reserve})
			c.Append(Entry{Kind: Reserve})
			return nil
		}, ledger.ErrRefused},
		"another's entry": {nil, func(c *Change) error {
			c.Append(Entry{Kind: Reserve, JobID: 99})
			return nil
		}, ledger.ErrRefused},
		"another identity":    {nil, func(c *Change) error { c.Job.Ref = newRef(); return nil }, errImmutable},
		"a task given away":   {func(j *Job) { j.TaskID = "taken" }, func(*Change) error { return nil }, ErrExists},
		"a row that is there": {func(j *Job) { j.ID = 1 }, func(*Change) error { return nil }, ErrExists},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			p := newProfile(t, l)
			owner := videoJob(p.ID, "owner")
			owner.TaskID = "taken"
			newJob(t, l, owner)
			row := videoJob(p.ID, "x")
			if c.row != nil {
				c.row(&row)
			}
			if job, err := l.InsertWith(t.Context(), row, c.fn); !errors.Is(err, c.want) || job.ID != 0 {
				t.Errorf("%+v, %v; want %v", job, err, c.want)
			}
			all, err := l.Jobs(t.Context(), JobFilter{})
			if err != nil || len(all) != 1 {
				t.Errorf("%d jobs, %v", len(all), err)
			}
			if entries, err := l.Entries(t.Context(), 0); err != nil || len(entries) != 0 {
				t.Errorf("%d entries, %v", len(entries), err)
			}
		})
	}
}
