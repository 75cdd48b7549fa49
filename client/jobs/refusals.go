package jobs

import (
	"errors"
	"net/http"
	"time"

	"viviscope/client"
	"viviscope/db"
)

const (
	// lifeGrace is how long after its announced end a clip may still be asked for: "about 7 days" is not a date.
	lifeGrace = 24 * time.Hour

	// A file counts as lost after so many refusals in a row …
	deadVerdict = 3
	// … over so long a time, where the service's own clock says that its time is up,
	overPatience = 10 * time.Minute
	// … and where only this computer's clock says so.
	herePatience = 24 * time.Hour
)

// refusal counts the answers in a row that say no to one file.
type refusal struct {
	count  int
	last   time.Time
	lasted time.Duration // lived through: a jump of the clock between two tries adds no more than a pause has
}

// again counts one more; pause is the longest between two.
func (r refusal) again(now time.Time, pause time.Duration) refusal {
	if r.count > 0 {
		r.lasted += min(max(now.Sub(r.last), 0), pause+pause/4)
	}
	r.count++
	r.last = now
	return r
}

// over says on whose word the time of a file is up.
type over int

const (
	notOver   over = iota
	overHere       // by the clock of this computer, which may be wrong; the service named no time
	overThere      // by the service's own clock
)

// overBy judges the age of a file by the Date of the answer that refused it, and by the clock of this computer only
// where there is none: a clock that is set forward by a year must not end what lives for six more days.
func overBy(job db.Job, err error, now time.Time) over {
	end := deadline(job)
	if job.Kind.IsVideo() {
		end = end.Add(lifeGrace)
	}
	var ce *client.Error
	switch {
	case errors.As(err, &ce) && !ce.Date.IsZero():
		if ce.Date.After(end) {
			return overThere
		}
	case now.After(end):
		return overHere
	}
	return notOver
}

// lost judges a failed try for the i-th file of a job (0 for a clip). 410 is a plain word. Every other refusal may pass:
// it counts when it was said several times over a while, which is longer the less it proves. What is no refusal ends the
// count. What is refused within its time is never lost. Whatever is not lost is tried again, which costs nothing.
func (f *fetch) lost(job db.Job, i int, err error, now time.Time) bool {
	status := statusOf(err)
	switch {
	case saysGone(err):
		return true
	case !refuses(err) && status != http.StatusUnauthorized:
		delete(f.refusals, i)
		return false
	}
	age := overBy(job, err, now)
	if age == notOver {
		delete(f.refusals, i)
		return false
	}
	r := f.refusals[i].again(now, maxRetry)
	f.refusals[i] = r
	patience := herePatience
	if age == overThere {
		patience = overPatience
	}
	return r.count >= deadVerdict && r.lasted >= patience
}

// saysGone reports whether the service says in so many words that a file was deleted (interface 7.2).
func saysGone(err error) bool {
	return statusOf(err) == http.StatusGone || codeIs(err, CodeGone)
}

func codeIs(err error, code string) bool {
	var ce *client.Error
	return errors.As(err, &ce) && ce.Code == code
}

// refuses reports whether an error is the service's no to this very file, rather than a fault on the way or a
// question of keys and pace.
func refuses(err error) bool {
	s := statusOf(err)
	switch s {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return s >= 400 && s < 500
}
