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

// ErrProxyAddress reports an invalid proxy address.
var ErrProxyAddress = errors.New("not a proxy’s address")

// ProxySetting is the proxy setting for all requests. It contains no secret.
type ProxySetting struct {
	// result of CleanProxyAddress; "": use HTTP_PROXY, HTTPS_PROXY and NO_PROXY
	Address string
	Login   bool // the proxy requires a user and a password
}

// proxySchemes maps the proxy schemes that net/http supports to their default ports.
var proxySchemes = map[string]string{"http": "8080", "https": "443", "socks5": "1080", "socks5h": "1080"}

// CleanProxyAddress parses a typed proxy address, and returns it as scheme://host:port. http:// and the port are
// optional. It returns a user and a password in the address separately as login: "user:password". Errors:
// ErrProxyAddress, with a text that does not quote the input, which may contain a password.
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

// ErrProxyLogin reports that the login of the proxy cannot be read. Nothing was sent.
var ErrProxyLogin = errors.New("the login of the proxy cannot be read")

// ProxyRoute selects the proxy of each request, by a [ProxySetting] or by the environment. Requests to loopback
// addresses never use a proxy. The setting may change at any time, for later requests. ProxyRoute is safe for
// concurrent use.
type ProxyRoute struct {
	login       func(ctx context.Context, address string) (string, error)
	environment func(*http.Request) (*url.URL, error)

	mu          sync.Mutex
	setting     ProxySetting // guarded by mu
	cachedLogin string       // login for setting, once read; guarded by mu
}

// NewProxyRoute returns a route with a setting. login returns "user:password" for a proxy address. It may block for a
// keychain, and is called when the login is first needed after each Set.
func NewProxyRoute(s ProxySetting, login func(ctx context.Context, address string) (string, error)) *ProxyRoute {
	return &ProxyRoute{setting: s, login: login, environment: http.ProxyFromEnvironment}
}

// Setting returns the current setting.
func (r *ProxyRoute) Setting() ProxySetting {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.setting
}

// Set changes the setting, and discards the cached login.
func (r *ProxyRoute) Set(s ProxySetting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.setting, r.cachedLogin = s, ""
}

// Proxy returns the proxy for a request; nil for none. It is a function for [http.Transport]. Errors: ErrProxyLogin,
// ErrProxyAddress.
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
		return nil, ErrProxyAddress // err quotes the address
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

// IsLoopback reports whether a host is localhost or a loopback address.
func IsLoopback(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	at, err := netip.ParseAddr(host)
	return err == nil && at.Unmap().IsLoopback()
}
