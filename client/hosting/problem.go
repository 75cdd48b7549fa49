package hosting

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Problem is an invalid field of a Config.
type Problem struct {
	Field string // JSON name: "endpoint", "bucket", …
	Fault Fault
}

// Fault is the kind of error in a field.
type Fault int

// The faults.
const (
	NoFault               Fault = iota
	FaultNoEndpoint             // the endpoint is empty
	FaultEndpointPath           // an endpoint must not have a path
	FaultNotAnAddress           // it is no valid URL
	FaultScheme                 // it does not begin with http:// or https://
	FaultNoHost                 // it has no host
	FaultUserInAddress          // it holds a user name or password
	FaultQuery                  // it has a query or fragment
	FaultNoBucket               // the bucket's name is empty
	FaultBucketName             // the bucket's name is invalid: it needs 3 to 63 letters, digits, dots and hyphens
	FaultBucketBeforeIP         // a bucket cannot be part of a host that is an IP address
	FaultAddressing             // unknown addressing
	FaultFolderCharacters       // the folder contains invalid characters
	FaultFolderLength           // the folder's name is too long
	FaultFolderParts            // the folder contains empty parts, . or ..
	FaultNoAccessKey            // the access key is empty
	FaultAccessKey              // the access key contains invalid characters
	FaultRegion                 // the region contains invalid characters
	FaultLifetime               // the lifetime is not between one second and [MaxLifetime]
	faultsEnd
)

// Faults returns all faults, for tests that each has a translation.
func Faults() (all []Fault) {
	for f := NoFault + 1; f < faultsEnd; f++ {
		all = append(all, f)
	}
	return all
}

// Sentinels to use with errors.Is.
var (
	ErrRefused     = errors.New("the credentials were refused, or do not allow this")
	ErrNotFound    = errors.New("the bucket is not there")
	ErrUnreachable = errors.New("the host cannot be reached")
	ErrFull        = errors.New("the host has no room for it")
	ErrFault       = errors.New("the host had a fault") // or sent an invalid response
	ErrNotPublic   = errors.New("the public link does not give the picture back")
	ErrBadConfig   = errors.New("the hosting is not set up") // see [Config.Validate]
	ErrBadPicture  = errors.New("the picture cannot be read")
)

// kindNames maps stable names to the sentinels. The database stores the names.
func kindNames() map[string]error {
	return map[string]error{"refused": ErrRefused, "not_found": ErrNotFound, "unreachable": ErrUnreachable,
		"full":  ErrFull,
		"fault": ErrFault, "not_public": ErrNotPublic, "bad_config": ErrBadConfig, "bad_picture": ErrBadPicture}
}

// KindOf returns the sentinel with an [Error.Fault], or nil for an unknown name.
func KindOf(fault string) error { return kindNames()[fault] }

// Error is a failed request to a host. Its text is in English, for logs; a window translates Kind and Detail. It
// contains neither the secret nor a link, and only an error code from the host.
type Error struct {
	Op     string // operation: "put fox.png", "delete", …
	Kind   error  // one of the sentinels
	Status int    // HTTP status; 0: no response
	Code   string // the host's error code, letters and digits only; "" for none
	Detail Detail // specific cause, if known
	Bucket string // of DetailNoBucket

	retryable bool // a retry may succeed
}

// Error returns the operation and its error.
func (e *Error) Error() string {
	s := e.Op + ": " + e.Kind.Error()
	if e.Detail != NoDetail {
		s += ": " + e.Detail.String()
	}
	if e.Bucket != "" {
		s += " " + e.Bucket
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

// Fault returns the stable name of the kind, in letters and underscores. See [KindOf].
func (e *Error) Fault() string {
	for name, kind := range kindNames() {
		if errors.Is(e.Kind, kind) {
			return name
		}
	}
	return ""
}

// Retryable reports whether a retry may succeed.
func (e *Error) Retryable() bool { return e.retryable }

var errStalled = errors.New("nothing moved for too long")

// transportErr converts an error of the transport. It drops the text, because libraries include links in it.
func transportErr(ctx context.Context, err error) error {
	e := &Error{Kind: ErrUnreachable, Detail: DetailBroken, retryable: true}
	var (
		dns  *net.DNSError
		cert *tls.CertificateVerificationError
		head tls.RecordHeaderError
	)
	switch {
	case errors.Is(context.Cause(ctx), errStalled):
		e.Detail = DetailStalled
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrBadPicture):
		e.Kind, e.Detail, e.retryable = ErrBadPicture, NoDetail, false
	case errors.As(err, &dns) && dns.IsNotFound:
		e.Detail, e.retryable = DetailUnknownHost, false
	case errors.As(err, &cert):
		e.Detail, e.retryable = DetailCertificate, false
	case errors.As(err, &head) || err != nil && strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		e.Detail, e.retryable = DetailNoHTTPS, false
	}
	return e
}

// statusErr converts a response by its status alone.
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
		e.Kind, e.Detail = ErrUnreachable, DetailRedirected
	case status == 405, status == 501:
		e.Detail = DetailTakesNoFiles
	case status == 408, status == 429, status >= 500:
		e.retryable = true
	}
	return e
}

// withOp sets the operation of an [Error] that has none yet.
func withOp(what string, err error) error {
	var e *Error
	if errors.As(err, &e) && e.Op == "" {
		named := *e
		named.Op = what
		return &named
	}
	return err
}

func itoa(n int) string { return strconv.Itoa(n) }

// badConfig returns an [ErrBadConfig] error with a reason for the log.
func badConfig(why string) error {
	return fmt.Errorf("%w: %s", &Error{Op: "make host", Kind: ErrBadConfig}, why)
}
