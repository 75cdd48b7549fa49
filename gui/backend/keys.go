package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
)

// Keyring finds the key of a profile. A key is bound to the origin for which it was entered: a profile whose
// base URL moves to another scheme, host or port has no key there.
type Keyring struct {
	keychain keys.Store
	session  keys.Store
	file     keys.Store    // for systems without a keychain; holds what a person chose to keep there
	sandbox  func() string // the embedded sandbox's key

	env sync.Map // [envKey] by the ID of a profile
}

// envKey is a key that came with this run or with a call, and is kept nowhere.
type envKey struct{ key, origin string }

// NewKeyring returns the keys of a library. keychain, session and file are where they are kept.
func NewKeyring(keychain, session, file keys.Store) *Keyring {
	return &Keyring{keychain: keychain, session: session, file: file, sandbox: func() string { return "" }}
}

// Keychain is the system's.
func (k *Keyring) Keychain() keys.Store { return k.keychain }

// Key returns the key of a profile for the pool of jobs.
func (k *Keyring) Key(ctx context.Context, p db.Profile) (string, error) {
	if p.Sandbox {
		return k.sandbox(), nil
	}
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return "", fmt.Errorf("find key of profile %d: %w", p.ID, err)
	}
	if e := k.environment(p.ID); e.origin == origin {
		return e.key, nil
	}
	return k.read(ctx, name(p), origin, !p.KeySince.IsZero())
}

// Place says where the key of a profile is, without waking the keychain.
func (k *Keyring) Place(ctx context.Context, p db.Profile) keys.Place {
	if p.Sandbox {
		return keys.OfTheSandbox
	}
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return keys.Nowhere
	}
	if k.environment(p.ID).origin == origin {
		return keys.InEnvironment
	}
	return k.placeOf(ctx, name(p), origin, !p.KeySince.IsZero())
}

// Save keeps a key for the profile's origin; see save. From then on it is the one that Key returns, whichever there was before.
func (k *Keyring) Save(ctx context.Context, p db.Profile, key string, where keys.Place) error {
	origin, err := client.Origin(p.BaseURL)
	if err == nil {
		err = k.save(ctx, name(p), origin, key, where)
	}
	if err != nil {
		return fmt.Errorf("save key of profile %d: %w", p.ID, err)
	}
	k.env.Delete(p.ID)
	return nil
}

// Remove forgets a profile's key wherever it is.
func (k *Keyring) Remove(ctx context.Context, p db.Profile) error {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return fmt.Errorf("remove key of profile %d: %w", p.ID, err)
	}
	k.env.Delete(p.ID)
	return k.remove(ctx, name(p), origin, !p.KeySince.IsZero())
}

// read finds the secret of an owner for an origin. inKeychain: one was put into the keychain, which else need not be woken; it may ask the
// person for a password. Errors: keys.ErrNone, and those of the stores.
func (k *Keyring) read(ctx context.Context, owner, origin string, inKeychain bool) (string, error) {
	for _, store := range []keys.Store{k.session, k.file} {
		if secret, err := store.Get(ctx, owner, origin); !errors.Is(err, keys.ErrNone) {
			return secret, err
		}
	}
	if !inKeychain {
		return "", keys.ErrNone
	}
	return k.keychain.Get(ctx, owner, origin)
}

// placeOf says where read finds a secret.
func (k *Keyring) placeOf(ctx context.Context, owner, origin string, inKeychain bool) keys.Place {
	if _, err := k.session.Get(ctx, owner, origin); err == nil {
		return keys.InSession
	}
	if _, err := k.file.Get(ctx, owner, origin); err == nil || errors.Is(err, keys.ErrExposed) {
		return keys.InFile
	}
	if inKeychain {
		return keys.InKeychain
	}
	return keys.Nowhere
}

