package hosting

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"

	"github.com/studio-b12/gowebdav"
)

// davHost is a WebDAV folder (RFC 4918).
type davHost struct {
	*base
	folder *url.URL // without a slash at its end
	public *url.URL // the same
	user   string
	secret Secret
}

func newWebDAV(c WebDAV, secret Secret, b *base) *davHost {
	folder, _ := parseAddress(c.URL)
	public, _ := parseAddress(c.PublicURL)
	return &davHost{base: b, folder: folder, public: public, user: c.User, secret: secret}
}

// Put implements Host. A WebDAV server may keep the half of a file that broke off, so that is taken away again.
func (h *davHost) Put(ctx context.Context, name string, r io.ReadSeeker, size int64, mime string,
	named func(object string) error, progress func(done, total int64)) (Hosted, error) {
	var object string
	var halves []string // names of tries that failed after they had begun
	var refused error   // what named said
	err := h.again(ctx, "put "+name, func(ctx context.Context) (err error) {
		// A new name for each try: the server may still hold the last one locked, with the half that it got.
		if object, err = h.objectName(r, size, mime); err != nil {
			return err
		}
		b, err := newBody(ctx, r, size, progress)
		if err != nil {
			return err
		}
		_, err = h.call(ctx, mime, func(c *gowebdav.Client) error {
			// Authentication begins with a refusal. Asked for its folder first, the server gets over that before a picture is
			// on its way, and a folder that is not there is known by then.
			if err := lookFor(c); err != nil {
				return err
			}
			if refused = told(named, object); refused != nil {
				return refused
			}
			halves = append(halves, object)
			return c.WriteStreamWithLength(object, b, size, 0)
		})
		switch {
		case refused != nil:
			return refused
		case err == nil:
			halves = halves[:len(halves)-1]
		}
		return err
	})
	for _, half := range halves {
		h.tidy(ctx, half)
	}
	if err != nil {
		return Hosted{}, err
	}
	return Hosted{URL: h.public.JoinPath(object).String(), Object: object}, nil
}

// lookFor asks for the folder. A server that writes without knowing PROPFIND, such as nginx's own module, is no worse.
func lookFor(c *gowebdav.Client) error {
	_, err := c.Stat("/")
	if gowebdav.IsErrCode(err, http.StatusMethodNotAllowed) || gowebdav.IsErrCode(err, http.StatusNotImplemented) {
		return nil
	}
	return err
}

// tidy takes away what a failed try may have left, also when the context of Put has ended. A server may still be busy with
// the half that it got: then it calls it locked, or has not put it down yet, and is asked again.
func (h *davHost) tidy(ctx context.Context, object string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanTimeout)
	defer cancel()
	var err error
	for n, more := 0, true; more; n++ {
		var status int
		err = h.once(ctx, func(ctx context.Context) (err error) {
			status, err = h.call(ctx, "", func(c *gowebdav.Client) error { return c.Remove(object) })
			return err
		})
		more = status == http.StatusNotFound && n < tries-1 || status == http.StatusLocked && n < 2*tries-1
		if more && h.wait(ctx, tidyWait<<n) != nil {
			break
		}
	}
	if err != nil {
		h.log.Warn("half of a hosted picture may have stayed behind", "host", h.folder.Hostname(), "err", op("tidy up", err))
	}
}

// Delete implements Host.
func (h *davHost) Delete(ctx context.Context, object string) error {
	return h.again(ctx, "delete hosted picture", func(ctx context.Context) error {
		_, err := h.call(ctx, "", func(c *gowebdav.Client) error { return c.Remove(object) })
		return err
	})
}

// Test implements Host.
func (h *davHost) Test(ctx context.Context) (Report, error) {
	return h.test(ctx, h, h.folder)
}

