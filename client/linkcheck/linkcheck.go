// Package linkcheck checks the picture behind a public link before a task uses it: whether it exists, its format and
// size. [Checker.Check] fetches and measures the picture; [Expiry] reads the expiry date of a signed link without a
// request.
//
// A check is one GET without key, cookies or Referer, limited to the size of a frame. A [Checker] runs at most two at a
// time. It connects only to public addresses, because a link may come from a page, a drag or a batch file. Otherwise a
// link could reach the local network. The address is checked when it is dialled, after name resolution, which defeats
// DNS rebinding. Each redirect is checked like the first link. The service's own origin is exempt, because a sandbox
// runs on this computer.
//
// Behind a proxy (HTTP_PROXY, HTTPS_PROXY) the proxy resolves and dials, so the dialled address cannot be checked here.
// Links to private addresses and to local names are still refused by their text, only the proxy itself is dialled, and
// all other limits apply. The proxy decides where a public name leads.
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

// Limits of one check.
const (
	MaxBytes      = 32 << 20 // of the picture's file
	MaxRedirects  = 5
	MaxConcurrent = 2 // concurrent checks of one Checker

	dialTimeout      = 15 * time.Second
	handshakeTimeout = 10 * time.Second
	stallTimeout     = 30 * time.Second // without a byte
	totalTimeout     = 3 * time.Minute  // a slow server must not block a slot forever
	maxHeaderBytes   = 64 << 10         // response headers
)

// Config configures a [Checker]. The zero value uses the system's settings and allows public addresses only.
type Config struct {
	// base URL of the profile's service, whose origin may have a private address; "": none
	ServiceURL string

	Resolver *net.Resolver                         // nil: the system's
	Proxy    func(*http.Request) (*url.URL, error) // nil: http.ProxyFromEnvironment
	// nil: client.IsPublicAddress; tests treat a loopback address as public
	Public    func(netip.Addr) bool
	RootCAs   *x509.CertPool                               // nil: the system's
	AfterFunc func(d time.Duration, f func()) client.Timer // stall timer; nil: time.AfterFunc
}

// Checker checks links. It is safe for concurrent use.
type Checker struct {
	serviceOrigin string
	resolver      *net.Resolver
	proxy         func(*http.Request) (*url.URL, error)
	isPublic      func(netip.Addr) bool
	afterFunc     func(time.Duration, func()) client.Timer
	http          *http.Client
	slots         chan struct{} // one token for each running check
}

// New returns a Checker. It sends no request.
func New(c Config) *Checker {
	own, _ := client.Origin(c.ServiceURL) // "" for an invalid URL: then no origin is exempt
	l := &Checker{
		serviceOrigin: own, resolver: c.Resolver, proxy: c.Proxy, isPublic: c.Public, afterFunc: c.AfterFunc,
		slots: make(chan struct{}, MaxConcurrent),
	}
	if l.proxy == nil {
		l.proxy = http.ProxyFromEnvironment
	}
	if l.isPublic == nil {
		l.isPublic = client.IsPublicAddress
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
			DisableKeepAlives:      true, // each hop dials with its own rules
			DisableCompression:     true,
			Protocols:              &p,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return l
}

// Picture is the picture behind a link.
type Picture struct {
	Width, Height int    // in pixels, after EXIF rotation
	Format        string // "png", "jpeg" or "webp"
	Bytes         int64  // of the file
	Data          []byte // the file, for a thumbnail; its size is at most client.MaxPicturePixels
	ContentType   string // media type of the last response, lower case, without parameters; "": none
}

// Check fetches the picture behind an http or https link and measures it without decoding it. It blocks until a slot is
// free and the response is complete, or until ctx ends. Errors: [*Error] with one of the sentinels, or that of ctx.
func (l *Checker) Check(ctx context.Context, link string) (Picture, error) {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil { // the error text contains the link
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

// read reads the picture from the last response. It checks the first bytes before it fetches the rest, because a clip
// or a page may be large. It accepts the same files as imports and deliveries; for an animation the first picture
// counts.
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
	info, err := client.ProbePicture(ctx, data)
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

// isPicture reports whether the first bytes are those of a format that the service accepts.
func isPicture(head []byte) bool {
	switch http.DetectContentType(head) {
	case "image/png", "image/jpeg", "image/webp":
		return true
	}
	return false
}

// contentType returns the media type that the server states. It has no effect here, but the service may use it.
func contentType(resp *http.Response) string {
	t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil || len(t) > 100 {
		return ""
	}
	return t
}

// watchdog cancels a check that stalls, or that exceeds the total timeout.
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

// watchedReader resets the stall timeout whenever bytes arrive.
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

// Sentinels to use with errors.Is. The service may get another result, especially for ErrUnreachable, so none of them
// must prevent the user from sending.
var (
	// not a picture, incomplete, or too large for a frame
	ErrNotPicture = errors.New("not a picture that the service accepts (PNG, JPEG or WebP)")
	ErrLogin      = errors.New("needs a login, or the link has expired") // 401, 403, 407
	// private, loopback, link-local, …: not reachable for the service
	ErrNotPublic = errors.New("the address is not public")
	// invalid link, no connection, timeout, or another status
	ErrUnreachable = errors.New("not reachable")
)

// Error explains why a link has no usable picture. Its text contains the host but never the link, which may contain a
// signature.
type Error struct {
	Host   string // of the failed hop, without port; "": the link has none
	Status int    // HTTP status; 0: no response
	Kind   error  // one of the sentinels
}

// Error returns the host and the reason.
func (e *Error) Error() string {
	s := "look at picture"
	if e.Host != "" {
		s += " on " + e.Host
	}
	return s + ": " + e.Reason()
}

// Reason returns the text of the error without the host.
func (e *Error) Reason() string {
	if e.Status == 0 || e.Status == http.StatusOK {
		return e.Kind.Error()
	}
	return fmt.Sprintf("%v (HTTP %d)", e.Kind, e.Status)
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Kind }

// transportErr converts an error of the transport. It drops the text, because net/http includes the link in it.
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

// statusErr converts a status that is neither 200 nor a redirect.
func statusErr(host string, status int) *Error {
	e := &Error{Host: host, Status: status, Kind: ErrUnreachable}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		e.Kind = ErrLogin
	}
	return e
}
