// Package client talks to a video and image generation service over HTTP: it submits video tasks, asks how they are,
// downloads clips, and generates and edits pictures. It knows no database and no window.
//
// Three promises shape it.
//
// A request that costs money leaves at most once. The service has no idempotency key, so every POST goes out on a
// connection of its own, over HTTP/1.1, without anything that net/http takes as permission to send it again, and no
// redirect is followed. What is known about the charge after an error is said by [OutcomeOf]: NotSent, Rejected or
// Unknown. Nothing here repeats a POST, ever.
//
// The key stays home. It goes to the scheme, host and port of the base URL and nowhere else; a redirect that leaves
// that origin loses it for good, and no error text holds it, nor a link that carries a signature.
//
// A file counts when it is whole. Downloads go to a ".part" file, resume where the server can prove that the bytes
// are still the same, and are renamed only after their length and their structure have been checked.
//
// Answers are read generously: services of this family disagree about envelopes, spellings and types, so every form
// known in the field is accepted and everything else is an error that says what came, never a panic.
//
// A *Client is safe for use by several goroutines at once.
//
// From top to bottom:
//
//	images, videos, listmodels, conntest    the calls of the service
//	fetch, download, largeanswer            files and large answers
//	call, client, addressguard, proxyroute  one call; transport, errors of a call, addresses that are refused
//	land, judge, redact, wire, baseurl      files in their place and what they are; texts without the key; bodies
//	price, validate, form, request, pacing  what requests cost, which are refused, how services differ; polls
//	types, models, limits, errors, states   requests and answers, the models, OutcomeOf, the states of tasks
package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"viviscope/client/guard"
)

// Timeouts for the service. An image call answers only when the picture is finished (interface 8 recommends five
// minutes or more), and giving up early may mean paying twice. Ten minutes are enough for 4K at maximum quality.
const (
	DefaultImageTimeout = 10 * time.Minute
	MinImageTimeout     = 5 * time.Minute
	DefaultStallTimeout = 60 * time.Second

	submitTimeout = 2 * time.Minute // a submission only reserves, but a relay may be slow
	statusTimeout = time.Minute
)

// Size limits of answers. A larger body is an error and does not use memory.
const (
	maxStatusBody = 4 << 20 // a task
	// pictures as base64, or a picture file; a noisy one of 3840 by 3840 pixels has 79 MB as base64
	maxImageBody     = 512 << 20
	maxImageInMemory = 64 << 20 // of which so much is held in memory where there is no file to put it in,
	maxImageText     = 16 << 20 // and so much where there is
	maxErrorBody     = 1 << 20  // the body of a refusal; the status decides, so the rest is cut off
	maxVideoFile     = 4 << 30  // a clip; the longest real one has some hundred megabytes

	partSync = 8 << 20 // a growing clip is synced after this many bytes
)

// Config configures a client. Zero values of the optional fields mean their defaults.
type Config struct {
	BaseURL string        // http or https, with or without a trailing /v1
	Format  RequestFormat // of submissions of clips
	Models  []Alias       // further models, which may have their own request format
	APIKey  string        // the bearer key; goes to the origin of BaseURL only

	ImageTimeout time.Duration // timeout of a picture call; 0: 10 minutes, at least 5
	StallTimeout time.Duration // a download without data for this time is given up; 0: 60 seconds

	// Proxy returns the proxy of a request, nil for none; a nil Proxy is http.ProxyFromEnvironment. It may block. If it
	// fails, nothing is sent.
	Proxy func(*http.Request) (*url.URL, error)

	// certificates to trust; nil: the system's
	RootCAs *x509.CertPool
	// nil: the system's dialer, and no private address of a public service
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	Now  func() time.Time // nil: time.Now; dates Retry-After
	// called with how far Now is ahead of the Date of each answer; may be nil
	OnClockSkew func(time.Duration)
	// nil: time.AfterFunc; watches for stalls
	AfterFunc func(d time.Duration, f func()) Timer
}

// Timer contains the methods of *time.Timer that the stall watch uses.
type Timer interface {
	Reset(d time.Duration) bool
	Stop() bool
}

