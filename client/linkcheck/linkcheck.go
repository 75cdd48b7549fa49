// Package linkcheck looks at the picture behind a public link before a task is spent on it: is it there, is it a
// picture, how large is it, and until when does the link live.
//
// It looks gently: one GET with neither key nor cookies nor Referer, at most two links at a time, and no more bytes
// than a frame can have. It looks at public addresses only, because a link comes from anywhere (a page, a drag, a batch
// file) and must not become a way into the network that this computer stands in. The address is checked when it is
// dialled, after the name was looked up, so a name that answers differently the second time gains nothing; each
// redirect is a link of its own and is checked like the first. One origin is exempt, the service's own: in a sandbox it
// stands on this computer.
//
// Behind a proxy (HTTP_PROXY, HTTPS_PROXY) the proxy looks the name up and dials, so the dialled address cannot be
// checked here. What holds then: links to a private address or to a name that only a local network knows are refused by
// their text, the proxy is the only address that is dialled, and every other limit stays. What a public name means is
// left to the proxy.
package linkcheck

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"image"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
)

// Limits of one look.
const (
	MaxBytes      = 32 << 20 // of the picture's file
	MaxRedirects  = 5
	MaxConcurrent = 2 // links that one Looker looks at, at the same time

	dialTimeout      = 15 * time.Second
	handshakeTimeout = 10 * time.Second
	stallTimeout     = 30 * time.Second // without a byte
	totalTimeout     = 3 * time.Minute  // a link that drips must not hold its place for ever
	maxHeaderBytes   = 64 << 10         // bytes of an answer's head
)

// Config says from where to look. The zero value looks from this computer, as it is set up, at public addresses only.
type Config struct {
	// base URL of the profile's service: links of its origin are looked at wherever it stands; "" for none
	ServiceURL string

	Resolver *net.Resolver                         // nil: the system's
	Proxy    func(*http.Request) (*url.URL, error) // nil: http.ProxyFromEnvironment
	// nil: client.PublicAddress; a test lets a loopback address stand for a public one
	Public    func(netip.Addr) bool
	RootCAs   *x509.CertPool                               // nil: the system's
	AfterFunc func(d time.Duration, f func()) client.Timer // nil: time.AfterFunc; watches for stalls
}

// Checker looks at links. It is safe for use by several goroutines at once.
type Checker struct {
	serviceOrigin string
	resolver      *net.Resolver
	proxy         func(*http.Request) (*url.URL, error)
	isPublic      func(netip.Addr) bool
	afterFunc     func(time.Duration, func()) client.Timer
	http          *http.Client
	slots         chan struct{} // one token for each look under way
}

