package linkcheck

import (
	"crypto/tls"
	"errors"
	"net"
	"strconv"
)

// Sentinels to decide by, with errors.Is. What the service will find may differ from what is found here, most of all for
// ErrUnreachable, so none of them has to keep a person from sending.
var (
	ErrNotPublic   = errors.New("the address is not public")                 // private, loopback, link-local, …: the service cannot reach it
	ErrNotPicture  = errors.New("it is no picture that the service takes")   // not PNG, JPEG or WebP, or not whole
	ErrTooLarge    = errors.New("the picture is larger than a frame can be") // bytes or pixels
	ErrGone        = errors.New("the link is dead")                          // 401, 403, 404, 410
	ErrUnreachable = errors.New("the link cannot be fetched")                // no connection, no answer in time, another status
)

// Error says why a link could not be looked at. Its text names the host and never the link, which may carry a signature.
type Error struct {
	Host   string // of the hop that failed, without its port; "" where the link has none
	Status int    // HTTP status, 0 where no answer came
	Kind   error  // one of the sentinels
	Words  string // what was found, where the sentinel does not say it all
}

// Error names the host and what was found.
func (e *Error) Error() string {
	s := "look at picture"
	if e.Host != "" {
		s += " on " + e.Host
	}
	return s + ": " + e.Found()
}

// Found returns what was found, without the host.
func (e *Error) Found() string {
	if e.Words == "" {
		return e.Kind.Error()
	}
	return e.Kind.Error() + ": " + e.Words
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Kind }

var errStalled = errors.New(WordsStalled)

// transportErr sorts an error of the transport. Its own text is dropped: net/http quotes the link in it.
func transportErr(host string, err error) *Error {
	var (
		own  *Error
		dns  *net.DNSError
		cert *tls.CertificateVerificationError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, ErrNotPublic):
		return &Error{Host: host, Kind: ErrNotPublic}
	case errors.Is(err, errStalled):
		return &Error{Host: host, Kind: ErrUnreachable, Words: errStalled.Error()}
	case errors.As(err, &dns) && dns.IsNotFound:
		return &Error{Host: host, Kind: ErrUnreachable, Words: WordsNoHost}
	case errors.As(err, &cert):
		return &Error{Host: host, Kind: ErrUnreachable, Words: WordsCertificate}
	}
	return &Error{Host: host, Kind: ErrUnreachable, Words: WordsNoConnection}
}

// statusErr sorts an answer that is neither a picture nor a redirect.
func statusErr(host string, status int) *Error {
	e := &Error{Host: host, Status: status, Kind: ErrUnreachable, Words: "HTTP " + strconv.Itoa(status)}
	switch {
	case status == 401, status == 403, status == 404, status == 410:
		e.Kind = ErrGone
	case status > 200 && status < 300: // an answer without the picture
		e.Kind = ErrNotPicture
	}
	return e
}
