package client

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
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
	Name  string // StepReach, StepKey or StepService
	Ran   bool   // false: a step before it failed, or the answer says nothing about it
	OK    bool
	Took  time.Duration // the connection for StepReach, the answer for StepKey; 0 for StepService, which only reads it
	Words string        // what was found, in plain words; never the key or a signed link
	Err   error         // why it failed; nil where it did not, or where the answer alone says so
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
	ctx, cancel := context.WithTimeout(httptrace.WithClientTrace(ctx, trace), statusTimeout)
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
		reach.Took, reach.Words, reach.Err = end.Sub(start), e.Message, e
	default:
		reach.OK, reach.Took, reach.Words = true, connected.Sub(start), "The address answers. Nothing on the way there is encrypted."
		if strings.HasPrefix(c.origin, "https://") {
			reach.Words = "The address answers, and its certificate is valid."
		}
		key, service = judgeAnswer(e, c.taskIn(a))
		if key.Ran {
			key.Took = end.Sub(connected)
		}
	}
	r.Steps = []Step{reach, key, service}
	if r.OK() {
		return r, nil
	}
	if e == nil {
		e = c.unusable("test connection", a, ErrUnreadable)
	}
	return r, e
}

func (c *Client) taskIn(a *answer) bool { return a != nil && c.readTask(a.body).RawStatus != "" }

// judgeAnswer says what the answer about a task that does not exist tells about key and service. e is nil for a 2xx.
func judgeAnswer(e *Error, isTask bool) (key, service Step) {
	key, service = Step{Name: StepKey}, Step{Name: StepService}
	fail := func(s *Step, words string) {
		if s.Ran, s.Words = true, words; e != nil {
			s.Err = e
		}
	}
	pass := func(s *Step, words string) { s.Ran, s.OK, s.Words = true, true, words }
	switch {
	case e == nil && isTask:
		pass(&key, "The key is accepted.")
		pass(&service, "The service knows video tasks.")
	case e == nil:
		fail(&service, "Something answers there, but it is not this service. Check the base URL.")
	case e.Status == http.StatusUnauthorized:
		fail(&key, "The key was refused: "+e.Message)
	case e.Status == http.StatusForbidden:
		fail(&key, "The key may not do this: "+e.Message)
	case e.Is(ErrRedirected), errors.Is(e, ErrRedirected):
		fail(&service, "The address leads elsewhere. Check the base URL.")
	case e.Is(ErrRateLimited):
		fail(&service, "The service asks to wait: "+e.Message)
	case e.Is(ErrServer):
		fail(&service, "The service has a fault: "+e.Message)
	case unknownTask(e):
		pass(&key, "The key is accepted.")
		pass(&service, "The service knows video tasks.")
	default:
		fail(&service, "Something answers there, but it does not know /v1/videos. Check the base URL. It said: "+e.Message)
	}
	return key, service
}

// unknownTask reports whether a refusal means that the task is unknown, and not that the path is: routers answer 404 too,
// with a page, a line of text, or their own standard words in JSON.
func unknownTask(e *Error) bool {
	if e.Is(ErrNotFound) && e.Status != http.StatusNotFound {
		return true
	}
	if e.Status != http.StatusNotFound && e.Status != http.StatusBadRequest && e.Status != http.StatusGone || object([]byte(e.Raw)) == nil {
		return false
	}
	m := strings.ToLower(e.Message)
	return m != "not found" && !strings.Contains(m, "invalid url") && !strings.Contains(m, "cannot get") && !strings.Contains(m, "no route")
}
