package hosting

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"viviscope/client"
)

// Host is a place for pictures. It is safe for use by several goroutines at once; each reader belongs to one call.
type Host interface {
	// Put stores a picture under a new name and returns its link. It reads r twice, from its start: once for its hash, once
	// for the way out, and again for each further try. named is told what the object will be called, before anything of it
	// leaves, and again where a further try takes another name: who writes that down can take away what a Put left that was
	// never seen to end. Its error ends Put and comes back as it is; it may be nil. name is the picture's own, for error texts; it does not leave this
	// computer. size is in bytes, mime such as "image/png". progress may be nil; it is called from the goroutine that sends,
	// starts anew with each try, and must not block. Where Put fails nothing is meant to stay behind. Errors: *Error, or that
	// of ctx.
	Put(ctx context.Context, name string, r io.ReadSeeker, size int64, mime string, named func(object string) error, progress func(done, total int64)) (Hosted, error)
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
		b.afterFunc = func(d time.Duration, f func()) client.Timer { return time.AfterFunc(d, f) }
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
