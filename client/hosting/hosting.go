// Package hosting uploads local pictures to a place from which the service can fetch them. The service accepts frames
// only as links, so local pictures need an S3 bucket, which provides signed links that expire. Start with [Config],
// [New] and [Bucket.Put].
//
// Object names are unguessable: a part of the content hash and random bytes. An upload is free and may be repeated,
// unlike a task. It is tried at most three times.
//
// The secret key is passed as a [Secret] and is sent only to the endpoint of its Config: redirects are not followed.
// Config contains no secret and can be stored. No error, String or log of this package contains a secret or a signed
// link.
//
// From top to bottom: report (test of a bucket), s3 (upload and deletion), hosting (bucket and retries), picture
// (request body), wire (connection), config, problem and detail (errors of a Config or a response), secret.
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

// Hosted is an uploaded picture.
type Hosted struct {
	URL    string    // public signed link; a secret until it expires
	Object string    // object name for Delete
	Dies   time.Time // when the link expires; zero: never
}

// Options are dependencies that tests replace. The zero value is the production configuration.
type Options struct {
	RootCAs *x509.CertPool                        // certificates to trust; nil: the system's
	Proxy   func(*http.Request) (*url.URL, error) // nil: http.ProxyFromEnvironment
	// delays a retry; nil: a timer; returns early with the error of ctx
	Wait      func(ctx context.Context, d time.Duration) error
	AfterFunc func(d time.Duration, f func()) client.Timer // stall timer; nil: time.AfterFunc
	Log       *slog.Logger                                 // nil: nothing is logged
}

// Timeouts of requests.
const (
	stallTimeout     = 60 * time.Second // without transferred bytes
	handshakeTimeout = 10 * time.Second
	continueTimeout  = 2 * time.Second
)

// Bucket uploads and deletes pictures. It is safe for concurrent use; each reader belongs to one call.
type Bucket struct {
	conf      S3
	endpoint  *url.URL
	client    *minio.Client
	transport *http.Transport
	wait      func(context.Context, time.Duration) error
	afterFunc func(time.Duration, func()) client.Timer
	log       *slog.Logger
}

// New returns a Bucket. It sends no request. Errors: ErrBadConfig for a Config that is invalid or off, or a missing
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

// applyOptions sets the options and their defaults, and makes the transport.
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
		DisableKeepAlives:      true, // uploads are rare, so connections are not reused
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

// maxTries limits the attempts of one operation. Retries are free and harmless, because each name belongs to one
// picture. Unlimited retries would hide that a host is down.
const maxTries = 3

// retry calls f until it succeeds, fails permanently, or reaches maxTries.
func (b *Bucket) retry(ctx context.Context, what string, f func(context.Context) error) error {
	for n := 1; ; n++ {
		err := b.tryOnce(ctx, f)
		var e *Error
		if err == nil || ctx.Err() != nil || n == maxTries || !errors.As(err, &e) || !e.retryable {
			return withOp(what, err)
		}
		b.log.Debug("retry hosting request", "operation", what, "try", n, "status", e.Status, "detail",
			e.Detail.String())
		if err := b.wait(ctx, time.Second<<(n-1)); err != nil {
			return err
		}
	}
}

// tryOnce calls f with a context that is cancelled after a stall. f calls resetWatchdog for each transferred byte
// range.
func (b *Bucket) tryOnce(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := b.afterFunc(stallTimeout, func() { cancel(errStalled) })
	defer func() {
		timer.Stop()
		cancel(nil)
	}()
	return f(context.WithValue(ctx, watchdogKey{}, func() { timer.Reset(stallTimeout) }))
}
