package app

import (
	"bytes"
	"os"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

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
	full := db.Job{ID: 1, State: db.Completed, Kind: db.TextToVideo, ErrorCode: jobs.CodeDiskFull,
		ExpiresAt: now.Add(6 * time.Hour)}
	fine := db.Job{ID: 2, State: db.Downloading, Kind: db.TextToVideo, ExpiresAt: now.Add(time.Hour)}
	lead, rest := failingWords([]db.Job{fine, full}, now)
	if lead != "1 download keeps failing." ||
		rest != "6 h left at the service. Reason: the disk is full. Free some space. It is retried free of charge." {
		t.Errorf("%q %q", lead, rest)
	}
	if lead, _ := failingWords([]db.Job{fine}, now); lead != "" {
		t.Error(lead)
	}
}

// What a frame adds to the library is counted at once, also at the foot of the window.
func TestASavedFrameIsCounted(t *testing.T) {
	var clip db.Asset
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		data, err := os.ReadFile("../../client/mp4/testdata/own.mp4")
		s.must(err)
		clip, _, err = s.p.Library.Import(t.Context(), "own.mp4", bytes.NewReader(data), db.ImportMeta{})
		s.must(err)
	})
	s.until("the clip", func() bool { return s.says("· 1 item ·") })
	creating{s.p}.SaveFrame(clip, 0)
	s.until("the frame", func() bool { return s.says("· 2 items ·") })
}
