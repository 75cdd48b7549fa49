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

// Problem is a field of the Config that cannot be right.
type Problem struct {
	Field string // name in the Config's JSON: "endpoint", "bucket", …
	Fault Fault
}

// Fault is what is wrong with a field.
type Fault int

// The faults. Each stands for what a person did not do, or did wrong.
const (
	NoFault               Fault = iota
	FaultNoEndpoint             // the endpoint is empty
	FaultEndpointPath           // an endpoint has no path
	FaultNotAnAddress           // it cannot be read as an address
	FaultScheme                 // it does not begin with http:// or https://
	FaultNoHost                 // it has no host
	FaultUserInAddress          // it holds a user name or password
	FaultQuery                  // it has a query or fragment
	FaultNoBucket               // the bucket's name is empty
	FaultBucketName             // the bucket's name is none: 3 to 63 letters, digits, dots and hyphens
	FaultBucketBeforeIP         // a bucket cannot stand before an IP address
	FaultAddressing             // this way of addressing is not known
	FaultFolderCharacters       // the folder holds characters that no name has
	FaultFolderLength           // the folder's name is too long
	FaultFolderParts            // the folder's name has empty parts, . or .. in it
	FaultNoAccessKey            // the access key is empty
	FaultAccessKey              // the access key holds characters that no key has
	FaultRegion                 // the region holds characters that no region has
	FaultLifetime               // a signed link lives between one second and [MaxLifetime]
	faultsEnd
)

// Faults lists every fault, for tests that each of them has words.
func Faults() (all []Fault) {
	for f := NoFault + 1; f < faultsEnd; f++ {
		all = append(all, f)
	}
	return all
}

// Sentinels to decide by, with errors.Is.
var (
	ErrRefused     = errors.New("the credentials were refused, or do not allow this")
	ErrNotFound    = errors.New("the bucket is not there")
	ErrUnreachable = errors.New("the host cannot be reached")
	ErrFull        = errors.New("the host has no room for it")
	ErrFault       = errors.New("the host had a fault") // or answered something that nobody understands
	ErrNotPublic   = errors.New("the public link does not give the picture back")
	ErrBadConfig   = errors.New("the hosting is not set up") // see Config.Validate
	ErrBadPicture  = errors.New("the picture cannot be read")
)

// kindNames names the sentinels in what outlives the program.
func kindNames() map[string]error {
	return map[string]error{"refused": ErrRefused, "not_found": ErrNotFound, "unreachable": ErrUnreachable,
		"full":  ErrFull,
		"fault": ErrFault, "not_public": ErrNotPublic, "bad_config": ErrBadConfig, "bad_picture": ErrBadPicture}
}

// KindOf is the sentinel of an [Error.Fault]; nil for a name that is none.
func KindOf(fault string) error { return kindNames()[fault] }

// Error says what went wrong at a host. Its text is for logs and in English; a window says Kind and Detail in its
// own words. It holds neither the secret nor a link, and nothing that the host wrote but an error code.
type Error struct {
	Op     string // what was tried: "put fox.png", "delete", …
	Kind   error  // one of the sentinels
	Status int    // HTTP status, 0 where no answer came
	Code   string // the host's error code, letters and digits only; "" for none
	Detail Detail // more about it, where there is more to say
	Bucket string // of DetailNoBucket

	retryable bool // may be gone at the next try
}

// Error says what was tried and what came.
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

// Fault is the name of the kind: letters and underlines, which stay the same from one version to the next. See
// [KindOf].
func (e *Error) Fault() string {
	for name, kind := range kindNames() {
		if errors.Is(e.Kind, kind) {
			return name
		}
	}
	return ""
}

// Retryable reports whether the fault may be gone at the next try.
func (e *Error) Retryable() bool { return e.retryable }

var errStalled = errors.New("nothing moved for too long")

// transportErr sorts an error of the transport. Its own text is dropped: libraries quote links in it.
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
		e.Kind, e.Detail = ErrUnreachable, DetailRedirected
	case status == 405, status == 501:
		e.Detail = DetailTakesNoFiles
	case status == 408, status == 429, status >= 500:
		e.retryable = true
	}
	return e
}

// withOp names what was tried in an error that has no name yet.
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

// badConfig says why there is no host, for the log; what outlives the program has the fault of its [Error].
func badConfig(why string) error {
	return fmt.Errorf("%w: %s", &Error{Op: "make host", Kind: ErrBadConfig}, why)
}
