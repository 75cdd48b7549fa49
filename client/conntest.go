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
	StepReach   = "reach"   // the host answers; over https its certificate is valid
	StepKey     = "key"     // the key is accepted
	StepService = "service" // the service has /v1/videos
)

// Step is one step of TestConnection.
type Step struct {
	Name string // StepReach, StepKey or StepService
	Ran  bool   // false: an earlier step failed, or the answer does not determine it
	OK   bool
	Took time.Duration // time to connect for StepReach, to answer for StepKey; 0 for StepService
	Err  error         // why it failed, or why OK is not certain; without the key and signed links
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

// noSuchTask is the task ID that TestConnection requests. The interface has no call for testing, and requesting a task
// that does not exist is free everywhere.
const noSuchTask = "task_viviscope_connection_test"

// TestConnection tests the service at no cost, by requesting a task that does not exist. The report contains the result
// of each step, also with an error. The error is that of the first failed step, an *Error.
func (c *Client) TestConnection(ctx context.Context) (Report, error) {
	start := c.now()
	var connected time.Time
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		if connected.IsZero() { // keep the first: a redirect makes another connection
			connected = c.now()
		}
	}}
	c.CloseIdle() // an existing connection would prove nothing about address and certificate
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

// classifyAnswer returns the results for key and service from the answer about a task that does not exist. e is nil if the
// answer is a task, and ErrUnreadable for any other 2xx.
func classifyAnswer(e *Error) (key, service Step) {
	key, service = Step{Name: StepKey}, Step{Name: StepService}
	switch {
	case e == nil:
	case e.Status == http.StatusForbidden && object([]byte(e.Raw)) != nil:
		key.Err = e // some gateways: they may not know this task, or refuse the key
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

// IsUnknownTask reports whether the service itself answered that it does not know the task, or no longer. An answer of a
// gateway or a router about a path while the service is unavailable does not count.
func IsUnknownTask(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Is(ErrNotFound) || e.Is(ErrGone)) && isUnknownTask(e)
}

// isUnknownTask reports whether a refusal means that the task is unknown, and not the path. Routers answer 404 too, with
// a page, a line of text, or their own messages in JSON.
func isUnknownTask(e *Error) bool {
	switch said := object([]byte(e.Raw)) != nil; {
	case e.hasCode(unknownTaskCodes...), e.Status == http.StatusGone && said:
		// no router answers 410 for a path that it never knew
		return true
	case e.Status != http.StatusNotFound && e.Status != http.StatusBadRequest, !said:
		return false
	}
	m := strings.Trim(strings.ToLower(e.Message), " .!")
	return !slices.Contains([]string{"not found", "404", "404 not found", "resource not found"}, m) &&
		!slices.ContainsFunc(routerPhrases, func(w string) bool { return strings.Contains(m, w) })
}

// routerPhrases occur in messages of routers and gateways about unknown paths, and not in messages about tasks.
var routerPhrases = []string{"url", "cannot get", "route", "path", "page", "endpoint", "static resource", "upstream",
	"backend",
	"application", "no such app", "deployment"}
