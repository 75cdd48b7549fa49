package client

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"time"
)

// The steps of TestConnection, in order.
const (
	StepReach   = "reach"   // the host responds; with https, its certificate is valid
	StepKey     = "key"     // the key is accepted
	StepService = "service" // the service has /v1/videos
)

// Step is one step of TestConnection.
type Step struct {
	Name string // StepReach, StepKey or StepService
	Ran  bool   // false: an earlier step failed, or the response does not determine the result
	OK   bool
	Took time.Duration // time to connect for StepReach, time to respond for StepKey; 0 for StepService
	Err  error         // why the step failed, or why OK is uncertain; redacted
}

// Report is the result of TestConnection.
type Report struct {
	Origin string // scheme://host:port
	Steps  []Step // always the three steps, in order
	Took   time.Duration
}

// OK reports whether every step succeeded.
func (r Report) OK() bool {
	for _, s := range r.Steps {
		if !s.OK {
			return false
		}
	}
	return len(r.Steps) > 0
}

// noSuchTask is the task ID that TestConnection requests. The interface has no test call, and a request for a missing
// task is always free.
const noSuchTask = "task_viviscope_connection_test"

// TestConnection tests the service at no cost, by requesting a task that does not exist. The report contains the result
// of each step, even if there is an error. The error is the *Error of the first failed step.
func (c *Client) TestConnection(ctx context.Context) (Report, error) {
	start := c.now()
	var connected time.Time
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		if connected.IsZero() { // keep the first: a redirect makes another connection
			connected = c.now()
		}
	}}
	c.CloseIdle() // a new connection is needed to check address and certificate
	ctx, cancel := c.withTimeout(httptrace.WithClientTrace(ctx, trace), statusTimeout)
	defer cancel()
	a, err := c.getRead(ctx, "test connection", c.endpoint("videos", noSuchTask), maxStatusBody)
	end := c.now()
	r := Report{Origin: c.origin, Took: end.Sub(start)}
	var e *Error
	if err != nil && !errors.As(err, &e) {
		e = &Error{Op: "test connection", Err: err}
	}
	reach, key, service := Step{Name: StepReach, Ran: true}, Step{Name: StepKey}, Step{Name: StepService}
	switch {
	case e != nil && e.Status == 0:
		reach.Took, reach.Err = end.Sub(start), e
	default:
		if e == nil && !c.hasTask(a) {
			e = c.unusableError("test connection", a, ErrUnreadable)
		}
		reach.OK, reach.Took = true, connected.Sub(start)
		key, service = classifyAnswer(e)
		if key.Ran {
			key.Took = end.Sub(connected)
		}
	}
	r.Steps = []Step{reach, key, service}
	if r.OK() {
		return r, nil
	}
	return r, e
}

func (c *Client) hasTask(a *response) bool { return a != nil && c.parseTask(a.body).RawStatus != "" }

// classifyAnswer returns the results for key and service from the response about a missing task. e is nil if the
// response is a task, and ErrUnreadable for any other 2xx.
func classifyAnswer(e *Error) (key, service Step) {
	key, service = Step{Name: StepKey}, Step{Name: StepService}
	switch {
	case e == nil:
	case e.Status == http.StatusForbidden && object([]byte(e.Raw)) != nil:
		key.Err = e // ambiguous: some gateways respond so to an unknown task, others to a wrong key
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		key.Ran, key.Err = true, e
		return key, service
	case errors.Is(e, ErrUnreadable), errors.Is(e, ErrRedirected), errors.Is(e, ErrRateLimited),
		errors.Is(e, ErrServer), !isUnknownTask(e):
		service.Ran, service.Err = true, e
		return key, service
	}
	key.Ran, key.OK, service.Ran, service.OK = true, true, true, true
	return key, service
}

// IsUnknownTask reports whether err means that the service does not know the task (any more). It returns false for the
// 404 of a gateway or router about an unknown path, which occurs while the service is unavailable.
func IsUnknownTask(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Is(ErrNotFound) || e.Is(ErrGone)) && isUnknownTask(e)
}

// isUnknownTask reports whether an error is about an unknown task, and not about an unknown path. Routers also respond
// with 404, with a page, a line of text, or a JSON message.
func isUnknownTask(e *Error) bool {
	switch isJSON := object([]byte(e.Raw)) != nil; {
	case e.hasCode(unknownTaskCodes...), e.Status == http.StatusGone && isJSON:
		// routers do not respond with 410 to an unknown path
		return true
	case e.Status != http.StatusNotFound && e.Status != http.StatusBadRequest, !isJSON:
		return false
	}
	m := strings.Trim(strings.ToLower(e.Message), " .!")
	return !slices.Contains([]string{"not found", "404", "404 not found", "resource not found"}, m) &&
		!slices.ContainsFunc(routerPhrases, func(w string) bool { return strings.Contains(m, w) })
}

// routerPhrases occur in messages of routers and gateways about unknown paths, but not in messages about tasks.
var routerPhrases = []string{"url", "cannot get", "route", "path", "page", "endpoint", "static resource", "upstream",
	"backend",
	"application", "no such app", "deployment"}
