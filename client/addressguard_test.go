package client

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// privateServer serves a picture and a clip at 127.0.0.2. The tests below treat this address as private, and 127.0.0.1
// as public.
func privateServer(t *testing.T, hits *atomic.Int32) string {
	l, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("no second loopback address:", err)
	}
	data := picture(t, "png", 8, 6)
	s := &httptest.Server{Listener: l,
		Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			hits.Add(1)
			if strings.HasSuffix(r.URL.Path, ".mp4") {
				w.Write(clip(t))
				return
			}
			w.Write(data)
		})}}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL
}

func oneIsPublic(a netip.Addr) bool { return a == netip.MustParseAddr("127.0.0.1") }

// TestPublicServiceCannotReachPrivateAddress: neither by a link in its answer nor by a redirect, at any try. A service
// on a private network may use its own.
func TestPublicServiceCannotReachPrivateAddress(t *testing.T) {
	var hits atomic.Int32
	private := privateServer(t, &hits)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		to := private + "/a.png"
		if strings.HasSuffix(r.URL.Path, "/content") {
			to = private + "/a.mp4"
		}
		http.Redirect(w, r, to, http.StatusFound)
	})
	ask := func() map[string]error {
		dir := t.TempDir()
		return map[string]error{
			"link": c.FetchImage(context.Background(), ImageItem{URL: private + "/a.png"}, filepath.Join(dir, "a")),
			"redirect": c.FetchImage(context.Background(), ImageItem{URL: c.base.String() + "/v1/a.png"},
				filepath.Join(dir, "b")),
			"content": c.DownloadVideo(context.Background(), "task_1", filepath.Join(dir, "c"), nil),
		}
	}
	c.addresses.public = oneIsPublic
	for range 2 {
		for name, err := range ask() {
			if !errors.Is(err, ErrPrivate) || !asError(t, err).NotSent && name == "link" {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d requests at the private address", n)
	}
	c.addresses.public = func(netip.Addr) bool { return false } // now the service is on a private network too
	for name, err := range ask() {
		if err != nil {
			t.Errorf("%s, of a private service: %v", name, err)
		}
	}
}

// TestProxyRefusesPrivateName: the proxy would look the name up.
func TestProxyRefusesPrivateName(t *testing.T) {
	var seen []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.URL.Host)
		w.Write(picture(t, "png", 8, 6))
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t, "http://api.example.com", func(c *Config) { c.Proxy = http.ProxyURL(at) })
	for link, want := range map[string]error{
		"http://192.168.1.1/a": ErrPrivate, "http://router.lan/a": ErrPrivate, "http://localhost:8080/a": ErrPrivate,
		"http://cdn.example.com/a": nil, "http://api.example.com/a": nil,
	} {
		err := c.FetchImage(context.Background(), ImageItem{URL: link}, filepath.Join(t.TempDir(), "a"))
		if !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("%s: %v, want %v", link, err, want)
		}
	}
	if len(seen) != 2 {
		t.Errorf("the proxy was asked for %v", seen)
	}
}
