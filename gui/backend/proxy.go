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

// ProxySettings manages the proxy of all requests, with its login. It is safe for concurrent use.
type ProxySettings struct {
	Route *client.ProxyRoute
	keys  *Keyring
	store ProxyStore
}

// ProxyStore stores the proxy settings of this computer, without secrets. It is safe for concurrent use.
type ProxyStore interface {
	ProxyValues() ProxyValues
	ChangeProxy(change func(*ProxyValues)) error
}

// ProxyValues is the content of a [ProxyStore].
type ProxyValues struct {
	Proxy        string        `json:"proxy,omitempty"` // enteredProxy; other values: use the environment
	ProxyAddress string        `json:"proxy_address,omitempty"`
	ProxyLogin   keys.Location `json:"proxy_login,omitempty"` // where the login is stored; 0: none
}

// enteredProxy is the value of [ProxyValues].Proxy that selects ProxyAddress.
const enteredProxy = "address"

// readOnlyProxy implements [ProxyStore] for a process without a window, which cannot change settings.
type readOnlyProxy ProxyValues

// readProxy reads the proxy from the settings file of this computer. If that cannot be read, it uses the environment.
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

// loginID returns the id of a proxy login. Its origin is the address, so that the login is never sent to another proxy.
func (s *ProxySettings) loginID(address string) secretID {
	return secretID{"proxy", address, s.store.ProxyValues().ProxyLogin == keys.InKeychain}
}

// Connect creates a service client for the engine.
func (s *ProxySettings) Connect(c client.Config) (jobs.Service, error) {
	c.Proxy = s.Route.Proxy
	return client.New(c)
}

// Proxy returns the current setting.
func (s *ProxySettings) Proxy() client.ProxySetting { return s.Route.Setting() }

// SetProxy sets and stores the proxy; "" selects the environment. address may contain "user:password", which is stored
// only in the keychain. It deletes the login of the previous address. Errors: client.ErrProxyAddress;
// keys.ErrUnavailable if no keychain responds, in which case nothing changes.
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
	// if the settings were not written, the next start needs it
	if err == nil && before.Login && before.Address != set.Address {
		_ = s.keys.store(ctx, old, "", keys.Nowhere) // a leftover is never used
	}
	return err
}
