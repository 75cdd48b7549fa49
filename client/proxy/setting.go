package proxy

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
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
