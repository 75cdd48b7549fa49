package status

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// reason returns why a job does not continue or has failed; "" if there is no reason. now is for relative times.
func reason(job db.Job, now time.Time) string {
	switch job.State {
	case db.Waiting:
		if _, ok := wording.NotHosted(job); ok {
			return joinSentences(wording.Sentence(whyHeld(job, now)), lang.L("It is tried again by itself."),
				lang.L("Nothing has been sent or charged."))
		}
	case db.Held:
		return heldReason(job, now)
	case db.Unconfirmed:
		return unconfirmed(job)
	case db.Rejected:
		if markedNotCharged(job) {
			return lang.L("You marked this request as not charged.")
		}
		if job.ErrorCode == jobs.CodeNoBalance {
			return joinSentences(lang.L("Your balance at the service is too low. Nothing was charged. Top it up, then send the request "+
				"again."), service(job.ErrorMessage, ""))
		}
		return service(job.ErrorMessage,
			lang.L("The service refused the request and gave no reason. Nothing was charged."))
	case db.Failed:
		return service(job.ErrorMessage, lang.L("The service gave no reason."))
	case db.Expired:
		return expiredReason(job, now)
	case db.Saved:
		return asDelivered(job)
	case db.Unwatched:
		return lang.L("Not watched. The task continues at the service and is still charged.")
	}
	return ""
}

// AsDelivered reports whether the file of a job is damaged on the service, so that no retry can help.
func AsDelivered(job db.Job) bool {
	return job.State == db.Saved && job.ErrorCode == jobs.CodeAsDelivered
}

func asDelivered(job db.Job) string {
	switch {
	case !AsDelivered(job):
		return ""
	case job.Kind.IsVideo():
		return lang.L("The service delivered this clip damaged and will not send another. It is kept as it is and may play in part " +
			"or in another app.")
	}
	return lang.L("The delivered file cannot be read as a picture. It is kept as it is; another app may open it.")
}

func service(message, otherwise string) string {
	switch {
	case message == "":
		return otherwise
	case client.IsWebPage(message):
		return lang.L("The server answered with a web page.")
	}
	return lang.L("The service says: “%s”", message)
}

// heldReason returns why a job is held, that it cost nothing, and what to do besides sending it.
func heldReason(job db.Job, now time.Time) string {
	cost, todo := lang.L("Nothing has been sent or charged."), ""
	switch job.Hold {
	case db.HeldRateLimited, db.HeldKeyRefused: // the request was sent
		cost = lang.L("Nothing was charged.")
	case db.HeldNotSent:
		if _, ok := wording.NotHosted(job); ok {
			todo = lang.L("Test the host in Settings, then send the job, or edit it.")
		}
	case db.HeldOverBudget:
		todo = lang.L("Send it yourself to go ahead anyway.")
	case db.HeldNoKey:
		if job.ErrorCode == jobs.CodeOtherKey {
			todo = lang.L("Enter that key in Settings, or send it with the present one.")
		}
	case db.HeldFrameGone:
		todo = lang.L("Edit it and use an address that works.")
	case db.HeldAfter, db.HeldByUser, db.HeldApproval:
		todo = afterTodo(job)
	}
	if job.Hold == db.HeldRateLimited && !job.NotBefore.After(now) {
		cost = lang.L("It may be sent now.") + " " + cost
	}
	if jobs.MayHaveBeenSent(job) {
		cost, todo = lang.L("It may have been sent and charged since."),
			lang.L("Look at the service before you send it.")
	}
	return joinSentences(wording.Sentence(whyHeld(job, now)), cost, todo)
}

// whyHeld returns briefly why a job is held, or why a queued one was not sent at its turn.
func whyHeld(job db.Job, now time.Time) string {
	if why, ok := wording.NotHosted(job); ok {
		return lang.L("A picture could not be uploaded to the image host: %s", why)
	}
	switch job.Hold {
	case db.HeldPaused:
		return lang.L("Sending is paused")
	case db.HeldNotSent:
		return lang.L("There was no connection")
	case db.HeldRateLimited:
		if job.NotBefore.After(now) {
			return lang.L("The service asks to wait until %s (429)", wording.When(job.NotBefore, now))
		}
		return lang.L("The service had too many requests (429)")
	case db.HeldNoKey:
		if job.ErrorCode == jobs.CodeOtherKey {
			return lang.L("It was ordered with another key of this profile")
		}
		return lang.L("There is no key for this profile")
	case db.HeldKeyRefused:
		return lang.L("The service refused the key (401)")
	case db.HeldOverBudget:
		switch job.ErrorCode {
		case string(jobs.ScopeDay):
			return lang.L("Over the daily budget")
		case string(jobs.ScopeMonth):
			return lang.L("Over the monthly budget")
		case jobs.CodePriceRose:
			return lang.L("The price has risen since it was requested")
		}
		return lang.L("Over a budget")
	case db.HeldFrameGone:
		return lang.L("The address of a picture expired before the job’s turn")
	}
	return waitsFor(job)
}

