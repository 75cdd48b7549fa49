package keys

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
)

const (
	profile = "3f9c"
	origin  = "https://api.example.com:443"
	secret  = "sk-very-secret-0123456789"
)

var (
	_ Store = (*Keychain)(nil)
	_ Store = (*Session)(nil)
)

// neverFires is a timer function that never expires.
func neverFires(time.Duration) <-chan time.Time { return nil }

// clock is a timer function under control of the test.
type clock struct {
	started chan time.Duration
	fire    chan time.Time
}

func newClock() *clock {
	return &clock{started: make(chan time.Duration, 8), fire: make(chan time.Time)}
}

func (c *clock) after(d time.Duration) <-chan time.Time {
	c.started <- d
	return c.fire
}

// hangingBackend is a backend with calls that block until release is closed.
type hangingBackend struct {
	entered chan struct{}
	release chan struct{}
}

func newHangingBackend() hangingBackend {
	return hangingBackend{entered: make(chan struct{}, 8), release: make(chan struct{})}
}

func (h hangingBackend) hang() error {
	h.entered <- struct{}{}
	<-h.release
	return nil
}

func (h hangingBackend) Get(string, string) (string, error) { return "late", h.hang() }
func (h hangingBackend) Set(string, string, string) error   { return h.hang() }
func (h hangingBackend) Delete(string, string) error        { return h.hang() }

func TestStores(t *testing.T) {
	keyring.MockInit()
	for name, s := range map[string]Store{"keychain": newKeychain(systemKeychain{}, neverFires),
		"session": NewSession(),
		"file":    NewFile(filepath.Join(t.TempDir(), "keys"))} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			if _, err := s.Get(ctx, profile, origin); !errors.Is(err, ErrNone) || errors.Is(err, ErrUnavailable) {
				t.Fatalf("Get of nothing: %v, want ErrNone alone", err)
			}
			if err := s.Set(ctx, profile, origin, secret); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Get(ctx, profile, origin); err != nil || got != secret {
				t.Fatalf("Get = %q, %v", got, err)
			}
			for _, other := range []string{"http://api.example.com:80", "https://api.example.com:8443",
				"https://evil.example.com:443"} {
				if _, err := s.Get(ctx, profile, other); !errors.Is(err, ErrNone) {
					t.Errorf("Get returned the key of %s for %s: %v", origin, other, err)
				}
			}
			if _, err := s.Get(ctx, "other", origin); !errors.Is(err, ErrNone) {
				t.Errorf("Get returned the key for another profile: %v", err)
			}
			for range 2 { // deleting a missing key is not an error
				if err := s.Delete(ctx, profile, origin); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Get(ctx, profile, origin); !errors.Is(err, ErrNone) {
				t.Errorf("Get after Delete: %v", err)
			}
		})
	}
}

func TestUnavailableKeychainIsNotErrNone(t *testing.T) {
	keyring.MockInitWithError(errors.New("failed to unlock correct collection; secret was " + secret))
	k := newKeychain(systemKeychain{}, neverFires)
	ctx := context.Background()
	_, getErr := k.Get(ctx, profile, origin)
	for name, err := range map[string]error{
		"Get": getErr, "Set": k.Set(ctx, profile, origin, secret), "Delete": k.Delete(ctx, profile, origin),
	} {
		if !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNone) {
			t.Errorf("%s: %v, want ErrUnavailable alone", name, err)
		}
	}
	if err := k.Set(ctx, profile, origin, secret); strings.Contains(err.Error(), secret) {
		t.Errorf("the error contains the key: %v", err)
	}
}

func TestHangingKeychainTimesOut(t *testing.T) {
	for name, tc := range map[string]struct {
		patience time.Duration
		call     func(*Keychain) error
	}{
		"Get": {ReadTimeout, func(k *Keychain) error {
			_, err := k.Get(context.Background(), profile, origin)
			return err
		}},
		"Set": {SaveTimeout, func(k *Keychain) error {
			return k.Set(context.Background(), profile, origin, secret)
		}},
		"Delete": {SaveTimeout, func(k *Keychain) error { return k.Delete(context.Background(), profile, origin) }},
	} {
		t.Run(name, func(t *testing.T) {
			b, c := newHangingBackend(), newClock()
			k := newKeychain(b, c.after)
			errs := make(chan error)
			go func() { errs <- tc.call(k) }()
			if got := <-c.started; got != tc.patience {
				t.Errorf("patience %v, want %v", got, tc.patience)
			}
			<-b.entered
			c.fire <- time.Time{}
			if err := <-errs; !errors.Is(err, ErrUnavailable) {
				t.Errorf("first call: %v, want ErrUnavailable", err)
			}
			// The next call must not start another goroutine while the keychain hangs.
			go func() { errs <- tc.call(k) }()
			<-c.started
			c.fire <- time.Time{}
			if err := <-errs; !errors.Is(err, ErrUnavailable) {
				t.Errorf("second call: %v, want ErrUnavailable", err)
			}
			if len(b.entered) != 0 {
				t.Error("a second call was started while the first hangs")
			}
			close(b.release)
			// After the keychain responds, it is used again.
			go func() { errs <- tc.call(k) }()
			<-c.started
			if err := <-errs; err != nil {
				t.Errorf("after the keychain responded: %v", err)
			}
		})
	}
}

func TestGetReturnsWhenCancelled(t *testing.T) {
	b := newHangingBackend()
	k := newKeychain(b, neverFires)
	ctx, cancel := context.WithCancel(context.Background())
	errs := make(chan error)
	go func() { _, err := k.Get(ctx, profile, origin); errs <- err }()
	<-b.entered
	cancel()
	if err := <-errs; !errors.Is(err, context.Canceled) {
		t.Errorf("Get = %v, want context.Canceled", err)
	}
	close(b.release)
}
