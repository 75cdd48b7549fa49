package client

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Sentinel errors for errors.Is. One error may match several.
var (
	ErrAuth      = errors.New("the key was refused") // 401, but not one that was FromUpstream
	ErrForbidden = errors.New("not allowed")         // 403
	ErrNoBalance = errors.New("not enough balance")  // 402, or an equivalent code
	// 404, or an equivalent code: the task or path is unknown
	ErrNotFound = errors.New("not found")
	// 410, artifact_gone, or an expired picture link
	ErrGone        = errors.New("deleted by the service")
	ErrRateLimited = errors.New("too many requests")       // 429; see Error.RetryAfter
	ErrServer      = errors.New("the service had a fault") // 5xx
	// 3xx, or a refused redirect
	ErrRedirected = errors.New("the address leads elsewhere")
	ErrPrivate    = errors.New("the link leads into a private network") // a private address, from a public service
	// the content is requested before the task has any
	ErrTooEarly   = errors.New("not finished yet")
	ErrTooLarge   = errors.New("the answer is larger than any real one")     // over the size limit of the call
	ErrUnreadable = errors.New("the answer cannot be read")                  // 2xx with an unexpected body
	ErrNoState    = errors.New("the answer has no state of the task")        // 2xx without a task state
	ErrTaskFailed = errors.New("the task failed")                            // the content is refused for this reason
	ErrNoTaskID   = errors.New("the answer has no task ID that can be used") // 2xx on submission
	ErrNoImage    = errors.New("the answer has no picture")                  // 2xx on a picture call
	// the file is truncated, or of the wrong type; it was not stored at its path
	ErrDamaged = errors.New("the file is not whole")
	// delivered damaged twice, or not available again; kept at path+RefusedExt
	ErrDeliveredDamaged = errors.New("damaged as delivered")
	// a download received no data within the stall timeout
	ErrStalled    = errors.New("nothing came for too long")
	ErrBusy       = errors.New("this file is being fetched already") // two concurrent downloads to one path
	ErrNoKey      = errors.New("no API key")
	ErrBadBaseURL = errors.New("not a base URL")
	ErrBadTaskID  = errors.New("not a task ID")
	ErrNoHost     = errors.New("the host name is unknown") // DNS
	// the connection was refused or timed out
	ErrUnreachable = errors.New("no connection")
	// the proxy is unreachable or refused the request; also matches ErrUnreachable
	ErrProxy       = errors.New("the proxy lets nothing through")
	ErrCertificate = errors.New("the certificate is not valid") // TLS verification
	ErrNoAnswer    = errors.New("the connection broke")         // after the request may have been sent
	ErrTimeout     = errors.New("no answer in time")            // timeout of the client or the network
)

// Outcome is what is known about the charge of a request after an error.
type Outcome int

// The outcomes. Unknown is the zero value, so that nothing is assumed without proof.
const (
	Unknown  Outcome = iota // may have been charged; only the user may decide to send it again
	NotSent                 // the request was not sent: not charged
	Rejected                // the service refused the request before any work: not charged
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
	Op           string        // operation: "submit video", "download video", …
	Status       int           // HTTP status; 0 without a response
	Code         string        // error code of the service; "" for none
	Message      string        // message of the service, redacted, or the network error
	Param        string        // invalid field according to the service; "" for none
	RequestID    string        // ID of the request at the service, for its support
	RetryAfter   time.Duration // requested wait; 0 for none
	Date         time.Time     // Date header (RFC 9110 6.6.1), UTC; zero if not given
	Raw          string        // start of the response body, redacted, at most 8 KiB
	NotSent      bool          // there was no connection, so nothing was sent
	FromUpstream bool          // a gateway reports an error of its upstream service, about the gateway's own key
	Moved        bool          // a redirect to the same path elsewhere; the request was not processed
	Err          error         // cause: a sentinel, or a redacted network error; may be nil
}

// Error returns the operation, the status, and the message.
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

// Is reports whether the status and the code match a sentinel.
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

// unknownTaskCodes are the error codes for an unknown task.
var unknownTaskCodes = []string{"task_not_exist", "task_not_found", "video_not_found"}

// Accepted reports whether the status is 2xx although the call failed. The service accepted the request, so it has
// probably charged it.
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

// OutcomeOf returns what is known about the charge after err, the error of a call that costs money. For an *Error it
// returns its Outcome. A validation error and a missing key are NotSent. Everything else is Unknown, including nil and
// a plain context error, because the request may have been sent.
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

// outcomeOfStatus returns the outcome for the status of a response.
func outcomeOfStatus(status int) Outcome {
	switch {
	case status == http.StatusTemporaryRedirect, status == http.StatusPermanentRedirect:
		return Rejected // the same request must be sent elsewhere (RFC 9110 15.4.8, 15.4.9)
	case status == http.StatusRequestTimeout, status == http.StatusFailedDependency:
		return Unknown // a proxy may answer 408 late; 424 refers to started work
	case status >= 400 && status < 500 && http.StatusText(status) != "":
		return Rejected
	}
	// 303: the request was processed; some servers use 301 and 302 for this. 5xx: a gateway may have forwarded the
	// request. 2xx: the request was accepted. Proxies use unregistered codes (499, 460, …) after a timeout, while the
	// service may continue.
	return Unknown
}

func itoa(n int) string { return strconv.Itoa(n) }

// refusedStateRE matches the task state in an error about content: "Task is not completed yet, current status:
// FAILURE".
var refusedStateRE = regexp.MustCompile(`(?i)\bstatus\W{1,4}([a-z_-]+)`)

// refusedState returns the final task state in an error about its content; "" if there is none.
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
