package gui

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/wording"
)

// watchedWords says how many tasks are watched and when the service is asked next.
func watchedWords(st jobs.PoolStatus, now time.Time) string {
	s := ""
	if st.Watched > 0 {
		s = wording.Count(st.Watched, "task", "tasks") + " watched"
		if !st.NextCheck.IsZero() {
			// Rounded up: "in 0 s" would be now.
			left := max(int((st.NextCheck.Sub(now)+time.Second-1)/time.Second), 0)
			if left == 0 {
				s += ", checking"
			} else {
				s += fmt.Sprintf(", next check in %d s", left)
			}
		}
	}
	if st.Paused {
		if s != "" {
			s += " · "
		}
		s += "sending is paused"
	}
	return s
}

// runningWords says what goes on, without a word that changes by the second.
func runningWords(st jobs.PoolStatus) string {
	var s []string
	if st.Watched > 0 {
		s = append(s, wording.Count(st.Watched, "task", "tasks")+" at the service")
	}
	if st.Downloads > 0 {
		s = append(s, wording.Count(st.Downloads, "download", "downloads"))
	}
	if len(s) == 0 {
		return "Nothing is running"
	}
	return strings.Join(s, ", ")
}

// downloadWords says how many files are on their way and how far they are.
func downloadWords(n int, files map[int64]jobs.DownloadProgress) string {
	n = max(n, len(files))
	if n == 0 {
		return ""
	}
	s := wording.Count(n, "download", "downloads")
	var done, total int64
	for _, f := range files {
		done, total = done+f.Done, total+f.Total
	}
	if total > 0 {
		s += fmt.Sprintf(", %d%% of %s", min(done*100/total, 100), wording.Bytes(total))
	}
	return s
}

// libraryWords says how much the library holds and how much room is left.
func libraryWords(st db.Storage) string {
	s := "Library " + wording.Bytes(st.Bytes) + " · " + wording.Count(st.Items, "item", "items")
	if st.FreeKnown {
		s += " · " + wording.Bytes(st.Free) + " free"
	}
	return s
}

// announced reports whether a state is the end of a wait that a person wants to hear of.
func announced(s db.JobState) bool {
	switch s {
	case db.Saved, db.Failed, db.Rejected, db.Expired, db.Unconfirmed:
		return true
	}
	return false
}

// answers reports whether an answer of the service brings a job into a state.
func answers(s db.JobState) bool {
	switch s {
	case db.Queued, db.InProgress, db.Completed, db.Saved, db.Failed, db.Rejected:
		return true
	}
	return false
}

// announcement words the end of a job for a notification of the system.
func announcement(job db.Job) (title, text string) {
	what := "Picture"
	if job.Kind.IsVideo() {
		what = "Clip"
	}
	switch job.State {
	case db.Saved:
		title = what + " saved"
	case db.Failed:
		title = what + " failed"
	case db.Rejected:
		title = what + " refused by the service"
	case db.Expired:
		title = what + " expired at the service"
	default:
		title = what + " unconfirmed: it may have been charged"
	}
	return title, shortened(job.Prompt)
}

// noticeRunes is how much of a prompt a notification shows.
const noticeRunes = 120

func shortened(s string) string {
	r := []rune(s)
	if len(r) <= noticeRunes {
		return s
	}
	return string(r[:noticeRunes-1]) + "…"
}

// announce tells the system of jobs that ended while the window was not in front.
func (l *Live) announce(ctx context.Context, ids []int64, also func(func())) {
	for _, id := range ids {
		job, err := l.shell.deps.Library.Job(ctx, id)
		if err != nil {
			l.shell.log.Warn("read job to announce", "job", id, "err", err)
			continue
		}
		if !announced(job.State) {
			continue // a person has already moved it on
		}
		title, text := announcement(job)
		if tell := l.shell.deps.Announce; tell != nil && tell(ctx, job, title, text) {
			continue
		}
		also(func() { l.shell.app.SendNotification(fyne.NewNotification(title, text)) })
	}
}
