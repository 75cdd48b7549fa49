package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	dialTimeout      = 15 * time.Second
	handshakeTimeout = 10 * time.Second
	maxRedirects     = 10
	userAgent        = "viviscope"
)

// postTransport is for requests that cost money. net/http repeats a request by itself in several cases, each of which
// can pay twice: on a kept-alive connection that died, and over HTTP/2 on REFUSED_STREAM, GOAWAY and even PROTOCOL_ERROR
// after the server has read everything. A connection of its own for each request and HTTP/1.1 alone leave no such case.
func postTransport(c Config) http.RoundTripper {
	t := transport(c)
	var p http.Protocols
	p.SetHTTP1(true)
	t.Protocols = &p
	t.DisableKeepAlives = true
	return t
}

// getTransport is for requests that may be repeated.
func getTransport(c Config) http.RoundTripper {
	t := transport(c)
	var p http.Protocols
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	t.Protocols = &p
	t.MaxIdleConnsPerHost = 8
	t.IdleConnTimeout = 90 * time.Second
	return t
}

func transport(c Config) *http.Transport {
	dial := c.Dial
	if dial == nil {
		dial = (&net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}).DialContext
	}
	proxy := c.Proxy
	if proxy == nil {
		proxy = http.ProxyFromEnvironment
	}
	return &http.Transport{
		Proxy:                  named(proxy),
		OnProxyConnectResponse: refuseTunnel,
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    handshakeTimeout,
		MaxResponseHeaderBytes: 256 << 10,
	}
}

// named marks the error a proxy that cannot be told.
func named(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		u, err := proxy(r)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrProxy, err)
		}
		return u, nil
	}
}

// refuseTunnel tells a proxy that lets nothing through from a service that says no. The request has not left yet.
func refuseTunnel(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	switch answer.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusProxyAuthRequired:
		return fmt.Errorf("%w: it asks for a user and a password, or for others (HTTP 407)", ErrProxy)
	}
	return fmt.Errorf("%w: HTTP %d", ErrProxy, answer.StatusCode)
}

// keepRedirect leaves a redirect as the answer: following one would send a paid request again (307, 308) or turn it
// into another (301, 302, 303).
func keepRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// guardRedirect decides about each redirect of a GET. net/http compares host names only, so by itself it would send the
// key to another port, to a subdomain, and in clear from https to http; and it tells every target where we came from.
func (c *Client) guardRedirect(req *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects {
		return fmt.Errorf("%w: more than %d times", ErrRedirected, maxRedirects)
	}
	if s := req.URL.Scheme; s != "http" && s != "https" {
		return fmt.Errorf("%w: not to http or https", ErrRedirected)
	}
	if via[len(via)-1].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return fmt.Errorf("%w: from https to http", ErrRedirected)
	}
	req.Header.Del("Referer")
	if req.URL.User != nil { // would become an Authorization header of the target's choice
		return fmt.Errorf("%w: with a user name in it", ErrRedirected)
	}
	// Stripped for good: a chain that has left the origin once does not get the key back by returning.
	for _, hop := range append(via, req) {
		if originOf(hop.URL) != c.origin {
			req.Header.Del("Authorization")
			return nil
		}
	}
	return nil
}

// authorize adds the key where the request goes to the origin that it was entered for.
func (c *Client) authorize(req *http.Request) {
	if originOf(req.URL) == c.origin {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
}

// transportErr puts an error of net/http into words and a sentinel, without its links. gotConn says whether a connection
// was ever got.
func (c *Client) transportErr(op string, err error, gotConn bool) *Error {
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err // the outer text quotes the link, which after a redirect may be a signed one
	}
	words := kindOf(err, gotConn).Error()
	if errors.Is(err, ErrProxy) {
		words = c.redact(err.Error()) // ours, and says what the proxy asks for
	}
	return &Error{Op: op, NotSent: !gotConn, Message: words, Err: c.cause(err, gotConn)}
}

// cause hides an error's text behind a redacted one; errors.Is still sees through it.
func (c *Client) cause(err error, gotConn bool) error {
	return &cause{kind: kindOf(err, gotConn), text: c.redact(err.Error()), err: err}
}

type cause struct {
	kind error // one of our sentinels
	text string
	err  error // not given out: its text may hold what the other side wrote
}

func (e *cause) Error() string { return e.text }

func (e *cause) Is(target error) bool {
	return target == e.kind || e.kind == ErrProxy && target == ErrUnreachable || errors.Is(e.err, target)
}

// Timeout reports whether patience ended, ours or the network's.
func (e *cause) Timeout() bool {
	var t interface{ Timeout() bool }
	return errors.As(e.err, &t) && t.Timeout()
}

// kindOf sorts an error of the transport.
func kindOf(err error, gotConn bool) error {
	for _, own := range []error{ErrRedirected, ErrStalled, ErrTooLarge, ErrDamaged} {
		if errors.Is(err, own) {
			return own
		}
	}
	var op *net.OpError
	if errors.Is(err, ErrProxy) || errors.As(err, &op) && op.Op == "proxyconnect" {
		return ErrProxy
	}
	var dns *net.DNSError
	if errors.As(err, &dns) && !dns.IsTimeout {
		return ErrNoHost
	}
	var cert *tls.CertificateVerificationError
	if errors.As(err, &cert) {
		return ErrCertificate
	}
	if !gotConn {
		return ErrUnreachable
	}
	var t interface{ Timeout() bool }
	if errors.As(err, &t) && t.Timeout() {
		return ErrTimeout
	}
	return ErrNoAnswer
}
