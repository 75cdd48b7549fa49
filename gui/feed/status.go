package feed

import (
	"slices"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/wording"
)

// retention is the clock of what is not saved yet; the zero value where none runs.
func (it Item) retention() jobs.Retention {
	r, _ := jobs.RetentionOf(it.Job)
	return r
}

// Warning is what stands in warning colours on the card: downloads that keep failing while the clock runs, or a clip that
// is not what was paid for.
func (it Item) Warning(now time.Time) string {
	if w := wording.DownloadWarning(it.retention(), now); w != "" {
		return w
	}
	if it.DiskFull && live.Runs(it.Job.State) && it.Job.State != db.Waiting && it.Job.State != db.Unwatched {
		return lang.L("The disk is full: make room on it. What the service says and delivers is written down as soon as there is room.")
	}
	if it.Large() && wording.AsDelivered(it.Job) {
		return wording.Trouble(it.Job, now)
	}
	return it.Mismatch()
}

// Took words how long a saved job took, where that is known, and when it was done: "Took 3:06 · done 13:58".
func (it Item) Took(now time.Time) string {
	when := wording.When(it.Job.EndedAt, now)
	took := it.Job.FinishedAt.Sub(live.Began(it.Job))
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