// save keeps a secret: in the keychain, or where that does not answer as the person chose, for this session only or in a file. Only then it
// is taken out of the stores that would hide it.
func (k *Keyring) save(ctx context.Context, owner, origin, secret string, where keys.Place) error {
	into, hide := k.keychain, []keys.Store{k.session, k.file}
	switch where {
	case keys.InSession:
		into, hide = k.session, []keys.Store{k.file}
	case keys.InFile:
		into, hide = k.file, []keys.Store{k.session}
	}
	err := into.Set(ctx, owner, origin, secret)
	for _, s := range hide {
		if err == nil {
			err = s.Delete(ctx, owner, origin)
		}
	}
	return err
}

// remove forgets a secret wherever it is.
func (k *Keyring) remove(ctx context.Context, owner, origin string, inKeychain bool) (err error) {
	stores := []keys.Store{k.session, k.file}
	if inKeychain {
		stores = append(stores, k.keychain)
	}
	for _, s := range stores {
		if failed := s.Delete(ctx, owner, origin); !errors.Is(failed, keys.ErrNone) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// SetEnvironmentKey binds the key of the environment to one profile and its origin.
func (k *Keyring) SetEnvironmentKey(key string, p db.Profile) error {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return fmt.Errorf("use the key of the environment: %w", err)
	}
	k.env.Store(p.ID, envKey{key, origin})
	return nil
}

// EnvironmentKey is the key of the environment for a profile; "": there is none, or another one took its place.
func (k *Keyring) EnvironmentKey(profile int64) string {
	return k.environment(profile).key
}

func (k *Keyring) environment(profile int64) (e envKey) {
	there, _ := k.env.Load(profile)
	e, _ = there.(envKey)
	return e
}

// name is what a profile is called in the keychain: its number in this library is not enough, for a keychain serves all libraries
// of a person, so the origin that the store adds and the creation time tell them apart.
func name(p db.Profile) string {
	return strconv.FormatInt(p.ID, 10) + "-" + strconv.FormatInt(p.CreatedAt.UnixMilli(), 36)
}

// The secret of a profile's image hosting is kept where the keys are kept, under [hosting.Config.KeyName] in place of the
// service's origin. That name begins with a word that no origin begins with, and holds the host's own origin and who signs
// in there: neither can the key of the service be found under it, nor the secret be sent to another host.

// hostSecret returns the secret for a profile's host; "" where it signs in to nothing. Errors: keys.ErrNone and those of
// the stores.
func (k *Keyring) hostSecret(ctx context.Context, p db.Profile, kept keptHosting) (string, error) {
	if p.Sandbox {
		return k.sandbox(), nil
	}
	under := kept.KeyName()
	if under == "" {
		return "", nil
	}
	return k.read(ctx, name(p), under, !kept.Keychain[under].IsZero())
}

// errNobody says that there is nothing to sign in to.
var errNobody = errors.New("this hosting needs no secret")

// loginOwner is what the login of a proxy is kept under, in place of a profile. The proxy's address stands in place of the
// service's origin, so that a login is never sent to another proxy.
const loginOwner = "proxy"

// ProxySettings is the way that requests take, and where the login of its proxy is kept. It is safe for concurrent use.
type ProxySettings struct {
	Route *client.ProxyRoute
	keys  *Keyring
	kept  ProxyStore
}

// ProxyStore keeps the way that requests take from this computer. It holds no secret. Safe for concurrent use.
type ProxyStore interface {
	ProxyValues() ProxyValues
	ChangeProxy(change func(*ProxyValues)) error
}

// ProxyValues are what is kept of the way.
type ProxyValues struct {
	Proxy        client.ProxyMode `json:"proxy,omitempty"`
	ProxyAddress string           `json:"proxy_address,omitempty"`
	ProxyLogin   keys.Place       `json:"proxy_login,omitempty"` // where its login is kept; 0: it has none
}

// keptProxy is the way as it was kept when this process began. It implements [ProxyStore].
type keptProxy ProxyValues

// readProxy reads the way from the file of the settings; where that cannot be read it is that of the system.
func readProxy(file string) (kept keptProxy) {
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &kept) != nil {
		return keptProxy{}
	}
	return kept
}