// Client calls one service with one key. It is safe for use by several goroutines at once.
type Client struct {
	base   *url.URL // without a trailing /v1 or slash
	origin string   // scheme://host:port of base: the only place that gets the key
	key    string
	format RequestFormat
	models []Alias

	post *http.Client // requests that cost money: each is sent at most once
	get  *http.Client // everything else: may be repeated, redirects are guarded

	imageTimeout time.Duration
	stallTimeout time.Duration
	now          func() time.Time
	onClockSkew  func(time.Duration)
	afterFunc    func(time.Duration, func()) Timer
	clipCheck    videoCheck
	maxVideo     int64
	maxPicture   int64
	maxText      int64
	syncInterval int64 // bytes of a growing part between two syncs
	addresses    *addressGuard
	timeoutFunc  func(time.Duration, func()) Timer // time.AfterFunc, or a function of a test

	mu          sync.Mutex
	activePaths map[string]bool // files being fetched; guarded by mu
}

// New checks the configuration and makes a client. It sends nothing. Errors: ErrBadBaseURL, ErrNoKey.
func New(c Config) (*Client, error) {
	base, err := parseBase(c.BaseURL)
	if err != nil {
		return nil, err
	}
	key := strings.TrimSpace(c.APIKey)
	if key == "" {
		return nil, fmt.Errorf("make client: %w", ErrNoKey)
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		// Not quoted: no text contains the key.
		return nil, fmt.Errorf("make client: the key holds characters that no key has: %w", ErrNoKey)
	}
	cl := &Client{
		base: base, origin: OriginOf(base), key: key, format: c.Format, models: c.Models,
		imageTimeout: c.ImageTimeout, stallTimeout: c.StallTimeout, now: c.Now, afterFunc: c.AfterFunc,
		onClockSkew: c.OnClockSkew,
		clipCheck:   checkClip, maxVideo: maxVideoFile, maxPicture: maxImageBody, maxText: maxImageText,
		syncInterval: partSync, activePaths: map[string]bool{}, addresses: newAddressGuard(base),
		timeoutFunc: func(d time.Duration, f func()) Timer { return guard.AfterFunc(d, "patience", f) },
	}
	if cl.imageTimeout == 0 {
		cl.imageTimeout = DefaultImageTimeout
	}
	cl.imageTimeout = max(cl.imageTimeout, MinImageTimeout)
	if cl.stallTimeout <= 0 {
		cl.stallTimeout = DefaultStallTimeout
	}
	if cl.now == nil {
		cl.now = time.Now
	}
	if cl.onClockSkew == nil {
		cl.onClockSkew = func(time.Duration) {}
	}
	if cl.afterFunc == nil {
		cl.afterFunc = func(d time.Duration, f func()) Timer { return guard.AfterFunc(d, "stall timer", f) }
	}
	cl.post = &http.Client{Transport: postTransport(c), CheckRedirect: returnRedirect}
	cl.get = &http.Client{Transport: getTransport(c, cl.addresses), CheckRedirect: cl.guardRedirect}
	guard.HideKey(key)
	return cl, nil
}

// Origin returns scheme://host:port of the service, the only place that ever gets the key.
func (c *Client) Origin() string { return c.origin }

// CloseIdle closes idle connections. The client stays usable.
func (c *Client) CloseIdle() { c.get.CloseIdleConnections() }

// endpoint returns an absolute link below /v1. parts are elements of a path, escaped.
func (c *Client) endpoint(parts ...string) *url.URL {
	return c.base.JoinPath(append([]string{"v1"}, parts...)...)
}

const (
	handshakeTimeout = 10 * time.Second
	maxRedirects     = 10
	userAgent        = "viviscope"
)

// postTransport is for requests that cost money. net/http repeats requests automatically in several cases, each of
// which can cause a second charge: on a dead keep-alive connection, and over HTTP/2 on REFUSED_STREAM, GOAWAY and even
// PROTOCOL_ERROR after the server has read everything. A new connection for each request and only HTTP/1.1 avoid all
// these cases.
func postTransport(c Config) http.RoundTripper {
	t := transport(c)
	var p http.Protocols
	p.SetHTTP1(true)
	t.Protocols = &p
	t.DisableKeepAlives = true
	return t
}

