package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

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
	Proxy        string     `json:"proxy,omitempty"` // enteredProxy; any other value: the proxy of the environment
	ProxyAddress string     `json:"proxy_address,omitempty"`
	ProxyLogin   keys.Place `json:"proxy_login,omitempty"` // where the login is stored; 0: there is none
}

// enteredProxy is the value of [ProxyValues].Proxy where ProxyAddress is used.
const enteredProxy = "address"

// readOnlyProxy implements [ProxyStore] for a process without a window, which has no settings to change.
type readOnlyProxy ProxyValues

// readProxy reads the proxy from the settings file of this computer. A file that cannot be read means the proxy of the
// environment.
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
	var set client.ProxySetting
	if _, _, err := client.CleanProxyAddress(values.ProxyAddress); values.Proxy == enteredProxy && err == nil {
		set = client.ProxySetting{Address: values.ProxyAddress, Login: values.ProxyLogin == keys.InKeychain ||
			values.ProxyLogin == keys.InFile}
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

// SetProxy uses and stores another proxy; "" is that of the environment. address may hold "user:password", which is
// stored in the keychain and nowhere else. The login of another address is deleted. Errors: client.ErrProxyAddress;
// keys.ErrUnavailable where no keychain answers, and then nothing has changed.
func (s *ProxySettings) SetProxy(ctx context.Context, address string) error {
	var set client.ProxySetting
	var login string
	if strings.TrimSpace(address) != "" {
		var err error
		if set.Address, login, err = client.CleanProxyAddress(address); err != nil {
			return err
		}
	}
	before, place := s.Proxy(), s.store.ProxyValues().ProxyLogin
	switch {
	case login != "":
		if err := s.keys.store(ctx, s.loginID(set.Address), login, keys.InKeychain); err != nil {
			return fmt.Errorf("store login of the proxy: %w", err)
		}
		set.Login, place = true, keys.InKeychain
	case set.Address == before.Address:
		set.Login = before.Login
	default:
		place = keys.Nowhere
	}
	old := s.loginID(before.Address)
	s.Route.Set(set)
	err := s.store.ChangeProxy(func(v *ProxyValues) {
		v.Proxy, v.ProxyAddress, v.ProxyLogin = "", set.Address, place
		if set.Address != "" {
			v.Proxy = enteredProxy
		}
	})
	// settings that were not written need it at the next start
	if err == nil && before.Login && before.Address != set.Address {
		_ = s.keys.store(ctx, old, "", keys.Nowhere) // one that stays is not used
	}
	return err
}
