package program

import (
	"context"
	"errors"
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

// The way out is the same after a restart, with its login where the person put it, and the settings hold no password.
func TestTheProxySettingsAreKept(t *testing.T) {
	ctx := context.Background()
	for place, want := range map[keys.Place]string{
		keys.InKeychain: "http://ann:hush@proxy.example:3128", keys.InFile: "http://ann:hush@proxy.example:3128", keys.InSession: "http://proxy.example:3128",
	} {
		f := newWayFixture(t)
		w := f.start()
		if err := w.SetProxy(ctx, client.FixedProxy, "proxy.example:3128"); err != nil {
			t.Fatal(err)
		}
		if err := w.SaveProxyLogin(ctx, "ann:hush", place); err != nil {
			t.Fatal(err)
		}
		if got := w.ProxyLoginPlace(); got != place {
			t.Errorf("the login is in %v, want %v", got, place)
		}
		if got, err := f.way(t, w, "https://api.example.com"); err != nil || got != "http://ann:hush@proxy.example:3128" {
			t.Errorf("%q, %v", got, err)
		}
		if got, err := f.way(t, f.start(), "https://api.example.com"); err != nil || got != want {
			t.Errorf("after a restart, kept in %v: %q, %v; want %q", place, got, err, want)
		}
		if data, err := os.ReadFile(f.kept); err != nil || strings.Contains(string(data), "hush") {
			t.Errorf("the settings hold the password: %s, %v", data, err)
		}
		if err := w.RemoveProxyLogin(ctx); err != nil {
			t.Fatal(err)
		}
		if got, err := f.way(t, f.start(), "https://api.example.com"); err != nil || got != "http://proxy.example:3128" {
			t.Errorf("without its login: %q, %v", got, err)
		}
	}
}

// A login is for the address that it was entered for: another proxy never gets it.
func TestALoginStaysWithItsProxy(t *testing.T) {
	ctx := context.Background()
	f := newWayFixture(t)
	w := f.start()
	if err := w.SetProxy(ctx, client.FixedProxy, "http://ann:hush@proxy.example:3128"); err != nil {
		t.Fatal(err)
	}
	if got, _ := f.way(t, w, "https://api.example.com"); got != "http://ann:hush@proxy.example:3128" || w.Proxy().Address != "http://proxy.example:3128" {
		t.Fatalf("%q; the setting holds %q", got, w.Proxy().Address)
	}
	if err := w.SetProxy(ctx, client.FixedProxy, "other.example:3128"); err != nil {
		t.Fatal(err)
	}
	if got, err := f.way(t, w, "https://api.example.com"); err != nil || got != "http://other.example:3128" || w.ProxyLoginPlace() != keys.Nowhere {
		t.Errorf("%q, %v", got, err)
	}
	if err := w.SetProxy(ctx, client.FixedProxy, "ftp://ann:hush@other.example"); !errors.Is(err, client.ErrProxyAddress) || strings.Contains(err.Error(), "hush") {
		t.Errorf("%v", err)
	}
	if got := w.Proxy(); got != (client.ProxySetting{Mode: client.FixedProxy, Address: "http://other.example:3128"}) {
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
	if err := w.SetProxy(ctx, client.NoProxy, ""); err != nil {
		t.Fatal(err)
	}
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
	if err := w.SetProxy(ctx, client.FixedProxy, through.URL); err != nil {
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
