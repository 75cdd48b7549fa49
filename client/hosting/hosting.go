// Package hosting puts a picture of this computer where the service can fetch it. The service takes frames as links only,
// so a local picture needs a place: a bucket that speaks S3, which gives out signed links that die by themselves, or a
// WebDAV folder that can be read under a public address.
//
// Objects get a name that nobody guesses and that says nothing: a piece of the content's hash, and chance. For a WebDAV
// folder that name is all that protects a picture. Putting one is free and may be repeated, unlike a task; it is tried
// three times and never more.
//
// The secret (the secret key of the bucket, the password of the folder) comes in as a [Secret] and goes to the endpoint
// of its Config alone: redirects are not followed with it. Config holds no secret and can be stored; no error, String or
// log of this package holds one, nor a signed link.
package hosting

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
)

// Host is a place for pictures. It is safe for use by several goroutines at once; each reader belongs to one call.
type Host interface {
	// Put stores a picture under a new name and returns its link. It reads r twice, from its start: once for its hash, once for the
	// way out, and again for each further try. named is told what the object will be called, before anything of it leaves, and again
	// where a further try takes another name: who writes that down can take away what a Put left that was never seen to end. Its error
	// ends Put and comes back as it is; it may be nil. name is the picture's own, for error texts; it does not leave this computer.
	// size is in bytes, mime such as "image/png". progress may be nil; it is called from the goroutine that sends, starts anew with
	// each try, and must not block. Where Put fails nothing is meant to stay behind. Errors: *Error, or that of ctx.
	Put(ctx context.Context, name string, r io.ReadSeeker, size int64, mime string,
		named func(object string) error, progress func(done, total int64)) (Hosted, error)
	// Delete takes an object away; one that is gone already is no error. Errors: *Error, or that of ctx.
	Delete(ctx context.Context, object string) error
	// Test tries everything out with a picture of a few bytes. The report tells step by step what was found, also with an
	// error; the error is that of the first failed step.
	Test(ctx context.Context) (Report, error)
}

// Hosted is a picture that was put somewhere.
type Hosted struct {
	URL    string    // link that anyone can fetch; a secret as long as it lives
	Object string    // name for Delete
	Dies   time.Time // when the link dies; zero: it does not
}

// Options are what a test replaces. The zero value is right everywhere else.
type Options struct {
	RootCAs   *x509.CertPool                                   // certificates to trust; nil: the system's
	Proxy     func(*http.Request) (*url.URL, error)            // nil: http.ProxyFromEnvironment
	Random    io.Reader                                        // nil: crypto/rand
	Now       func() time.Time                                 // nil: time.Now
	Wait      func(ctx context.Context, d time.Duration) error // between tries; nil: a timer; ends early with ctx's error
	AfterFunc func(d time.Duration, f func()) client.Timer     // nil: time.AfterFunc; watches for stalls
	Log       *slog.Logger                                     // nil: nothing is logged
}

// Patience with a host.
const (
	stallTimeout     = 60 * time.Second // without a byte moving
	handshakeTimeout = 10 * time.Second
	cleanTimeout     = 10 * time.Second       // to take away what a failed try left
	tidyWait         = 100 * time.Millisecond // before the second look, then twice as long each time
	continueTimeout  = 2 * time.Second
)

// New makes a Host. It sends nothing. Errors: ErrBadConfig for a Config that does not validate, has no kind, or lacks its
// secret.
func New(c Config, secret Secret, o Options) (Host, error) {
	if problems := c.Validate(); len(problems) > 0 {
		return nil, badConfig(fmt.Sprintf("%s: fault %d", problems[0].Field, problems[0].Fault))
	}
	b := newBase(o)
	switch c.Kind {
	case KindS3:
		if secret.Empty() {
			return nil, badConfig("no secret key")
		}
		return newS3(c.S3, secret, b)
	case KindWebDAV:
		return newWebDAV(c.WebDAV, secret, b), nil
	}
	return nil, badConfig("hosting is off")
}

// badConfig says why there is no host, for the log; what outlives the program has the fault of its [Error].
func badConfig(why string) error {
	return fmt.Errorf("%w: %s", &Error{Op: "make host", Kind: ErrBadConfig}, why)
}

// base is what every kind of host has.
type base struct {
	transport *http.Transport
	random    io.Reader
	now       func() time.Time
	wait      func(context.Context, time.Duration) error
	afterFunc func(time.Duration, func()) client.Timer
	log       *slog.Logger
}

