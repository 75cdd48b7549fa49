package jobs

import (
	"errors"
	"net/http"
	"time"

	"viviscope/client"
	"viviscope/db"
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

// refusals counts the refusals of each file of a job: 0 for a clip, else the place of the picture.
type refusals map[int]refusal

// maxRetry is the longest pause between two tries to bring in a file.
const maxRetry = 5 * time.Minute

// lost judges a failed try for the i-th file of a job (0 for a clip). The service's own artifact_gone counts when it
// comes twice in a row. Every other refusal, a bare 410 included, may come from a host in between and may pass: it
// counts after the end of the file's time only, when it came several times over a while, which is longer the less it
// proves. A fault of the service counts only where its own clock says that the time is up. Everything else ends the
// count. Whatever is not lost is tried again, which costs nothing.
func (rs refusals) lost(job db.Job, i int, err error, now time.Time) bool {
	gone, fault := codeIs(err, CodeGone), statusOf(err) >= http.StatusInternalServerError
	age := overBy(job, err, now)
	counts := refuses(err) || errors.Is(err, client.ErrPrivate) || statusOf(err) == http.StatusUnauthorized ||
		fault && age == overThere
	if !gone && (age == notOver || !counts) {
		delete(rs, i)
		return false
	}
	r := rs[i].again(now, maxRetry)
	rs[i] = r
	patience := herePatience
	switch {
	case fault:
		patience = faultPatience
	case age == overThere:
		patience = overPatience
	}
	return gone && r.count >= goneVerdict || r.count >= deadVerdict && r.lasted >= patience
}
