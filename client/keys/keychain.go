package keys

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"viviscope/client/guard"
)

// Timeouts for the keychain. Keys are read at start, which must not be delayed. Before a save, the user may have to
// unlock the keychain.
const (
	ReadTimeout = 3 * time.Second
	SaveTimeout = 60 * time.Second
)

const service = "viviscope"

// Backend is the system's keychain. It stores one secret for each service and account. A missing secret is reported as
// ErrNotFound of go-keyring.
type Backend interface {
	Get(service, account string) (string, error)
	Set(service, account, secret string) error
	Delete(service, account string) error
}

// Keychain is a Store in the system's keychain: Secret Service on Linux, Keychain on macOS, Credential Manager on
// Windows. A keychain may hang forever, for example while it waits for a password. Every call therefore runs on a
// separate goroutine with a timeout. While a call hangs, later calls time out with ErrUnavailable, so a hanging
// keychain blocks at most one goroutine.
type Keychain struct {
	backend Backend
	after   func(time.Duration) <-chan time.Time
	busy    chan struct{} // semaphore of one: full while a call runs, even after its timeout
}

// NewKeychain returns a store in the system's keychain. It does not access the keychain, so a missing one is reported
// by the first call.
func NewKeychain() *Keychain { return newKeychain(systemKeychain{}, time.After) }

func newKeychain(b Backend, after func(time.Duration) <-chan time.Time) *Keychain {
	return &Keychain{backend: b, after: after, busy: make(chan struct{}, 1)}
}

// Get implements Store. Its timeout is ReadTimeout.
func (k *Keychain) Get(ctx context.Context, profile, origin string) (string, error) {
	var key string
	err := k.run(ctx, ReadTimeout, "", func() (func(), error) {
		got, err := k.backend.Get(service, accountName(profile, origin))
		return func() { key = got }, err
	})
	if err != nil {
		return "", fmt.Errorf("read key of %s: %w", profile, err)
	}
	if key == "" {
		return "", fmt.Errorf("read key of %s: %w", profile, ErrNone)
	}
	return key, nil
}

// Set implements Store. Its timeout is SaveTimeout. After a timeout, the keychain may still save the key later, when
// the user unlocks it. Set returns an error anyway, because the outcome is unknown.
func (k *Keychain) Set(ctx context.Context, profile, origin, key string) error {
	err := k.run(ctx, SaveTimeout, key, func() (func(), error) {
		return nil, k.backend.Set(service, accountName(profile, origin), key)
	})
	if err != nil {
		return fmt.Errorf("save key of %s: %w", profile, err)
	}
	return nil
}

// Delete implements Store. Its timeout is SaveTimeout.
func (k *Keychain) Delete(ctx context.Context, profile, origin string) error {
	err := k.run(ctx, SaveTimeout, "", func() (func(), error) {
		return nil, k.backend.Delete(service, accountName(profile, origin))
	})
	if err != nil && !errors.Is(err, ErrNone) {
		return fmt.Errorf("delete key of %s: %w", profile, err)
	}
	return nil
}

// run runs call on a goroutine with a timeout. call may return deliver, which runs on the caller's goroutine and stores
// the result. A call that timed out thus cannot write to the caller's variables. secret is removed from error texts.
func (k *Keychain) run(
	ctx context.Context, timeout time.Duration, secret string, call func() (deliver func(), err error),
) error {
	expired := k.after(timeout)
	select {
	case k.busy <- struct{}{}:
	case <-expired:
		return fmt.Errorf("%w: an earlier call still hangs", ErrUnavailable)
	case <-ctx.Done():
		return ctx.Err()
	}
	type result struct {
		deliver func()
		err     error
	}
	done := make(chan result, 1)
	guard.Go("keychain", func() {
		defer func() { <-k.busy }()
		var r result
		r.err = guard.Do("keychain", func() (err error) {
			r.deliver, err = call()
			return err
		})
		done <- r
	})
	select {
	case r := <-done:
		switch {
		case errors.Is(r.err, keyring.ErrNotFound):
			return ErrNone
		case r.err != nil:
			return fmt.Errorf("%w: %s", ErrUnavailable, maskSecret(r.err.Error(), secret))
		}
		if r.deliver != nil {
			r.deliver()
		}
		return nil
	case <-expired:
		return fmt.Errorf("%w: no answer within %v", ErrUnavailable, timeout)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// accountName returns the name of a secret. It contains the origin, so that each origin has its own secret.
func accountName(profile, origin string) string { return profile + " " + origin }

func maskSecret(text, secret string) string {
	if secret == "" {
		return text
	}
	return strings.ReplaceAll(text, secret, "[key]")
}

// systemKeychain implements Backend with go-keyring.
type systemKeychain struct{}

func (systemKeychain) Get(service, account string) (string, error) {
	return keyring.Get(service, account)
}
func (systemKeychain) Set(service, account, secret string) error {
	return keyring.Set(service, account, secret)
}
func (systemKeychain) Delete(service, account string) error { return keyring.Delete(service, account) }
