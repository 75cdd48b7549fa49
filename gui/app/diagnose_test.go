package app

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"viviscope/client/keys"
	"viviscope/db"
)

// A keychain that works is left as it was.
func TestTheKeychainIsTriedOut(t *testing.T) {
	chain := &watchedKeychain{Store: keys.NewSession()}
	if words := keychainWords(t.Context(), chain); words != "saves, reads and deletes a secret" {
		t.Error(words)
	}
	if _, err := chain.Get(context.Background(), chain.owner, chain.origin); !errors.Is(err, keys.ErrNone) {
		t.Errorf("the made-up secret is left: %v", err)
	}
	if words := keychainWords(t.Context(), noKeychain{}); !strings.HasPrefix(words, "fails: ") {
		t.Error(words)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	asked := make(chan struct{})
	defer close(asked)
	if words := keychainWords(gone, silentKeychain{answer: asked}); words != "no answer" {
		t.Errorf("of a keychain that waits for its user: %q", words)
	}
}

// silentKeychain answers when the test lets it.
type silentKeychain struct {
	keys.Store
	answer chan struct{}
}

func (s silentKeychain) Set(context.Context, string, string, string) error {
	<-s.answer
	return keys.ErrUnavailable
}

// noKeychain is a system without one.
type noKeychain struct{ keys.Store }

func (noKeychain) Set(context.Context, string, string, string) error { return keys.ErrUnavailable }

// watchedKeychain remembers under what something was kept.
type watchedKeychain struct {
	keys.Store
	owner, origin string
}

func (w *watchedKeychain) Set(ctx context.Context, owner, origin, key string) error {
	w.owner, w.origin = owner, origin
	return w.Store.Set(ctx, owner, origin, key)
}

func TestTheSystemInWords(t *testing.T) {
	got := systemWords(func(string) ([]byte, error) { return []byte("ID=x\nPRETTY_NAME=\"Some Linux 12\"\n"), nil })
	if !strings.HasSuffix(got, ", Some Linux 12") {
		t.Errorf("%q", got)
	}
	if got := systemWords(func(string) ([]byte, error) {
		return nil, errors.New("none")
	}); strings.Contains(got, ",") || got == "" {
		t.Errorf("%q", got)
	}
}

func TestDiagnosticsHoldNoSecret(t *testing.T) {
	text := diagnosticsText([]fact{
		{"Keychain", "https://u:hush@api.example.com/v1?signature=abc refused Bearer sk-abcdef123456"},
		{"Library folder", "/home/ann/Pictures/Viviscope"}, {"Home", "/home/ann"},
	}, "/home/ann")
	for _, secret := range []string{"hush", "signature", "sk-abcdef", "/home/ann"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q stands in\n%s", secret, text)
		}
	}
	if !strings.Contains(text, "https://api.example.com/…") || !strings.Contains(text, "~/Pictures/Viviscope") ||
		!strings.Contains(text, "Home: ~\n") {
		t.Error(text)
	}
}

// Help copies the diagnostics and reports it, while the window goes on.
func TestDiagnosticsAreCopied(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	s.p.copyDiagnostics()
	s.until("the notice", func() bool { return s.says("Diagnostics copied.") })
	text := s.p.app.Clipboard().Content()
	for _, want := range []string{"\nSystem: " + runtime.GOOS, "\nSQLite: 3", "\nDisplay: ", "\nPlayer: ", "\nFonts: ",
		"\nKeychain: ", "\nDatabase: no damage found\n", "\nDisk: ", "\nLibrary folder: "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
