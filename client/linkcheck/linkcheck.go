package linkcheck

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"viviscope/client"
)

// Limits of one look.
const (
	MaxBytes     = 32 << 20 // of the picture's file
	MaxRedirects = 5
	AtOnce       = 2 // links that one Looker looks at, at the same time

	dialTimeout      = 15 * time.Second
	handshakeTimeout = 10 * time.Second
	stallTimeout     = 30 * time.Second // without a byte
	totalTimeout     = 3 * time.Minute  // a link that drips must not hold its place for ever
	maxHead          = 64 << 10         // bytes of an answer's head
)

// Config says from where to look. The zero value looks from this computer, as it is set up, at public addresses only.
type Config struct {
	Own string // base URL of the profile's service: links of its origin are looked at wherever it stands; "" for none

	Resolver  *net.Resolver                                // nil: the system's
	Proxy     func(*http.Request) (*url.URL, error)        // nil: http.ProxyFromEnvironment
	Public    func(netip.Addr) bool                        // nil: Public; a test lets a loopback address stand for a public one
	RootCAs   *x509.CertPool                               // nil: the system's
	AfterFunc func(d time.Duration, f func()) client.Timer // nil: time.AfterFunc; watches for stalls
}

// Looker looks at links. It is safe for use by several goroutines at once.
type Looker struct {
	own       string
	resolver  *net.Resolver
	proxy     func(*http.Request) (*url.URL, error)
	public    func(netip.Addr) bool
	afterFunc func(time.Duration, func()) client.Timer
	http      *http.Client
	places    chan struct{} // one token for each look under way
}

// New makes a Looker. It sends nothing.
func New(c Config) *Looker {
	own, _ := client.Origin(c.Own) // "" for an address that cannot be one: nothing is exempt then
	l := &Looker{
		own: own, resolver: c.Resolver, proxy: c.Proxy, public: c.Public, afterFunc: c.AfterFunc,
		places: make(chan struct{}, AtOnce),
	}
	if l.proxy == nil {
		l.proxy = http.ProxyFromEnvironment
	}
	if l.public == nil {
		l.public = Public
	}
	if l.afterFunc == nil {
		l.afterFunc = func(d time.Duration, f func()) client.Timer { return time.AfterFunc(d, f) }
	}
	var p http.Protocols
	p.SetHTTP1(true)
	l.http = &http.Client{
		Transport: &http.Transport{
			Proxy:                  func(r *http.Request) (*url.URL, error) { return passageOf(r.Context()).proxy, nil },
			DialContext:            l.dial,
			TLSClientConfig:        &tls.Config{RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    handshakeTimeout,
			MaxResponseHeaderBytes: maxHead,
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
	Width, Height int    // pixels, as the file says; an EXIF orientation is not applied
	Format        string // "png", "jpeg" or "webp"
	Bytes         int64  // of the file
	Data          []byte // the file, for a thumbnail; measured, so decoding it takes at most client.MaxPicturePixels
	ContentType   string // media type that the last answer claims, lower case, without parameters; "" for none
}

// Look fetches the picture behind an http or https link and measures it without decoding it. It blocks for a place, for
// the network, and until ctx ends. Errors: *Error with one of the sentinels, or that of ctx.
func (l *Looker) Look(ctx context.Context, link string) (Picture, error) {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil { // its text quotes the link
		return Picture{}, &Error{Kind: ErrUnreachable, Words: WordsNoLink}
	}
	select {
	case l.places <- struct{}{}:
		defer func() { <-l.places }()
	case <-ctx.Done():
		return Picture{}, ctx.Err()
	}
	watched, watch := l.watch(ctx)
	defer watch.stop()
	p, err := l.follow(watched, watch, u)
	if err != nil && ctx.Err() != nil {
		return Picture{}, ctx.Err()
	}
	return p, err
}
