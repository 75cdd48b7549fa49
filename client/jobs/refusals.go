package jobs

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/folder"
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

// lost judges a failed try for the i-th file of a job (0 for a clip). The service's own artifact_gone counts when it
// comes twice in a row. Every other refusal, a bare 410 included, may come from a host in between and may pass: it
// counts after the end of the file's time only, when it came several times over a while, which is longer the less it
// proves. A fault of the service counts only where its own clock says that the time is up. Everything else ends the
// count. Whatever is not lost is tried again, which costs nothing.
func (f *fetch) lost(job db.Job, i int, err error, now time.Time) bool {
	gone, fault := codeIs(err, CodeGone), statusOf(err) >= http.StatusInternalServerError
	age := overBy(job, err, now)
	counts := refuses(err) || errors.Is(err, client.ErrPrivate) || statusOf(err) == http.StatusUnauthorized || fault && age == overThere
	if !gone && (age == notOver || !counts) {
		delete(f.refusals, i)
		return false
	}
	r := f.refusals[i].again(now, maxRetry)
	f.refusals[i] = r
	patience := herePatience
	switch {
	case fault:
		patience = faultPatience
	case age == overThere:
		patience = overPatience
	}
	return gone && r.count >= goneVerdict || r.count >= deadVerdict && r.lasted >= patience
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

// The codes that the engine itself gives to what went wrong. Where the service gave a code, that one is kept.
const (
	CodeProgramEnded = "program_ended" // the program died or was stopped between the request and the answer
	CodeTaskUnknown  = "task_unknown"  // the service says that it knows no such task
	CodeNoState      = "no_state"      // the service answers about a task, without a state of it
	CodeEnded        = "ended"         // the service ended a task with a word other than failed, which states no refund
	CodeNoBalance    = "no_balance"    // the account at the service is empty
	CodeGone         = "artifact_gone" // the service deleted the clip
	CodeLinkDead     = "link_dead"     // a picture's link stopped working
	CodeNoPicture    = "no_picture"    // a paid answer held nothing that is a picture
	CodeAnswerLost   = "answer_lost"   // a person said that a lost answer was charged
	CodeDiskFull     = "disk_full"     // a file has no room; the service still has it
	CodeNoKey        = "no_key"        // no key is to be had
	CodeOtherKey     = "other_key"     // the profile has another key than when the job was ordered
	CodeBadRequest   = "bad_request"   // the stored request cannot be read
	CodeUnreachable  = "unreachable"   // no connection
	CodeTimeout      = "timeout"       // no answer in time
	CodeNoAnswer     = "no_answer"     // the connection broke after the request had left
	CodeDamaged      = "damaged"       // what came is not whole
	CodeAsDelivered  = "as_delivered"  // what came is damaged and no other will come: it is in the library as it is
	CodeFile         = "file"          // the library's folder cannot be written
	CodeUnreadable   = "unreadable"    // something else than the service answers; said of connections only
	codeError        = "error"         // anything else
	codeHTTPPrefix   = "http_"         // followed by the status
)

// trouble is what went wrong, for the row: a code to decide by and words to show. It never holds a link or a key.
type trouble struct{ Code, Message, Raw string }

// troubleOf puts an error into words. Errors of the client are clean of keys and links already.
func troubleOf(err error) trouble {
	var ce *client.Error
	if !errors.As(err, &ce) {
		return trouble{Code: codeOf(err), Message: err.Error()}
	}
	t := trouble{Code: ce.Code, Message: ce.Message, Raw: ce.Raw}
	if t.Code == "" || errors.Is(err, client.ErrNoBalance) { // for which services have many words
		t.Code = codeOf(err)
	}
	if t.Code == codeError && ce.Status != 0 {
		t.Code = codeHTTPPrefix + strconv.Itoa(ce.Status)
	}
	if t.Message == "" && ce.Err != nil {
		t.Message = ce.Err.Error()
	}
	if t.Message == "" {
		t.Message = http.StatusText(ce.Status)
	}
	if t.Message == "" {
		t.Message = err.Error()
	}
	return t
}

func codeOf(err error) string {
	switch {
	case errors.Is(err, folder.ErrDiskFull), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return CodeDiskFull
	case errors.Is(err, ErrNoKey):
		return CodeNoKey
	case errors.Is(err, ErrOtherKey):
		return CodeOtherKey
	case errors.Is(err, errNoPicture):
		return CodeNoPicture
	case errors.Is(err, client.ErrNoBalance):
		return CodeNoBalance
	case errors.Is(err, client.ErrGone):
		return CodeGone
	case errors.Is(err, client.ErrAsDelivered):
		return CodeAsDelivered
	case errors.Is(err, client.ErrDamaged):
		return CodeDamaged
	case errors.Is(err, client.ErrTimeout), errors.Is(err, client.ErrStalled), errors.Is(err, context.DeadlineExceeded):
		return CodeTimeout
	case errors.Is(err, client.ErrNoHost), errors.Is(err, client.ErrUnreachable), errors.Is(err, client.ErrCertificate):
		return CodeUnreachable
	case errors.Is(err, client.ErrNoAnswer):
		return CodeNoAnswer
	case isFileError(err):
		return CodeFile
	}
	return codeError
}

// isMove reports whether a change failed because the job is in another state than it was thought to be.
func isMove(err error) bool {
	var m *MoveError
	return errors.As(err, &m)
}
