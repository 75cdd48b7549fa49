package queue

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/widgets"
)

func downloadRows() *rows {
	done := func(id int64, prompt string, left time.Duration, code string) db.Job {
		return db.Job{ID: id, State: db.Completed, Kind: db.TextToVideo, Prompt: prompt, ExpiresAt: noon.Add(left), ErrorCode: code, ProfileID: 1}
	}
	return &rows{jobs: []db.Job{
		{ID: 14, State: db.InProgress, Kind: db.TextToVideo, Prompt: "runs", ExpiresAt: noon.Add(time.Hour), SentAt: noon, ProfileID: 1},
		done(13, "late", 6*24*time.Hour+23*time.Hour, ""),
		done(12, "full", 6*time.Hour, jobs.CodeDiskFull),
		done(11, "soon", 2*time.Hour, jobs.CodeUnreachable),
	}}
}

func TestDownloadsStandFirstAndTheSoonestEndOnTop(t *testing.T) {
	s := newScreen(t, downloadRows(), &engine{})
	var got []string
	for _, it := range s.shown.items {
		if it.head == "" {
			top, low := serviceCopy(it, noon)
			got = append(got, it.job.Prompt+": "+top+", "+low+", "+s.deps.Live.Words(it.row()).Detail)
		}
	}
	want := []string{
		"soon: 2 h left, keeps failing, the service cannot be reached",
		"full: 6 h left, keeps failing, the disk is full",
		"late: 6 d 23 h left, not yet saved here, is being saved",
		"runs: 60 min left, not yet saved here, 0:00",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestFailingDownloadsWarnOverTheRows(t *testing.T) {
	e, l := &engine{}, downloadRows()
	s := newScreen(t, l, e)
	want := "2 downloads keep failing. The first: 2 h left at the service. Why: the service cannot be reached. Look at the network connection. They are tried again without a charge."
	if got := s.failing.Text(); got != want || !s.failingBox.Visible() {
		t.Errorf("%q, want %q", got, want)
	}
	s.tryNow()
	at := slices.IndexFunc(s.shown.items, func(it item) bool { return it.job.Prompt == "full" })
	test.Tap(s.actions(s.shown.items[at])[0].(*widgets.Button))
	if !slices.Equal(e.told, []string{"try 11", "try 12", "try 12"}) {
		t.Errorf("told %v", e.told)
	}
	for i := range l.jobs {
		l.jobs[i].ErrorCode = ""
	}
	s.Handle(jobs.JobChanged{ID: 11, State: db.Downloading})
	if s.failingBox.Visible() {
		t.Error("the warning stays after the downloads succeed")
	}
}
