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

// Patience with the keychain. A read happens at start and must not hold anything up; a save was asked for by a person,
// who may have to unlock the keychain first.
const (
	ReadTimeout = 3 * time.Second
	SaveTimeout = 60 * time.Second
)

const service = "viviscope"

// Backend is the system's keychain: one secret for each service and account. ErrNotFound of go-keyring, and only that,
// means that there is none.
type Backend interface {
	Get(service, account string) (string, error)
	Set(service, account, secret string) error
	Delete(service, account string) error
}

// Keychain is a Store in the system's keychain: Secret Service on Linux, Keychain on macOS, Credential Manager on
// Windows. A keychain may hang for ever (one whose daemon does not come up, one that waits for a password), so every
// call runs on a goroutine of its own and is given up after its time. While a call hangs, others wait for their own
// time and end with ErrUnavailable: at most one goroutine is ever lost to a hanging keychain.
type Keychain struct {
	backend Backend
	after   func(time.Duration) <-chan time.Time
	busy    chan struct{} // holds a token while a call runs, also one that was given up
}

// NewKeychain opens nothing: the first call shows whether there is a keychain.
func NewKeychain() *Keychain { return newKeychain(system{}, time.After) }

func newKeychain(b Backend, after func(time.Duration) <-chan time.Time) *Keychain {
	return &Keychain{backend: b, after: after, busy: make(chan struct{}, 1)}
}

// Get implements Store, within ReadTimeout.
func (k *Keychain) Get(ctx context.Context, profile, origin string) (string, error) {
	var key string
	err := k.run(ctx, ReadTimeout, "", func() (func(), error) {
		got, err := k.backend.Get(service, account(profile, origin))
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

// Set implements Store, within SaveTimeout. A save that was given up may still happen when the keychain comes to: the
// person is asked to unlock it after the time was up. It is an error all the same, because nobody can know.
func (k *Keychain) Set(ctx context.Context, profile, origin, key string) error {
	err := k.run(ctx, SaveTimeout, key, func() (func(), error) {
		return nil, k.backend.Set(service, account(profile, origin), key)
	})
	if err != nil {
		return fmt.Errorf("keep key of %s: %w", profile, err)
	}
	return nil
}

// Delete implements Store, within SaveTimeout.
func (k *Keychain) Delete(ctx context.Context, profile, origin string) error {
	err := k.run(ctx, SaveTimeout, "", func() (func(), error) {
		return nil, k.backend.Delete(service, account(profile, origin))
	})
	if err != nil && !errors.Is(err, ErrNone) {
		return fmt.Errorf("forget key of %s: %w", profile, err)
	}
	return nil
}

// run gives a call its time. deliver, which call may return, hands over the result on this goroutine, so that a call
// that was given up writes nowhere. secret is cut out of error texts.
func (k *Keychain) run(
	ctx context.Context, patience time.Duration, secret string, call func() (deliver func(), err error),
) error {
	late := k.after(patience)
	select {
	case k.busy <- struct{}{}:
	case <-late:
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
			return fmt.Errorf("%w: %s", ErrUnavailable, without(r.err.Error(), secret))
		}
		if r.deliver != nil {
			r.deliver()
		}
		return nil
	case <-late:
		return fmt.Errorf("%w: no answer within %v", ErrUnavailable, patience)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// account is the name of a secret: the origin is part of it, so another origin has another secret, or none.
func account(profile, origin string) string { return profile + " " + origin }

func without(text, secret string) string {
	if secret == "" {
		return text
	}
	return strings.ReplaceAll(text, secret, "[key]")
}

// system is the keychain of this computer.
type system struct{}

func (system) Get(service, account string) (string, error) { return keyring.Get(service, account) }
func (system) Set(service, account, secret string) error {
	return keyring.Set(service, account, secret)
}
func (system) Delete(service, account string) error { return keyring.Delete(service, account) }
