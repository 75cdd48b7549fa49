// Package keys keeps API keys: in the system's keychain, in memory for one session, or, where there is no keychain and
// a person chooses so, in a file that only this account can read. A key is bound to the origin (scheme, host and port)
// that it was entered for, so a profile whose address moved to another origin has no key, and no key can be sent
// somewhere by editing an address. Nothing else here writes a key to a file, and nothing writes one to a log.
package keys

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Place says where the key of a profile is.
type Place int

// The places of a key.
const (
	Nowhere       Place = iota
	InKeychain          // the system's keychain
	InSession           // this run of the program only
	InFile              // a file that only this account can read, unencrypted
	InEnvironment       // given with the start of the program, never stored
	OfTheSandbox        // the sandbox makes its own
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

// Session is a Store in memory: its keys are gone when the program ends.
type Session struct {
	mu   sync.Mutex
	keys map[string]string // guarded by mu
}

// NewSession makes an empty store.
func NewSession() *Session { return &Session{keys: map[string]string{}} }

// Get implements Store. It never waits.
func (s *Session) Get(_ context.Context, profile, origin string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key, ok := s.keys[account(profile, origin)]
	if !ok {
		return "", fmt.Errorf("read key of %s: %w", profile, ErrNone)
	}
	return key, nil
}

// Set implements Store. It never fails.
func (s *Session) Set(_ context.Context, profile, origin, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys[account(profile, origin)] = key
	return nil
}

// Any reports whether there are keys in it.
func (s *Session) Any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.keys) > 0
}

// Delete implements Store. It never fails.
func (s *Session) Delete(_ context.Context, profile, origin string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.keys, account(profile, origin))
	return nil
}