func newBase(o Options) *base {
	b := &base{random: o.Random, now: o.Now, wait: o.Wait, afterFunc: o.AfterFunc, log: o.Log}
	if b.random == nil {
		b.random = rand.Reader
	}
	if b.now == nil {
		b.now = time.Now
	}
	if b.wait == nil {
		b.wait = wait
	}
	if b.afterFunc == nil {
		b.afterFunc = func(d time.Duration, f func()) client.Timer { return guard.AfterFunc(d, "stall timer", f) }
	}
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	proxy := o.Proxy
	if proxy == nil {
		proxy = http.ProxyFromEnvironment
	}
	b.transport = &http.Transport{
		Proxy:                  proxy,
		TLSClientConfig:        &tls.Config{RootCAs: o.RootCAs, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    handshakeTimeout,
		MaxResponseHeaderBytes: 64 << 10,
		ExpectContinueTimeout:  continueTimeout,
		DisableKeepAlives:      true, // pictures are put now and then: no connection waits for the next
		DisableCompression:     true,
	}
	return b
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// maxAnswer bounds what is read of an answer to something that was sent.
const maxAnswer = 1 << 20

// wire sends requests and returns only when nobody reads their bodies any more. net/http hands an early answer over while
// it still sends, so a picture that is rewound for the next try, by us or by a library, would be read from two sides.
type wire struct{ to http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (w wire) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return w.to.RoundTrip(r)
	}
	sent := &sentBody{r: r.Body, over: make(chan struct{})}
	r = r.Clone(r.Context())
	r.Body = sent
	resp, err := w.to.RoundTrip(r)
	if err == nil {
		var answer []byte
		answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
		resp.Body.Close() // which ends the sending, where it still goes on
		resp.Body = io.NopCloser(bytes.NewReader(answer))
	}
	<-sent.over // RoundTrip closes the body in every case, if later
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// sentBody tells when it is closed.
type sentBody struct {
	r    io.ReadCloser
	once sync.Once
	over chan struct{}
}

// Read implements io.Reader.
func (b *sentBody) Read(p []byte) (int, error) { return b.r.Read(p) }

// Close implements io.Closer.
func (b *sentBody) Close() error {
	err := b.r.Close()
	b.once.Do(func() { close(b.over) })
	return err
}

// tries is how often one thing is tried. Nothing here costs money, and a name belongs to one picture, so trying again
// does no harm; trying for ever would hide that a host is down.
const tries = 3

// again tries f until it succeeds, fails for good, or was tried often enough.
func (b *base) again(ctx context.Context, what string, f func(context.Context) error) error {
	for n := 1; ; n++ {
		err := b.once(ctx, f)
		var e *Error
		if err == nil || ctx.Err() != nil || n == tries || !errors.As(err, &e) || !e.passing {
			return op(what, err)
		}
		b.log.Debug("hosting tries again", "what", what, "try", n, "status", e.Status, "detail", e.Detail.String())
		if err := b.wait(ctx, time.Second<<(n-1)); err != nil {
			return err
		}
	}
}

// once runs f under a watch that ends it when nothing moves any more. f feeds the watch through fed.
func (b *base) once(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := b.afterFunc(stallTimeout, func() { cancel(errStalled) })
	defer func() {
		timer.Stop()
		cancel(nil)
	}()
	return f(context.WithValue(ctx, fedKey{}, func() { timer.Reset(stallTimeout) }))
}

type fedKey struct{}

// fed tells the watch that bytes moved.
func fed(ctx context.Context) {
	if f, ok := ctx.Value(fedKey{}).(func()); ok {
		f()
	}
}

// Secret is a text that does not print. Behind a function even a printer that walks through unexported fields finds
// nothing.
type Secret struct{ text func() string }

// NewSecret hides a text.
func NewSecret(text string) Secret { return Secret{func() string { return text }} }

// Empty reports whether there is none.
func (s Secret) Empty() bool { return s.reveal() == "" }

func (s Secret) reveal() string {
	if s.text == nil {
		return ""
	}
	return s.text()
}

const hidden = "[secret]"

// String hides the text.
func (s Secret) String() string { return hidden }

// Format hides the text from every verb of fmt.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue hides the text from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText hides the text from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
