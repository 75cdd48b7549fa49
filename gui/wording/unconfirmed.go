package wording

import (
	"strings"

	"viviscope/client/jobs"
	"viviscope/db"
)

// unconfirmed says what is known of a request whose outcome is not.
func unconfirmed(job db.Job) string {
	return "The request was sent, but " + lostHow(job.ErrorCode) + ". The service may have accepted and charged it. Viviscope will not send it again by itself."
}

// lostHow words how the answer was lost.
func lostHow(code string) string {
	switch code {
	case jobs.CodeTimeout:
		return "no answer came in time"
	case jobs.CodeNoAnswer:
		return "the connection broke before the answer was here"
	case jobs.CodeNoPicture:
		return "what came back is no picture"
	case jobs.CodeProgramEnded:
		return "Viviscope ended before the answer came"
	}
	if code != "" && code != "error" { // a status, or the service's own word for it
		return "the answer (" + strings.TrimPrefix(code, "http_") + ") does not say what became of it"
	}
	return "no answer came back"
}
