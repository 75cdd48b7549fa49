package linkcheck

import (
	"context"
	"net"
	"net/http"
	"net/url"

	"viviscope/client"
)

// follow goes from hop to hop until an answer is no redirect. Each hop is a request of its own, so none carries
// anything of the one before.
func (l *Checker) follow(ctx context.Context, watch *watchdog, u *url.URL) (Picture, error) {
	free := true // until a hop leaves the service's own origin: nobody else can lead back into it
	for hop := 0; ; hop++ {
		host := u.Hostname()
		if u.Scheme != "http" && u.Scheme != "https" || host == "" {
			return Picture{}, &Error{Host: host, Kind: ErrUnreachable}
		}
		free = free && l.serviceOrigin != "" && client.OriginOf(u) == l.serviceOrigin
		resp, err := l.get(ctx, u, free)
		if err != nil {
			return Picture{}, transportErr(host, err)
		}
		watch.reset()
		next, leads := redirectTarget(resp)
		if !leads {
			p, err := read(ctx, resp, watch, host)
			resp.Body.Close()
			if err != nil {
				return Picture{}, transportErr(host, err)
			}
			return p, nil
		}
		resp.Body.Close()
		if hop == MaxRedirects {
			return Picture{}, &Error{Host: host, Status: resp.StatusCode, Kind: ErrUnreachable}
		}
		if u, err = u.Parse(next); err != nil {
			return Picture{}, &Error{Host: host, Status: resp.StatusCode, Kind: ErrUnreachable}
		}
	}
}

// get sends the request of one hop.
func (l *Checker) get(ctx context.Context, u *url.URL, free bool) (*http.Response, error) {
	bare := *u
	bare.User, bare.Fragment = nil, "" // a name and password would become an Authorization header
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, bare.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "viviscope")
	req.Header.Set("Accept", "image/*")
	req.Header.Set("Accept-Encoding", "identity")
	proxy, err := l.proxy(req)
	if err != nil { // its text quotes the proxy's address, which may hold a password
		return nil, &Error{Host: u.Hostname(), Kind: ErrUnreachable}
	}
	if proxy != nil && !free && !l.isPublicName(u.Hostname()) {
		return nil, ErrNotPublic
	}
	return l.http.Do(req.WithContext(withConnection(ctx, connection{proxy: proxy, skipAddressCheck: free})))
}

// redirectTarget returns where an answer leads, and whether it leads anywhere.
func redirectTarget(resp *http.Response) (string, bool) {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
		http.StatusPermanentRedirect:
		to := resp.Header.Get("Location")
		return to, to != ""
	}
	return "", false
}

// connection says how the connection of one hop is made. It travels in the context, which reaches the dialer.
type connection struct {
	proxy            *url.URL // nil: straight
	skipAddressCheck bool     // the service's own origin: its address is not checked
}

type connectionKey struct{}

func withConnection(ctx context.Context, p connection) context.Context {
	return context.WithValue(ctx, connectionKey{}, p)
}

func connectionOf(ctx context.Context) connection {
	p, _ := ctx.Value(connectionKey{}).(connection)
	return p
}

// dial connects, and lets the system connect to a public address only.
func (l *Checker) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout, Resolver: l.resolver, KeepAlive: -1}
	if p := connectionOf(ctx); !p.skipAddressCheck && p.proxy == nil {
		d.Control = client.OnlyPublic(l.isPublic)
	}
	return d.DialContext(ctx, network, addr)
}

// isPublicName reports whether a host may be handed to a proxy, by its text alone: the proxy looks it up.
func (l *Checker) isPublicName(host string) bool { return client.PublicName(host, l.isPublic) }
