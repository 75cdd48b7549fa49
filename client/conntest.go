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

// The steps of TestConnection, in their order.
const (
	StepReach   = "reach"   // the host answers; over https its certificate is valid
	StepKey     = "key"     // the key is accepted
	StepService = "service" // /v1/videos is spoken there
)

// Step is one step of TestConnection.
type Step struct {
	Name string // StepReach, StepKey or StepService
	Ran  bool   // false: a step before it failed, or the answer says nothing about it
	OK   bool
	Took time.Duration // the connection for StepReach, the answer for StepKey; 0 for StepService, which only reads it
	Err  error         // why it failed, or what was seen where OK is not certain; it never holds the key or a signed link
}

// Report is what TestConnection found.
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

// noSuchTask is asked for by TestConnection. The interface has no call that only says hello, and asking for a task that
// does not exist is free everywhere.
const noSuchTask = "task_viviscope_connection_test"

// TestConnection finds out whether the service can be worked with, at no cost: it asks for a task that does not exist.
// The report tells step by step what was found, also with an error; the error is that of the first failed step, an
// *Error.
func (c *Client) TestConnection(ctx context.Context) (Report, error) {
	start := c.now()
	var connected time.Time
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		if connected.IsZero() { // a redirect gets another one
			connected = c.now()
		}
	}}
	c.CloseIdle() // a connection from before would show nothing about address and certificate
	ctx, cancel := c.patient(httptrace.WithClientTrace(ctx, trace), statusTimeout)
	defer cancel()
	a, err := c.ask(ctx, "test connection", c.endpoint("videos", noSuchTask), maxStatusBody)
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
		if e == nil && !c.taskIn(a) {
			e = c.unusable("test connection", a, ErrUnreadable)
		}
		reach.OK, reach.Took = true, connected.Sub(start)
		key, service = judgeAnswer(e)
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

func (c *Client) taskIn(a *answer) bool { return a != nil && c.readTask(a.body).RawStatus != "" }

// judgeAnswer says what the answer about a task that does not exist tells about key and service. e is nil where it is a task,
// and ErrUnreadable for any other 2xx.
func judgeAnswer(e *Error) (key, service Step) {
	key, service = Step{Name: StepKey}, Step{Name: StepService}
	switch {
	case e == nil:
	case e.Status == http.StatusForbidden && object([]byte(e.Raw)) != nil:
		key.Err = e // of some gateways: it may mean this task, which they do not know, or the key
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		key.Ran, key.Err = true, e
		return key, service
	case errors.Is(e, ErrUnreadable), errors.Is(e, ErrRedirected), errors.Is(e, ErrRateLimited), errors.Is(e, ErrServer), !unknownTask(e):
		service.Ran, service.Err = true, e
		return key, service
	}
	key.Ran, key.OK, service.Ran, service.OK = true, true, true, true
	return key, service
}

// UnknownTask reports whether an error is the service's own word that it knows no such task, or none any more. What a
// gateway or a router says of a path while the service is away says nothing about a task.
func UnknownTask(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Is(ErrNotFound) || e.Is(ErrGone)) && unknownTask(e)
}

// unknownTask reports whether a refusal means that the task is unknown, and not that the path is: routers answer 404 too,
// with a page, a line of text, or their own words in JSON.
func unknownTask(e *Error) bool {
	switch said := object([]byte(e.Raw)) != nil; {
	case e.hasCode(unknownTaskCodes...), e.Status == http.StatusGone && said: // no router says that what it never knew is gone
		return true
	case e.Status != http.StatusNotFound && e.Status != http.StatusBadRequest, !said:
		return false
	}
	m := strings.Trim(strings.ToLower(e.Message), " .!")
	return !slices.Contains([]string{"not found", "404", "404 not found", "resource not found"}, m) &&
		!slices.ContainsFunc(routerWords, func(w string) bool { return strings.Contains(m, w) })
}

// routerWords are in what routers and gateways say of an address that leads nowhere, and not in what is said of a task.
var routerWords = []string{"url", "cannot get", "route", "path", "page", "endpoint", "static resource", "upstream", "backend",
	"application", "no such app", "deployment"}
