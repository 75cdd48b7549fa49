package backend

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"viviscope/client/keys"
	"viviscope/db"
)

// slowKeychain runs a function while a save waits for the user to unlock the keychain.
type slowKeychain struct {
	*keys.Session
	during func()
}

func (s *slowKeychain) Set(ctx context.Context, profile, origin, key string) error {
	if s.during != nil {
		s.during()
	}
	return s.Session.Set(ctx, profile, origin, key)
}

// An edit of a profile while its key is saved is kept, and the key stays bound to its original address: otherwise the
// wrong service would be polled for paid tasks.
func TestSavingAKeyUndoesNoEdit(t *testing.T) {
	ctx := context.Background()
	chain := &slowKeychain{Session: keys.NewSession()}
	f := newFixture(t, chain)
	p := f.add(t, "https://old.example")
	chain.during = func() {
		moved := p
		moved.BaseURL, moved.Name = "https://new.example", "Renamed"
		if _, err := f.SaveProfile(ctx, moved); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SaveKey(ctx, p.ID, secret, keys.InKeychain); err != nil {
		t.Fatal(err)
	}
	now, err := f.lib.Profile(ctx, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if now.BaseURL != "https://new.example" || now.Name != "Renamed" || !now.KeySince.IsZero() {
		t.Errorf("after saving the key: %+v", now)
	}
	if key, err := f.keys.Key(ctx, now); !errors.Is(err, keys.ErrNone) {
		t.Errorf("key %q for another origin, %v", key, err)
	}
}

// The last entered key is used, wherever an earlier one is stored.
func TestTheKeyEnteredLastIsUsed(t *testing.T) {
	ctx := context.Background()
	for name, earlier := range map[string]func(f *fixture, p db.Profile) error{
		"for the session": func(f *fixture, p db.Profile) error {
			return f.SaveKey(ctx, p.ID, "sk-old", keys.InSession)
		},
		"file":        func(f *fixture, p db.Profile) error { return f.SaveKey(ctx, p.ID, "sk-old", keys.InFile) },
		"environment": func(f *fixture, p db.Profile) error { return f.keys.SetEnvironmentKey("sk-old", p) },
		"keychain": func(f *fixture, p db.Profile) error {
			return f.SaveKey(ctx, p.ID, "sk-old", keys.InKeychain)
		},
	} {
		for _, where := range []keys.Location{keys.InKeychain, keys.InSession, keys.InFile} {
			f := newFixture(t, keys.NewSession())
			p := f.add(t, "https://api.example.com")
			if err := earlier(f, p); err != nil {
				t.Fatal(err)
			}
			if err := f.SaveKey(ctx, p.ID, secret, where); err != nil {
				t.Fatal(err)
			}
			p, _ = f.lib.Profile(ctx, p.ID)
			if key, err := f.keys.Key(ctx, p); key != secret {
				t.Errorf("%s, then %v: key %q, %v", name, where, key, err)
			}
			if err := f.RemoveKey(ctx, p.ID); err != nil {
				t.Fatal(err)
			}
			// None is left in any store, also for a profile that reads the keychain again.
			p.KeySince = time.Now()
			if key, err := f.keys.Key(ctx, p); key != "" {
				t.Errorf("%s, then %v: %q is left after removal, %v", name, where, key, err)
			}
		}
	}
}

// Two addresses of one host get the same name: -profile must not send the key to the wrong one.
func TestAnAmbiguousNameIsRefused(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession())
	if _, err := f.Named(ctx, "", "http://api.example.com"); err != nil {
		t.Fatal(err)
	}
	kept := NewProfile("api.example.com", time.Now())
	kept.BaseURL = "https://api.example.com"
	kept, err := f.SaveProfile(ctx, kept)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := f.Named(ctx, "api.example.com", ""); err != nil || p.ID != kept.ID {
		t.Errorf("%+v, %v: want the one that is kept", p, err)
	}
	other := NewProfile("api.example.com", time.Now())
	other.BaseURL = "https://api.example.com:8443"
	if _, err := f.SaveProfile(ctx, other); err != nil {
		t.Fatal(err)
	}
	if p, err := f.Named(ctx, "api.example.com", ""); err == nil {
		t.Errorf("%+v was guessed", p)
	}
}

// The welcome sheet and the profile switch may request the sandbox concurrently.
func TestTheSandboxHasOneProfile(t *testing.T) {
	f := newFixture(t, keys.NewSession())
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, err := f.Sandbox(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if all, err := f.lib.Profiles(context.Background()); err != nil || len(all) != 1 {
		t.Errorf("%d profiles, %v", len(all), err)
	}
}
