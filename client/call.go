package client

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// response is an HTTP response with its complete body.
type response struct {
	status int
	header http.Header
	body   []byte
}

// postRead sends a request that costs money, and returns the complete response; see postOnce. limit is the maximum size
// of the response, in bytes.
func (c *Client) postRead(
	ctx context.Context, op string, u *url.URL, contentType string, body []byte, limit int64,
) (*response, error) {
	resp, err := c.postOnce(ctx, op, u, contentType, body)
	if err != nil {
		return nil, err
	}
	return c.readBody(op, resp, limit)
}

// postOnce sends a request that costs money, at most once; see postTransport. The caller must close the body of the
// response. The error is always an *Error. A status other than 2xx is an error.
func (c *Client) postOnce(
	ctx context.Context, op string, u *url.URL, contentType string, body []byte,
) (*http.Response, error) {
	var gotConn atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		gotConn.Store(true)
	}})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, c.transportErr(op, err, false)
	}
	req.GetBody = nil // prevents net/http from sending the body again
	c.setHeaders(req)
	req.Header.Set("Content-Type", contentType)
	resp, err := c.post.Do(req)
	if err != nil {
		return nil, c.transportErr(op, causeOr(ctx, err), gotConn.Load())
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		defer resp.Body.Close()
		return nil, c.statusError(op, resp)
	}
	return resp, nil
}

// getRead sends a GET request, and returns the complete response. limit is its maximum size, in bytes. The error is
// always an *Error.
func (c *Client) getRead(ctx context.Context, op string, u *url.URL, limit int64) (*response, error) {
	var gotConn atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		gotConn.Store(true)
	}})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, c.transportErr(op, err, false)
	}
	c.setHeaders(req)
	resp, err := c.get.Do(req)
	if err != nil {
		return nil, c.transportErr(op, causeOr(ctx, err), gotConn.Load())
	}
	return c.readBody(op, resp, limit)
}

func (c *Client) setHeaders(req *http.Request) {
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", "application/json")
	c.authorize(req)
}

// readBody reads a response of at most limit bytes, and closes it. A status other than 2xx is an error.
func (c *Client) readBody(op string, resp *http.Response, limit int64) (*response, error) {
	defer resp.Body.Close()
	// The Date of a cached response is old.
	if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil && resp.Header.Get("Age") == "" {
		c.onClockSkew(c.now().Sub(date))
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		return nil, c.statusError(op, resp)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("%w: over %d bytes", ErrTooLarge, limit)
	}
	if err != nil {
		return nil, c.truncatedError(op, resp, body, err)
	}
	return &response{status: resp.StatusCode, header: resp.Header, body: body}, nil
}

// truncatedError returns the error for a 2xx response with an incomplete body.
func (c *Client) truncatedError(op string, resp *http.Response, body []byte, err error) *Error {
	if resp.Request != nil {
		err = causeOr(resp.Request.Context(), err)
	}
	e := c.errorFromHeader(op, resp)
	e.Message = classifyError(err, true).Error()
	e.Err = c.redactError(err, true)
	e.Raw = c.rawExcerpt(body)
	return e
}

// statusError returns the error for a response other than 2xx. It ignores read errors, because the status is
// sufficient.
func (c *Client) statusError(op string, resp *http.Response) *Error {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	e := c.errorFromHeader(op, resp)
	e.Raw = c.rawExcerpt(body)
	env := readErrorBody(body, isHTML(resp.Header, body))
	e.Code, e.Param = c.displayText(env.code), c.displayText(env.param)
	e.Message = c.displayText(env.message)
	e.FromUpstream = isUpstreamError(env, body)
	switch {
	case e.Is(ErrRedirected):
		// The target may be a signed link, so the message contains only its host.
		e.Message = "the address leads elsewhere: check the base URL"
		if u, err := resp.Location(); err == nil && u.Host != "" {
			e.Message += " (it leads to " + c.displayText(u.Scheme+"://"+u.Host) + ")"
			e.Moved = isMovedOnly(resp, u)
		}
	case e.Message == "":
		e.Message = statusText(e.Status)
	}
	return e
}

