package jobs

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"viviscope/db"
)

// Retention is how long the service still keeps what a job has not brought home yet, and what stands in the way.
type Retention struct {
	// Deadline is when the service deletes it, in UTC: what the service itself said, else 7 days from creation for a
	// clip and 24 hours for the link of a picture (interface 8). It is no verdict: "about 7 days" is not a date, and
	// the clock of this computer may be wrong. Only the service ends a job as expired.
	Deadline time.Time
	Failing  bool   // the last try to bring it in failed, and none has succeeded since
	Code     string // of that failure, one of the Code constants or the service's own; "" while not Failing
	Words    string // of that failure, for a person; "" while not Failing
}

// Left is the time until the deadline, never negative.
func (r Retention) Left(now time.Time) time.Duration { return max(r.Deadline.Sub(now), 0) }

// RetentionOf reads the clock of a job from its row. It is false where none runs: nothing is at the service, all of it
// is here, or it is lost. It reads no file and takes no lock: the window may call it for every row it draws.
func RetentionOf(j db.Job) (Retention, bool) {
	fetching := in(j.State, db.Completed, db.Downloading, db.Saving)
	if !fetching && !in(j.State, db.Queued, db.InProgress, db.Unwatched) || allHere(j) {
		return Retention{}, false
	}
	r := Retention{Deadline: deadline(j)}
	if fetching && j.ErrorCode != "" {
		r.Failing, r.Code, r.Words = true, j.ErrorCode, j.ErrorMessage
	}
	return r, true
}

// SortByRetention orders jobs by their deadline, soonest first. Jobs whose clock does not run come last and keep
// their order.
func SortByRetention(js []db.Job) {
	slices.SortStableFunc(js, func(a, b db.Job) int {
		ra, runsA := RetentionOf(a)
		rb, runsB := RetentionOf(b)
		switch {
		case runsA && runsB:
			return ra.Deadline.Compare(rb.Deadline)
		case runsA:
			return -1
		case runsB:
			return 1
		}
		return 0
	})
}

// deadline is when the service deletes what a job made. A row that does not say counts from the earliest moment at
// which it can have been made: better fetched too soon than too late.
func deadline(j db.Job) time.Time {
	if !j.ExpiresAt.IsZero() {
		return j.ExpiresAt
	}
	life := linkLife
	if j.Kind.IsVideo() {
		life = clipLife
	}
	return cmp.Or(j.AcceptedAt, j.SentAt, j.CreatedAt).Add(life)
}

// allHere reports whether the bytes of all pictures of an answer are on this disk, so that no deadline touches them.
func allHere(j db.Job) bool {
	var items []db.ResultItem
	if j.State != db.Saving || json.Unmarshal(j.ResultItems, &items) != nil || len(items) == 0 {
		return false
	}
	return !slices.ContainsFunc(items, func(it db.ResultItem) bool { return !it.Saved && !it.Lost && it.Incoming == "" && it.URL != "" })
}

// tidy looks once, at the start, for what a killed program left in the folder. Halves that nothing can use go; a file
// that stands on the wrong side of the trash goes back; the rest is only said, in the log: what looks like an orphan may
// be the only copy of something that was paid for. It runs beside the other workers, because a folder of a hundred
// thousand files takes a while to read, and no step of a job waits for it.
func (e *Engine) tidy() {
	found, err := e.lib.Sweep(e.soft)
	var removed []string
	if err == nil {
		removed, err = e.clearLeftovers(found)
	}
	if err != nil {
		if e.soft.Err() == nil {
			e.log.Error("tidy", "err", err)
		}
		return
	}
	for _, id := range found.Resized {
		e.events.add(AssetAdded{ID: id})
	}
	e.events.flush()
	if len(removed)+len(found.Resized) > 0 {
		e.log.Info("tidy", "removed", removed, "clips with another size", len(found.Resized))
	}
	if unused := len(found.Parts) - len(removed); len(found.Files)+len(found.Missing)+max(unused, 0)+len(found.Healed) > 0 {
		e.log.Warn("tidy", "without a row", len(found.Files), "unused", unused, "missing", len(found.Missing), "moved back", len(found.Healed))
	}
}

// clearLeftovers keeps clicks waiting meanwhile: the picture of a new edit is in the folder before its row is.
func (e *Engine) clearLeftovers(found db.SweepReport) ([]string, error) {
	e.inputs.Lock()
	defer e.inputs.Unlock()
	return e.lib.ClearLeftovers(e.soft, found)
}
