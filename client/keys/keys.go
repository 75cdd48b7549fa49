// Package keys stores the API keys of profiles.
//
// [Store] has three implementations: [Keychain] uses the system's keychain, [Session] keeps keys in memory until the
// program ends, and [File] stores them unencrypted in files that only this account can read. The user must choose
// [File] explicitly.
//
// A key belongs to a profile and to an origin (scheme, host and port). If the address of a profile changes to another
// origin, the profile has no key. Editing an address therefore cannot send a key elsewhere. No error text or log of
// this package contains a key.
package keys

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Location is where the key of a profile is stored.
type Location int

// The locations of a key.
const (
	Nowhere       Location = iota
	InKeychain             // in the system's keychain
	InSession              // in memory until the program ends
	InFile                 // in a file that only this account can read, unencrypted
	InEnvironment          // from an environment variable, never stored
	InSandbox              // the sandbox generates its own key
)

// ErrNone reports that the store has no key for the profile and origin. ErrUnavailable reports that the store could not
// be read: the keychain is missing, locked, or timed out. An unavailable keychain may still contain the key, so no
// error matches both.
var (
	ErrNone        = errors.New("no key is kept for this profile and address")
	ErrUnavailable = errors.New("the keychain cannot be used")
)

// Store stores one key for each profile and origin. profile is the permanent ID of the profile. origin is the result of
// client.Origin for its base URL. Every method is safe for concurrent use. A method may block up to the timeout of the
// store, and returns early if ctx is cancelled.
type Store interface {
	// Get returns the key. Errors: ErrNone, ErrUnavailable; ErrExposed of a File.
	Get(ctx context.Context, profile, origin string) (string, error)
	// Set stores the key and replaces an existing one. Errors: ErrUnavailable.
	Set(ctx context.Context, profile, origin, key string) error
	// Delete removes the key. A missing key is not an error. Errors: ErrUnavailable.
	Delete(ctx context.Context, profile, origin string) error
}

// Session is a Store in memory.
type Session struct {
	mu   sync.Mutex
	keys map[string]string // guarded by mu
}

// NewSession returns an empty store.
func NewSession() *Session { return &Session{keys: map[string]string{}} }

// Get implements Store. It never blocks.
func (s *Session) Get(_ context.Context, profile, origin string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key, ok := s.keys[accountName(profile, origin)]
	if !ok {
		return "", fmt.Errorf("read key of %s: %w", profile, ErrNone)
	}
	return key, nil
}

// Set implements Store. It never fails.
func (s *Session) Set(_ context.Context, profile, origin, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys[accountName(profile, origin)] = key
	return nil
}

// HasKeys reports whether the store has any keys.
func (s *Session) HasKeys() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.keys) > 0
}

// Delete implements Store. It never fails.
func (s *Session) Delete(_ context.Context, profile, origin string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.keys, accountName(profile, origin))
	return nil
}
