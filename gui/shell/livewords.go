package shell

import (
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/wording"
)

// watchedWords returns the number of watched tasks and the time until the next check.
func watchedWords(st jobs.PoolStatus, now time.Time) string {
	s := ""
	if st.Watched > 0 {
		tasks := lang.N("%s task", "%s tasks", st.Watched, lang.Number(st.Watched))
		s = lang.L("%s watched", tasks)
		if !st.NextCheck.IsZero() {
			// Rounded up: "in 0 s" would be now.
			left := max(int((st.NextCheck.Sub(now)+time.Second-1)/time.Second), 0)
			if left == 0 {
				s = lang.L("%s watched, checking", tasks)
			} else {
				s = lang.L("%[1]s watched, next check in %[2]d s", tasks, left)
			}
		}
	}
	if st.Paused {
		if s != "" {
			s += " · "
		}
		s += lang.L("sending is paused")
	}
	return s
}

// runningWords returns a summary of the running work, without text that changes every second.
func runningWords(st jobs.PoolStatus) string {
	var s []string
	if st.Watched > 0 {
		s = append(s, lang.L("%s at the service", lang.N("%s task", "%s tasks", st.Watched, lang.Number(st.Watched))))
	}
	if st.Downloads > 0 {
		s = append(s, lang.N("%s download", "%s downloads", st.Downloads, lang.Number(st.Downloads)))
	}
	if len(s) == 0 {
		return lang.L("Nothing is running")
	}
	return wording.Commas(s...)
}

// downloadWords returns the number of downloads and their progress.
func downloadWords(n int, of *live.Jobs) string {
	files, done, total := of.Files()
	n = max(n, files)
	if n == 0 {
		return ""
	}
	s := lang.N("%s download", "%s downloads", n, lang.Number(n))
	if total > 0 {
		return lang.L("%[1]s, %[2]d%% of %[3]s", s, min(done*100/total, 100), wording.Bytes(total))
	}
	return s
}

// diskWords returns briefly why the disk cannot be written; "" if it can.
func diskWords(full, readOnly bool) string {
	switch {
	case readOnly:
		return lang.L("Opened read-only: nothing is sent or saved.")
	case full:
		return lang.L("The disk is full. Free some space.")
	}
	return ""
}

// libraryWords returns the size of the library and the free space.
func libraryWords(st db.Storage) string {
	s := lang.L("Library %s", wording.Bytes(st.Bytes)) + " · " +
		lang.N("%s item", "%s items", st.Items, lang.Number(st.Items))
	if st.FreeKnown {
		s += " · " + lang.L("%s free", wording.Bytes(st.Free))
	}
	return s
}

// answers reports whether a job gets into a state by an answer of the service.
func answers(s db.JobState) bool {
	switch s {
	case db.Queued, db.InProgress, db.Completed, db.Saved, db.Failed, db.Rejected:
		return true
	}
	return false
}
