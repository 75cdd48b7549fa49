package live_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/live"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func newJobs() *live.Jobs { return live.New(func() time.Time { return noon }) }

func TestStatusFollowsTimeAndBytes(t *testing.T) {
	ran := func(s db.JobState) db.Job {
		return db.Job{ID: 1, State: s, Kind: db.TextToVideo, AcceptedAt: noon.Add(-84 * time.Second)}
	}
	running, waiting, sending := ran(db.InProgress), ran(db.Waiting), ran(db.Sending)
	sending.Kind = db.TextToImage
	down := db.Job{ID: 1, State: db.Downloading, ExpiresAt: noon.Add(6 * time.Hour)}
	late, lost := running, running
	late.ExpiresAt = noon.Add(5 * time.Hour)
	lost.ErrorCode, lost.ExpiresAt = jobs.CodeTaskUnknown, noon
	noState := lost
	noState.ErrorCode, noState.ErrorMessage = jobs.CodeNoState, "busy"
	for name, c := range map[string]struct {
		row  live.Row
		ev   jobs.Event
		want string // bar, status, detail and sentence
	}{
		"no history": {live.Row{Job: running}, nil, "0% | Generating 0% | 1:24 | 1:24 elapsed"},
		"history": {live.Row{Job: running, UsualDuration: 134 * time.Second}, jobs.Progress{ID: 1, Percent: 62},
			"62% | Generating 62% | 1:24 | 1:24 elapsed, about 0:50 left (similar clips take 2:14)"},
		"slow": {live.Row{Job: running, UsualDuration: time.Minute}, nil,
			"0% | Generating 0% | 1:24 | 1:24 elapsed. Taking longer than usual. Still running, still charged and still watched."},
		"late": {live.Row{Job: late}, nil, "0% | Generating 0% | 1:24 | 1:24 elapsed. On the service: 5 h left."},
		"far": {live.Row{Job: ran(db.Queued)}, nil,
			"0% | Queued at the service | 1:24 | 1:24 elapsed, queued at the service"},
		"no network": {live.Row{Job: running}, jobs.ConnectionChanged{Message: "connection lost."},
			"0% | Generating 0% | 1:24 | No update from the service: connection lost. Viviscope keeps asking. The task continues there."},
		"unknown": {live.Row{Job: lost}, nil,
			"0% | Generating 0% | the service says it does not know the task | The service says it does not know this task. It may still exist: Viviscope keeps asking until 22 Nov."},
		"no state": {live.Row{Job: noState}, nil,
			"0% | Generating 0% | the service gives no state for the task | The service gives no state for this task: “busy”. It may still exist: Viviscope keeps asking until 22 Nov."},
		"bytes": {live.Row{Job: down}, jobs.Progress{ID: 1, Done: 11_600_000, Total: 18_200_000},
			"63% | Downloading 63% | 11.6 MB of 18.2 MB | 11.6 MB of 18.2 MB · on the service: 6 h left"},
		"no total": {live.Row{Job: down}, jobs.Progress{ID: 1, Done: 11_600_000},
			"0% | Downloading |  | 11.6 MB · on the service: 6 h left"},
		"picture": {live.Row{Job: sending}, nil,
			"- | Generating | 1:24 | 1:24 elapsed. The picture arrives with the answer."},
		"completed": {live.Row{Job: db.Job{ID: 1, State: db.Completed, ExpiresAt: noon.Add(-time.Hour)}}, nil,
			"- | Done, not yet saved | saving | Finished at the service. The download starts automatically. On the service: may expire at any moment."},
		"unwatched": {live.Row{Job: db.Job{ID: 1, State: db.Unwatched, ExpiresAt: noon.Add(6 * time.Hour)}}, nil,
			"- | Not watched | continues at the service, still charged | On the service: 6 h left."},
		"waiting": {live.Row{Job: waiting, QueuePosition: 3}, nil,
			"- | Waiting | number 3 in line | Waiting for its turn. Nothing has been sent or charged."},
		"upload": {live.Row{Job: waiting, QueuePosition: 3}, jobs.Progress{ID: 1, Upload: true, Done: 4, Total: 10},
			"40% | Waiting | Uploading first frame, 40 % | Uploading first frame, 40 %. Nothing has been sent to the service or charged."},
		"sent since": {live.Row{Job: waiting}, jobs.JobChanged{ID: 1, State: db.Sending},
			"- | Waiting |  | Waiting for its turn. Nothing has been sent or charged."},
		"saved": {live.Row{Job: ran(db.Saved)}, nil, "- | Saved |  | "},
	} {
		l := newJobs()
		l.Handle(c.ev)
		w := l.Status(c.row)
		bar := "-"
		if w.Share >= 0 {
			bar = fmt.Sprintf("%d%%", int(w.Share*100))
		}
		if got := strings.Join([]string{bar, w.Tag, w.Detail, w.Sentence}, " | "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Progress of a file belongs to the state in which it was reported.
func TestEndedJobsAreDropped(t *testing.T) {
	l := newJobs()
	for _, over := range []db.JobState{db.Sending, db.Held, db.Completed, db.Saved, db.Failed, ""} {
		l.Handle(jobs.Progress{ID: 1, Done: 4, Total: 10})
		l.Handle(jobs.JobChanged{ID: 1, State: db.Downloading})
		if n, done, total := l.Files(); n != 1 || done != 4 || total != 10 {
			t.Errorf("%d files, %d of %d bytes", n, done, total)
		}
		l.Handle(jobs.JobChanged{ID: 1, State: over})
		if _, known := l.Counts(); known != 0 {
			t.Errorf("%s: something is kept", over)
		}
	}
}

// All cells of a job share its bindings and the newest row.
func TestBindingsAreReferenceCounted(t *testing.T) {
	turns := apptest.NewQueueApp(t)
	l := newJobs()
	row := live.Row{Job: db.Job{ID: 1, State: db.InProgress, AcceptedAt: noon}, UsualDuration: time.Minute}
	a := l.Job(row)
	row.UsualDuration = 0
	b := l.Job(row)
	if said, _ := b.Sentence.Get(); a != b || !strings.Contains(said, "about 1:00 left") {
		t.Errorf("the second says %q", said)
	}
	a.Release()
	l.Handle(jobs.Progress{ID: 1, Percent: 50})
	set := l.Flush(false)
	row.Job.Progress = 70 // the row was read while the change was on its way
	l.Job(row).Release()
	set()
	turns.RunAll(func() {
		if share, _ := b.Progress.Get(); share != 0.7 {
			t.Errorf("it fell back to %v", share)
		}
	})
	if l.Flush(true) != nil {
		t.Error("nothing changed, and is set")
	}
	b.Release()
	if held, _ := l.Counts(); held != 0 {
		t.Errorf("%d are held", held)
	}
}

// A cell of an ended job reads its row. A hidden screen with an older row does not restart the job.
func TestEndedJobIsNotRefreshed(t *testing.T) {
	turns := apptest.NewQueueApp(t)
	l := newJobs()
	row := func(s db.JobState) live.Row {
		return live.Row{Job: db.Job{ID: 1, State: s, Kind: db.TextToVideo, AcceptedAt: noon}}
	}
	behind := l.Job(row(db.InProgress))
	l.Handle(jobs.Progress{ID: 1, Percent: 62})
	l.Handle(jobs.JobChanged{ID: 1, State: db.Saved})
	if l.Flush(true) != nil {
		t.Error("a row of before is worded anew")
	}
	for _, c := range []struct {
		ev   jobs.Event
		row  db.JobState
		want string
	}{
		{nil, db.Saved, "Saved"}, {nil, db.InProgress, "Saved"},
		{jobs.JobChanged{ID: 1, State: db.InProgress}, db.InProgress, "Generating 0%"}, // given up, and known again
	} {
		l.Handle(c.ev)
		l.Job(row(c.row)).Release()
		turns.RunAll(func() {
			if got, _ := behind.Status.Get(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The last upload event may arrive after the job was cancelled or sent.
func TestLateUploadIsIgnored(t *testing.T) {
	late := jobs.Progress{ID: 1, Upload: true, Done: 4, Total: 10}
	for _, s := range []db.JobState{db.Waiting, db.Saving} {
		l := newJobs()
		l.Handle(jobs.JobChanged{ID: 1, State: db.Held})
		l.Handle(late)
		l.Handle(jobs.JobChanged{ID: 1, State: s})
		if w := l.Status(live.Row{Job: db.Job{ID: 1, State: s, Kind: db.EditImage}}); w.Share >= 0 {
			t.Errorf("%s: %+v", s, w)
		}
	}
}