// heldByUser reports whether the user is the only reason why a job is held.
func heldByUser(job db.Job) bool {
	switch job.ErrorCode {
	case jobs.CodeAfterFailed, jobs.CodeAfterUnconfirmed, jobs.CodeAfterRemoved, jobs.CodeAfterFrame, db.CodeRestored:
		return false
	}
	_, notHosted := wording.NotHosted(job)
	return !notHosted && (job.Hold == db.HeldByUser || job.Hold == "")
}

// waitsFor returns the job that this one waits for and why that does not finish, or that the user holds it.
func waitsFor(job db.Job) string {
	switch job.ErrorCode {
	case jobs.CodeAfterFailed:
		return lang.L("The job before it, %s, was not saved", job.ErrorMessage)
	case jobs.CodeAfterUnconfirmed:
		return lang.L("The job before it, %s, is unconfirmed", job.ErrorMessage)
	case jobs.CodeAfterRemoved:
		return lang.L("The job before it was removed")
	case jobs.CodeAfterFrame:
		return lang.L("The last frame of the job before it could not be used: %s", job.ErrorMessage)
	}
	switch {
	case job.ErrorCode == db.CodeRestored:
		return lang.L("This library is a copy, or was restored from one")
	case job.Hold == db.HeldApproval:
		return lang.L("Needs your approval (asked by %s)", job.Client)
	case job.Hold != db.HeldAfter:
		return lang.L("Held for later")
	case job.ErrorMessage == "":
		return lang.L("Waits for another job")
	}
	return lang.L("Waits for job %s", job.ErrorMessage)
}

// afterTodo returns how a job that depends on another one will continue.
func afterTodo(job db.Job) string {
	switch job.ErrorCode {
	case jobs.CodeAfterFailed, jobs.CodeAfterRemoved:
		return lang.L("Edit it and choose its picture yourself, or remove it.")
	case jobs.CodeAfterUnconfirmed:
		return lang.L("It continues if that job is saved after all.")
	case jobs.CodeAfterFrame:
		return lang.L("Send it to try again, or edit it.")
	}
	if job.Hold != db.HeldAfter {
		return ""
	}
	return lang.L("It is sent when that job is saved.")
}

// unconfirmed describes a request with an unknown outcome.
func unconfirmed(job db.Job) string {
	if says := serviceAnswer(job); says != "" {
		return joinSentences(service(says, ""),
			lang.L("It may still have accepted and charged the request. Viviscope never re-sends "+
				"automatically."))
	}
	return answerLost(job.ErrorCode) + " " +
		lang.L("The service may have accepted and charged it. Viviscope never re-sends automatically.")
}

// serviceAnswer returns the message of the service about a request with an unknown outcome; "" without one.
func serviceAnswer(job db.Job) string {
	// without a code the response may be an HTML page of a proxy
	status, bare := strings.CutPrefix(job.ErrorCode, "http_")
	ours := []string{"", "error", jobs.CodeTimeout, jobs.CodeNoAnswer, jobs.CodeNoPicture, jobs.CodeProgramEnded}
	switch {
	case job.State != db.Unconfirmed, slices.Contains(ours, job.ErrorCode),
		job.ErrorMessage == client.ErrNoTaskID.Error():
		return ""
	case bare && (strings.HasPrefix(status, "2") || !json.Valid([]byte(job.RawAnswer))):
		return ""
	}
	return job.ErrorMessage
}

// answerLost returns how the response to a request was lost.
func answerLost(code string) string {
	switch code {
	case jobs.CodeTimeout:
		return lang.L("The request was sent, but no answer arrived in time.")
	case jobs.CodeNoAnswer:
		return lang.L("The request was sent, but the connection was lost before an answer arrived.")
	case jobs.CodeNoPicture:
		return lang.L("The request was sent, but the answer is not a picture.")
	case jobs.CodeProgramEnded:
		return lang.L("The request was sent, but Viviscope quit before an answer arrived.")
	}
	if code != "" && code != "error" { // an HTTP status, or an error code of the service
		return lang.L("The request was sent, but the answer (%s) does not say what happened.",
			strings.TrimPrefix(code, "http_"))
	}
	return lang.L("The request was sent, but no answer arrived.")
}

// joinSentences joins the sentences that are not empty.
func joinSentences(all ...string) string {
	var said []string
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}
