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
	return !slices.ContainsFunc(items, func(it db.ResultItem) bool {
		return !it.Saved && !it.Lost && it.Incoming == "" && it.URL != ""
	})
}

const (
	clipLife = 7 * 24 * time.Hour // how long the service keeps a clip (interface 8)
	linkLife = 24 * time.Hour     // how long a picture's link works (interface 8)

	// rateGate is how long nothing more of a profile goes out after a 429 that names no time.
	rateGate = 30 * time.Second
	// maxNotBefore is the latest time that the service can name: a person who releases the job must not wait for years.
	maxNotBefore = 24 * time.Hour
)

const (
	// lifeGrace is how long after its announced end a clip may still be asked for: "about 7 days" is not a date.
	lifeGrace = 24 * time.Hour

	// A file counts as lost after so many answers artifact_gone in a row, at any time …
	goneVerdict = 2
	// … after so many other refusals in a row …
	deadVerdict = 3
	// … over so long a time, where the service's own clock says that its time is up,
	overPatience = 10 * time.Minute
	// … where that clock says so, and the answers are faults (5xx), by which gateways hide that it was deleted,
	faultPatience = time.Hour
	// … and where only this computer's clock says so.
	herePatience = 24 * time.Hour
)

// AskedUntil returns until when the program goes on asking about a task that is [Unsettled]: while the job is watched,
// and when it has been given up, for as long as its clip may be there. It is false for any other job.
func AskedUntil(j db.Job) (time.Time, bool) {
	if !givenUp(j) && !(in(j.State, db.Queued, db.InProgress) && Unsettled(j.ErrorCode)) {
		return time.Time{}, false
	}
	return deadline(j).Add(lifeGrace), true
}