// getTransport is for requests that may be repeated.
func getTransport(c Config, r *addressGuard) http.RoundTripper {
	if c.Dial == nil {
		c.Dial = r.dial
	}
	if c.Proxy == nil {
		c.Proxy = http.ProxyFromEnvironment
	}
	c.Proxy = r.guardProxy(c.Proxy)
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
		dial = (&net.Dialer{Timeout: dialTimeout, KeepAlive: dialKeepAlive}).DialContext
	}
	proxy := c.Proxy
	if proxy == nil {
		proxy = http.ProxyFromEnvironment
	}
	return &http.Transport{
		Proxy:                  wrapProxyError(proxy),
		OnProxyConnectResponse: checkTunnel,
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    handshakeTimeout,
		MaxResponseHeaderBytes: 256 << 10,
	}
}

// wrapProxyError returns a proxy function with errors that match ErrProxy: the proxy could not be determined.
func wrapProxyError(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		u, err := proxy(r)
		if err != nil && !errors.Is(err, ErrPrivate) {
			err = fmt.Errorf("%w: %w", ErrProxy, err)
		}
		return u, err
	}
}

// checkTunnel distinguishes a proxy that refuses the tunnel from a service that refuses the request. The request has
// not been sent yet.
func checkTunnel(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	switch answer.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusProxyAuthRequired:
		return fmt.Errorf("%w: it asks for a user and a password, or for others (HTTP 407)", ErrProxy)
	}
	return fmt.Errorf("%w: HTTP %d", ErrProxy, answer.StatusCode)
}

// returnRedirect returns a redirect as the answer. Following it would send a paid request again (307, 308) or turn it
// into another one (301, 302, 303).
func returnRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// guardRedirect checks each redirect of a GET. net/http compares only host names. Without this check it would send the
// key to another port, to a subdomain, and from https to http in clear text, and would send a Referer to every target.
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
	if req.URL.User != nil { // would become an Authorization header chosen by the target
		return fmt.Errorf("%w: with a user name in it", ErrRedirected)
	}
	// Removed permanently: a chain that has left the origin does not get the key back by returning.
	for _, hop := range append(via, req) {
		if OriginOf(hop.URL) != c.origin {
			req.Header.Del("Authorization")
			return nil
		}
	}
	return nil
}

// authorize adds the key if the request goes to the origin that the key was entered for.
func (c *Client) authorize(req *http.Request) {
	if OriginOf(req.URL) == c.origin {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
}

// transportErr converts an error of net/http to an *Error with a sentinel and without its links. gotConn reports
// whether there was ever a connection.
func (c *Client) transportErr(op string, err error, gotConn bool) *Error {
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err // the outer text contains the link, which after a redirect may be a signed one
	}
	words := classifyError(err, gotConn).Error()
	if errors.Is(err, ErrProxy) {
		words = c.redact(err.Error()) // our own text about the proxy's demand
	}
	return &Error{Op: op, NotSent: !gotConn, Message: words, Err: c.redactError(err, gotConn)}
}

// redactError replaces an error's text by a redacted one; errors.Is still matches the error.
func (c *Client) redactError(err error, gotConn bool) error {
	return &redactedError{kind: classifyError(err, gotConn), text: c.redact(err.Error()), err: err}
}

type redactedError struct {
	kind error // one of our sentinels
	text string
	err  error // not exposed: its text may contain text of the other side
}

func (e *redactedError) Error() string { return e.text }

func (e *redactedError) Is(target error) bool {
	return target == e.kind || e.kind == ErrProxy && target == ErrUnreachable || errors.Is(e.err, target)
}

// Timeout reports whether a timeout of the client or of the network expired.
func (e *redactedError) Timeout() bool {
	var t interface{ Timeout() bool }
	return errors.As(e.err, &t) && t.Timeout()
}

// classifyError returns the sentinel for an error of the transport.
func classifyError(err error, gotConn bool) error {
	for _, own := range []error{ErrRedirected, ErrPrivate, ErrStalled, ErrTooLarge, ErrDamaged} {
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

// lockPath reserves a path for one download. Errors: ErrBusy.
func (c *Client) lockPath(path string) (release func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.activePaths[path] {
		return nil, ErrBusy
	}
	c.activePaths[path] = true
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.activePaths, path)
	}, nil
}

// redact makes a foreign text safe for errors and logs: it replaces the key, shortens links to scheme and host (path
// and query may both contain a signature), and removes queries without a link.
func (c *Client) redact(s string) string { return redact(s, c.key) }
