// Package client is an HTTP client for a video and image generation service. It submits and polls video tasks,
// downloads clips, and generates and edits pictures. It also contains the catalogue of models, the validation of
// requests, and price estimates.
//
// Start with [New], which returns a [Client] for one service and key. [Client.SubmitVideo] takes a [VideoRequest] and
// returns a [VideoTask]; [Client.GetVideo] polls it, and [Client.DownloadVideo] downloads its clip.
// [Client.GenerateImage] and [Client.EditImage] return pictures, which [Client.FetchImage] stores. The package has no
// database, queue or user interface, and never retries a call.
//
// # Guarantees
//
// A POST is sent at most once, because the service has no idempotency key and a repeated request may be charged twice.
// Each POST uses a new HTTP/1.1 connection, so that net/http cannot retry it, and redirects are not followed. After an
// error, [OutcomeOf] returns what is known about the charge: NotSent, Rejected or Unknown.
//
// The key is sent only to the origin (scheme, host and port) of the base URL. A redirect to another origin removes the
// key. Error texts contain neither the key nor signed links.
//
// Files are complete. Downloads are written to a ".part" file and resumed only if the server proves that the content is
// the same. A file is renamed to its final name after its length and structure were checked.
//
// Responses are parsed leniently, because services differ in envelopes, field names and types. Every known variant is
// accepted. Any other response is an error, never a panic.
//
// A Client is safe for concurrent use.
//
// # Files
//
// From top to bottom:
//
//	images, videos, listmodels, conntest    calls of the service
//	fetch, download, largeanswer            downloads and large responses
//	call, client, addressguard, proxyroute  single calls, transports, refused addresses, proxies
//	partfile, probe, repair, picturefile    partial files, checks of media files
//	requestbody, jsonfields, envelope       request bodies, parsing of responses and errors
//	redact, displaytext, baseurl            texts without secrets, base URLs
//	price, validate, requestformat, pacing  prices, validation, request formats, poll times
//	types, models, limits, errors, states   requests, results, models, errors, task states
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

// Size limits of responses, in bytes. A larger response is an error.
const (
	maxStatusBody = 4 << 20 // a task or a list of models
	// Pictures as base64, or a picture file. A noisy picture of 3840 by 3840 pixels has 79 MB as base64.
	maxImageBody     = 512 << 20
	maxImageInMemory = 64 << 20 // part of maxImageBody that may be in memory without a spill file
	maxImageText     = 16 << 20 // the same with a spill file
	maxErrorBody     = 1 << 20  // an error response; the rest is ignored
	maxVideoFile     = 4 << 30  // a clip; real ones have at most some hundred megabytes

	partSync = 8 << 20 // bytes between two syncs of a partial file
)

// Config configures a Client. BaseURL and APIKey are required.
type Config struct {
	BaseURL string        // http or https, with or without a trailing /v1
	Format  RequestFormat // request format of clips
	Models  []Alias       // further models, which may have their own request formats
	APIKey  string        // bearer key; sent only to the origin of BaseURL

	ImageTimeout time.Duration // timeout of a picture call; 0: 10 minutes; minimum: 5 minutes
	StallTimeout time.Duration // maximum time without data of a download; 0: 60 seconds

	// Proxy returns the proxy for a request; nil for none. It may block. If it returns an error, nothing is sent. A nil
	// function means http.ProxyFromEnvironment.
	Proxy func(*http.Request) (*url.URL, error)

	// RootCAs are the trusted certificates; nil: those of the system.
	RootCAs *x509.CertPool
	// Dial opens connections. nil: net.Dialer, which refuses private addresses if the service is public.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	Now  func() time.Time // nil: time.Now
	// OnClockSkew receives the difference between Now and the Date header of each response. It may be nil.
	OnClockSkew func(time.Duration)
	// AfterFunc starts the stall timer of downloads; nil: time.AfterFunc.
	AfterFunc func(d time.Duration, f func()) Timer
}

// Timer is the subset of *time.Timer that the client uses.
type Timer interface {
	Reset(d time.Duration) bool
	Stop() bool
}

