package jobs

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"syscall"

	"viviscope/client"
	"viviscope/db"
)

// The codes that the engine itself gives to what went wrong. Where the service gave a code, that one is kept.
const (
	CodeProgramEnded = "program_ended" // the program died or was stopped between the request and the answer
	CodeTaskUnknown  = "task_unknown"  // the service says that it knows no such task
	CodeNoBalance    = "no_balance"    // the account at the service is empty
	CodeGone         = "artifact_gone" // the service deleted the clip
	CodeLinkDead     = "link_dead"     // a picture's link stopped working
	CodeNoPicture    = "no_picture"    // a paid answer held nothing that is a picture
	CodeAnswerLost   = "answer_lost"   // a person said that a lost answer was charged
	CodeDiskFull     = "disk_full"     // a file has no room; the service still has it
	CodeNoKey        = "no_key"        // no key is to be had
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
	case errors.Is(err, db.ErrDiskFull), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return CodeDiskFull
	case errors.Is(err, errNoKey):
		return CodeNoKey
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
