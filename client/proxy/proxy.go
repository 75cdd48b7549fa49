// Package proxy says which way a request leaves this computer: as the system's environment says, straight, or through a proxy
// that a person entered. What goes to this computer itself never goes through a proxy. The login of a proxy is no part of the
// setting: it is asked for when it is needed, and is kept where secrets are kept.
package proxy

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

// Mode is one of the ways out.
type Mode string

// The modes. What is unknown counts as System.
const (
	System Mode = "system" // as HTTP_PROXY, HTTPS_PROXY and NO_PROXY say
	None   Mode = "none"
	Fixed  Mode = "address"
)

// ErrBadAddress means that something is no address of a proxy.
var ErrBadAddress = errors.New("not a proxy’s address")

// Setting is what a person chose. It holds no secret.
type Setting struct {
	Mode    Mode
	Address string // of Fixed: scheme://host:port as CleanAddress gives it
	Login   bool   // of Fixed: the proxy wants a user and a password
}

// schemes that net/http knows, with the port of each that is meant where none is written.
var schemes = map[string]string{"http": "8080", "https": "443", "socks5": "1080", "socks5h": "1080"}

// CleanAddress reads what a person types as scheme://host:port; http:// may be left out, and so may the port. A user and a
// password in it are taken out and returned as the login, "user:password". Errors: ErrBadAddress, never with what was typed,
// which may hold a password.
func CleanAddress(typed string) (address, login string, err error) {
	typed = strings.TrimSpace(typed)
	if !strings.Contains(typed, "://") {
		typed = "http://" + typed
	}
	u, err := url.Parse(typed)
	if err != nil {
		return "", "", fmt.Errorf("%w: it cannot be read", ErrBadAddress)
	}
	scheme := strings.ToLower(u.Scheme)
	port, known := schemes[scheme]
	switch {
	case !known:
		return "", "", fmt.Errorf("%w: it begins with http://, https:// or socks5://", ErrBadAddress)
	case u.Hostname() == "" || u.Opaque != "":
		return "", "", fmt.Errorf("%w: it has no host", ErrBadAddress)
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", "", fmt.Errorf("%w: it ends with the port", ErrBadAddress)
	}
	if u.Port() != "" {
		port = u.Port()
	}
	if u.User != nil {
		password, _ := u.User.Password()
		if login, err = CleanLogin(u.User.Username() + ":" + password); err != nil {
			return "", "", err
		}
	}
	return scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port), login, nil
}

// CleanLogin checks "user:password". The password may hold colons. Errors: ErrBadAddress, never with what was typed.
func CleanLogin(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	user, _, _ := strings.Cut(typed, ":")
	if user == "" || strings.ContainsFunc(typed, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "", fmt.Errorf("%w: a login is user:password", ErrBadAddress)
	}
	return typed, nil
}

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
