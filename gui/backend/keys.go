package backend

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
)

// Keyring reads and stores secrets: the API keys of profiles, the secrets of their image hosts, and the proxy login.
// Each secret is bound to an origin. If the base URL of a profile changes scheme, host or port, the profile has no key
// there.
type Keyring struct {
	keychain    keys.Store
	environment keys.Store // keys from the environment or a call; never stored
	session     keys.Store
	file        keys.Store    // for systems without a keychain; used only if the user chose it
	sandboxKey  func() string // the key of the embedded sandbox
}

// NewKeyring returns the keyring of a library.
func NewKeyring(keychain, session, file keys.Store) *Keyring {
	none := func() string { return "" }
	return &Keyring{keychain: keychain, environment: keys.NewSession(), session: session, file: file, sandboxKey: none}
}

// Keychain returns the system's keychain.
func (k *Keyring) Keychain() keys.Store { return k.keychain }

// secretID identifies a secret in the stores.
type secretID struct {
	owner, origin string
	// the keychain has the secret; otherwise it is not read, because it may ask for a password
	inKeychain bool
}

// owner returns the id of a profile in the stores. All libraries of a user share one keychain, so the profile ID alone
// is not unique; the creation time is.
func owner(p db.Profile) string {
	return strconv.FormatInt(p.ID, 10) + "-" + strconv.FormatInt(p.CreatedAt.UnixMilli(), 36)
}

// keyID returns the id of a profile's key.
func keyID(p db.Profile) (secretID, error) {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return secretID{}, fmt.Errorf("find key of profile %d: %w", p.ID, err)
	}
	return secretID{owner(p), origin, !p.KeySince.IsZero()}, nil
}

// placedStore is a store with its place.
type placedStore struct {
	keys.Store
	place keys.Location
}

// stores returns the stores in read order: an earlier one takes precedence.
func (k *Keyring) stores(keychain bool) []placedStore {
	all := []placedStore{{k.environment, keys.InEnvironment}, {k.session, keys.InSession}, {k.file, keys.InFile}}
	if keychain {
		all = append(all, placedStore{k.keychain, keys.InKeychain})
	}
	return all
}

// Key implements [jobs.Keys].
func (k *Keyring) Key(ctx context.Context, p db.Profile) (string, error) {
	if p.Sandbox {
		return k.sandboxKey(), nil
	}
	id, err := keyID(p)
	if err != nil {
		return "", err
	}
	return k.read(ctx, id)
}

// Place returns where the key of a profile is stored. It does not read the keychain.
func (k *Keyring) Place(ctx context.Context, p db.Profile) keys.Location {
	if p.Sandbox {
		return keys.InSandbox
	}
	id, err := keyID(p)
	if err != nil {
		return keys.Nowhere
	}
	return k.place(ctx, id)
}

// SetEnvironmentKey uses a key for a profile, at its current origin, until the library is closed.
func (k *Keyring) SetEnvironmentKey(key string, p db.Profile) error {
	id, err := keyID(p)
	if err != nil {
		return err
	}
	return k.environment.Set(context.Background(), id.owner, id.origin, key)
}

// EnvironmentKey returns the key from SetEnvironmentKey for a profile, or "" if there is none or another store takes
// precedence.
func (k *Keyring) EnvironmentKey(p db.Profile) string {
	id, _ := keyID(p) // without an origin there is no key
	key, _ := k.environment.Get(context.Background(), id.owner, id.origin)
	return key
}

// DropEnvironmentKey removes the key that SetEnvironmentKey set for a profile.
func (k *Keyring) DropEnvironmentKey(p db.Profile) {
	if id, err := keyID(p); err == nil {
		_ = k.environment.Delete(context.Background(), id.owner, id.origin) // in memory, cannot fail
	}
}

// read returns a secret. Errors: keys.ErrNone, and those of the stores.
func (k *Keyring) read(ctx context.Context, id secretID) (string, error) {
	for _, store := range k.stores(id.inKeychain) {
		if secret, err := store.Get(ctx, id.owner, id.origin); !errors.Is(err, keys.ErrNone) {
			return secret, err
		}
	}
	return "", keys.ErrNone
}

// place returns where read finds a secret.
func (k *Keyring) place(ctx context.Context, id secretID) keys.Location {
	for _, store := range k.stores(false) {
		if _, err := store.Get(ctx, id.owner, id.origin); err == nil || errors.Is(err, keys.ErrExposed) {
			return store.place
		}
	}
	if id.inKeychain {
		return keys.InKeychain
	}
	return keys.Nowhere
}

// store stores a secret in one place and then deletes it from the stores that take precedence. With keys.Nowhere it
// deletes it everywhere.
func (k *Keyring) store(ctx context.Context, id secretID, secret string, where keys.Location) (err error) {
	for _, store := range k.stores(true) {
		if store.place == where {
			err = store.Set(ctx, id.owner, id.origin, secret)
		}
	}
	if err != nil {
		return err
	}
	for _, store := range k.stores(where == keys.Nowhere && id.inKeychain) {
		if store.place != where {
			err = errors.Join(err, store.Delete(ctx, id.owner, id.origin))
		}
	}
	return err
}
