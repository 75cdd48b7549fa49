package wording

import (
	"strings"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// unconfirmed says what is known of a request whose outcome is not.
func unconfirmed(job db.Job) string {
	return answerLost(job.ErrorCode) + " " +
		lang.L("The service may have accepted and charged it. Viviscope will not send it again by itself.")
}

// answerLost says how the answer to a request was lost.
func answerLost(code string) string {
	switch code {
	case jobs.CodeTimeout:
		return lang.L("The request was sent, but no answer came in time.")
	case jobs.CodeNoAnswer:
		return lang.L("The request was sent, but the connection broke before the answer was here.")
	case jobs.CodeNoPicture:
		return lang.L("The request was sent, but what came back is no picture.")
	case jobs.CodeProgramEnded:
		return lang.L("The request was sent, but Viviscope ended before the answer came.")
	}
	if code != "" && code != "error" { // a status, or the service's own word for it
		return lang.L("The request was sent, but the answer (%s) does not say what became of it.", strings.TrimPrefix(code, "http_"))
	}
	return lang.L("The request was sent, but no answer came back.")
}
