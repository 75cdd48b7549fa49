package program

import (
	"context"
	"errors"
	"testing"
	"time"

	"viviscope/client/jobs"
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

func (l lost) Entries(_ context.Context, jobID int64) ([]db.Entry, error) {
	if e, ok := l.entries[jobID]; ok {
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
	yuan, more := db.Entry{Kind: db.UnconfirmedEntry, AmountMicros: amount(4_500_000), Currency: "CNY"}, db.Entry{Kind: db.UnconfirmedEntry, AmountMicros: amount(2_000_000), Currency: "CNY"}
	for name, tc := range map[string]struct {
		l    lost
		want string
	}{
		"none":            {lost{}, " "},
		"one":             {lost{jobs: []db.Job{one}, entries: map[int64]db.Entry{1: yuan}}, "1 job is unconfirmed. It may have been charged: up to ¥4.50."},
		"two":             {lost{jobs: []db.Job{one, two}, entries: map[int64]db.Entry{1: yuan, 2: more}}, "2 jobs are unconfirmed. They may have been charged: up to ¥6.50."},
		"no price":        {lost{jobs: []db.Job{one, two}, entries: map[int64]db.Entry{1: yuan, 2: {Kind: db.UnconfirmedEntry, Currency: "CNY"}}}, "2 jobs are unconfirmed. They may have been charged."},
		"two currencies":  {lost{jobs: []db.Job{one, two}, entries: map[int64]db.Entry{1: yuan, 2: {Kind: db.UnconfirmedEntry, AmountMicros: amount(1), Currency: "USD"}}}, "2 jobs are unconfirmed. They may have been charged."},
		"the sandbox":     {lost{jobs: []db.Job{box}, entries: map[int64]db.Entry{3: yuan}}, " "},
		"sandbox and one": {lost{jobs: []db.Job{one, box}, entries: map[int64]db.Entry{1: yuan, 3: yuan}}, "1 job is unconfirmed. It may have been charged: up to ¥4.50."},
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

func TestTheWindowSpeaksOnceOfADownloadThatKeepsFailing(t *testing.T) {
	failed := func(id int64, tries int, code string) jobs.Event {
		return jobs.DownloadFailed{ID: id, Tries: tries, Code: code}
	}
	var a downloadAlarm
	for i, c := range []struct {
		ev   jobs.Event
		want bool
	}{
		{failed(1, 1, "timeout"), false}, // once is often over by itself
		{failed(1, 2, "timeout"), true},
		{failed(1, 3, "timeout"), false},
		{failed(2, 2, "timeout"), true},
		{failed(1, 4, jobs.CodeDiskFull), true}, // another reason asks for something else
		{jobs.JobChanged{ID: 1, State: db.Downloading}, false},
		{failed(1, 5, jobs.CodeDiskFull), false},
		{jobs.JobChanged{ID: 1, State: db.Saved}, false},
		{failed(1, 2, jobs.CodeDiskFull), true},
		{jobs.AssetAdded{JobID: 1}, false},
	} {
		if got := a.due(c.ev); got != c.want {
			t.Errorf("%d: %+v: %v", i, c.ev, got)
		}
	}
}

func TestFailingDownloadsAreSummedUp(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	full := db.Job{ID: 1, State: db.Completed, Kind: db.TextToVideo, ErrorCode: jobs.CodeDiskFull, ExpiresAt: now.Add(6 * time.Hour)}
	fine := db.Job{ID: 2, State: db.Downloading, Kind: db.TextToVideo, ExpiresAt: now.Add(time.Hour)}
	lead, rest := failingWords([]db.Job{fine, full}, now)
	if lead != "1 download keeps failing." || rest != "6 h left at the service. Why: the disk is full. Free some space. It is retried free of charge." {
		t.Errorf("%q %q", lead, rest)
	}
	if lead, _ := failingWords([]db.Job{fine}, now); lead != "" {
		t.Error(lead)
	}
}
