package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCleanProxyAddress(t *testing.T) {
	for _, tc := range []struct{ typed, address, login string }{
		{"proxy.example", "http://proxy.example:8080", ""},
		{" Proxy.Example:3128 ", "http://proxy.example:3128", ""},
		{"https://proxy.example/", "https://proxy.example:443", ""},
		{"socks5://10.0.0.1", "socks5://10.0.0.1:1080", ""},
		{"http://[::1]:3128", "http://[::1]:3128", ""},
		{"http://ann:se%40cret@proxy.example:3128", "http://proxy.example:3128", "ann:se@cret"},
		{"", "", ""}, {"ftp://proxy.example", "", ""}, {"http://", "", ""}, {"http://proxy.example/path", "", ""},
		{"http://proxy.example:notaport", "", ""}, {"http://:pw@proxy.example", "", ""},
		{"http://ann%0A:pw@proxy.example", "", ""}, {"http://proxy.example?x=1", "", ""},
	} {
		address, login, err := CleanProxyAddress(tc.typed)
		if address != tc.address || login != tc.login || (err == nil) != (tc.address != "") {
			t.Errorf("CleanProxyAddress(%q) = %q, %q, %v", tc.typed, address, login, err)
		}
	}
}

// Whatever is typed, an address that is kept holds no login, is kept the same when it is cleaned again, and an error
// quotes nothing.
func TestCleanProxyAddressRemovesLogin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		password := rapid.StringMatching(`[a-zA-Z0-9]{12}`).Draw(t, "password")
		tail := rapid.SampledFrom([]string{"", ":80", ":x", "/", "/p", "?q", "#f"}).Draw(t, "tail")
		scheme := rapid.SampledFrom([]string{"", "http://", "https://", "socks5://", "gopher://"}).Draw(t, "scheme")
		host := rapid.StringMatching(`[a-z]{1,8}(\.[a-z]{1,8})?`).Draw(t, "host")
		address, login, err := CleanProxyAddress(scheme + "ann:" + password + "@" + host + tail)
		if err != nil {
			if strings.Contains(err.Error(), password) {
				t.Fatalf("%v quotes the password", err)
			}
			return
		}
		if strings.Contains(address, password) || login != "ann:"+password {
			t.Fatalf("%q, %q", address, login)
		}
		if again, login, err := CleanProxyAddress(address); again != address || login != "" || err != nil {
			t.Fatalf("cleaned again: %q, %q, %v", again, login, err)
		}
	})
}

func routed(t *testing.T, link string) *http.Request {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, link, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestProxyRoute(t *testing.T) {
	const fixed = "http://proxy.example:3128"
	for _, tc := range []struct {
		setting    ProxySetting
		link, want string
	}{
		{ProxySetting{}, "https://api.example.com/v1", "http://system.example:1"},
		{ProxySetting{Address: fixed}, "https://api.example.com/v1", fixed},
		{ProxySetting{Address: fixed}, "http://api.example.com/v1", fixed},
		{ProxySetting{Address: fixed, Login: true}, "https://api.example.com/v1",
			"http://ann:se:cret@proxy.example:3128"},
	} {
		r := NewProxyRoute(tc.setting, func(context.Context, string) (string, error) { return "ann:se:cret", nil })
		r.environment = func(*http.Request) (*url.URL, error) { return url.Parse("http://system.example:1") }
		got, err := r.Proxy(routed(t, tc.link))
		words := ""
		if got != nil {
			words = strings.ReplaceAll(got.String(), "%3A", ":")
		}
		if err != nil || words != tc.want {
			t.Errorf("%+v: %s goes through %q, %v; want %q", tc.setting, tc.link, words, err, tc.want)
		}
		for _, own := range []string{"http://localhost:8790/v1", "http://127.0.0.1:8790", "http://127.8.9.1/",
			"http://[::1]:80/", "http://[::ffff:127.0.0.1]/", "http://box.localhost/", "http://LOCALHOST./"} {
			if got, err := r.Proxy(routed(t, own)); got != nil || err != nil {
				t.Errorf("%+v: %s, on this computer, goes through %v, %v", tc.setting, own, got, err)
			}
		}
	}
}

// The login is read once for each setting. If it cannot be read, nothing is sent.
func TestProxyLoginIsCached(t *testing.T) {
	asked, fault := 0, errors.New("locked")
	r := NewProxyRoute(ProxySetting{Address: "http://proxy.example:1", Login: true},
		func(_ context.Context, address string) (string, error) {
			asked++
			return "ann:" + address, fault
		})
	if u, err := r.Proxy(routed(t, "https://api.example.com")); u != nil || !errors.Is(err, ErrProxyLogin) ||
		!errors.Is(err, fault) {
		t.Fatalf("%v, %v", u, err)
	}
	fault = nil
	for range 3 {
		if _, err := r.Proxy(routed(t, "https://api.example.com")); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 2 {
		t.Errorf("asked %d times, want 2: once without an answer, once with one", asked)
	}
	r.Set(ProxySetting{Address: "http://other.example:1", Login: true})
	if u, err := r.Proxy(routed(t, "https://api.example.com")); err != nil ||
		u.User.String() != "ann:http%3A%2F%2Fother.example%3A1" {
		t.Errorf("%v, %v: the login of another proxy", u, err)
	}
}
