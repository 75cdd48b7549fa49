package program

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
)

// keyring finds the key of a profile. A key is bound to the origin for which it was entered: a profile whose
// base URL moves to another scheme, host or port has no key there.
type keyring struct {
	keychain keys.Store
	session  keys.Store
	sandbox  func() string // the embedded sandbox's key

	mu         sync.Mutex
	fromEnv    string // guarded by mu
	envOrigin  string
	envProfile int64
}

// errNoKey is what Key answers for a profile without one.
var errNoKey = keys.ErrNone

// Key returns the key of a profile for the pool of jobs.
func (k *keyring) Key(ctx context.Context, p db.Profile) (string, error) {
	if p.Sandbox {
		return k.sandbox(), nil
	}
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return "", fmt.Errorf("find key of profile %d: %w", p.ID, err)
	}
	if key := k.environment(p.ID, origin); key != "" {
		return key, nil
	}
	if key, err := k.session.Get(ctx, name(p), origin); err == nil {
		return key, nil
	}
	if p.KeySince.IsZero() {
		// Nothing was ever put there: the keychain need not be woken, which may ask the person for a password.
		return "", errNoKey
	}
	return k.keychain.Get(ctx, name(p), origin)
}

// Place says where the key of a profile is, without waking the keychain.
func (k *keyring) Place(ctx context.Context, p db.Profile) keys.Place {
	if p.Sandbox {
		return keys.OfTheSandbox
	}
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return keys.Nowhere
	}
	if k.environment(p.ID, origin) != "" {
		return keys.InEnvironment
	}
	if _, err := k.session.Get(ctx, name(p), origin); err == nil {
		return keys.InSession
	}
	if !p.KeySince.IsZero() {
		return keys.InKeychain
	}
	return keys.Nowhere
}

// Save keeps a key for the profile's origin: in the keychain, or where that does not answer and the person agreed, for
// this session only. It returns the profile's new KeySince.
func (k *keyring) Save(ctx context.Context, p db.Profile, key string, sessionOnly bool) (time.Time, error) {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return time.Time{}, fmt.Errorf("save key of profile %d: %w", p.ID, err)
	}
	if sessionOnly {
		return time.Time{}, k.session.Set(ctx, name(p), origin, key)
	}
	if err := k.keychain.Set(ctx, name(p), origin, key); err != nil {
		return time.Time{}, fmt.Errorf("save key of profile %d: %w", p.ID, err)
	}
	return time.Now().UTC(), nil
}

// Remove forgets a profile's key wherever it is.
func (k *keyring) Remove(ctx context.Context, p db.Profile) error {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return fmt.Errorf("remove key of profile %d: %w", p.ID, err)
	}
	k.mu.Lock()
	if k.envProfile == p.ID {
		k.fromEnv = ""
	}
	k.mu.Unlock()
	errs := []error{k.session.Delete(ctx, name(p), origin)}
	if !p.KeySince.IsZero() {
		errs = append(errs, k.keychain.Delete(ctx, name(p), origin))
	}
	for i, err := range errs {
		if errors.Is(err, keys.ErrNone) {
			errs[i] = nil
		}
	}
	return errors.Join(errs...)
}

// useEnvironment binds the key of the environment to one profile and its origin.
func (k *keyring) useEnvironment(key string, p db.Profile) error {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return fmt.Errorf("use the key of the environment: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.fromEnv, k.envOrigin, k.envProfile = key, origin, p.ID
	return nil
}

func (k *keyring) environment(profile int64, origin string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.envProfile == profile && k.envOrigin == origin {
		return k.fromEnv
	}
	return ""
}

// name is what a profile is called in the keychain: its number in this library is not enough, for a keychain serves all libraries
// of a person, so the origin that the store adds and the creation time tell them apart.
func name(p db.Profile) string {
	return strconv.FormatInt(p.ID, 10) + "-" + strconv.FormatInt(p.CreatedAt.UnixMilli(), 36)
}