// Client calls one service with one key. It is safe for concurrent use.
type Client struct {
	base   *url.URL // without a trailing /v1 and slash
	origin string   // scheme://host:port of base; only this origin gets the key
	key    string
	format RequestFormat
	models []Alias

	post *http.Client // for requests that cost money; never retries
	get  *http.Client // for all other requests; checks redirects

	imageTimeout time.Duration
	stallTimeout time.Duration
	now          func() time.Time
	onClockSkew  func(time.Duration)
	afterFunc    func(time.Duration, func()) Timer
	clipCheck    videoCheck
	maxVideo     int64
	maxPicture   int64
	maxText      int64
	syncInterval int64 // bytes between two syncs of a partial file
	addresses    *addressGuard
	timeoutFunc  func(time.Duration, func()) Timer // guard.AfterFunc; replaced in tests

	mu          sync.Mutex
	activePaths map[string]bool // target paths of running downloads; guarded by mu
}

// New returns a client for a configuration. It sends no request. Errors: ErrBadBaseURL, ErrNoKey.
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
		// The error must not contain the key.
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

// Origin returns scheme://host:port of the service.
func (c *Client) Origin() string { return c.origin }

// CloseIdle closes idle connections. The client stays usable.
func (c *Client) CloseIdle() { c.get.CloseIdleConnections() }

// endpoint returns the URL of a path below /v1. parts are escaped path elements.
func (c *Client) endpoint(parts ...string) *url.URL {
	return c.base.JoinPath(append([]string{"v1"}, parts...)...)
}

const (
	handshakeTimeout = 10 * time.Second
	maxRedirects     = 10
	userAgent        = "viviscope"
)

// postTransport returns the transport for requests that cost money. net/http retries requests on a dead keep-alive
// connection, and over HTTP/2 on REFUSED_STREAM, GOAWAY and even PROTOCOL_ERROR after the server has read everything.
// Each retry can cause a second charge. HTTP/1.1 with a new connection for each request prevents retries.
func postTransport(c Config) http.RoundTripper {
	t := transport(c)
	var p http.Protocols
	p.SetHTTP1(true)
	t.Protocols = &p
	t.DisableKeepAlives = true
	return t
}

// getTransport returns the transport for requests that may be retried.
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

// wrapProxyError returns a proxy function whose errors match ErrProxy.
func wrapProxyError(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		u, err := proxy(r)
		if err != nil && !errors.Is(err, ErrPrivate) {
			err = fmt.Errorf("%w: %w", ErrProxy, err)
		}
		return u, err
	}
}

// checkTunnel returns ErrProxy if a proxy refuses the CONNECT request. The actual request has not been sent then.
func checkTunnel(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	switch answer.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusProxyAuthRequired:
		return fmt.Errorf("%w: it asks for a user and a password, or for others (HTTP 407)", ErrProxy)
	}
	return fmt.Errorf("%w: HTTP %d", ErrProxy, answer.StatusCode)
}

// returnRedirect makes net/http return a redirect as the response. Following it would send a paid request again (307,
// 308) or change it (301, 302, 303).
func returnRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// guardRedirect checks each redirect of a GET, and removes the key outside of the origin. net/http alone would send the
// key to other ports, to subdomains, and from https to http in clear text. It would also send a Referer.
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
	if req.URL.User != nil { // would become an Authorization header
		return fmt.Errorf("%w: with a user name in it", ErrRedirected)
	}
	// Check the whole chain: a redirect back to the origin must not restore the key.
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

// transportErr converts an error of net/http to an *Error that matches a sentinel and contains no link. gotConn is
// whether a connection was opened.
func (c *Client) transportErr(op string, err error, gotConn bool) *Error {
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err // the outer text contains the link, which after a redirect may be a signed one
	}
	words := classifyError(err, gotConn).Error()
	if errors.Is(err, ErrProxy) {
		words = c.redact(err.Error()) // a text of checkTunnel or wrapProxyError
	}
	return &Error{Op: op, NotSent: !gotConn, Message: words, Err: c.redactError(err, gotConn)}
}

// redactError returns an error with a redacted text, which still matches err and its sentinel.
func (c *Client) redactError(err error, gotConn bool) error {
	return &redactedError{kind: classifyError(err, gotConn), text: c.redact(err.Error()), err: err}
}

type redactedError struct {
	kind error // sentinel
	text string
	err  error // only for errors.Is; its text is not redacted
}

func (e *redactedError) Error() string { return e.text }

func (e *redactedError) Is(target error) bool {
	return target == e.kind || e.kind == ErrProxy && target == ErrUnreachable || errors.Is(e.err, target)
}

// Timeout reports whether the error is a timeout.
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

// lockPath reserves the target path of a download. Errors: ErrBusy.
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

// redact removes secrets from a text: it replaces the key, shortens links to scheme and host, and removes queries
// without a link.
func (c *Client) redact(s string) string { return redact(s, c.key) }
