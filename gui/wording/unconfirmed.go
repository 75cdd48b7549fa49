package wording

import (
	"encoding/json"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// unconfirmed says what is known of a request whose outcome is not.
func unconfirmed(job db.Job) string {
	if says := Answered(job); says != "" {
		return sentences(service(says, ""), lang.L("It may have accepted and charged the request all the same. Viviscope will not send it again by itself."))
	}
	return answerLost(job.ErrorCode) + " " +
		lang.L("The service may have accepted and charged it. Viviscope will not send it again by itself.")
}

// Answered is what the service said of a request whose outcome is not known; "" where it said nothing in words of its own.
func Answered(job db.Job) string {
	status, bare := strings.CutPrefix(job.ErrorCode, "http_") // the answer had no code: it may be a page of somebody in between
	ours := []string{"", "error", jobs.CodeTimeout, jobs.CodeNoAnswer, jobs.CodeNoPicture, jobs.CodeProgramEnded}
	switch {
	case job.State != db.Unconfirmed, slices.Contains(ours, job.ErrorCode), job.ErrorMessage == client.ErrNoTaskID.Error():
		return ""
	case bare && (strings.HasPrefix(status, "2") || !json.Valid([]byte(job.RawAnswer))):
		return ""
	}
	return job.ErrorMessage
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