func (k keptProxy) ProxyValues() ProxyValues { return ProxyValues(k) }

// ChangeProxy refuses: only a window has settings for it.
func (keptProxy) ChangeProxy(func(*ProxyValues)) error { return errors.ErrUnsupported }

// NewProxySettings returns the way that is kept.
func NewProxySettings(k *Keyring, kept ProxyStore) *ProxySettings {
	w := &ProxySettings{keys: k, kept: kept}
	set := kept.ProxyValues()
	s := client.ProxySetting{Mode: set.Proxy, Address: set.ProxyAddress}
	if _, _, err := client.CleanProxyAddress(s.Address); s.Mode == client.FixedProxy && err != nil {
		s = client.ProxySetting{Mode: client.ProxySystem}
	}
	switch set.ProxyLogin {
	case keys.InKeychain, keys.InFile:
		s.Login = true
	case keys.InSession: // of this run, where the library was opened anew, or of one that has ended
		_, err := k.session.Get(context.Background(), loginOwner, s.Address)
		s.Login = err == nil
	}
	w.Route = client.NewProxyRoute(s, w.login)
	return w
}

// Connect makes the client of a service for the pool of jobs.
func (w *ProxySettings) Connect(c client.Config) (jobs.Service, error) {
	c.Proxy = w.Route.Proxy
	return client.New(c)
}

// Proxy is the setting in use.
func (w *ProxySettings) Proxy() client.ProxySetting { return w.Route.Setting() }

// SetProxy uses another way from now on and keeps it. address may hold "user:password", which is then kept for this session
// only. The login of another address is not used for this one. Errors: client.ErrProxyAddress.
func (w *ProxySettings) SetProxy(ctx context.Context, mode client.ProxyMode, address string) error {
	s := client.ProxySetting{Mode: mode, Address: w.Proxy().Address}
	login := ""
	if mode == client.FixedProxy {
		var err error
		if s.Address, login, err = client.CleanProxyAddress(address); err != nil {
			return err
		}
	}
	before := w.Proxy()
	s.Login = before.Login && before.Address == s.Address
	w.Route.Set(s)
	err := w.kept.ChangeProxy(func(m *ProxyValues) {
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
func (w *ProxySettings) ProxyLoginPlace() keys.Place {
	if !w.Proxy().Login {
		return keys.Nowhere
	}
	return w.kept.ProxyValues().ProxyLogin
}

// SaveProxyLogin keeps "user:password" for the proxy in use. Errors: client.ErrProxyAddress, keys.ErrUnavailable.
func (w *ProxySettings) SaveProxyLogin(ctx context.Context, login string, where keys.Place) error {
	login, err := client.CleanProxyLogin(login)
	if err != nil {
		return err
	}
	s := w.Proxy()
	if s.Mode != client.FixedProxy {
		return fmt.Errorf("keep login: %w: enter its address first", client.ErrProxyAddress)
	}
	if err := w.keys.save(ctx, loginOwner, s.Address, login, where); err != nil {
		return fmt.Errorf("keep the login of the proxy: %w", err)
	}
	s.Login = true
	w.Route.Set(s)
	return w.kept.ChangeProxy(func(m *ProxyValues) { m.ProxyLogin = where })
}

// RemoveProxyLogin forgets the login wherever it is.
func (w *ProxySettings) RemoveProxyLogin(ctx context.Context) error {
	s := w.Proxy()
	if err := w.keys.remove(ctx, loginOwner, s.Address, w.ProxyLoginPlace() == keys.InKeychain); err != nil {
		return fmt.Errorf("remove the login of the proxy: %w", err)
	}
	s.Login = false
	w.Route.Set(s)
	return w.kept.ChangeProxy(func(m *ProxyValues) { m.ProxyLogin = keys.Nowhere })
}

// login finds the login of a proxy for a request.
func (w *ProxySettings) login(ctx context.Context, address string) (string, error) {
	return w.keys.read(ctx, loginOwner, address, w.kept.ProxyValues().ProxyLogin == keys.InKeychain)
}
