package keys

import (
	"context"
	"fmt"
	"sync"
)

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
