package backend

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"viviscope/client/keys"
	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/db/dbtest"
)

const secret = "sk-4711-very-secret"

// pool counts the notifications of profiles to the engine.
type pool struct{ keysChanged, profilesChanged int }

func (p *pool) KeyChanged(context.Context, int64) error { p.keysChanged++; return nil }
func (p *pool) ProfileChanged(int64)                    { p.profilesChanged++ }

// brokenKeychain is a system without a keychain.
type brokenKeychain struct{ asked int }

func (b *brokenKeychain) Get(context.Context, string, string) (string, error) {
	b.asked++
	return "", keys.ErrUnavailable
}
func (b *brokenKeychain) Set(context.Context, string, string, string) error {
	return keys.ErrUnavailable
}
func (b *brokenKeychain) Delete(context.Context, string, string) error { return keys.ErrUnavailable }

// profiles allows a fixture to have a method Profiles.
type profiles = Profiles

type fixture struct {
	*profiles
	pool *pool
	told atomic.Int32 // how often something changed
}

func newFixture(t *testing.T, keychain keys.Store) *fixture {
	t.Helper()
	lib, err := db.Open(context.Background(), t.TempDir(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	server := &sandboxServer{options: sandbox.Options{Dir: filepath.Join(lib.Dir(), "sandbox"), Seconds: 1, Log: log}}
	t.Cleanup(func() {
		if err := errors.Join(server.close(), lib.Close()); err != nil {
			t.Error(err)
		}
	})
	f := &fixture{pool: &pool{}}
	keyring := NewKeyring(keychain, keys.NewSession(), keys.NewFile(filepath.Join(t.TempDir(), "keys")))
	keyring.sandboxKey = server.key
	f.profiles = &Profiles{lib: lib, sandbox: server, engine: f.pool, now: time.Now, keys: keyring, changed: func() {
		f.told.Add(1)
	}, log: log}
	return f
}

func (f *fixture) add(t *testing.T, base string) db.Profile {
	t.Helper()
	p := NewProfile("My gateway", time.Now())
	p.BaseURL = base
	kept, err := f.SaveProfile(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func TestAKeyIsBoundToTheOriginItWasEnteredFor(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession()) // a keychain that works
	p := f.add(t, "https://api.example.com/v1/")
	if p.BaseURL != "https://api.example.com" {
		t.Errorf("kept address: %q", p.BaseURL)
	}
	if err := f.SaveKey(ctx, p.ID, secret, keys.InKeychain); err != nil {
		t.Fatal(err)
	}
	p, _ = f.lib.Profile(ctx, p.ID)
	if key, err := f.keys.Key(ctx, p); err != nil || key != secret {
		t.Fatalf("key %q, %v", key, err)
	}
	for _, elsewhere := range []string{"https://api.example.com:8443", "http://api.example.com",
		"https://cdn.api.example.com"} {
		moved := p
		moved.BaseURL = elsewhere
		kept, err := f.SaveProfile(ctx, moved)
		if err != nil {
			t.Fatal(err)
		}
		if key, err := f.keys.Key(ctx, kept); err == nil {
			t.Errorf("at %s the key %q is handed out", elsewhere, key)
		}
		if got := f.KeyPlace(ctx, kept); got != keys.Nowhere {
			t.Errorf("at %s the key is said to be at %v", elsewhere, got)
		}
		if _, err := f.SaveProfile(ctx, p); err != nil { // back home
			t.Fatal(err)
		}
	}
}

func TestAProfileDoesNotMoveUnderItsRunningJobs(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession())
	p := f.add(t, "https://api.example.com")
	if _, err := dbtest.InsertJobs(ctx, f.lib, db.Job{ProfileID: p.ID, Kind: db.TextToVideo, State: db.Waiting,
		Model: "clip-2.6", Prompt: "sea", Request: []byte(`{}`), Currency: "CNY"}); err != nil {
		t.Fatal(err)
	}
	moved := p
	moved.BaseURL = "https://relay.example.com"
	if _, err := f.SaveProfile(ctx, moved); !errors.Is(err, ErrStillRunning) {
		t.Errorf("moved: %v", err)
	}
	renamed := p
	renamed.Name = "Another name"
	if _, err := f.SaveProfile(ctx, renamed); err != nil {
		t.Errorf("a new name is refused: %v", err)
	}
}

func TestKeychainIsNotReadForProfileWithoutKey(t *testing.T) {
	ctx := context.Background()
	chain := &brokenKeychain{}
	f := newFixture(t, chain)
	p := f.add(t, "https://api.example.com")
	if _, err := f.keys.Key(ctx, p); !errors.Is(err, keys.ErrNone) || chain.asked != 0 {
		t.Errorf("%v, asked %d times", err, chain.asked)
	}
	if err := f.SaveKey(ctx, p.ID, secret, keys.InKeychain); !errors.Is(err, keys.ErrUnavailable) {
		t.Errorf("save without a keychain: %v", err)
	}
	if err := f.SaveKey(ctx, p.ID, secret, keys.InSession); err != nil {
		t.Fatal(err)
	}
	p, _ = f.lib.Profile(ctx, p.ID)
	if got := f.KeyPlace(ctx, p); got != keys.InSession || !p.KeySince.IsZero() {
		t.Errorf("place %v, since %v", got, p.KeySince)
	}
	if key, err := f.keys.Key(ctx, p); err != nil || key != secret {
		t.Errorf("key %q, %v", key, err)
	}
}

// All spellings of an address are one profile. Profiles that older versions created for two spellings keep working,
// each with its own key.
func TestOneProfileForAllSpellingsOfAnAddress(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, &brokenKeychain{})
	p, err := f.Named(ctx, "", "http://api.example.com:9")
	if err != nil {
		t.Fatal(err)
	}
	for _, spelling := range []string{"HTTP://API.example.com.:09/", "http://api.example.com:9/./v1",
		"http://api.example.com:9/a/.."} {
		if again, err := f.Named(ctx, "", spelling); err != nil || again.ID != p.ID {
			t.Errorf("%s: profile %d, %v; the first was %d", spelling, again.ID, err, p.ID)
		}
	}
	old := map[string]db.Profile{}
	for _, spelling := range []string{"http://h", "http://h:80", "http://h."} {
		q := NewProfile(spelling, f.lib.Now())
		q.BaseURL, q.Saved = spelling, true
		if q, err = f.lib.SaveProfile(ctx, q); err != nil {
			t.Fatal(err)
		}
		if err := f.SaveKey(ctx, q.ID, "key of "+spelling, keys.InSession); err != nil {
			t.Fatal(err)
		}
		old[spelling] = q
	}
	for spelling, want := range old {
		q, err := f.Named(ctx, "", spelling+"/v1")
		if err != nil || q.ID != want.ID {
			t.Errorf("%s: profile %d, %v; want %d", spelling, q.ID, err, want.ID)
		}
		q.Name = "renamed " + spelling // the address is as it was
		if q, err = f.SaveProfile(ctx, q); err != nil || q.BaseURL != spelling {
			t.Errorf("%s was saved as %s, %v", spelling, q.BaseURL, err)
		}
		if key, err := f.keys.Key(ctx, q); err != nil || key != "key of "+spelling {
			t.Errorf("%s has the key %q, %v", spelling, key, err)
		}
	}
}

func TestCommandLineMakesAnUnsavedProfileOnce(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, &brokenKeychain{})
	p, err := f.Named(ctx, "", "http://127.0.0.1:9/v1")
	if err != nil {
		t.Fatal(err)
	}
	again, err := f.Named(ctx, "", "http://127.0.0.1:9")
	if err != nil || again.ID != p.ID {
		t.Errorf("second start: profile %d, %v; the first was %d", again.ID, err, p.ID)
	}
	if err := f.keys.SetEnvironmentKey(secret, p); err != nil {
		t.Fatal(err)
	}
	if p.Saved {
		t.Error("it is saved")
	}
	if shown, _ := f.Profiles(ctx); len(shown) != 1 {
		t.Errorf("in its own run it can be chosen: %v", shown)
	}
	f.unsaved.Clear() // another run, without -base-url
	if shown, _ := f.Profiles(ctx); len(shown) != 0 {
		t.Errorf("in another run it still stands in the lists: %v", shown)
	}
	if key, err := f.keys.Key(ctx, p); err != nil || key != secret {
		t.Errorf("key %q, %v", key, err)
	}
	p.BaseURL = "http://127.0.0.1:10"
	if key, err := f.keys.Key(ctx, p); err == nil {
		t.Errorf("another port gets the key %q", key)
	}
	at := p
	at.BaseURL = "http://127.0.0.1:9"
	if p, err = f.SaveProfile(ctx, p); err != nil {
		t.Fatal(err)
	}
	// a restart would bind it to the address of that time
	if key := f.keys.EnvironmentKey(at) + f.keys.EnvironmentKey(p); key != "" {
		t.Errorf("the key %q outlives its address", key)
	}
}