// New makes a Looker. It sends nothing.
func New(c Config) *Checker {
	own, _ := client.Origin(c.ServiceURL) // "" for an address that cannot be one: nothing is exempt then
	l := &Checker{
		serviceOrigin: own, resolver: c.Resolver, proxy: c.Proxy, isPublic: c.Public, afterFunc: c.AfterFunc,
		slots: make(chan struct{}, MaxConcurrent),
	}
	if l.proxy == nil {
		l.proxy = http.ProxyFromEnvironment
	}
	if l.isPublic == nil {
		l.isPublic = client.PublicAddress
	}
	if l.afterFunc == nil {
		l.afterFunc = func(d time.Duration, f func()) client.Timer { return guard.AfterFunc(d, "stall timer", f) }
	}
	var p http.Protocols
	p.SetHTTP1(true)
	l.http = &http.Client{
		Transport: &http.Transport{
			Proxy: func(r *http.Request) (*url.URL, error) {
				return connectionOf(r.Context()).proxy, nil
			},
			DialContext:            l.dial,
			TLSClientConfig:        &tls.Config{RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    handshakeTimeout,
			MaxResponseHeaderBytes: maxHeaderBytes,
			DisableKeepAlives:      true, // so each hop is dialled by its own rules
			DisableCompression:     true,
			Protocols:              &p,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return l
}

// Picture is what stands behind a link.
type Picture struct {
	Width, Height int    // pixels, as it is seen
	Format        string // "png", "jpeg" or "webp"
	Bytes         int64  // of the file
	Data          []byte // the file, for a thumbnail; measured, so decoding it takes at most client.MaxPicturePixels
	ContentType   string // media type that the last answer claims, lower case, without parameters; "" for none
}

// Check fetches the picture behind an http or https link and measures it without decoding it. It blocks for a place,
// for the network, and until ctx ends. Errors: *Error with one of the sentinels, or that of ctx.
func (l *Checker) Check(ctx context.Context, link string) (Picture, error) {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil { // its text quotes the link
		return Picture{}, &Error{Kind: ErrUnreachable}
	}
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
	case <-ctx.Done():
		return Picture{}, ctx.Err()
	}
	watched, watch := l.newWatchdog(ctx)
	defer watch.stop()
	p, err := l.follow(watched, watch, u)
	if err != nil && ctx.Err() != nil {
		return Picture{}, ctx.Err()
	}
	return p, err
}

// read takes the picture out of the last answer. Its first bytes are looked at before the rest is fetched: a clip or a
// page is not worth 32 MiB. It is judged as imports and deliveries are; of an animated one the first picture counts.
func read(ctx context.Context, resp *http.Response, watch *watchdog, host string) (Picture, error) {
	if resp.StatusCode != http.StatusOK {
		return Picture{}, statusErr(host, resp.StatusCode)
	}
	refused := &Error{Host: host, Status: resp.StatusCode, Kind: ErrNotPicture}
	if resp.ContentLength > MaxBytes {
		return Picture{}, refused
	}
	body := bufio.NewReader(watchedReader{resp.Body, watch})
	head, err := body.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return Picture{}, err
	}
	if !isPicture(head) {
		return Picture{}, refused
	}
	data, err := io.ReadAll(io.LimitReader(body, MaxBytes+1))
	switch {
	case err != nil:
		return Picture{}, err
	case len(data) > MaxBytes:
		return Picture{}, refused
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && isTooLarge(c.Width, c.Height) {
		return Picture{}, refused
	}
	info, err := client.JudgePicture(ctx, data)
	var judgement *client.FileError
	switch first := errors.As(err, &judgement) && judgement.Frames > 0; {
	case err != nil && ctx.Err() != nil:
		return Picture{}, err
	case err != nil && !first, isTooLarge(info.Width, info.Height):
		return Picture{}, refused
	}
	return Picture{Width: info.Width, Height: info.Height, Format: strings.TrimPrefix(info.MIME, "image/"),
		Bytes: int64(len(data)), Data: data, ContentType: contentType(resp)}, nil
}

func isTooLarge(w, h int) bool {
	return w > client.MaxPictureSide || h > client.MaxPictureSide || w*h > client.MaxPicturePixels
}

// isPicture knows the formats that the service takes by their first bytes.
func isPicture(head []byte) bool {
	switch http.DetectContentType(head) {
	case "image/png", "image/jpeg", "image/webp":
		return true
	}
	return false
}

// contentType is what the server claims. It decides nothing here; the service may read more into it.
func contentType(resp *http.Response) string {
	t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil || len(t) > 100 {
		return ""
	}
	return t
}

// watchdog ends a look that no byte comes in for, and one that takes too long as a whole.
type watchdog struct {
	stall, total client.Timer
	cancel       context.CancelFunc
}

func (l *Checker) newWatchdog(ctx context.Context) (context.Context, *watchdog) {
	ctx, cancel := context.WithCancel(ctx)
	return ctx, &watchdog{stall: l.afterFunc(stallTimeout, cancel), total: l.afterFunc(totalTimeout, cancel),
		cancel: cancel}
}

func (w *watchdog) reset() { w.stall.Reset(stallTimeout) }

func (w *watchdog) stop() {
	w.stall.Stop()
	w.total.Stop()
	w.cancel()
}

// watchedReader tells the watch of every byte.
type watchedReader struct {
	r     io.Reader
	watch *watchdog
}

func (f watchedReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if n > 0 {
		f.watch.reset()
	}
	return n, err
}

// What a look found in place of a usable picture, to decide by with errors.Is. The service may find something else,
// most of all for ErrUnreachable, so none of them has to keep a user from sending.
var (
	// or not whole, or too large for a frame
	ErrNotPicture = errors.New("not a picture that the service accepts (PNG, JPEG or WebP)")
	ErrLogin      = errors.New("needs a login, or the link has expired") // 401, 403, 407
	// private, loopback, link-local, …: the service cannot reach it
	ErrNotPublic = errors.New("the address is not public")
	// no link, no connection, no answer in time, another status
	ErrUnreachable = errors.New("not reachable")
)

// Error is the reason why a link has no usable picture. Its text names the host and never the link, which may carry a
// signature.
type Error struct {
	Host   string // of the hop that failed, without its port; "" where the link has none
	Status int    // HTTP status, 0 where no answer came
	Kind   error  // one of the sentinels
}

// Error returns the host and what was found.
func (e *Error) Error() string {
	s := "look at picture"
	if e.Host != "" {
		s += " on " + e.Host
	}
	return s + ": " + e.Reason()
}

// Reason returns what was found, without the host.
func (e *Error) Reason() string {
	if e.Status == 0 || e.Status == http.StatusOK {
		return e.Kind.Error()
	}
	return fmt.Sprintf("%v (HTTP %d)", e.Kind, e.Status)
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Kind }

// transportErr sorts an error of the transport. Its own text is dropped: net/http quotes the link in it.
func transportErr(host string, err error) *Error {
	var own *Error
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, ErrNotPublic), errors.Is(err, client.ErrPrivate):
		return &Error{Host: host, Kind: ErrNotPublic}
	}
	return &Error{Host: host, Kind: ErrUnreachable}
}

// statusErr sorts an answer that is neither a picture nor a redirect.
func statusErr(host string, status int) *Error {
	e := &Error{Host: host, Status: status, Kind: ErrUnreachable}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		e.Kind = ErrLogin
	}
	return e
}
