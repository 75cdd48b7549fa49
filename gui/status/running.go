package status

import (
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

func fraction(p jobs.Progress) float64 { return min(float64(p.Done)/float64(p.Total), 1) }

// describeFinished describes a job that has finished at the service.
func describeFinished(w *Status, job db.Job, p jobs.Progress, now time.Time) {
	state := job.State
	clock, runs := jobs.RetentionOf(job)
	w.Detail, _ = downloadTrouble(clock)
	if w.Detail == "" && state != db.Downloading {
		w.Detail = lang.L("saving")
	}
	if state == db.Completed {
		w.Sentence = lang.L("Finished at the service.") // the warning describes the rest
		if !clock.Failing {
			w.Sentence = strings.TrimSpace(lang.L("Finished at the service. The download starts automatically.") + " " +
				retentionText(job, now))
		}
		return
	}
	if state == db.Downloading {
		w.Share = 0
	}
	w.Sentence = lang.L("Downloading")
	switch {
	case p.Total > 0:
		w.Share = fraction(p)
		w.Detail = lang.L("%[1]s of %[2]s", wording.Bytes(p.Done), wording.Bytes(p.Total))
		w.Sentence = w.Detail
		if state == db.Downloading {
			w.Tag = lang.L("Downloading %d%%", int(w.Share*100))
		}
	case p.Done > 0:
		w.Sentence = wording.Bytes(p.Done)
	}
	if runs && !clock.Failing {
		w.Sentence += " · " + lang.L("on the service: %s", TimeLeft(clock, now))
	}
}

// retentionText returns how long the service keeps an undownloaded file; "" without a deadline.
func retentionText(job db.Job, now time.Time) string {
	clock, runs := jobs.RetentionOf(job)
	if !runs {
		return ""
	}
	return lang.L("On the service: %s.", TimeLeft(clock, now))
}

// deadlineFirst is the remaining retention below which the deadline is shown instead of the remaining run time.
const deadlineFirst = 24 * time.Hour

// runText returns how long a task has run, and its usual remaining time.
func runText(job db.Job, usual, ran time.Duration, now time.Time) string {
	elapsed, queued, left := wording.Elapsed(ran), job.State == db.Queued, usual-ran
	clock, counts := jobs.RetentionOf(job)
	late := counts && clock.Left(now) < deadlineFirst // it ran for days, so the usual duration is meaningless
	if !late && usual > 0 && left > 0 {
		left, usual := wording.Elapsed(left), wording.Elapsed(usual)
		if queued {
			return lang.L("%[1]s elapsed, queued at the service, about %[2]s left (similar clips take %[3]s)", elapsed,
				left, usual)
		}
		return lang.L("%[1]s elapsed, about %[2]s left (similar clips take %[3]s)", elapsed, left, usual)
	}
	words := lang.L("%s elapsed.", elapsed)
	if queued {
		words = lang.L("%s elapsed, queued at the service.", elapsed)
	}
	switch {
	case late:
		return words + " " + retentionText(job, now)
	case usual > 0:
		return words + " " + lang.L("Taking longer than usual. Still running, still charged and still watched.")
	case queued:
		return lang.L("%s elapsed, queued at the service", elapsed)
	}
	return lang.L("%s elapsed", elapsed)
}
