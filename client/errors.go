package client

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Sentinels for errors.Is. One error may match several.
var (
	ErrAuth      = errors.New("the key was refused") // 401, but not one that was FromUpstream
	ErrForbidden = errors.New("not allowed")         // 403
	ErrNoBalance = errors.New("not enough balance")  // 402, or a code that says so
	// 404, or a code that says so: this task or path is unknown
	ErrNotFound = errors.New("not found")
	// 410, artifact_gone; also a picture link that died
	ErrGone        = errors.New("deleted by the service")
	ErrRateLimited = errors.New("too many requests")       // 429; see Error.RetryAfter
	ErrServer      = errors.New("the service had a fault") // 5xx
	// 3xx, or a redirect that may not be followed
	ErrRedirected = errors.New("the address leads elsewhere")
	ErrPrivate    = errors.New("the link leads into a private network") // of a service that is public itself
	// content asked for before the task has any
	ErrTooEarly   = errors.New("not finished yet")
	ErrTooLarge   = errors.New("the answer is larger than any real one")     // over the cap of the call
	ErrUnreadable = errors.New("the answer cannot be read")                  // 2xx that is not the object asked for
	ErrNoState    = errors.New("the answer has no state of the task")        // 2xx of the service about something else
	ErrTaskFailed = errors.New("the task failed")                            // content that is refused for this reason
	ErrNoTaskID   = errors.New("the answer has no task ID that can be used") // 2xx on submission
	ErrNoImage    = errors.New("the answer has no picture")                  // 2xx on a picture call
	// cut, or not what it should be; nothing was landed
	ErrDamaged = errors.New("the file is not whole")
	// no other will come; it is kept at path+RefusedExt
	ErrDeliveredDamaged = errors.New("damaged as delivered")
	// a download without a byte for the stall timeout
	ErrStalled    = errors.New("nothing came for too long")
	ErrBusy       = errors.New("this file is being fetched already") // two downloads to one path
	ErrNoKey      = errors.New("no API key")
	ErrBadBaseURL = errors.New("not a base URL")
	ErrBadTaskID  = errors.New("not a task ID")
	ErrNoHost     = errors.New("the host name is unknown") // DNS
	// refused, unreachable, timed out before a connection stood
	ErrUnreachable = errors.New("no connection")
	// unreachable itself, or it refused; matches ErrUnreachable too
	ErrProxy       = errors.New("the proxy lets nothing through")
	ErrCertificate = errors.New("the certificate is not valid") // TLS verification
	ErrNoAnswer    = errors.New("the connection broke")         // after the request may have left
	ErrTimeout     = errors.New("no answer in time")            // our own patience, or a network timeout
)

// Outcome states what is known about the charge of a request after an error.
type Outcome int

// The outcomes. Unknown is the zero value, so that nothing is assumed without proof.
const (
	Unknown  Outcome = iota // it may have been charged; only the user may decide to send it again
	NotSent                 // there was no connection, or nothing was tried: not charged
	Rejected                // the service refused it before any work: not charged
)

// String returns the name of the outcome, for logs.
func (o Outcome) String() string {
	switch o {
	case NotSent:
		return "not sent"
	case Rejected:
		return "rejected"
	}
	return "unknown"
}

// Error is the error of a call to the service. Its text contains neither the key nor a link with its path or query.
type Error struct {
	Op           string        // what was tried: "submit video", "download video", …
	Status       int           // HTTP status; 0 without a complete answer head
	Code         string        // the service's code; "" for none
	Message      string        // the service's message, redacted; or the fault of the connection
	Param        string        // the invalid field according to the service; "" for none
	RequestID    string        // the service's ID of this request, for its support
	RetryAfter   time.Duration // how long the service asks to wait; 0 for not given
	Date         time.Time     // the service's time of the answer (RFC 9110 6.6.1), UTC; zero if not given
	Raw          string        // start of the answer's body, redacted, at most 8 KiB
	NotSent      bool          // proven: there was no connection, so nothing left this computer
	FromUpstream bool          // a gateway forwards a refusal of the service behind it: it concerns the gateway's own key
	Moved        bool          // a redirect to the same path elsewhere: nothing was done here
	Err          error         // cause, one of the sentinels or the transport's error with its links removed; may be nil
}

