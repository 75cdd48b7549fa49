package proxy

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/http/httpproxy"
)

// ErrLogin means that the proxy's login cannot be had now, so nothing was sent.
var ErrLogin = errors.New("the login of the proxy cannot be read")

// Route answers for each request which way it goes. It may be changed at any time; requests that begin later go the new way.
// It is safe for concurrent use.
type Route struct {
	login  func(ctx context.Context, address string) (string, error)
	system func(*http.Request) (*url.URL, error)

	mu      sync.Mutex
	setting Setting // guarded by mu
	known   string  // the login of setting, once it was read; guarded by mu
}

// NewRoute makes a route. login finds "user:password" of a proxy's address; it may wait for a keychain, and is asked once for
// each setting.
func NewRoute(s Setting, login func(ctx context.Context, address string) (string, error)) *Route {
	return &Route{setting: s, login: login, system: http.ProxyFromEnvironment}
}

// Setting is the one in use.
func (r *Route) Setting() Setting {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.setting
}

// Set uses another setting from now on, and reads the login anew.
func (r *Route) Set(s Setting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.setting, r.known = s, ""
}

// Proxy is what http.Transport asks: the proxy for a request, nil for none. Errors: ErrLogin, ErrBadAddress.
func (r *Route) Proxy(req *http.Request) (*url.URL, error) {
	if OnThisComputer(req.URL.Hostname()) {
		return nil, nil
	}
	s := r.Setting()
	switch s.Mode {
	case None:
		return nil, nil
	case Fixed:
		return r.fixed(req, s)
	}
	return r.system(req)
}

func (r *Route) fixed(req *http.Request, s Setting) (*url.URL, error) {
	c := httpproxy.Config{HTTPProxy: s.Address, HTTPSProxy: s.Address}
	u, err := c.ProxyFunc()(req.URL)
	if err != nil {
		return nil, ErrBadAddress // its text quotes the address
	}
	if u == nil || !s.Login {
		return u, nil
	}
	login, err := r.loginOf(req.Context(), s)
	if err != nil {
		return nil, err
	}
	user, password, _ := strings.Cut(login, ":")
	u.User = url.UserPassword(user, password)
	return u, nil
}

func (r *Route) loginOf(ctx context.Context, s Setting) (string, error) {
	r.mu.Lock()
	known := r.known
	r.mu.Unlock()
	if known != "" {
		return known, nil
	}
	login, err := r.login(ctx, s.Address)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrLogin, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.setting == s {
		r.known = login
	}
	return login, nil
}

// OnThisComputer reports whether a host is this computer itself: localhost and the loopback addresses.
func OnThisComputer(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	at, err := netip.ParseAddr(host)
	return err == nil && at.Unmap().IsLoopback()
}
