package client

import (
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Patience with the service. An image call answers only when the picture is done (interface 8 recommends five minutes
// or more), and giving up early can pay twice; ten minutes leave room for 4K at maximum quality.
const (
	DefaultImageTimeout = 10 * time.Minute
	MinImageTimeout     = 5 * time.Minute
	DefaultStallTimeout = 60 * time.Second

	submitTimeout = 2 * time.Minute // a submission only reserves; still, a relay may be slow
	statusTimeout = time.Minute
)

// Caps on answers. A body over its cap is an error, never memory.
const (
	maxStatusBody = 4 << 20   // a task
	maxImageBody  = 512 << 20 // pictures as base64, or a picture file; a noisy one of 3840 by 3840 pixels has 79 MB as base64
	maxImageHeld  = 64 << 20  // of which so much is held in memory where there is no file to put it in,
	maxImageText  = 16 << 20  // and so much where there is
	maxErrorBody  = 1 << 20   // the body of a refusal; the status decides, so the rest is cut off
	maxVideoFile  = 4 << 30   // a clip; the longest real one has some hundred megabytes

	partSync = 8 << 20 // a clip that grows is synced after so many bytes
)

// Config says which service to talk to. Zero values of the optional fields mean their defaults.
type Config struct {
	BaseURL string // http or https, with or without a trailing /v1
	Form    Form   // of submissions of clips
	APIKey  string // the bearer key; goes to the origin of BaseURL only

	ImageTimeout time.Duration // patience for a picture call; 0: 10 minutes, never less than 5
	StallTimeout time.Duration // a download without a byte for so long is given up; 0: 60 seconds

	// Proxy says which proxy a request goes through, nil for none; a nil Proxy is http.ProxyFromEnvironment. It may wait;
	// where it fails, nothing is sent.
	Proxy func(*http.Request) (*url.URL, error)

	RootCAs   *x509.CertPool                                                    // certificates to trust; nil: the system's
	Dial      func(ctx context.Context, network, addr string) (net.Conn, error) // nil: the system's dialer
	Now       func() time.Time                                                  // nil: time.Now; dates Retry-After
	Ahead     func(time.Duration)                                               // is told by each answer's Date how far Now is ahead of the service; nil: nobody
	AfterFunc func(d time.Duration, f func()) Timer                             // nil: time.AfterFunc; watches for stalls
}

// Timer is what the stall watch needs of a *time.Timer.
type Timer interface {
	Reset(d time.Duration) bool
	Stop() bool
}

// Client talks to one service with one key. It is safe for use by several goroutines at once.
type Client struct {
	base   *url.URL // without a trailing /v1 or slash
	origin string   // scheme://host:port of base: the only place that gets the key
	key    string
	form   Form

	post *http.Client // requests that cost money: each leaves at most once
	get  *http.Client // everything else: may be repeated, redirects are guarded

	imageTimeout time.Duration
	stallTimeout time.Duration
	now          func() time.Time
	ahead        func(time.Duration)
	afterFunc    func(time.Duration, func()) Timer
	checkVideo   videoCheck
	maxVideo     int64
	maxPicture   int64
	maxText      int64
	syncEvery    int64 // bytes of a growing part between two syncs

	mu    sync.Mutex
	paths map[string]bool // files being fetched; guarded by mu
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
		// Not quoted: the key stays out of every text.
		return nil, fmt.Errorf("make client: the key holds characters that no key has: %w", ErrNoKey)
	}
	cl := &Client{
		base: base, origin: originOf(base), key: key, form: c.Form,
		imageTimeout: c.ImageTimeout, stallTimeout: c.StallTimeout, now: c.Now, afterFunc: c.AfterFunc,
		ahead:      c.Ahead,
		checkVideo: checkClip, maxVideo: maxVideoFile, maxPicture: maxImageBody, maxText: maxImageText, syncEvery: partSync, paths: map[string]bool{},
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
	if cl.ahead == nil {
		cl.ahead = func(time.Duration) {}
	}
	if cl.afterFunc == nil {
		cl.afterFunc = func(d time.Duration, f func()) Timer { return time.AfterFunc(d, f) }
	}
	cl.post = &http.Client{Transport: postTransport(c), CheckRedirect: keepRedirect}
	cl.get = &http.Client{Transport: getTransport(c), CheckRedirect: cl.guardRedirect}
	return cl, nil
}

// Origin returns scheme://host:port of the service, the only place that ever gets the key.
func (c *Client) Origin() string { return c.origin }

// CloseIdle closes connections that wait for another GET. The client stays usable.
func (c *Client) CloseIdle() { c.get.CloseIdleConnections() }

// Origin returns the canonical scheme://host:port of a base URL: lower case, the port always written. A key belongs to
// an origin. Errors: ErrBadBaseURL.
func Origin(baseURL string) (string, error) {
	u, err := parseBase(baseURL)
	if err != nil {
		return "", err
	}
	return originOf(u), nil
}

// CleanBaseURL returns a base URL in the form in which it is kept: without a trailing slash and without a trailing /v1.
// Errors: ErrBadBaseURL.
func CleanBaseURL(baseURL string) (string, error) {
	u, err := parseBase(baseURL)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

func parseBase(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	switch {
	case err != nil: // its text quotes the address, which may hold a password
		return nil, fmt.Errorf("%w: it cannot be read", ErrBadBaseURL)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%w: it must begin with http:// or https://", ErrBadBaseURL)
	case u.Hostname() == "":
		return nil, fmt.Errorf("%w: it has no host", ErrBadBaseURL)
	case u.User != nil:
		return nil, fmt.Errorf("%w: it must not hold a user name or password", ErrBadBaseURL)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%w: it must not have a query or fragment", ErrBadBaseURL)
	}
	path := strings.TrimRight(u.Path, "/")
	for strings.HasSuffix(path, "/v1") { // a cleaned address must stay as it is when it is cleaned again
		path = strings.TrimRight(strings.TrimSuffix(path, "/v1"), "/")
	}
	return &url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host), Path: path}, nil
}

// originOf returns the canonical origin of an absolute link.
func originOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme) + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// endpoint returns an absolute link below /v1.
func (c *Client) endpoint(parts ...string) *url.URL {
	return c.base.JoinPath(append([]string{"v1"}, parts...)...)
}
