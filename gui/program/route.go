package program

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/client/proxy"
)

// loginOwner is what the login of a proxy is kept under, in place of a profile. The proxy's address stands in place of the
// service's origin, so that a login is never sent to another proxy.
const loginOwner = "proxy"

// wayOut is the way that requests take, and where the login of its proxy is kept. It is safe for concurrent use.
type wayOut struct {
	route *proxy.Route
	keys  *keyring
	kept  *deviceSettings
}

func newWayOut(k *keyring, kept *deviceSettings) *wayOut {
	w := &wayOut{keys: k, kept: kept}
	set := kept.get()
	s := proxy.Setting{Mode: set.Proxy, Address: set.ProxyAddress}
	if _, _, err := proxy.CleanAddress(s.Address); s.Mode == proxy.Fixed && err != nil {
		s = proxy.Setting{Mode: proxy.System}
	}
	switch set.ProxyLogin {
	case keys.InKeychain, keys.InFile:
		s.Login = true
	case keys.InSession: // of this run, where the library was opened anew, or of one that has ended
		_, err := k.session.Get(context.Background(), loginOwner, s.Address)
		s.Login = err == nil
	}
	w.route = proxy.NewRoute(s, w.login)
	return w
}

// connect makes the client of a service for the pool of jobs.
func (w *wayOut) connect(c client.Config) (jobs.Service, error) {
	c.Proxy = w.route.Proxy
	return client.New(c)
}

// Proxy is the setting in use.
func (w *wayOut) Proxy() proxy.Setting { return w.route.Setting() }

// SetProxy uses another way from now on and keeps it. address may hold "user:password", which is then kept for this session
// only. The login of another address is not used for this one. Errors: proxy.ErrBadAddress.
func (w *wayOut) SetProxy(ctx context.Context, mode proxy.Mode, address string) error {
	s := proxy.Setting{Mode: mode, Address: w.Proxy().Address}
	login := ""
	if mode == proxy.Fixed {
		var err error
		if s.Address, login, err = proxy.CleanAddress(address); err != nil {
			return err
		}
	}
	before := w.Proxy()
	s.Login = before.Login && before.Address == s.Address
	w.route.Set(s)
	err := w.kept.change(func(m *deviceValues) {
		m.Proxy, m.ProxyAddress = s.Mode, s.Address
		if !s.Login {
			m.ProxyLogin = keys.Nowhere
		}
	})
	if err == nil && login != "" {
		err = w.SaveProxyLogin(ctx, login, keys.InSession)
	}
	return err
}

// ProxyLoginPlace says where the login of the proxy in use is, without waking the keychain.
func (w *wayOut) ProxyLoginPlace() keys.Place {
	if !w.Proxy().Login {
		return keys.Nowhere
	}
	return w.kept.get().ProxyLogin
}

// SaveProxyLogin keeps "user:password" for the proxy in use. Errors: proxy.ErrBadAddress, keys.ErrUnavailable.
func (w *wayOut) SaveProxyLogin(ctx context.Context, login string, where keys.Place) error {
	login, err := proxy.CleanLogin(login)
	if err != nil {
		return err
	}
	s := w.Proxy()
	if s.Mode != proxy.Fixed {
		return fmt.Errorf("keep login: %w: enter its address first", proxy.ErrBadAddress)
	}
	if err := w.keys.save(ctx, loginOwner, s.Address, login, where); err != nil {
		return fmt.Errorf("keep the login of the proxy: %w", err)
	}
	s.Login = true
	w.route.Set(s)
	return w.kept.change(func(m *deviceValues) { m.ProxyLogin = where })
}

// RemoveProxyLogin forgets the login wherever it is.
func (w *wayOut) RemoveProxyLogin(ctx context.Context) error {
	s := w.Proxy()
	if err := w.keys.remove(ctx, loginOwner, s.Address, w.ProxyLoginPlace() == keys.InKeychain); err != nil {
		return fmt.Errorf("remove the login of the proxy: %w", err)
	}
	s.Login = false
	w.route.Set(s)
	return w.kept.change(func(m *deviceValues) { m.ProxyLogin = keys.Nowhere })
}

// login finds the login of a proxy for a request.
func (w *wayOut) login(ctx context.Context, address string) (string, error) {
	return w.keys.read(ctx, loginOwner, address, w.kept.get().ProxyLogin == keys.InKeychain)
}
