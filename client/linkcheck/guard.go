package linkcheck

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// Public reports whether an address is one that the whole Internet reaches, by the registries of IANA for special
// addresses: not loopback, private, link-local, shared (RFC 6598), multicast, documentation or reserved, no IPv4 address
// inside an IPv6 one (mapped, NAT64, 6to4, Teredo).
func Public(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	guard := ssrf.New(ssrf.WithAnyPort(), ssrf.WithAnyNetwork())
	return guard.Safe("tcp", netip.AddrPortFrom(a, 0).String(), nil) == nil
}

// passage says how the connection of one hop is made. It travels in the context, which reaches the dialer.
type passage struct {
	proxy *url.URL // nil: straight
	free  bool     // the service's own origin: its address is not checked
}

type passageKey struct{}

func withPassage(ctx context.Context, p passage) context.Context {
	return context.WithValue(ctx, passageKey{}, p)
}

func passageOf(ctx context.Context) passage {
	p, _ := ctx.Value(passageKey{}).(passage)
	return p
}

// dial connects, and lets the system connect to a public address only. The check is the last thing before the connect
// call and sees the address that it gets, so nothing can change in between.
func (l *Looker) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout, Resolver: l.resolver, KeepAlive: -1}
	if p := passageOf(ctx); !p.free && p.proxy == nil {
		d.Control = l.control
	}
	return d.DialContext(ctx, network, addr)
}

// control is net.Dialer's hook before connect.
func (l *Looker) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !l.public(to.Addr()) {
		return fmt.Errorf("dial: %w", ErrNotPublic)
	}
	return nil
}

// namedPublic reports whether a host may be handed to a proxy, by its text alone: the proxy looks it up.
func (l *Looker) namedPublic(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if a, err := netip.ParseAddr(host); err == nil {
		return l.public(a)
	}
	dot := strings.LastIndexByte(host, '.')
	if dot < 0 { // localhost, and the names of a local network
		return false
	}
	last := host[dot+1:]
	switch last {
	case "", "localhost", "local", "internal", "lan", "home", "intranet", "corp":
		return false
	case "arpa":
		return !strings.HasSuffix(host, "home.arpa")
	}
	return last[0] < '0' || last[0] > '9' // 127.1 and 0x7f.1 are addresses to some resolvers
}
