package jobs

import (
	"errors"
	"net/http"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// refusal counts consecutive refusals of one file.
type refusal struct {
	count  int
	last   time.Time
	lasted time.Duration // observed duration: a jump of the clock between two tries adds at most the length of a pause
}

// again counts one more refusal; pause is the longest pause between two tries.
func (r refusal) again(now time.Time, pause time.Duration) refusal {
	if r.count > 0 {
		r.lasted += min(max(now.Sub(r.last), 0), pause+pause/4)
	}
	r.count++
	r.last = now
	return r
}

// over states by which clock the lifetime of a file has ended.
type over int

const (
	notOver   over = iota
	overHere       // by the clock of this computer, which may be wrong; the service named no time
	overThere      // by the service's own clock
)

// overBy checks whether the lifetime of a file has ended, by the Date header of the answer that refused it. Without a
// Date it uses the clock of this computer. A clock that is set a year ahead must not end a file that exists for six
// more days.
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

// maxRetry is the longest pause between two tries to download a file.
const maxRetry = 5 * time.Minute

// lost reports whether the i-th file of a job (0 for a clip) is lost after a failed try. The service's own
// artifact_gone counts if it comes twice in a row. Every other refusal, including a plain 410, may come from a host in
// between and may be temporary. It counts only after the end of the file's lifetime and after several refusals over
// some time. The weaker the evidence, the longer that time. A fault of the service counts only if the service's clock
// shows that the lifetime has ended. Any other error resets the count. A file that is not lost is tried again, which is
// free.
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
