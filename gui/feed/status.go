package feed

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/wording"
)

// Status is the line of a card that follows the time: how long it runs, how long it may still take, how many bytes
// came. "" for a state in which nothing moves.
func (it Item) Status(now time.Time) string {
	elapsed := wording.Elapsed(now.Sub(it.began()))
	switch it.Job.State {
	case db.Waiting:
		if u := it.Upload; u.total > 0 {
			return wording.Upload(it.Job.Kind, u.place, u.done, u.total) + ". Nothing has been sent to the service or charged."
		}
		return "Goes out when its turn comes. Nothing has been sent or charged."
	case db.Sending:
		if it.Job.Kind.IsVideo() {
			return "The request is on its way."
		}
		return elapsed + " elapsed. The picture comes with the answer."
	case db.Queued, db.InProgress:
		if it.Unreachable != "" {
			return "No news from the service: " + strings.TrimRight(it.Unreachable, ". ") + ". Viviscope asks again by itself. The task goes on there."
		}
		if it.Job.State == db.Queued {
			return elapsed + " elapsed, waiting for its turn at the service" + it.left(now)
		}
		return elapsed + " elapsed" + it.left(now)
	case db.Unwatched:
		return it.kept(now)
	case db.Completed:
		if it.retention().Failing {
			return "Finished at the service." // the warning says the rest
		}
		return join("Finished at the service. The download starts by itself.", it.kept(now), " ")
	case db.Downloading, db.Saving:
		size := "Being fetched"
		switch {
		case it.Total > 0:
			size = wording.Bytes(it.Done) + " of " + wording.Bytes(it.Total)
		case it.Done > 0:
			size = wording.Bytes(it.Done)
		}
		if r, runs := jobs.RetentionOf(it.Job); runs && !r.Failing {
			return size + " · service copy: " + wording.TimeLeft(r, now)
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
	return "Service copy: " + wording.TimeLeft(r, now) + "."
}

// Warning is what stands in warning colours on the card: downloads that keep failing while the clock runs, or a clip that
// is not what was paid for.
func (it Item) Warning(now time.Time) string {
	if w := wording.DownloadWarning(it.retention(), now); w != "" {
		return w
	}
	return it.Mismatch()
}

// lastDay is when the end of the service's copy becomes more important than how long a task still runs.
const lastDay = 24 * time.Hour

// left words what is left by what clips of this kind took before.
func (it Item) left(now time.Time) string {
	if r, runs := jobs.RetentionOf(it.Job); runs && r.Left(now) < lastDay {
		return ". " + it.kept(now) // made within a week or never: what it usually takes says nothing now
	}
	if it.Usual <= 0 {
		return ""
	}
	left := it.Usual - now.Sub(it.began())
	if left <= 0 {
		return ". Longer than usual, still running. It is still paid for and still watched."
	}
	return ", about " + wording.Elapsed(left) + " left (your clips of this kind take " + wording.Elapsed(it.Usual) + ")"
}

// Took words how long a saved job took, and when it was done: "Took 3:06 · done 13:58".
func (it Item) Took(now time.Time) string {
	end := it.Job.FinishedAt
	if end.IsZero() {
		end = it.Job.EndedAt
	}
	return "Took " + wording.Elapsed(end.Sub(it.began())) + " · done " + wording.When(it.Job.EndedAt, now)
}

// Copy words how long the service still keeps its copy; "" where that is not known.
func (it Item) Copy(now time.Time) string {
	switch {
	case it.Job.ExpiresAt.IsZero():
		return ""
	case it.Job.ExpiresAt.After(now):
		return "Service copy: " + wording.Left(it.Job.ExpiresAt.Sub(now))
	}
	return "Service copy: deleted. Yours is here."
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
	return "Asked for " + strconv.Itoa(asked) + " s, delivered " + strconv.Itoa(came) + " s. The charge is for " + strconv.Itoa(asked) + " s."
}

// median is the middle of what was seen; 0 for nothing.
func median(seen []time.Duration) time.Duration {
	if len(seen) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(seen))
	return sorted[len(sorted)/2]
}

func percent(share float64) string { return strconv.Itoa(int(share*100)) + "%" }
