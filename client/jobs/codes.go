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

// isFileError reports whether the trouble is in this computer's files, not in what came.
func isFileError(err error) bool {
	var p *fs.PathError
	var l *os.LinkError
	var n syscall.Errno
	return errors.As(err, &p) || errors.As(err, &l) || errors.Is(err, folder.ErrDiskFull) ||
		errors.As(err, &n) && (n == syscall.ENOSPC || n == syscall.EDQUOT || n == syscall.EROFS || n == syscall.EIO)
}

// errNoPicture says that a paid answer holds nothing that is a picture. Nobody knows what was charged.
var errNoPicture = errors.New("the answer holds no picture that can be read")

// ErrNoKey says that nothing can be sent because no key is to be had.
var ErrNoKey = errors.New("no key for this profile")

// ErrOtherKey means that a job was ordered with another key than the one that its profile has now.
var ErrOtherKey = errors.New("it was ordered with another key of its profile")
