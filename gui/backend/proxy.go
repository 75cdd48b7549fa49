package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
)

// ProxySettings is the proxy of all requests, with its login. It is safe for concurrent use.
type ProxySettings struct {
	Route *client.ProxyRoute
	keys  *Keyring
	store ProxyStore
}

// ProxyStore stores which proxy this computer uses. It holds no secret. It is safe for concurrent use.
type ProxyStore interface {
	ProxyValues() ProxyValues
	ChangeProxy(change func(*ProxyValues)) error
}

// ProxyValues is what a [ProxyStore] holds.
type ProxyValues struct {
	Proxy        client.ProxyMode `json:"proxy,omitempty"`
	ProxyAddress string           `json:"proxy_address,omitempty"`
	ProxyLogin   keys.Place       `json:"proxy_login,omitempty"` // where the login is stored; 0: there is none
}

// readOnlyProxy implements [ProxyStore] for a process without a window, which has no settings to change.
type readOnlyProxy ProxyValues

// readProxy reads the proxy from the settings file of this computer. A file that cannot be read means the proxy of the system.
func readProxy(file string) (p readOnlyProxy) {
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &p) != nil {
		return readOnlyProxy{}
	}
	return p
}

// ProxyValues implements [ProxyStore].
func (p readOnlyProxy) ProxyValues() ProxyValues { return ProxyValues(p) }

// ChangeProxy implements [ProxyStore].
func (readOnlyProxy) ChangeProxy(func(*ProxyValues)) error { return errors.ErrUnsupported }

// NewProxySettings returns the stored proxy.
func NewProxySettings(k *Keyring, store ProxyStore) *ProxySettings {
	s := &ProxySettings{keys: k, store: store}
	values := store.ProxyValues()
	set := client.ProxySetting{Mode: values.Proxy, Address: values.ProxyAddress}
	if _, _, err := client.CleanProxyAddress(set.Address); set.Mode == client.FixedProxy && err != nil {
		set = client.ProxySetting{Mode: client.ProxySystem}
	}
	set.Login = values.ProxyLogin != keys.Nowhere
	if values.ProxyLogin == keys.InSession { // of this session, where a library is opened again, or of an earlier one
		set.Login = k.place(context.Background(), s.loginID(set.Address)) == keys.InSession
	}
	s.Route = client.NewProxyRoute(set, func(ctx context.Context, address string) (string, error) {
		return k.read(ctx, s.loginID(address))
	})
	return s
}

// loginID names the login of a proxy. Its origin is the address, so that a login is never sent to another proxy.
func (s *ProxySettings) loginID(address string) secretID {
	return secretID{"proxy", address, s.store.ProxyValues().ProxyLogin == keys.InKeychain}
}

// Connect makes the client of a service for the engine.
func (s *ProxySettings) Connect(c client.Config) (jobs.Service, error) {
	c.Proxy = s.Route.Proxy
	return client.New(c)
}

// Proxy returns the setting in use.
func (s *ProxySettings) Proxy() client.ProxySetting { return s.Route.Setting() }

// SetProxy uses and stores another proxy. address may hold "user:password", which is stored for this session only. The login of another
// address is not used for this one. Errors: client.ErrProxyAddress.
func (s *ProxySettings) SetProxy(ctx context.Context, mode client.ProxyMode, address string) error {
	before := s.Proxy()
	set, login := client.ProxySetting{Mode: mode, Address: before.Address}, ""
	if mode == client.FixedProxy {
		var err error
		if set.Address, login, err = client.CleanProxyAddress(address); err != nil {
			return err
		}
	}
	set.Login = before.Login && before.Address == set.Address
	s.Route.Set(set)
	err := s.store.ChangeProxy(func(v *ProxyValues) {
		v.Proxy, v.ProxyAddress = set.Mode, set.Address
		if !set.Login {
			v.ProxyLogin = keys.Nowhere
		}
	})
	if err == nil && login != "" {
		err = s.SaveProxyLogin(ctx, login, keys.InSession)
	}
	return err
}

// ProxyLoginPlace returns where the login of the proxy in use is. It does not read the keychain.
func (s *ProxySettings) ProxyLoginPlace() keys.Place {
	if !s.Proxy().Login {
		return keys.Nowhere
	}
	return s.store.ProxyValues().ProxyLogin
}

// SaveProxyLogin stores "user:password" for the proxy in use. Errors: client.ErrProxyAddress, keys.ErrUnavailable.
func (s *ProxySettings) SaveProxyLogin(ctx context.Context, login string, where keys.Place) error {
	login, err := client.CleanProxyLogin(login)
	if err != nil {
		return err
	}
	if s.Proxy().Mode != client.FixedProxy {
		return fmt.Errorf("store login: %w: enter its address first", client.ErrProxyAddress)
	}
	return s.storeLogin(ctx, login, where)
}

// RemoveProxyLogin deletes the login of the proxy in use.
func (s *ProxySettings) RemoveProxyLogin(ctx context.Context) error {
	return s.storeLogin(ctx, "", keys.Nowhere)
}

func (s *ProxySettings) storeLogin(ctx context.Context, login string, where keys.Place) error {
	set := s.Proxy()
	if err := s.keys.store(ctx, s.loginID(set.Address), login, where); err != nil {
		return fmt.Errorf("store login of the proxy: %w", err)
	}
	set.Login = where != keys.Nowhere
	s.Route.Set(set)
	return s.store.ChangeProxy(func(v *ProxyValues) { v.ProxyLogin = where })
}
