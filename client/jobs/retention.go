package jobs

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"viviscope/db"
)

// Retention describes how long the service keeps the undownloaded results of a job, and the fault of the last download.
type Retention struct {
	// Deadline is when the service deletes the results, in UTC: the service's own time, or else 7 days from creation
	// for a clip and 24 hours for the link of a picture (interface 8). It does not end a job: "about 7 days" is not
	// exact, and the clock of this computer may be wrong. Only the service ends a job as expired.
	Deadline time.Time
	Failing  bool   // the last download failed, and none has succeeded since
	Code     string // of the failure, one of the Code constants or the service's own; "" while not Failing
	Message  string // of the failure, to display; "" while not Failing
}

// Left returns the time until the deadline, never negative.
func (r Retention) Left(now time.Time) time.Duration { return max(r.Deadline.Sub(now), 0) }

// RetentionOf returns the retention of a job from its row. It returns false if the job has none: the service has no
// results, all of them are downloaded, or they are lost. It reads no file and takes no lock, so the window may call it
// for every displayed row.
func RetentionOf(j db.Job) (Retention, bool) {
	fetching := in(j.State, db.Completed, db.Downloading, db.Saving)
	if !fetching && !in(j.State, db.Queued, db.InProgress, db.Unwatched) || allDownloaded(j) {
		return Retention{}, false
	}
	r := Retention{Deadline: deadline(j)}
	if fetching && j.ErrorCode != "" {
		r.Failing, r.Code, r.Message = true, j.ErrorCode, j.ErrorMessage
	}
	return r, true
}

// SortByRetention orders jobs by their deadline, soonest first. Jobs without a retention come last and keep their
// order.
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

// deadline returns when the service deletes the results of a job. If the row has no such time, it is computed from the
// earliest time at which they can have been made, because downloading early is safer.
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

// allDownloaded reports whether the bytes of all pictures of an answer are on this disk, so that they have no deadline.
func allDownloaded(j db.Job) bool {
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

	// rateGate is how long sending stops for a profile after a 429 that contains no time.
	rateGate = 30 * time.Second
	// maxNotBefore bounds the time that the service can name, so that a user who releases the job does not wait for
	// years.
	maxNotBefore = 24 * time.Hour
)

const (
	// lifeGrace is how long after its announced end a clip is still requested: "about 7 days" is not exact.
	lifeGrace = 24 * time.Hour

	// A file counts as lost after this many consecutive answers artifact_gone, at any time …
	minGoneAnswers = 2
	// … or after this many consecutive other refusals …
	minRefusals = 3
	// … over this time, if its lifetime has ended by the service's own clock,
	expiredWait = 10 * time.Minute
	// … over this time, if the answers are also faults (5xx), which gateways may return for a deleted file,
	faultWait = time.Hour
	// … and over this time, if its lifetime has ended only by this computer's clock.
	localClockWait = 24 * time.Hour
)

// PolledUntil returns until when the program polls an [Unsettled] task: while the job is watched, and after it was
// given up for as long as its clip may exist. It returns false for any other job.
func PolledUntil(j db.Job) (time.Time, bool) {
	if !givenUp(j) && !(in(j.State, db.Queued, db.InProgress) && Unsettled(j.ErrorCode)) {
		return time.Time{}, false
	}
	return deadline(j).Add(lifeGrace), true
}
