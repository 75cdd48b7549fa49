package program

import (
	"context"
	"errors"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/client/keys"
)

// A keychain that works is left as it was; one that does not answer is said so, with what to do.
func TestTheKeychainIsTriedOut(t *testing.T) {
	chain := &watchedKeychain{Store: keys.NewSession()}
	if f := tryKeychain(context.Background(), chain); f.state != fine {
		t.Errorf("%+v", f)
	}
	if _, err := chain.Get(context.Background(), chain.owner, chain.origin); !errors.Is(err, keys.ErrNone) {
		t.Errorf("the made-up secret is left: %v", err)
	}
	f := tryKeychain(context.Background(), noKeychain{})
	if f.state != lacking || f.advice == "" {
		t.Errorf("%+v", f)
	}
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

func TestTheWayOutInWords(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://ann:hush@proxy.example")
	for want, s := range map[string]client.ProxySetting{
		"http://proxy.example:1":               {Address: "http://proxy.example:1"},
		"http://proxy.example:1, with a login": {Address: "http://proxy.example:1", Login: true},
		"system: HTTPS_PROXY":                  {},
	} {
		if got := proxyWords(s); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}

func TestTheSystemInWords(t *testing.T) {
	got := systemWords(func(string) ([]byte, error) { return []byte("ID=x\nPRETTY_NAME=\"Some Linux 12\"\n"), nil })
	if !strings.HasSuffix(got, ", Some Linux 12") {
		t.Errorf("%q", got)
	}
	if got := systemWords(func(string) ([]byte, error) { return nil, errors.New("none") }); strings.Contains(got, ",") || got == "" {
		t.Errorf("%q", got)
	}
}

// What can be dragged depends on the driver of the window; where XWayland is needed the advice names it.
func TestDragsByDriver(t *testing.T) {
	for _, c := range []struct {
		driver    string
		inWayland bool
		state     state
		advice    string
	}{
		{"X11", false, fine, ""},
		{"X11", true, fine, "FYNE_PLATFORM=wayland chooses"},
		{"Wayland", true, lacking, "need XWayland"},
		{"darwin", false, finding{}.state, ""},
	} {
		f := otherPrograms(c.driver, c.inWayland)
		if f.state != c.state || f.words == "" || !strings.Contains(f.advice, c.advice) || (f.advice == "") != (c.advice == "") {
			t.Errorf("%s, Wayland %v: %+v", c.driver, c.inWayland, f)
		}
	}
}
