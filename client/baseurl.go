package client

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// Origin returns the canonical scheme://host:port of a base URL, in lower case and always with the port. Keys are bound
// to this origin. Errors: ErrBadBaseURL.
func Origin(baseURL string) (string, error) {
	u, err := parseBase(baseURL)
	if err != nil {
		return "", err
	}
	return OriginOf(u), nil
}

// CleanBaseURL returns the normal form of a base URL, which is stored. It has no trailing slash or /v1, no default port
// and no dot segments. The host is in lower case and in ASCII, without a trailing dot, and an IP address is in its
// canonical form. Errors: ErrBadBaseURL.
func CleanBaseURL(baseURL string) (string, error) {
	u, err := parseBase(baseURL)
	if err != nil {
		return "", err
	}
	host, err := cleanHost(u.Hostname())
	if err != nil {
		return "", err
	}
	u.Host = joinPort(host, u.Port())
	return u.String(), nil
}

// SameService reports whether two base URLs have the same normal form.
func SameService(a, b string) bool {
	one, err := CleanBaseURL(a)
	other, err2 := CleanBaseURL(b)
	return a == b || err == nil && err2 == nil && one == other
}

// parseBase parses a base URL. It only converts the host to lower case, because stored keys are bound to that form.
func parseBase(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	switch {
	case err != nil: // err contains the URL, which may include a password
		return nil, fmt.Errorf("%w: it cannot be read", ErrBadBaseURL)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%w: it must begin with http:// or https://", ErrBadBaseURL)
	case u.Hostname() == "":
		return nil, fmt.Errorf("%w: it has no host", ErrBadBaseURL)
	case u.User != nil:
		return nil, fmt.Errorf("%w: it must not hold a user name or password", ErrBadBaseURL)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%w: it must not have a query or fragment", ErrBadBaseURL)
	}
	port, err := cleanPort(u.Scheme, u.Port())
	if err != nil {
		return nil, err
	}
	host := joinPort(strings.ToLower(u.Hostname()), port)
	return &url.URL{Scheme: u.Scheme, Host: host, Path: cleanPath(u.Path)}, nil
}

// cleanPath removes dot segments, double and trailing slashes, and each trailing /v1. It is idempotent.
func cleanPath(p string) string {
	p = strings.TrimSuffix(path.Clean("/"+p), "/")
	for strings.HasSuffix(p, "/v1") {
		p = strings.TrimSuffix(p, "/v1")
	}
	return p
}

// cleanPort returns a port without leading zeros; "" for the default one.
func cleanPort(scheme, port string) (string, error) {
	if port == "" {
		return "", nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", fmt.Errorf("%w: its port is too large", ErrBadBaseURL)
	}
	port = strconv.FormatUint(n, 10)
	if port == defaultPort(scheme) {
		return "", nil
	}
	return port, nil
}

func defaultPort(scheme string) string {
	if strings.EqualFold(scheme, "https") {
		return "443"
	}
	return "80"
}

// joinPort returns the host part of a URL. host has no brackets, and port may be "".
func joinPort(host, port string) string {
	if port != "" {
		return net.JoinHostPort(host, port)
	}
	return strings.TrimSuffix(net.JoinHostPort(host, ""), ":")
}

// cleanHost returns the normal form of a host name or an IP address.
func cleanHost(host string) (string, error) {
	host = strings.ToLower(host)
	if strings.ContainsFunc(host, func(r rune) bool { return r >= 0x80 }) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return "", fmt.Errorf("%w: its host is no valid name", ErrBadBaseURL)
		}
		host = ascii
	}
	host = strings.TrimRight(host, ".")
	if host == "" {
		return "", fmt.Errorf("%w: it has no host", ErrBadBaseURL)
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String(), nil
	}
	if ip, ok := parseShortIPv4(host); ok {
		return ip.String(), nil
	}
	return host, nil
}

// parseShortIPv4 reads the unusual forms of an IPv4 address that system resolvers accept, such as 127.1, 0x7f.0.0.1 and
// 2130706433.
func parseShortIPv4(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var ip uint64
	for i, part := range parts {
		if part == "" || strings.ContainsAny(part, "_bo") { // number syntax of Go only
			return netip.Addr{}, false
		}
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		n, err := strconv.ParseUint(part, 0, bits)
		if err != nil {
			return netip.Addr{}, false
		}
		ip = ip<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(ip >> 24), byte(ip >> 16), byte(ip >> 8), byte(ip)}), true
}

// OriginOf returns the canonical origin of an absolute URL.
func OriginOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = defaultPort(u.Scheme)
	}
	return strings.ToLower(u.Scheme) + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}