// Error returns the operation, the result, and the service's message.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if e.Status != 0 {
		b.WriteString(": HTTP ")
		b.WriteString(itoa(e.Status))
	}
	if e.Code != "" {
		b.WriteString(" (" + e.Code + ")")
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.Err != nil && !strings.Contains(e.Message, e.Err.Error()) {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is matches the sentinels that follow from status and code.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrAuth:
		return e.Status == http.StatusUnauthorized && !e.FromUpstream
	case ErrForbidden:
		return e.Status == http.StatusForbidden
	case ErrNoBalance:
		return e.Status == http.StatusPaymentRequired ||
			e.hasCode("insufficient_user_quota", "pre_consume_token_quota_failed", "insufficient_quota",
				"insufficient_balance")
	case ErrNotFound:
		return e.Status == http.StatusNotFound || e.hasCode(unknownTaskCodes...)
	case ErrGone:
		return e.Status == http.StatusGone || e.hasCode("artifact_gone")
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	case ErrServer:
		return e.Status >= 500
	case ErrRedirected:
		return e.Status >= 300 && e.Status < 400
	case ErrTaskFailed:
		return e.refusedState() == StatusFailed
	}
	return false
}

// unknownTaskCodes are the codes of services for an unknown task.
var unknownTaskCodes = []string{"task_not_exist", "task_not_found", "video_not_found"}

// Accepted reports whether the service answered 2xx although the call failed. It accepted the request, so it has most
// likely charged it, and only the answer was lost.
func (e *Error) Accepted() bool { return e.Status >= 200 && e.Status < 300 }

// Outcome returns what is known about the charge.
func (e *Error) Outcome() Outcome {
	switch {
	case e.NotSent:
		return NotSent
	case e.Moved:
		return Rejected
	}
	return outcomeOfStatus(e.Status)
}

func (e *Error) hasCode(codes ...string) bool {
	for _, c := range codes {
		if e.Code == c {
			return true
		}
	}
	return false
}

// OutcomeOf returns what is known about the charge after err, the error of a call that costs money. A broken rule or a
// missing key is NotSent. An answer or a broken connection is judged by its *Error. Everything else is Unknown,
// including nil and a plain context error, because nothing proves that nothing was sent.
func OutcomeOf(err error) Outcome {
	var e *Error
	if errors.As(err, &e) {
		return e.Outcome()
	}
	var v *ValidationError
	if errors.As(err, &v) {
		return NotSent
	}
	for _, ours := range []error{ErrNoKey, ErrBadBaseURL, ErrBadTaskID} {
		if errors.Is(err, ours) {
			return NotSent
		}
	}
	return Unknown
}

// outcomeOfStatus returns the outcome of an answer by its status alone. Rejected means that the request was refused
// before any work.
func outcomeOfStatus(status int) Outcome {
	switch {
	case status == http.StatusTemporaryRedirect, status == http.StatusPermanentRedirect:
		return Rejected // the same request must be sent elsewhere (RFC 9110 15.4.8, 15.4.9)
	case status == http.StatusRequestTimeout, status == http.StatusFailedDependency:
		return Unknown // a proxy may answer 408 late; 424 refers to started work
	case status >= 400 && status < 500 && http.StatusText(status) != "":
		return Rejected
	}
	// 303: the request was processed, and its answer is elsewhere. Programs use 301 and 302 for this too. 5xx: a
	// gateway may have forwarded the request. 2xx: accepted, and the answer lost. Proxies use numbers outside the
	// registry (499, 460, …) after they gave up, while the service may have continued.
	return Unknown
}

func itoa(n int) string { return strconv.Itoa(n) }

// refusedStateRE matches the state in a refusal of content: "Task is not completed yet, current status: FAILURE".
var refusedStateRE = regexp.MustCompile(`(?i)\bstatus\W{1,4}([a-z_-]+)`)

// refusedState returns the state of the task in a refusal of its content; "" if there is none.
func (e *Error) refusedState() string {
	if e.Status < 400 || e.Status >= 500 {
		return ""
	}
	if m := refusedStateRE.FindStringSubmatch(e.Message); m != nil && IsEnd(StatusOf(m[1])) {
		return StatusOf(m[1])
	}
	if e.Code == "task_failed" {
		return StatusFailed
	}
	return ""
}
