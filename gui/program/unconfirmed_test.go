package program

import (
	"context"
	"errors"
	"testing"

	"viviscope/db"
)

// lost is a library with unconfirmed jobs: each has one entry, or none where its price was not known.
type lost struct {
	jobs    []db.Job
	entries map[int64]db.Entry
	broken  error
}

func (l lost) Jobs(_ context.Context, f db.JobFilter) ([]db.Job, error) {
	if len(f.States) != 1 || f.States[0] != db.Unconfirmed {
		return nil, errors.New("asked for other jobs")
	}
	return l.jobs, l.broken
}

func (l lost) Entries(_ context.Context, f db.EntryFilter) ([]db.Entry, error) {
	if e, ok := l.entries[f.JobID]; ok {
		return []db.Entry{e}, nil
	}
	return nil, nil
}

func (l lost) Profiles(context.Context) ([]db.Profile, error) {
	return []db.Profile{{ID: 1}, {ID: 2, Sandbox: true}}, nil
}

func TestUnconfirmedJobsAreToldAtStart(t *testing.T) {
	amount := func(v int64) *int64 { return &v }
	one, two, box := db.Job{ID: 1, ProfileID: 1}, db.Job{ID: 2, ProfileID: 1}, db.Job{ID: 3, ProfileID: 2}
	yuan, more := db.Entry{AmountMicros: amount(4_500_000), Currency: "CNY"}, db.Entry{AmountMicros: amount(2_000_000), Currency: "CNY"}
	for name, tc := range map[string]struct {
		l    lost
		want string
	}{
		"none":            {lost{}, " "},
		"one":             {lost{jobs: []db.Job{one}, entries: map[int64]db.Entry{1: yuan}}, "1 job is unconfirmed. It may have been charged: up to ¥4.50."},
		"two":             {lost{jobs: []db.Job{one, two}, entries: map[int64]db.Entry{1: yuan, 2: more}}, "2 jobs are unconfirmed. They may have been charged: up to ¥6.50."},
		"no price":        {lost{jobs: []db.Job{one, two}, entries: map[int64]db.Entry{1: yuan, 2: {Currency: "CNY"}}}, "2 jobs are unconfirmed. They may have been charged."},
		"two currencies":  {lost{jobs: []db.Job{one, two}, entries: map[int64]db.Entry{1: yuan, 2: {AmountMicros: amount(1), Currency: "USD"}}}, "2 jobs are unconfirmed. They may have been charged."},
		"the sandbox":     {lost{jobs: []db.Job{box}, entries: map[int64]db.Entry{3: yuan}}, "1 job is unconfirmed. Nothing was charged: the sandbox is free."},
		"sandbox and one": {lost{jobs: []db.Job{one, box}, entries: map[int64]db.Entry{1: yuan, 3: yuan}}, "2 jobs are unconfirmed. One may have been charged: up to ¥4.50."},
	} {
		lead, rest, err := unconfirmedWords(context.Background(), tc.l)
		if got := lead + " " + rest; err != nil || got != tc.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, tc.want)
		}
	}
	if _, _, err := unconfirmedWords(context.Background(), lost{broken: errors.New("gone")}); err == nil {
		t.Error("a library that cannot be read is no empty one")
	}
}
