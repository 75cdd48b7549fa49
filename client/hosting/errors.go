package hosting

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"
)

// Sentinels to decide by, with errors.Is.
var (
	ErrRefused     = errors.New("the credentials were refused, or do not allow this")
	ErrNotFound    = errors.New("the bucket or folder is not there")
	ErrUnreachable = errors.New("the host cannot be reached")
	ErrFull        = errors.New("the host has no room for it")
	ErrFault       = errors.New("the host had a fault") // or answered something that nobody understands
	ErrNotPublic   = errors.New("the public link does not give the picture back")
	ErrBadConfig   = errors.New("the hosting is not set up") // see Config.Validate
	ErrBadPicture  = errors.New("the picture cannot be read")
)

// Error says what went wrong at a host. Its text holds neither the secret nor a link, and nothing that the host wrote but
// an error code.
type Error struct {
	Op     string // what was tried: "put fox.png", "delete", …
	Kind   error  // one of the sentinels
	Status int    // HTTP status, 0 where no answer came
	Code   string // the host's error code, letters and digits only; "" for none
	Words  string // more about it, where there is more to say

	passing bool // may be gone at the next try
}

// Error says what was tried and what came.
func (e *Error) Error() string {
	s := e.Op + ": " + e.Kind.Error()
	if e.Words != "" {
		s += ": " + e.Words
	}
	switch {
	case e.Code != "":
		s += " (" + e.Code + ")"
	case e.Status != 0:
		s += " (HTTP " + itoa(e.Status) + ")"
	}
	return s
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Kind }

var errStalled = errors.New("nothing moved for too long")
var errLeadsElsewhere = errors.New("the address leads elsewhere")

// transportErr sorts an error of the transport. Its own text is dropped: libraries quote links in it.
func transportErr(ctx context.Context, err error) error {
	e := &Error{Kind: ErrUnreachable, Words: "no connection, or it broke", passing: true}
	var (
		dns  *net.DNSError
		cert *tls.CertificateVerificationError
		head tls.RecordHeaderError
	)
	switch {
	case errors.Is(context.Cause(ctx), errStalled):
		e.Words = errStalled.Error()
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrBadPicture):
		e.Kind, e.Words, e.passing = ErrBadPicture, "", false
	case errors.Is(err, errLeadsElsewhere):
		e.Words, e.passing = errLeadsElsewhere.Error(), false
	case errors.As(err, &dns) && dns.IsNotFound:
		e.Words, e.passing = "the host name is unknown", false
	case errors.As(err, &cert):
		e.Words, e.passing = "its certificate is not valid", false
	case errors.As(err, &head) || err != nil && strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		e.Words, e.passing = "it does not speak https there", false
	}
	return e
}

// statusErr sorts an answer by its status alone.
func statusErr(status int) *Error {
	e := &Error{Kind: ErrFault, Status: status}
	switch {
	case status == 401, status == 403:
		e.Kind = ErrRefused
	case status == 404, status == 409, status == 410:
		e.Kind = ErrNotFound
	case status == 413, status == 507:
		e.Kind = ErrFull
	case status >= 300 && status < 400:
		e.Kind, e.Words = ErrUnreachable, errLeadsElsewhere.Error()
	case status == 405, status == 501:
		e.Words = "it does not take files there"
	case status == 408, status == 429, status >= 500:
		e.passing = true
	}
	return e
}

// op names what was tried in an error that has no name yet.
func op(what string, err error) error {
	var e *Error
	if errors.As(err, &e) && e.Op == "" {
		named := *e
		named.Op = what
		return &named
	}
	return err
}
