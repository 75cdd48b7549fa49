package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/backend"
)

type wayFixture struct {
	t        *testing.T
	kept     string
	keychain keys.Store
	files    string
}

func (f *wayFixture) start() *backend.ProxySettings {
	f.t.Helper()
	m, err := openDeviceSettings(f.kept)
	if err != nil {
		f.t.Fatal(err)
	}
	return backend.NewProxySettings(backend.NewKeyring(f.keychain, keys.NewSession(), keys.NewFile(f.files)), m)
}

func newWayFixture(t *testing.T) *wayFixture {
	t.Helper()
	dir := t.TempDir()
	return &wayFixture{t, filepath.Join(dir, "program.json"), keys.NewSession(), filepath.Join(dir, "keys")}
}

func (f *wayFixture) way(t *testing.T, w *backend.ProxySettings, link string) (string, error) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, link, nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := w.Route.Proxy(r)
	if u == nil {
		return "", err
	}
	return u.String(), err
}

// The proxy is the same after a restart, with its login in the keychain, and the settings hold no password.
func TestTheProxySettingsAreKept(t *testing.T) {
	ctx := context.Background()
	f := newWayFixture(t)
	w := f.start()
	if err := w.SetProxy(ctx, " ann:hush@proxy.example:3128 "); err != nil {
		t.Fatal(err)
	}
	if got := w.Proxy(); got != (client.ProxySetting{Address: "http://proxy.example:3128", Login: true}) {
		t.Errorf("in use: %+v", got)
	}
	for range 2 {
		if got, err := f.way(t, f.start(), "https://api.example.com"); err != nil ||
			got != "http://ann:hush@proxy.example:3128" {
			t.Errorf("after a restart: %q, %v", got, err)
		}
		if err := w.SetProxy(ctx, "proxy.example:3128"); err != nil { // the same address keeps its login
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(f.kept); err != nil || strings.Contains(string(data), "hush") {
		t.Errorf("the settings hold the password: %s, %v", data, err)
	}
	if err := w.SetProxy(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if got := f.start().Proxy(); got != (client.ProxySetting{}) {
		t.Errorf("after it was cleared: %+v", got)
	}
	if err := w.SetProxy(ctx, "proxy.example:3128"); err != nil {
		t.Fatal(err)
	}
	if got, err := f.way(t, f.start(), "https://api.example.com"); err != nil || got != "http://proxy.example:3128" {
		t.Errorf("without its login: %q, %v", got, err)
	}
}

// Where no keychain answers, a login is not stored anywhere, and the proxy stays as it was.
func TestALoginNeedsAKeychain(t *testing.T) {
	f := newWayFixture(t)
	f.keychain = deadKeychain{}
	w := f.start()
	if err := w.SetProxy(t.Context(), "ann:hush@proxy.example"); !errors.Is(err, keys.ErrUnavailable) ||
		strings.Contains(err.Error(), "hush") {
		t.Errorf("%v", err)
	}
	if got := w.Proxy(); got != (client.ProxySetting{}) {
		t.Errorf("in use: %+v", got)
	}
	if err := w.SetProxy(t.Context(), "proxy.example"); err != nil {
		t.Error(err)
	}
}

// deadKeychain is a keychain that does not answer.
type deadKeychain struct{}

func (deadKeychain) Get(context.Context, string, string) (string, error) {
	return "", keys.ErrUnavailable
}
func (deadKeychain) Set(context.Context, string, string, string) error { return keys.ErrUnavailable }
func (deadKeychain) Delete(context.Context, string, string) error      { return keys.ErrUnavailable }

// The settings of older versions, which could also store a login in a file and use no proxy at all.
func TestTheProxyOfAnOlderVersion(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://environment.example:1")
	const inFile, fixed = int(keys.InFile), "http://proxy.example:3128"
	for kept, want := range map[string]client.ProxySetting{
		`{"proxy":"address","proxy_address":"` + fixed + `"}`: {Address: fixed},
		`{"proxy":"system","proxy_address":"` + fixed + `"}`:  {},
		`{"proxy":"none"}`: {},
		`{"proxy":"address","proxy_address":"ftp://x"}`: {},
		fmt.Sprintf(`{"proxy":"address","proxy_address":%q,"proxy_login":%d}`, fixed, inFile): {Address: fixed,
			Login: true},
		fmt.Sprintf(`{"proxy":"address","proxy_address":%q,"proxy_login":%d}`, fixed, keys.InSession): {Address: fixed},
	} {
		f := newWayFixture(t)
		if err := os.WriteFile(f.kept, []byte(kept), 0o600); err != nil {
			t.Fatal(err)
		}
		w := f.start()
		if got := w.Proxy(); got != want {
			t.Errorf("%s: %+v", kept, got)
		}
		if !want.Login {
			continue
		}
		if err := keys.NewFile(f.files).Set(t.Context(), "proxy", fixed, "ann:hush"); err != nil {
			t.Fatal(err)
		}
		if got, err := f.way(t, w, "https://api.example.com"); err != nil ||
			got != "http://ann:hush@proxy.example:3128" {
			t.Errorf("%s: %q, %v", kept, got, err)
		}
	}
}

// A login is for the address that it was entered for: another proxy never gets it.
func TestALoginStaysWithItsProxy(t *testing.T) {
	ctx := context.Background()
	f := newWayFixture(t)
	w := f.start()
	if err := w.SetProxy(ctx, "http://ann:hush@proxy.example:3128"); err != nil {
		t.Fatal(err)
	}
	if got, _ := f.way(t, w, "https://api.example.com"); got != "http://ann:hush@proxy.example:3128" ||
		w.Proxy().Address != "http://proxy.example:3128" {
		t.Fatalf("%q; the setting holds %q", got, w.Proxy().Address)
	}
	if err := w.SetProxy(ctx, "other.example:3128"); err != nil {
		t.Fatal(err)
	}
	if got, err := f.way(t, w, "https://api.example.com"); err != nil || got != "http://other.example:3128" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := f.keychain.Get(ctx, "proxy", "http://proxy.example:3128"); !errors.Is(err, keys.ErrNone) {
		t.Errorf("the login of the other proxy is still stored: %v", err)
	}
	if err := w.SetProxy(ctx, "ftp://ann:hush@other.example"); !errors.Is(err, client.ErrProxyAddress) ||
		strings.Contains(err.Error(), "hush") {
		t.Errorf("%v", err)
	}
	if got := w.Proxy(); got != (client.ProxySetting{Address: "http://other.example:3128"}) {
		t.Errorf("after a wrong address: %+v", got)
	}
}

// A change takes effect for the client that is there already: the pool of jobs keeps its clients for long.
func TestAChangeReachesOpenClients(t *testing.T) {
	ctx := context.Background()
	var mu sync.Mutex
	var asked []string
	through := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Host) // a proxy is asked for the whole link
		mu.Unlock()
		io.WriteString(w, `{"id":"task_1","status":"queued"}`)
	}))
	defer through.Close()
	f := newWayFixture(t)
	w := f.start()
	own := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"id":"task_1","status":"queued"}`)
	}))
	defer own.Close()
	local, err := w.Connect(client.Config{BaseURL: own.URL, APIKey: "key-for-a-test"})
	if err != nil {
		t.Fatal(err)
	}
	far, err := w.Connect(client.Config{BaseURL: "http://service.invalid", APIKey: "key-for-a-test"})
	if err != nil {
		t.Fatal(err)
	}
	defer local.CloseIdle()
	defer far.CloseIdle()
	if err := w.SetProxy(ctx, through.URL); err != nil {
		t.Fatal(err)
	}
	for _, svc := range []interface {
		GetVideo(context.Context, string) (*client.VideoTask, error)
	}{local, far} {
		if _, err := svc.GetVideo(ctx, "task_1"); err != nil {
			t.Error(err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(asked, []string{"service.invalid"}) {
		t.Errorf("the proxy was asked for %q", asked)
	}
}
