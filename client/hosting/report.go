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

// The steps of Bucket.Test, in their order.
const (
	StepReach  = client.StepReach // the host answers, and its certificate is valid
	StepWrite  = "write"          // a picture can be put there
	StepRead   = "read"           // its public link gives it back to anyone
	StepDelete = "delete"         // and it can be taken away again
)

// Report is the result of Bucket.Test.
type Report struct {
	Host      string // of the endpoint
	Encrypted bool   // the way there, where it answers
	// the public link works from here, but its address is not public: a service on the Internet cannot fetch it
	Private bool
	Steps   []client.Step // always the four steps, in order; their errors hold no link and no secret
	Took    time.Duration
}

// OK reports whether every step succeeded.
func (r Report) OK() bool { return client.Report{Steps: r.Steps}.OK() }

// testTimeout bounds a whole Test.
const testTimeout = 90 * time.Second

// Test tries everything out with a picture of a few bytes. The report has the result of each step, also with an error;
// the error is that of the first failed step.
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

// testPicture returns a PNG of one pixel: some buckets accept nothing but pictures.
func testPicture() []byte {
	b, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
	return b
}

// reach finds out whether anything answers at the endpoint. It sends no credentials, and any answer will do.
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

// readBack fetches a public link as anyone would, without credentials, and compares what comes. It goes where the
// person has pointed the settings to, also inside their network; but a link that works from there only is private,
// because the service stands outside.
func (b *Bucket) readBack(ctx context.Context, link string, want []byte) (private bool, err error) {
	err = b.retry(ctx, "read public link", func(ctx context.Context) error {
		private = false
		trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
			if to, ok := c.Conn.RemoteAddr().(*net.TCPAddr); ok && !client.PublicAddress(addrOf(to)) {
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

// followWithoutReferer follows a redirect without saying where it came from: the link may be a signed one.
func followWithoutReferer(req *http.Request, via []*http.Request) error {
	if len(via) >= linkcheck.MaxRedirects {
		return errors.New("too many redirects")
	}
	req.Header.Del("Referer")
	return nil
}

// notPublic keeps what happened and says what it means.
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