// call runs f with a client of its own: the library's clients know no context, and one that lives on would keep the
// password. mime is for a PUT. status is that of the last answer, 0 where none came.
func (h *davHost) call(ctx context.Context, mime string, f func(*gowebdav.Client) error) (status int, err error) {
	auth := gowebdav.NewPreemptiveAuth(nobody{})
	if h.user != "" {
		auth = gowebdav.NewEmptyAuth()
		// Not the library's whole choice: one of its ways sends the password to an address that the server names.
		auth.AddAuthenticator("digest", func(_ *http.Client, resp *http.Response, _ string) (gowebdav.Authenticator, error) {
			return gowebdav.NewDigestAuth(h.user, h.secret.reveal(), resp)
		})
		auth.AddAuthenticator("basic", func(*http.Client, *http.Response, string) (gowebdav.Authenticator, error) {
			return basicAuth{h.user, h.secret}, nil
		})
	}
	// The library escapes the whole address, also the brackets of an IPv6 host; so it gets a name, and each request its host.
	c := gowebdav.NewAuthClient("http://folder"+h.folder.Path, auth)
	guard := &davGuard{to: wire{h.transport}, ctx: ctx}
	c.SetTransport(guard)
	c.SetInterceptor(func(method string, r *http.Request) {
		*r = *r.WithContext(ctx)
		r.URL.Scheme, r.URL.Host, r.Host = h.folder.Scheme, h.folder.Host, h.folder.Host
		r.Header.Set("User-Agent", "viviscope")
		if method == http.MethodPut && mime != "" {
			r.Header.Set("Content-Type", mime)
		}
	})
	err = f(c)
	switch {
	case err == nil && ctx.Err() == nil:
	case guard.err != nil || ctx.Err() != nil:
		err = transportErr(ctx, guard.err)
	case guard.status >= 300:
		err = statusErr(guard.status)
	default:
		err = &Error{Kind: ErrFault, Status: guard.status, Detail: DetailNoWebDAV}
	}
	return guard.status, err
}

// davGuard stands between the library and the network. It follows no redirect, bounds what is read and how often is
// asked, and remembers what really happened: the library forgets.
type davGuard struct {
	to     http.RoundTripper
	ctx    context.Context
	asked  int
	status int   // of the last answer
	err    error // of the last request
}

// maxAsked bounds the requests of one call: a server can demand authentication for ever.
const maxAsked = 6

// RoundTrip implements http.RoundTripper.
func (g *davGuard) RoundTrip(r *http.Request) (*http.Response, error) {
	if g.asked++; g.asked > maxAsked {
		g.status, g.err = http.StatusUnauthorized, nil
		return nil, errors.New("asked too often")
	}
	if r.Body != nil && r.Method != http.MethodPut { // a question of a few lines: with its length it needs no chunks
		question, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r = r.Clone(r.Context())
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(question)), int64(len(question))
	}
	resp, err := g.to.RoundTrip(r)
	g.status, g.err = 0, err
	if err != nil {
		return nil, err
	}
	fed(g.ctx)
	g.status = resp.StatusCode
	if resp.Header.Get("Location") != "" && resp.StatusCode >= 300 && resp.StatusCode < 400 {
		resp.Body.Close()
		g.err = errLeadsElsewhere
		return nil, g.err
	}
	resp.Body = bounded{io.LimitReader(resp.Body, maxAnswer), resp.Body}
	return resp, nil
}

// bounded is an answer's body that ends.
type bounded struct {
	io.Reader
	io.Closer
}

// basicAuth is RFC 7617. The library's own prints its password with %+v.
type basicAuth struct {
	user   string
	secret Secret
}

// Authorize implements gowebdav.Authenticator.
func (a basicAuth) Authorize(_ *http.Client, r *http.Request, _ string) error {
	r.SetBasicAuth(a.user, a.secret.reveal())
	return nil
}

// Verify implements gowebdav.Authenticator.
func (a basicAuth) Verify(_ *http.Client, resp *http.Response, path string) (bool, error) {
	if resp.StatusCode == http.StatusUnauthorized {
		return false, &os.PathError{Op: "authorize", Path: path, Err: gowebdav.StatusError{Status: resp.StatusCode}}
	}
	return false, nil
}

// Close implements gowebdav.Authenticator.
func (a basicAuth) Close() error { return nil }

// Clone implements gowebdav.Authenticator.
func (a basicAuth) Clone() gowebdav.Authenticator { return a }

// nobody signs in nowhere. The library's own way without a user sends every first request twice.
type nobody struct{}

// Authorize implements gowebdav.Authenticator.
func (nobody) Authorize(*http.Client, *http.Request, string) error { return nil }

// Verify implements gowebdav.Authenticator.
func (nobody) Verify(*http.Client, *http.Response, string) (bool, error) { return false, nil }

// Close implements gowebdav.Authenticator.
func (nobody) Close() error { return nil }

// Clone implements gowebdav.Authenticator.
func (n nobody) Clone() gowebdav.Authenticator { return n }
