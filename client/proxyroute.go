package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/http/httpproxy"
)

// ErrProxyAddress means that something is no address of a proxy.
var ErrProxyAddress = errors.New("not a proxy’s address")

// ProxySetting is the proxy of all requests. It holds no secret.
type ProxySetting struct {
	// scheme://host:port as CleanProxyAddress returns it; "": as HTTP_PROXY, HTTPS_PROXY and NO_PROXY have it
	Address string
	Login   bool // the proxy at Address needs a user and a password
}

// proxySchemes that net/http knows, with the port of each that is meant where none is written.
var proxySchemes = map[string]string{"http": "8080", "https": "443", "socks5": "1080", "socks5h": "1080"}

// CleanProxyAddress reads what a person types as scheme://host:port; http:// may be left out, and so may the port. A
// user and a password in it are taken out and returned as the login, "user:password". Errors: ErrProxyAddress, never
// with what was typed, which may hold a password.
func CleanProxyAddress(typed string) (address, login string, err error) {
	typed = strings.TrimSpace(typed)
	if !strings.Contains(typed, "://") {
		typed = "http://" + typed
	}
	u, err := url.Parse(typed)
	if err != nil {
		return "", "", fmt.Errorf("%w: it cannot be read", ErrProxyAddress)
	}
	scheme := strings.ToLower(u.Scheme)
	port, known := proxySchemes[scheme]
	switch {
	case !known:
		return "", "", fmt.Errorf("%w: it begins with http://, https:// or socks5://", ErrProxyAddress)
	case u.Hostname() == "" || u.Opaque != "":
		return "", "", fmt.Errorf("%w: it has no host", ErrProxyAddress)
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", "", fmt.Errorf("%w: it ends with the port", ErrProxyAddress)
	}
	if u.Port() != "" {
		port = u.Port()
	}
	if u.User != nil {
		password, _ := u.User.Password()
		login = u.User.Username() + ":" + password
		if u.User.Username() == "" || strings.ContainsFunc(login, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return "", "", fmt.Errorf("%w: a login is user:password", ErrProxyAddress)
		}
	}
	return scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port), login, nil
}

// ErrProxyLogin means that the proxy's login cannot be had now, so nothing was sent.
var ErrProxyLogin = errors.New("the login of the proxy cannot be read")

// ProxyRoute returns the proxy of each request: that of the environment, or one that the user entered. Requests to this
// computer itself never go through a proxy. The login of a proxy is read when it is needed, and is kept where secrets
// are kept. The setting may be changed at any time; requests that begin later use the new one. It is safe for
// concurrent use.
type ProxyRoute struct {
	login       func(ctx context.Context, address string) (string, error)
	environment func(*http.Request) (*url.URL, error)

	mu          sync.Mutex
	setting     ProxySetting // guarded by mu
	cachedLogin string       // the login of setting, once it was read; guarded by mu
}

// NewProxyRoute makes a route. login finds "user:password" of a proxy's address; it may wait for a keychain, and is
// asked once for each setting.
func NewProxyRoute(s ProxySetting, login func(ctx context.Context, address string) (string, error)) *ProxyRoute {
	return &ProxyRoute{setting: s, login: login, environment: http.ProxyFromEnvironment}
}

// Setting is the one in use.
func (r *ProxyRoute) Setting() ProxySetting {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.setting
}

// Set uses another setting from now on, and reads the login anew.
func (r *ProxyRoute) Set(s ProxySetting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.setting, r.cachedLogin = s, ""
}

// Proxy is what http.Transport asks: the proxy for a request, nil for none. Errors: ErrProxyLogin, ErrProxyAddress.
func (r *ProxyRoute) Proxy(req *http.Request) (*url.URL, error) {
	if IsLoopback(req.URL.Hostname()) {
		return nil, nil
	}
	s := r.Setting()
	if s.Address == "" {
		return r.environment(req)
	}
	return r.fixed(req, s)
}

func (r *ProxyRoute) fixed(req *http.Request, s ProxySetting) (*url.URL, error) {
	c := httpproxy.Config{HTTPProxy: s.Address, HTTPSProxy: s.Address}
	u, err := c.ProxyFunc()(req.URL)
	if err != nil {
		return nil, ErrProxyAddress // its text quotes the address
	}
	if u == nil || !s.Login {
		return u, nil
	}
	login, err := r.readLogin(req.Context(), s)
	if err != nil {
		return nil, err
	}
	user, password, _ := strings.Cut(login, ":")
	u.User = url.UserPassword(user, password)
	return u, nil
}

func (r *ProxyRoute) readLogin(ctx context.Context, s ProxySetting) (string, error) {
	r.mu.Lock()
	known := r.cachedLogin
	r.mu.Unlock()
	if known != "" {
		return known, nil
	}
	login, err := r.login(ctx, s.Address)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrProxyLogin, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.setting == s {
		r.cachedLogin = login
	}
	return login, nil
}

// IsLoopback reports whether a host is this computer itself: localhost and the loopback addresses.
func IsLoopback(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	at, err := netip.ParseAddr(host)
	return err == nil && at.Unmap().IsLoopback()
}
