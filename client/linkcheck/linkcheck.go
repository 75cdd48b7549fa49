// Package linkcheck looks at the picture behind a public link before a task is spent on it: is it there, is it a
// picture, how large is it, and until when does the link live.
//
// It looks gently: one GET with neither key nor cookies nor Referer, at most two links at a time, and no more bytes than a
// frame can have. It looks at public addresses only, because a link comes from anywhere (a page, a drag, a batch file) and
// must not become a way into the network that this computer stands in. The address is checked when it is dialled, after
// the name was looked up, so a name that answers differently the second time gains nothing; each redirect is a link of its
// own and is checked like the first. One origin is exempt, the service's own: in a sandbox it stands on this computer.
//
// Behind a proxy (HTTP_PROXY, HTTPS_PROXY) the proxy looks the name up and dials, so the dialled address cannot be checked
// here. What holds then: links to a private address or to a name that only a local network knows are refused by their
// text, the proxy is the only address that is dialled, and every other limit stays. What a public name means is left to
// the proxy.
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
	"strconv"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
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
	Public    func(netip.Addr) bool                        // nil: client.PublicAddress; a test lets a loopback address stand for a public one
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
		l.public = client.PublicAddress
	}
	if l.afterFunc == nil {
		l.afterFunc = func(d time.Duration, f func()) client.Timer { return guard.AfterFunc(d, "stall timer", f) }
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
	Width, Height int    // pixels, as it is seen
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

// read takes the picture out of the last answer. Its first bytes are looked at before the rest is fetched: a clip or a
// page is not worth 32 MiB. It is judged as imports and deliveries are; of an animated one the first picture counts.
func read(ctx context.Context, resp *http.Response, watch *watch, host string) (Picture, error) {
	if resp.StatusCode != http.StatusOK {
		return Picture{}, statusErr(host, resp.StatusCode)
	}
	refuse := func(kind error, words string) (Picture, error) {
		return Picture{}, &Error{Host: host, Status: resp.StatusCode, Kind: kind, Words: words}
	}
	if resp.ContentLength > MaxBytes {
		return refuse(ErrTooLarge, fmt.Sprintf("over %d MB", MaxBytes>>20))
	}
	body := bufio.NewReader(fedReader{resp.Body, watch})
	head, err := body.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return Picture{}, err
	}
	if !isPicture(head) {
		return refuse(ErrNotPicture, kindOf(head))
	}
	data, err := io.ReadAll(io.LimitReader(body, MaxBytes+1))
	switch {
	case err != nil:
		return Picture{}, err
	case len(data) > MaxBytes:
		return refuse(ErrTooLarge, fmt.Sprintf("over %d MB", MaxBytes>>20))
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && oversize(c.Width, c.Height) {
		return refuse(ErrTooLarge, fmt.Sprintf("%d by %d pixels", c.Width, c.Height))
	}
	info, err := client.JudgePicture(ctx, data)
	var judgement *client.FileError
	switch first := errors.As(err, &judgement) && judgement.Frames > 0; {
	case err != nil && ctx.Err() != nil:
		return Picture{}, err
	case err != nil && !first:
		return refuse(ErrNotPicture, WordsDamaged)
	case oversize(info.Width, info.Height):
		return refuse(ErrTooLarge, fmt.Sprintf("%d by %d pixels", info.Width, info.Height))
	}
	return Picture{Width: info.Width, Height: info.Height, Format: strings.TrimPrefix(info.MIME, "image/"),
		Bytes: int64(len(data)), Data: data, ContentType: contentType(resp)}, nil
}

func oversize(w, h int) bool {
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

// kindOf puts into words what came instead of a picture.
func kindOf(head []byte) string {
	kind := http.DetectContentType(head)
	switch main, sub, _ := strings.Cut(kind, "/"); {
	case len(head) == 0:
		return WordsEmpty
	case strings.HasPrefix(kind, "text/html"):
		return WordsPage
	case strings.HasPrefix(kind, "text/"):
		return WordsText
	case main == "image":
		return WordsOtherFormat + sub
	case main == "video":
		return WordsVideo
	}
	return WordsOther
}

// contentType is what the server claims. It decides nothing here; the service may read more into it.
func contentType(resp *http.Response) string {
	t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil || len(t) > 100 {
		return ""
	}
	return t
}

// watch ends a look that no byte comes in for, and one that takes too long as a whole.
type watch struct {
	stall, total client.Timer
	cancel       context.CancelCauseFunc
}

func (l *Looker) watch(ctx context.Context) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := func() { cancel(errStalled) }
	return ctx, &watch{stall: l.afterFunc(stallTimeout, end), total: l.afterFunc(totalTimeout, end), cancel: cancel}
}

func (w *watch) fed() { w.stall.Reset(stallTimeout) }

func (w *watch) stop() {
	w.stall.Stop()
	w.total.Stop()
	w.cancel(nil)
}

// fedReader tells the watch of every byte.
type fedReader struct {
	r     io.Reader
	watch *watch
}

func (f fedReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if n > 0 {
		f.watch.fed()
	}
	return n, err
}

// The Words of an [Error] that hold no number. A window says them in its own language.
const (
	WordsStalled      = "nothing came for too long"
	WordsNoHost       = "the host name is unknown"
	WordsCertificate  = "the certificate is not valid"
	WordsNoConnection = "no connection, or it broke"
	WordsNotHTTP      = "it is not an http or https link"
	WordsTooFar       = "it leads on too often"
	WordsNowhere      = "it leads nowhere"
	WordsProxy        = "the proxy's address cannot be read"
	WordsNoLink       = "it cannot be read as a link"

	WordsDamaged     = "the file is damaged or breaks off"
	WordsEmpty       = "it is empty"
	WordsPage        = "it is a web page"
	WordsText        = "it is a text"
	WordsVideo       = "it is a video"
	WordsOther       = "it is something else"
	WordsOtherFormat = "it is a picture in another format: " // and the name of the format
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
	case errors.Is(err, ErrNotPublic), errors.Is(err, client.ErrPrivate):
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