func TestSandboxProfileIsMadeOnceWithItsPrices(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, &brokenKeychain{})
	if err := f.ResumeSandbox(ctx); err != nil || f.sandbox.key() != "" {
		t.Fatalf("a library without sandbox jobs serves one: %v", err)
	}
	id, err := f.Sandbox(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := f.Sandbox(ctx); err != nil || again != id {
		t.Errorf("second time: %d, %v", again, err)
	}
	prices, err := f.lib.Prices(ctx, id, time.Now())
	if err != nil || !strings.Contains(string(prices.Table), "clip-2.6") {
		t.Errorf("prices: %s, %v", prices.Table, err)
	}
	report, err := f.Test(ctx, id)
	if err != nil {
		t.Errorf("test of the sandbox: %v, %+v", err, report)
	}
	profile, err := f.lib.Profile(ctx, id)
	if err != nil || !profile.HostsPictures() || len(profile.Hosting) != 0 {
		t.Errorf("hosting: %v, %s", err, profile.Hosting)
	}
}

func TestConnectKeepsNothingWhereTheKeyIsRefused(t *testing.T) {
	ctx := context.Background()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		status, body := http.StatusUnauthorized,
			`{"error":{"message":"no such key","type":"authentication_error","code":"invalid_api_key"}}`
		if r.Header.Get("Authorization") == "Bearer "+secret {
			status, body = http.StatusNotFound,
				`{"error":{"message":"task not found","type":"invalid_request_error","code":"task_not_found"}}`
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	f := newFixture(t, keys.NewSession())
	if _, _, err := f.Connect(ctx, server.URL, "wrong", keys.InKeychain, false); err == nil {
		t.Error("a refused key connects")
	}
	if all, _ := f.Profiles(ctx); len(all) != 0 {
		t.Errorf("kept %d profiles of a refused key", len(all))
	}
	id, _, err := f.Connect(ctx, server.URL+"/v1", secret, keys.InKeychain, false)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := f.lib.Profile(ctx, id)
	if !p.Saved || f.KeyPlace(ctx, p) != keys.InKeychain || p.LastOKAt.IsZero() {
		t.Errorf("profile %+v, place %v", p, f.KeyPlace(ctx, p))
	}
	// Another account of the same service is another profile: the stored key stays.
	other, _, err := f.Connect(ctx, server.URL, "wrong", keys.InKeychain, true)
	q, _ := f.lib.Profile(ctx, other)
	if key, _ := f.keys.Key(ctx, p); err != nil || other == id || q.Name != p.Name+" 2" || key != secret ||
		!q.LastOKAt.IsZero() {
		t.Errorf("second profile %+v, %v; the first has the key %q", q, err, key)
	}
}

// A successful test marks the profile as reached, also for a rebuilt window. An older form does not undo that.
func TestSuccessfulTestMarksProfileReached(t *testing.T) {
	ctx := context.Background()
	status := http.StatusUnauthorized
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"error":{"message":"task not found","type":"invalid_request_error","code":"task_not_found"}}`))
	}))
	defer server.Close()
	f := newFixture(t, keys.NewSession())
	form := f.add(t, server.URL)
	if err := f.SaveKey(ctx, form.ID, secret, keys.InSession); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Test(ctx, form.ID); err == nil {
		t.Fatal("a refused key passes")
	}
	if p, _ := f.lib.Profile(ctx, form.ID); !p.LastOKAt.IsZero() {
		t.Errorf("refused, and reached at %v", p.LastOKAt)
	}
	status = http.StatusNotFound
	before := f.told.Load()
	if report, err := f.Test(ctx, form.ID); err != nil || !report.OK() {
		t.Fatalf("%+v, %v", report, err)
	}
	if p, _ := f.lib.Profile(ctx, form.ID); p.LastOKAt.IsZero() || f.told.Load() != before+1 {
		t.Errorf("reached at %v, told %d times", p.LastOKAt, f.told.Load()-before)
	}
	if _, err := f.SaveProfile(ctx, form); err != nil {
		t.Fatal(err)
	}
	if p, _ := f.lib.Profile(ctx, form.ID); p.LastOKAt.IsZero() {
		t.Error("a form that was filled before undid it")
	}
}

// A key is stored in a file only if the user chose it, and removed when the keychain accepts it.
func TestKeyIsStoredInFileOnlyByChoice(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, &brokenKeychain{})
	p := f.add(t, "https://api.example.com")
	for _, where := range []keys.Location{keys.InKeychain, keys.InSession} {
		_ = f.SaveKey(ctx, p.ID, secret, where)
		if _, err := f.keys.file.Get(ctx, owner(p), "https://api.example.com:443"); !errors.Is(err, keys.ErrNone) {
			t.Errorf("place %v wrote a file: %v", where, err)
		}
	}
	if err := f.SaveKey(ctx, p.ID, secret, keys.InFile); err != nil {
		t.Fatal(err)
	}
	if got := f.KeyPlace(ctx, p); got != keys.InFile {
		t.Errorf("place %v", got)
	}
	f.keys.keychain = keys.NewSession() // it answers again
	if err := f.SaveKey(ctx, p.ID, secret, keys.InKeychain); err != nil {
		t.Fatal(err)
	}
	p, _ = f.lib.Profile(ctx, p.ID)
	if got := f.KeyPlace(ctx, p); got != keys.InKeychain {
		t.Errorf("after the keychain took it: place %v", got)
	}
}

func TestHostOfNamesAProfile(t *testing.T) {
	for base, want := range map[string]string{"https://api.example.com/relay": "api.example.com",
		"http://127.0.0.1:8790": "127.0.0.1:8790", "": "My service"} {
		if got := hostOf(base); got != want {
			t.Errorf("hostOf(%q) = %q, want %q", base, got, want)
		}
	}
}

// A profile whose key no keychain accepts is not shown. Cancelling leaves none behind; choosing another place creates
// one.
func TestAProfileIsAddedWithItsKey(t *testing.T) {
	ctx := t.Context()
	f := newFixture(t, &brokenKeychain{})
	for range 2 {
		if _, _, err := f.Connect(ctx, "http://127.0.0.1:9", secret, keys.InKeychain, true); !errors.Is(err,
			keys.ErrUnavailable) {
			t.Fatal(err)
		}
		if all, err := f.Profiles(ctx); err != nil || len(all) != 0 {
			t.Errorf("after the keychain failed: %+v, %v", all, err)
		}
	}
	id, _, err := f.Connect(ctx, "http://127.0.0.1:9", secret, keys.InSession, true)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := f.Profiles(ctx); err != nil || len(all) != 1 || all[0].ID != id || !all[0].Saved {
		t.Errorf("%+v, %v", all, err)
	}
}
