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

// add counts one more refusal; pause is the longest pause between two tries.
func (r refusal) add(now time.Time, pause time.Duration) refusal {
	if r.count > 0 {
		r.lasted += min(max(now.Sub(r.last), 0), pause+pause/4)
	}
	r.count++
	r.last = now
	return r
}

// expiry states by which clock the lifetime of a file has ended.
type expiry int

const (
	notExpired       expiry = iota
	expiredLocally          // by the clock of this computer, which may be wrong; the service named no time
	expiredAtService        // by the service's own clock
)

// expiredBy checks whether the lifetime of a file has ended, by the Date header of the answer that refused it. Without
// a Date it uses the clock of this computer. A clock that is set a year ahead must not end a file that exists for six
// more days.
func expiredBy(job db.Job, err error, now time.Time) expiry {
	end := deadline(job)
	if job.Kind.IsVideo() {
		end = end.Add(lifeGrace)
	}
	var ce *client.Error
	switch {
	case errors.As(err, &ce) && !ce.Date.IsZero():
		if ce.Date.After(end) {
			return expiredAtService
		}
	case now.After(end):
		return expiredLocally
	}
	return notExpired
}

// refusals counts the refusals of each file of a job: 0 for a clip, else the place of the picture.
type refusals map[int]refusal

// maxRetry is the longest pause between two tries to download a file.
const maxRetry = 5 * time.Minute

// isLost reports whether the i-th file of a job (0 for a clip) is lost after a failed try. The service's own
// artifact_gone counts if it comes twice in a row. Every other refusal, including a plain 410, may come from a host in
// between and may be temporary. It counts only after the end of the file's lifetime and after several refusals over
// some time. The weaker the evidence, the longer that time. A fault of the service counts only if the service's clock
// shows that the lifetime has ended. Any other error resets the count. A file that is not lost is tried again, which is
// free.
func (rs refusals) isLost(job db.Job, i int, err error, now time.Time) bool {
	gone, fault := hasCode(err, CodeGone), statusOf(err) >= http.StatusInternalServerError
	age := expiredBy(job, err, now)
	counts := isRefusal(err) || errors.Is(err, client.ErrPrivate) || statusOf(err) == http.StatusUnauthorized ||
		fault && age == expiredAtService
	if !gone && (age == notExpired || !counts) {
		delete(rs, i)
		return false
	}
	r := rs[i].add(now, maxRetry)
	rs[i] = r
	patience := localClockWait
	switch {
	case fault:
		patience = faultWait
	case age == expiredAtService:
		patience = expiredWait
	}
	return gone && r.count >= minGoneAnswers || r.count >= minRefusals && r.lasted >= patience
}
