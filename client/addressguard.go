package client

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// IsPublicAddress reports whether an address is globally reachable according to the IANA special-purpose registries. It
// returns false for loopback, private, link-local, shared (RFC 6598), multicast, documentation and reserved addresses,
// and for IPv6 addresses with an embedded IPv4 address (mapped, NAT64, 6to4, Teredo).
func IsPublicAddress(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	guard := ssrf.New(ssrf.WithAnyPort(), ssrf.WithAnyNetwork())
	return guard.Safe("tcp", netip.AddrPortFrom(a, 0).String(), nil) == nil
}

// IsPublicName reports whether the text of a host may name a public address. public checks an IP address.
func IsPublicName(host string, public func(netip.Addr) bool) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if a, err := netip.ParseAddr(host); err == nil {
		return public(a)
	}
	dot := strings.LastIndexByte(host, '.')
	if dot < 0 { // localhost and names in a local network
		return false
	}
	last := host[dot+1:]
	switch last {
	case "", "localhost", "local", "internal", "lan", "home", "intranet", "corp":
		return false
	case "arpa":
		return !strings.HasSuffix(host, "home.arpa")
	}
	return last[0] < '0' || last[0] > '9' // some resolvers accept 127.1 and 0x7f.1 as addresses
}

// PublicOnlyControl returns a hook for [net.Dialer.Control] that refuses addresses that are not public, with
// [ErrPrivate]. The hook runs right before the connect call with the address of that call, so a name with a changing
// address cannot bypass it.
func PublicOnlyControl(public func(netip.Addr) bool) func(network, address string, c syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !public(to.Addr()) {
			return fmt.Errorf("dial: %w", ErrPrivate)
		}
		return nil
	}
}

const (
	dialTimeout   = 15 * time.Second
	dialKeepAlive = 30 * time.Second
)

// addressGuard prevents a public service from making this program connect to private addresses (SSRF), by links in its
// responses and by redirects. The origin of the service is always allowed. If the service itself is private, every
// address is allowed. The guard checks the IP address when it is dialled. With a proxy, which resolves names, it checks
// only the host in the URL.
type addressGuard struct {
	host, hostPort string                // of the service: host name, and host:port
	public         func(netip.Addr) bool // IsPublicAddress, or a function of a test
	proxies        sync.Map              // host:port of each proxy in use
}

func newAddressGuard(base *url.URL) *addressGuard {
	_, own, _ := strings.Cut(OriginOf(base), "://")
	return &addressGuard{host: base.Hostname(), hostPort: own, public: IsPublicAddress}
}

// dial is the dial function of a transport: the system's dialer with a check of the address before it connects.
func (r *addressGuard) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := &net.Dialer{Timeout: dialTimeout, KeepAlive: dialKeepAlive}
	if _, proxy := r.proxies.Load(addr); !proxy && !strings.EqualFold(addr, r.hostPort) && !r.isServicePrivate(ctx) {
		d.Control = PublicOnlyControl(r.public)
	}
	return d.DialContext(ctx, network, addr)
}

// isServicePrivate reports whether the service is on a private network. It may resolve the name of the service.
func (r *addressGuard) isServicePrivate(ctx context.Context) bool {
	if !IsPublicName(r.host, r.public) {
		return true
	}
	if _, err := netip.ParseAddr(r.host); err == nil {
		return false
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", r.host)
	for _, a := range all {
		if r.public(a.Unmap()) {
			return false
		}
	}
	return err == nil && len(all) > 0
}

// guardProxy wraps a proxy function. It records each proxy, because proxies may be private, and refuses URLs with a
// private host if the service is public.
func (r *addressGuard) guardProxy(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(req *http.Request) (*url.URL, error) {
		to, err := proxy(req)
		if err != nil || to == nil {
			return to, err
		}
		_, origin, _ := strings.Cut(OriginOf(req.URL), "://")
		if !strings.EqualFold(origin, r.hostPort) && !IsPublicName(req.URL.Hostname(), r.public) &&
			IsPublicName(r.host, r.public) {
			return nil, ErrPrivate
		}
		port := to.Port()
		if port == "" {
			port = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[to.Scheme]
		}
		r.proxies.Store(net.JoinHostPort(to.Hostname(), port), true)
		return to, nil
	}
}