// isMovedOnly reports whether a response redirects to the same path and query on another host or scheme, or with a
// trailing slash. Servers send such redirects for a wrong base URL, before they process a request.
func isMovedOnly(resp *http.Response, to *url.URL) bool {
	if resp.StatusCode != http.StatusMovedPermanently && resp.StatusCode != http.StatusFound || resp.Request == nil {
		return false
	}
	from := resp.Request.URL
	return to.RawQuery == from.RawQuery && to.String() != from.String() &&
		strings.TrimRight(to.Path, "/") == strings.TrimRight(from.Path, "/")
}

// upstreamCodes are the error codes with which gateways report an error of their upstream service.
var upstreamCodes = []string{"fail_to_fetch_task", "bad_response_status_code", "upstream_error", "do_request_failed",
	"artifact_upstream_auth_failed"}

// isUpstreamError reports whether an error comes from the upstream service of a gateway. It recognizes the fields of
// new-api, litellm and bifrost.
func isUpstreamError(env envelope, body []byte) bool {
	f := object(body)
	kind := object(f["error"]).textOf("type")
	for _, code := range []string{env.code, env.outerCode, kind} {
		if slices.Contains(upstreamCodes, code) {
			return true
		}
	}
	return text(f["is_bifrost_error"]) == "false" || strings.HasPrefix(env.message, "litellm.AuthenticationError")
}

// errorFromHeader returns an *Error with the status and the headers of a response.
func (c *Client) errorFromHeader(op string, resp *http.Response) *Error {
	e := &Error{Op: op, Status: resp.StatusCode, RetryAfter: c.retryAfter(resp.Header)}
	if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		e.Date = date.UTC()
	}
	for _, name := range []string{"X-Request-Id", "X-Oneapi-Request-Id", "Request-Id"} {
		if v := resp.Header.Get(name); v != "" {
			e.RequestID = truncateBytes(c.displayText(v), 200)
			break
		}
	}
	return e
}

// unusableError returns the error for an unexpected 2xx response. why is a sentinel.
func (c *Client) unusableError(op string, a *response, why error) *Error {
	e := c.errorFromHeader(op, &http.Response{StatusCode: a.status, Header: a.header})
	e.Err = why
	e.Raw = c.rawExcerpt(a.body)
	env := readErrorBody(a.body, isHTML(a.header, a.body))
	e.Code, e.Param, e.Message = c.displayText(env.code), c.displayText(env.param), c.displayText(env.message)
	return e
}

// maxRetryAfter is the maximum of Error.RetryAfter. A service that requests more has a fault or a wrong clock.
const maxRetryAfter = 24 * time.Hour

// retryAfter returns the requested wait; 0 if there is none. The header contains milliseconds (Retry-After-Ms of
// OpenAI), seconds, or a date (RFC 9110 10.2.3). A date is relative to the Date header of the response if there is one,
// so that a wrong local clock has no effect.
func (c *Client) retryAfter(h http.Header) time.Duration {
	clamp := func(seconds float64) time.Duration {
		if !(seconds > 0) {
			return 0
		}
		return time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second))
	}
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil {
		return clamp(ms / 1000)
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return clamp(s)
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	now := c.now()
	if d, err := http.ParseTime(h.Get("Date")); err == nil {
		now = d
	}
	return clamp(at.Sub(now).Seconds())
}

func isHTML(h http.Header, body []byte) bool {
	if t, _, err := mime.ParseMediaType(h.Get("Content-Type")); err == nil &&
		(t == "text/html" || t == "application/xhtml+xml") {
		return true
	}
	return bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n\ufeff"), []byte("<"))
}

func statusText(status int) string {
	if s := http.StatusText(status); s != "" {
		return s
	}
	return "HTTP " + itoa(status)
}
