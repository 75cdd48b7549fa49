package linkcheck

import (
	"context"
	"net"
	"net/http"
	"net/url"

	"viviscope/client"
)

// follow sends requests until a response is no redirect, and reads the picture from it. Each hop is a separate request,
// so it carries no headers of the previous one.
func (l *Checker) follow(ctx context.Context, watch *watchdog, u *url.URL) (Picture, error) {
	free := true // true until a hop leaves the service's origin; later hops must not return to it
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
	bare.User, bare.Fragment = nil, "" // a user name and password would become an Authorization header
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, bare.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "viviscope")
	req.Header.Set("Accept", "image/*")
	req.Header.Set("Accept-Encoding", "identity")
	proxy, err := l.proxy(req)
	if err != nil { // the error text contains the proxy address, which may contain a password
		return nil, &Error{Host: u.Hostname(), Kind: ErrUnreachable}
	}
	if proxy != nil && !free && !l.isPublicName(u.Hostname()) {
		return nil, ErrNotPublic
	}
	return l.http.Do(req.WithContext(withConnection(ctx, connection{proxy: proxy, skipAddressCheck: free})))
}

// redirectTarget returns the Location of a redirect, and whether the response is one.
func redirectTarget(resp *http.Response) (string, bool) {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
		http.StatusPermanentRedirect:
		to := resp.Header.Get("Location")
		return to, to != ""
	}
	return "", false
}

// connection configures the connection of one hop. The dialer reads it from the context of the request.
type connection struct {
	proxy            *url.URL // nil: direct connection
	skipAddressCheck bool     // the hop is at the service's own origin
}

type connectionKey struct{}

func withConnection(ctx context.Context, p connection) context.Context {
	return context.WithValue(ctx, connectionKey{}, p)
}

func connectionOf(ctx context.Context) connection {
	p, _ := ctx.Value(connectionKey{}).(connection)
	return p
}

// dial opens a connection. Without a proxy, it allows only public addresses, except for the service's own origin.
func (l *Checker) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout, Resolver: l.resolver, KeepAlive: -1}
	if p := connectionOf(ctx); !p.skipAddressCheck && p.proxy == nil {
		d.Control = client.PublicOnlyControl(l.isPublic)
	}
	return d.DialContext(ctx, network, addr)
}

// isPublicName reports whether a host name may be passed to a proxy. It checks only the text, because the proxy
// resolves the name.
func (l *Checker) isPublicName(host string) bool { return client.IsPublicName(host, l.isPublic) }
