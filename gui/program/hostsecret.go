package program

import (
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/db"
)

// The secret of a profile's image hosting is kept where the keys are kept, under [hosting.Config.KeyName] in place of the
// service's origin. That name begins with a word that no origin begins with, and holds the host's own origin and who signs
// in there: neither can the key of the service be found under it, nor the secret be sent to another host.

// hostSecret returns the secret for a profile's host; "" where it signs in to nothing. Errors: keys.ErrNone and those of
// the stores.
func (k *keyring) hostSecret(ctx context.Context, p db.Profile, kept keptHosting) (string, error) {
	under := kept.KeyName()
	if under == "" {
		return "", nil
	}
	if secret, err := k.session.Get(ctx, name(p), under); err == nil {
		return secret, nil
	}
	if secret, err := k.file.Get(ctx, name(p), under); !errors.Is(err, keys.ErrNone) {
		return secret, err
	}
	if kept.Keychain[under].IsZero() {
		return "", keys.ErrNone
	}
	return k.keychain.Get(ctx, name(p), under)
}

// hostSecretPlace says where that secret is, and since when if in the keychain, without waking the keychain.
func (k *keyring) hostSecretPlace(ctx context.Context, p db.Profile, kept keptHosting) (keys.Place, time.Time) {
	under := kept.KeyName()
	if under == "" {
		return keys.Nowhere, time.Time{}
	}
	if _, err := k.session.Get(ctx, name(p), under); err == nil {
		return keys.InSession, time.Time{}
	}
	if _, err := k.file.Get(ctx, name(p), under); err == nil || errors.Is(err, keys.ErrExposed) {
		return keys.InFile, time.Time{}
	}
	if since := kept.Keychain[under]; !since.IsZero() {
		return keys.InKeychain, since
	}
	return keys.Nowhere, time.Time{}
}

// errNobody says that there is nothing to sign in to.
var errNobody = errors.New("this hosting needs no secret")

// saveHostSecret keeps the secret for a host where the person chose, as Save does for the service's key.
func (k *keyring) saveHostSecret(ctx context.Context, p db.Profile, c hosting.Config, secret string, where keys.Place) error {
	under := c.KeyName()
	if under == "" {
		return errNobody
	}
	switch where {
	case keys.InSession:
		return k.put(ctx, name(p), under, secret, k.session, k.file)
	case keys.InFile:
		return k.put(ctx, name(p), under, secret, k.file, k.session)
	}
	return k.put(ctx, name(p), under, secret, k.keychain, k.session, k.file)
}

// removeHostSecret forgets the secret for a profile's host wherever it is.
func (k *keyring) removeHostSecret(ctx context.Context, p db.Profile, kept keptHosting) error {
	under := kept.KeyName()
	if under == "" {
		return nil
	}
	errs := []error{k.session.Delete(ctx, name(p), under), k.file.Delete(ctx, name(p), under)}
	if !kept.Keychain[under].IsZero() {
		errs = append(errs, k.keychain.Delete(ctx, name(p), under))
	}
	for i, err := range errs {
		if errors.Is(err, keys.ErrNone) {
			errs[i] = nil
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("remove the secret of profile %d: %w", p.ID, err)
	}
	return nil
}
