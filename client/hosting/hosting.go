// Package hosting puts a picture of this computer where the service can fetch it. The service takes frames as links
// only, so a local picture needs a place: a bucket that speaks S3, which gives out signed links that expire.
//
// Objects get a name that nobody guesses and without a meaning: a piece of the content's hash, and chance. Putting
// one is free and may be repeated, unlike a task; it is tried three times and never more.
//
// The secret key of the bucket comes in as a [Secret] and goes to the endpoint of its Config alone: redirects are
// not followed. Config holds no secret and can be stored; no error, String or log of this package holds one, nor a
// signed link.
//
// From top to bottom: report (the test of a bucket), s3 (putting and deleting), hosting (a bucket and its tries),
// picture (what is sent), wire (the connection), config, problem and detail (what is wrong with a Config or an
// answer), secret.
package hosting

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"

	"viviscope/client"
	"viviscope/client/guard"
)

// Hosted is a picture that was put somewhere.
type Hosted struct {
	URL    string    // link that anyone can fetch; a secret as long as it lives
	Object string    // name for Delete
	Dies   time.Time // when the link dies; zero: it does not
}

// Options are what a test replaces. The zero value is right everywhere else.
type Options struct {
	RootCAs *x509.CertPool                        // certificates to trust; nil: the system's
	Proxy   func(*http.Request) (*url.URL, error) // nil: http.ProxyFromEnvironment
	// between tries; nil: a timer; ends early with ctx's error
	Wait      func(ctx context.Context, d time.Duration) error
	AfterFunc func(d time.Duration, f func()) client.Timer // nil: time.AfterFunc; watches for stalls
	Log       *slog.Logger                                 // nil: nothing is logged
}

// Patience with a host.
const (
	stallTimeout     = 60 * time.Second // without a byte moving
	handshakeTimeout = 10 * time.Second
	continueTimeout  = 2 * time.Second
)

// Bucket is a place for pictures. It is safe for use by several goroutines at once; each reader belongs to one call.
type Bucket struct {
	conf      S3
	endpoint  *url.URL
	client    *minio.Client
	transport *http.Transport
	wait      func(context.Context, time.Duration) error
	afterFunc func(time.Duration, func()) client.Timer
	log       *slog.Logger
}

// New makes a Bucket. It sends nothing. Errors: ErrBadConfig for a Config that does not validate, is off, or lacks its
// secret.
func New(c Config, secret Secret, o Options) (*Bucket, error) {
	problems := c.Validate()
	switch {
	case len(problems) > 0:
		return nil, badConfig(fmt.Sprintf("%s: fault %d", problems[0].Field, problems[0].Fault))
	case !c.On():
		return nil, badConfig("hosting is off")
	case secret.Empty():
		return nil, badConfig("no secret key")
	}
	b := &Bucket{conf: c.S3, wait: o.Wait, afterFunc: o.AfterFunc, log: o.Log}
	b.endpoint, _ = c.S3.endpoint()
	b.applyOptions(o)
	var err error
	b.client, err = newClient(c.S3, b.endpoint, secret, b.transport)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// applyOptions sets what the options leave open, and makes the transport.
func (b *Bucket) applyOptions(o Options) {
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

// maxTries is how often one thing is tried. Nothing here costs money, and a name belongs to one picture, so trying
// again does no harm; trying for ever would hide that a host is down.
const maxTries = 3

// retry tries f until it succeeds, fails for good, or was tried often enough.
func (b *Bucket) retry(ctx context.Context, what string, f func(context.Context) error) error {
	for n := 1; ; n++ {
		err := b.tryOnce(ctx, f)
		var e *Error
		if err == nil || ctx.Err() != nil || n == maxTries || !errors.As(err, &e) || !e.retryable {
			return withOp(what, err)
		}
		b.log.Debug("hosting tries again", "what", what, "try", n, "status", e.Status, "detail", e.Detail.String())
		if err := b.wait(ctx, time.Second<<(n-1)); err != nil {
			return err
		}
	}
}

// tryOnce runs f under a watch that ends it when nothing moves any more. f feeds the watch through fed.
func (b *Bucket) tryOnce(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := b.afterFunc(stallTimeout, func() { cancel(errStalled) })
	defer func() {
		timer.Stop()
		cancel(nil)
	}()
	return f(context.WithValue(ctx, watchdogKey{}, func() { timer.Reset(stallTimeout) }))
}
