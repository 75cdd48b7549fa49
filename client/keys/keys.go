package keys

import (
	"context"
	"errors"
)

// ErrNone means that there is no key for this profile and origin. ErrUnavailable means that the store could not say:
// there is no keychain here, it is locked, or it did not answer in time. The two are never the same: an unavailable
// keychain may well hold the key.
var (
	ErrNone        = errors.New("no key is kept for this profile and address")
	ErrUnavailable = errors.New("the keychain cannot be used")
)

// Store keeps one key for each profile and origin. Profile is a name that stays the same for the life of the profile;
// origin is what client.Origin gives for its base URL. Every method is safe for concurrent use, may block up to the
// store's own patience and never longer, and returns early when ctx ends.
type Store interface {
	// Get returns the key. Errors: ErrNone, ErrUnavailable, of a File ErrExposed.
	Get(ctx context.Context, profile, origin string) (string, error)
	// Set keeps the key, replacing another. Errors: ErrUnavailable.
	Set(ctx context.Context, profile, origin, key string) error
	// Delete forgets the key; none there is no error. Errors: ErrUnavailable.
	Delete(ctx context.Context, profile, origin string) error
}
