package program

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
)

// keyring finds the key of a profile. A key is bound to the origin for which it was entered: a profile whose
// base URL moves to another scheme, host or port has no key there.
type keyring struct {
	keychain keys.Store
	session  keys.Store
	file     keys.Store    // for systems without a keychain; holds what a person chose to keep there
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
	if key, err := k.file.Get(ctx, name(p), origin); !errors.Is(err, keys.ErrNone) {
		return key, err
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
	if _, err := k.file.Get(ctx, name(p), origin); err == nil || errors.Is(err, keys.ErrExposed) {
		return keys.InFile
	}
	if !p.KeySince.IsZero() {
		return keys.InKeychain
	}
	return keys.Nowhere
}

// Save keeps a key for the profile's origin: in the keychain, or where that does not answer as the person chose, for this
// session only or in a file. From then on it is the one that Key returns, whichever there was before; a file that held
// another one is gone.
func (k *keyring) Save(ctx context.Context, p db.Profile, key string, where keys.Place) error {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return fmt.Errorf("save key of profile %d: %w", p.ID, err)
	}
	switch where {
	case keys.InSession:
		err = k.put(ctx, name(p), origin, key, k.session, k.file)
	case keys.InFile:
		err = k.put(ctx, name(p), origin, key, k.file, k.session)
	default:
		err = k.put(ctx, name(p), origin, key, k.keychain, k.session, k.file)
	}
	if err != nil {
		return fmt.Errorf("save key of profile %d: %w", p.ID, err)
	}
	k.forgetEnvironment(p.ID)
	return nil
}

// put keeps a key in one store and only then takes it out of those that would hide it.
func (k *keyring) put(ctx context.Context, profile, origin, key string, into keys.Store, outOf ...keys.Store) error {
	err := into.Set(ctx, profile, origin, key)
	for _, s := range outOf {
		if err == nil {
			err = s.Delete(ctx, profile, origin)
		}
	}
	return err
}

// Remove forgets a profile's key wherever it is.
func (k *keyring) Remove(ctx context.Context, p db.Profile) error {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return fmt.Errorf("remove key of profile %d: %w", p.ID, err)
	}
	k.forgetEnvironment(p.ID)
	errs := []error{k.session.Delete(ctx, name(p), origin), k.file.Delete(ctx, name(p), origin)}
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

// forgetEnvironment stops using the key of the environment for a profile.
func (k *keyring) forgetEnvironment(profile int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.envProfile == profile {
		k.fromEnv = ""
	}
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
