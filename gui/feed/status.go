package feed

import (
	"slices"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Status is the line of a card that follows the time: how long it runs, how long it may still take, how many bytes
// came. "" for a state in which nothing moves.
func (it Item) Status(now time.Time) string {
	elapsed := wording.Elapsed(now.Sub(it.began()))
	switch it.Job.State {
	case db.Waiting:
		if u := it.Upload; u.total > 0 {
			return lang.L("%s. Nothing has been sent to the service or charged.", wording.Upload(it.Job.Kind, u.place, u.done, u.total))
		}
		return lang.L("Goes out when its turn comes. Nothing has been sent or charged.")
	case db.Sending:
		if it.Job.Kind.IsVideo() {
			return lang.L("The request is on its way.")
		}
		return lang.L("%s elapsed. The picture comes with the answer.", elapsed)
	case db.Queued, db.InProgress:
		if it.Unreachable != "" {
			return lang.L("No news from the service: %s. Viviscope asks again by itself. The task goes on there.", strings.TrimRight(it.Unreachable, ". "))
		}
		if unknown := wording.UnknownTask(it.Job, now); unknown != "" {
			return unknown
		}
		return it.runs(elapsed, now)
	case db.Unwatched:
		return it.kept(now)
	case db.Completed:
		if it.retention().Failing {
			return lang.L("Finished at the service.") // the warning says the rest
		}
		return join(lang.L("Finished at the service. The download starts by itself."), it.kept(now), " ")
	case db.Downloading, db.Saving:
		size := lang.L("Being fetched")
		switch {
		case it.Total > 0:
			size = lang.L("%[1]s of %[2]s", wording.Bytes(it.Done), wording.Bytes(it.Total))
		case it.Done > 0:
			size = wording.Bytes(it.Done)
		}
		if r, runs := jobs.RetentionOf(it.Job); runs && !r.Failing {
			return size + " · " + lang.L("service copy: %s", wording.TimeLeft(r, now))
		}
		return size
	}
	return ""
}

// retention is the clock of what is not saved yet; the zero value where none runs.
func (it Item) retention() jobs.Retention {
	r, _ := jobs.RetentionOf(it.Job)
	return r
}

// kept words how long the service keeps what is not saved yet; "" where no clock runs.
func (it Item) kept(now time.Time) string {
	r, runs := jobs.RetentionOf(it.Job)
	if !runs {
		return ""
	}
	return lang.L("Service copy: %s.", wording.TimeLeft(r, now))
}

// Warning is what stands in warning colours on the card: downloads that keep failing while the clock runs, or a clip that
// is not what was paid for.
func (it Item) Warning(now time.Time) string {
	if w := wording.DownloadWarning(it.retention(), now); w != "" {
		return w
	}
	if it.DiskFull && it.running() {
		return lang.L("The disk is full: make room on it. What the service says and delivers is written down as soon as there is room.")
	}
	if it.Large() && wording.AsDelivered(it.Job) {
		return wording.Trouble(it.Job, now)
	}
	return it.Mismatch()
}

// lastDay is when the end of the service's copy becomes more important than how long a task still runs.
const lastDay = 24 * time.Hour

// runs words how long a task runs, and how long it may still take by what clips of this kind took before.
func (it Item) runs(elapsed string, now time.Time) string {
	queued, left := it.Job.State == db.Queued, it.Usual-now.Sub(it.began())
	r, kept := jobs.RetentionOf(it.Job)
	late := kept && r.Left(now) < lastDay // made within a week or never: what it usually takes says nothing now
	if !late && it.Usual > 0 && left > 0 {
		left, usual := wording.Elapsed(left), wording.Elapsed(it.Usual)
		if queued {
			return lang.L("%[1]s elapsed, waiting for its turn at the service, about %[2]s left (your clips of this kind take %[3]s)", elapsed, left, usual)
		}
		return lang.L("%[1]s elapsed, about %[2]s left (your clips of this kind take %[3]s)", elapsed, left, usual)
	}
	words := lang.L("%s elapsed.", elapsed)
	if queued {
		words = lang.L("%s elapsed, waiting for its turn at the service.", elapsed)
	}
	switch {
	case late:
		return words + " " + it.kept(now)
	case it.Usual > 0:
		return words + " " + lang.L("Longer than usual, still running. It is still paid for and still watched.")
	case queued:
		return lang.L("%s elapsed, waiting for its turn at the service", elapsed)
	}
	return lang.L("%s elapsed", elapsed)
}

// Took words how long a saved job took, where that is known, and when it was done: "Took 3:06 · done 13:58".
func (it Item) Took(now time.Time) string {
	when := wording.When(it.Job.EndedAt, now)
	took := it.Job.FinishedAt.Sub(it.began())
	if it.Job.FinishedAt.IsZero() || took <= 0 {
		return lang.L("Done %s", when)
	}
	return lang.L("Took %s", wording.Elapsed(took)) + " · " + lang.L("done %s", when)
}

// Copy words how long the service still keeps its copy; "" where that is not known.
func (it Item) Copy(now time.Time) string {
	switch {
	case it.Job.ExpiresAt.IsZero():
		return ""
	case it.Job.ExpiresAt.After(now):
		return lang.L("Service copy: %s", wording.Left(it.Job.ExpiresAt.Sub(now)))
	}
	return lang.L("Service copy: deleted. Yours is here.")
}

// Mismatch says so where the clip that came is not as long as the one that was asked and paid for.
func (it Item) Mismatch() string {
	asked := wording.AskedOf(it.Job).Seconds
	if it.Asset.Kind != db.Clip || asked == 0 {
		return ""
	}
	came := int(it.Asset.Seconds + 0.5)
	if came == asked {
		return ""
	}
	return lang.L("Asked for %[1]d s, delivered %[2]d s. The charge is for %[1]d s.", asked, came)
}

// median is the middle of what was seen; 0 for nothing.
func median(seen []time.Duration) time.Duration {
	if len(seen) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(seen))
	return sorted[len(sorted)/2]
}
