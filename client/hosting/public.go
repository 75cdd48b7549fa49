package hosting

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"

	"viviscope/client/linkcheck"
)

// readBack fetches a public link as anyone would, without credentials, and compares what comes. It goes where the person
// has pointed the settings to, also inside their network; but a link that works from there only is private, because the service
// stands outside.
func (b *base) readBack(ctx context.Context, link string, want []byte) (private bool, err error) {
	err = b.again(ctx, "read public link", func(ctx context.Context) error {
		private = false
		trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
			if to, ok := c.Conn.RemoteAddr().(*net.TCPAddr); ok && !linkcheck.Public(addrOf(to)) {
				private = true
			}
		}}
		req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodGet, link, nil)
		if err != nil {
			return &Error{Kind: ErrNotPublic}
		}
		req.Header.Set("User-Agent", "viviscope")
		req.Header.Set("Accept", "image/*")
		resp, err := (&http.Client{Transport: b.transport, CheckRedirect: untold}).Do(req)
		if err != nil {
			return notPublic(transportErr(ctx, err))
		}
		defer resp.Body.Close()
		fed(ctx)
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

// untold follows a redirect without saying where it came from: the link may be a signed one.
func untold(req *http.Request, via []*http.Request) error {
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
