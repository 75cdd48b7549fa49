package jobs

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"

	"viviscope/client"
	"viviscope/db/folder"
)

// The codes that the engine itself assigns to faults. A code from the service is kept.
const (
	CodeProgramEnded = "program_ended" // the program died or was stopped between the request and the answer
	CodeTaskUnknown  = "task_unknown"  // the service does not know the task
	CodeNoState      = "no_state"      // the service answers about a task without its state
	CodeEnded        = "ended"         // the service ended a task without the state failed, which implies no refund
	CodeNoBalance    = "no_balance"    // the account at the service is empty
	CodeGone         = "artifact_gone" // the service deleted the clip
	CodeLinkDead     = "link_dead"     // a picture's link stopped working
	CodeNoPicture    = "no_picture"    // a paid answer contained no readable picture
	CodeAnswerLost   = "answer_lost"   // the user reported that a lost answer was charged
	CodeDiskFull     = "disk_full"     // no space for a file; the service still has it
	CodeNoKey        = "no_key"        // no key is available
	CodeOtherKey     = "other_key"     // the profile has another key than when the job was ordered
	CodeBadRequest   = "bad_request"   // the stored request cannot be read
	CodeUnreachable  = "unreachable"   // no connection
	CodeTimeout      = "timeout"       // no answer in time
	CodeNoAnswer     = "no_answer"     // the connection broke after the request had left
	CodeDamaged      = "damaged"       // the received file is incomplete
	CodeAsDelivered  = "as_delivered"  // the received file is damaged; it is stored as it is, for want of another
	CodeFile         = "file"          // the library's folder cannot be written
	CodeUnreadable   = "unreadable"    // something other than the service answers; used for connections only
	codeError        = "error"         // anything else
	codeHTTPPrefix   = "http_"         // followed by the status
)

// fault describes a fault for the row: a code for decisions and a message to show. It never contains a link or a key.
type fault struct{ Code, Message, Raw string }

// faultOf converts an error. Errors of package client contain no keys or links.
func faultOf(err error) fault {
	var ce *client.Error
	if !errors.As(err, &ce) {
		return fault{Code: codeOf(err), Message: err.Error()}
	}
	t := fault{Code: ce.Code, Message: ce.Message, Raw: ce.Raw}
	if t.Code == "" || errors.Is(err, client.ErrNoBalance) { // services use many codes for it
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
	case errors.Is(err, client.ErrDeliveredDamaged):
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

func statusOf(err error) int {
	var ce *client.Error
	if errors.As(err, &ce) {
		return ce.Status
	}
	return 0
}

func retryAfter(err error) time.Duration {
	var ce *client.Error
	if errors.As(err, &ce) {
		return ce.RetryAfter
	}
	return 0
}

func hasCode(err error, code string) bool {
	var ce *client.Error
	return errors.As(err, &ce) && ce.Code == code
}

// isRefusal reports whether the service refused this very file, as opposed to a network fault or a problem with the key
// or the rate limit.
func isRefusal(err error) bool {
	s := statusOf(err)
	switch s {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return s >= 400 && s < 500
}

// isFileError reports whether the fault is in this computer's files, not in the received data.
func isFileError(err error) bool {
	var p *fs.PathError
	var l *os.LinkError
	var n syscall.Errno
	return errors.As(err, &p) || errors.As(err, &l) || errors.Is(err, folder.ErrDiskFull) ||
		errors.As(err, &n) && (n == syscall.ENOSPC || n == syscall.EDQUOT || n == syscall.EROFS || n == syscall.EIO)
}

// errNoPicture reports that a paid answer contains no readable picture. The charged amount is unknown.
var errNoPicture = errors.New("the answer holds no picture that can be read")

// ErrNoKey reports that nothing can be sent because no key is available.
var ErrNoKey = errors.New("no key for this profile")

// ErrOtherKey reports that a job was ordered with another key than the current one of its profile.
var ErrOtherKey = errors.New("it was ordered with another key of its profile")
