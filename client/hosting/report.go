package hosting

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"time"

	"viviscope/client"
	"viviscope/client/linkcheck"
)

// The steps of [Bucket.Test], in order.
const (
	StepReach  = client.StepReach // the host answers, and its certificate is valid
	StepWrite  = "write"          // a picture can be uploaded
	StepRead   = "read"           // its public link works for everyone
	StepDelete = "delete"         // it can be deleted
)

// Report is the result of [Bucket.Test].
type Report struct {
	Host      string // of the endpoint
	Encrypted bool   // whether the connection uses https
	// the public link works from here, but has a private address, which a service on the Internet cannot reach
	Private bool
	Steps   []client.Step // always the four steps, in order; their errors contain no link and no secret
	Took    time.Duration
}

// OK reports whether every step succeeded.
func (r Report) OK() bool { return client.Report{Steps: r.Steps}.OK() }

// testTimeout limits a whole Test.
const testTimeout = 90 * time.Second

// Test uploads, reads and deletes a picture of a few bytes. The report contains the result of each step, even after an
// error. The error is that of the first failed step.
func (b *Bucket) Test(ctx context.Context) (Report, error) {
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	start := time.Now()
	r := Report{Host: b.endpoint.Hostname(), Encrypted: b.endpoint.Scheme == "https",
		Steps: []client.Step{{Name: StepReach}, {Name: StepWrite}, {Name: StepRead}, {Name: StepDelete}}}
	var first error
	run := func(n int, f func() error) bool {
		from := time.Now()
		err := f()
		s := &r.Steps[n]
		s.Ran, s.OK, s.Took, s.Err = true, err == nil, time.Since(from), err
		if first == nil {
			first = err
		}
		return err == nil
	}
	picture := testPicture()
	var hosted Hosted
	if run(0, func() error { return b.reach(ctx) }) && run(1, func() (err error) {
		hosted, err = b.Put(ctx, "test picture", bytes.NewReader(picture), int64(len(picture)), "image/png", nil, nil)
		return err
	}) {
		run(2, func() (err error) {
			r.Private, err = b.readBack(ctx, hosted.URL, picture)
			return err
		})
		run(3, func() error { return b.Delete(ctx, hosted.Object) })
	}
	r.Took = time.Since(start)
	return r, first
}

// testPicture returns a PNG of one pixel, because some buckets accept only pictures.
func testPicture() []byte {
	b, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
	return b
}

// reach checks that the endpoint responds. It sends no credentials and accepts any response.
func (b *Bucket) reach(ctx context.Context) error {
	return b.retry(ctx, "reach host", func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodOptions, b.endpoint.JoinPath("/").String(), nil)
		if err != nil {
			return &Error{Kind: ErrBadConfig}
		}
		req.Header.Set("User-Agent", "viviscope")
		resp, err := b.transport.RoundTrip(req)
		if err != nil {
			return transportErr(ctx, err)
		}
		return resp.Body.Close()
	})
}

// readBack fetches a public link without credentials and compares its content with want. It also connects to private
// addresses, because the user configured them. private reports such an address, which the service cannot reach.
func (b *Bucket) readBack(ctx context.Context, link string, want []byte) (private bool, err error) {
	err = b.retry(ctx, "read public link", func(ctx context.Context) error {
		private = false
		trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
			if to, ok := c.Conn.RemoteAddr().(*net.TCPAddr); ok && !client.IsPublicAddress(addrOf(to)) {
				private = true
			}
		}}
		req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodGet, link, nil)
		if err != nil {
			return &Error{Kind: ErrNotPublic}
		}
		req.Header.Set("User-Agent", "viviscope")
		req.Header.Set("Accept", "image/*")
		resp, err := (&http.Client{Transport: b.transport, CheckRedirect: followWithoutReferer}).Do(req)
		if err != nil {
			return notPublic(transportErr(ctx, err))
		}
		defer resp.Body.Close()
		resetWatchdog(ctx)
		got, err := io.ReadAll(io.LimitReader(resp.Body, int64(len(want))+1))
		switch {
		case resp.StatusCode != http.StatusOK:
			e := statusErr(resp.StatusCode)
			e.Detail = NoDetail
			return notPublic(e)
		case err != nil:
			return notPublic(transportErr(ctx, err))
		case !bytes.Equal(got, want):
			return &Error{Kind: ErrNotPublic, Detail: DetailOtherContent}
		}
		return nil
	})
	return private && err == nil, err
}

// followWithoutReferer follows a redirect without a Referer header, because the link may be signed.
func followWithoutReferer(req *http.Request, via []*http.Request) error {
	if len(via) >= linkcheck.MaxRedirects {
		return errors.New("too many redirects")
	}
	req.Header.Del("Referer")
	return nil
}

// notPublic returns a copy of an [Error] with the kind [ErrNotPublic].
func notPublic(err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Kind = ErrNotPublic
	return &out
}

func addrOf(a *net.TCPAddr) netip.Addr { return a.AddrPort().Addr().Unmap() }
