package hosting

import (
	"net/http"
	"os"

	"github.com/studio-b12/gowebdav"
)

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
