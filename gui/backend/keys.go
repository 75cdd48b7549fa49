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

// Keyring finds and stores secrets: the API keys of profiles, the secrets of their picture hosts, and the login of the
// proxy. Each secret is bound to an origin. A profile whose base URL moves to another scheme, host or port has no key
// there.
type Keyring struct {
	keychain    keys.Store
	environment keys.Store // keys that came with this run or with a call; never stored
	session     keys.Store
	file        keys.Store    // for systems without a keychain; used only where a person chose it
	sandboxKey  func() string // the key of the embedded sandbox
}

// NewKeyring returns the keyring of a library.
func NewKeyring(keychain, session, file keys.Store) *Keyring {
	none := func() string { return "" }
	return &Keyring{keychain: keychain, environment: keys.NewSession(), session: session, file: file, sandboxKey: none}
}

// Keychain returns the system's keychain.
func (k *Keyring) Keychain() keys.Store { return k.keychain }

// secretID names a secret in the stores.
type secretID struct {
	owner, origin string
	// a secret was stored in the keychain; otherwise the keychain is not read, because that may ask for a password
	inKeychain bool
}

// owner names a profile in the stores. A keychain serves all libraries of a person, so the ID alone is not unique: the
// creation time is.
func owner(p db.Profile) string {
	return strconv.FormatInt(p.ID, 10) + "-" + strconv.FormatInt(p.CreatedAt.UnixMilli(), 36)
}

// keyID names the key of a profile.
func keyID(p db.Profile) (secretID, error) {
	origin, err := client.Origin(p.BaseURL)
	if err != nil {
		return secretID{}, fmt.Errorf("find key of profile %d: %w", p.ID, err)
	}
	return secretID{owner(p), origin, !p.KeySince.IsZero()}, nil
}

// placedStore is a store and what its place is called.
type placedStore struct {
	keys.Store
	place keys.Place
}

// stores lists the stores in the order in which they are read: a secret in an earlier one hides those in later ones.
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

// Place returns where the key of a profile is. It does not read the keychain.
func (k *Keyring) Place(ctx context.Context, p db.Profile) keys.Place {
	if p.Sandbox {
		return keys.OfTheSandbox
	}
	id, err := keyID(p)
	if err != nil {
		return keys.Nowhere
	}
	return k.place(ctx, id)
}

// SetEnvironmentKey uses a key for a profile, at its present origin, until the library is closed.
func (k *Keyring) SetEnvironmentKey(key string, p db.Profile) error {
	id, err := keyID(p)
	if err != nil {
		return err
	}
	return k.environment.Set(context.Background(), id.owner, id.origin, key)
}

// EnvironmentKey returns the key that SetEnvironmentKey set for a profile, "" where there is none or another key has
// replaced it.
func (k *Keyring) EnvironmentKey(p db.Profile) string {
	id, _ := keyID(p) // one without an origin has no key
	key, _ := k.environment.Get(context.Background(), id.owner, id.origin)
	return key
}

// DropEnvironmentKey ends the use of the key that SetEnvironmentKey set for a profile.
func (k *Keyring) DropEnvironmentKey(p db.Profile) {
	if id, err := keyID(p); err == nil {
		_ = k.environment.Delete(context.Background(), id.owner, id.origin) // it is in memory
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

// place returns where read would find a secret.
func (k *Keyring) place(ctx context.Context, id secretID) keys.Place {
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

// store stores a secret in one place, and then deletes it from the places that would hide it. With keys.Nowhere it
// deletes it everywhere.
func (k *Keyring) store(ctx context.Context, id secretID, secret string, where keys.Place) (err error) {
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
