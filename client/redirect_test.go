package client

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
)

// visit is what one host saw of a request.
type visit struct {
	host    string
	key     bool // a key was there: ours, or one that a link asked us to make up
	referer string
	rng     string
}

// world is a set of test hosts, plain and TLS, with redirects from a table. It records their requests.
type world struct {
	mu     sync.Mutex
	visits []visit
	next   map[string]string // from "scheme://host/path" to a link; absent: the clip
	clip   []byte
	plain  *httptest.Server
	secure *httptest.Server
}

func newWorld(t *testing.T) *world {
	w := &world{clip: clip(t), next: map[string]string{}}
	handler := func(scheme string) http.HandlerFunc {
		return func(rw http.ResponseWriter, r *http.Request) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.visits = append(w.visits, visit{scheme + "://" + r.Host, r.Header.Get("Authorization") != "",
				r.Header.Get("Referer"), r.Header.Get("Range")})
			if to, ok := w.next[scheme+"://"+r.Host+r.URL.Path]; ok {
				http.Redirect(rw, r, to, http.StatusFound)
				return
			}
			rw.Write(w.clip)
		}
	}
	w.plain = httptest.NewServer(handler("http"))
	w.secure = httptest.NewTLSServer(handler("https"))
	t.Cleanup(w.plain.Close)
	t.Cleanup(w.secure.Close)
	return w
}

// client returns a client that resolves every host name below example.com to the test hosts.
func (w *world) client(t *testing.T, base string) *Client {
	plain, secure := w.plain.Listener.Addr().String(), w.secure.Listener.Addr().String()
	return newClient(t, base, func(c *Config) {
		c.RootCAs = x509.NewCertPool()
		c.RootCAs.AddCert(w.secure.Certificate())
		c.Dial = dialTo(map[string]string{
			"example.com:443": secure, "cdn.example.com:443": secure, "example.com:8443": secure,
			"evil.example.com:443": secure,
			"example.com:80":       plain, "cdn.example.com:80": plain, "example.com:8080": plain,
			"evil.example.com:80": plain,
		})
	})
}

// TestRedirectsLoseKeyOutsideOrigin: the key goes to scheme, host and port of the base URL, and is gone for good once a
// chain has left them. Go's own rule compares host names only.
func TestRedirectsLoseKeyOutsideOrigin(t *testing.T) {
	const content = "/v1/videos/task_1/content"
	for _, tc := range []struct {
		name  string
		base  string
		chain []string // each link redirects to the next
		keys  []bool   // who saw the key, from the first request on
		fails bool
	}{
		{"no redirect", "https://example.com", nil, []bool{true}, false},
		{"same origin", "https://example.com", []string{"https://example.com/files/a"}, []bool{true, true}, false},
		{"same origin, port written", "https://example.com", []string{"https://example.com:443/files/a"},
			[]bool{true, true}, false},
		{"another port", "https://example.com", []string{"https://example.com:8443/a"}, []bool{true, false}, false},
		{"a subdomain", "https://example.com", []string{"https://cdn.example.com/a"}, []bool{true, false}, false},
		{"from a subdomain to its parent", "https://cdn.example.com", []string{"https://example.com/a"},
			[]bool{true, false}, false},
		{"another host", "https://example.com", []string{"https://evil.example.com/a"}, []bool{true, false}, false},
		{"away and back", "https://example.com", []string{"https://evil.example.com/a", "https://example.com/b"},
			[]bool{true, false, false}, false},
		{"around inside, then away", "https://example.com",
			[]string{"https://example.com/a", "https://cdn.example.com/b"}, []bool{true, true, false}, false},
		{"https to http", "https://example.com", []string{"http://example.com/a"}, []bool{true}, true},
		{"https to http elsewhere", "https://example.com", []string{"http://cdn.example.com/a"}, []bool{true}, true},
		{"https to https to http", "https://example.com",
			[]string{"https://cdn.example.com/a", "http://cdn.example.com/b"}, []bool{true, false}, true},
		{"http to https, same host", "http://example.com", []string{"https://example.com/a"}, []bool{true, false},
			false},
		{"http, another port", "http://example.com", []string{"http://example.com:8080/a"}, []bool{true, false}, false},
		{"to a file", "http://example.com", []string{"file:///etc/passwd"}, []bool{true}, true},
		{"with a user name", "http://example.com", []string{"http://u:p@cdn.example.com/a"}, []bool{true}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t)
			from := tc.base + content
			for _, to := range tc.chain {
				w.next[from] = to + "?X-Signature=1"
				from = to
				if to == "https://example.com:443/files/a" { // the server does not see the default port
					from = "https://example.com/files/a"
				}
			}
			path := filepath.Join(t.TempDir(), "a.mp4")
			err := w.client(t, tc.base).DownloadVideo(context.Background(), "task_1", path, nil)
			if (err != nil) != tc.fails || exists(path) == tc.fails {
				t.Fatalf("error %v, want one: %v", err, tc.fails)
			}
			if err != nil {
				clean(t, err.Error())
				if !errors.Is(err, ErrRedirected) {
					t.Errorf("%v, want ErrRedirected", err)
				}
			}
			if len(w.visits) != len(tc.keys) {
				t.Fatalf("visits %+v, want %d", w.visits, len(tc.keys))
			}
			for i, v := range w.visits {
				if v.key != tc.keys[i] {
					t.Errorf("%s saw the key: %v, want %v", v.host, v.key, tc.keys[i])
				}
				if v.referer != "" {
					t.Errorf("%s was told where we come from: %s", v.host, v.referer)
				}
			}
		})
	}
}

func TestRedirectLoopEnds(t *testing.T) {
	w := newWorld(t)
	w.next["https://example.com/v1/videos/task_1/content"] = "https://example.com/loop?sig=1"
	w.next["https://example.com/loop"] = "https://example.com/loop?sig=1"
	path := filepath.Join(t.TempDir(), "a.mp4")
	err := w.client(t, "https://example.com").DownloadVideo(context.Background(), "task_1", path, nil)
	if !errors.Is(err, ErrRedirected) || len(w.visits) != 10 {
		t.Errorf("%v after %d visits", err, len(w.visits))
	}
	clean(t, err.Error())
}

// TestFetchImageSendsKeyToOriginOnly: the link of a picture gets the key on the service's own origin only.
func TestFetchImageSendsKeyToOriginOnly(t *testing.T) {
	for _, tc := range []struct {
		link, next string
		keys       []bool
	}{
		{"https://example.com/files/a.png?sig=1", "", []bool{true}},
		{"/files/a.png", "", []bool{true}},
		{"https://cdn.example.com/a.png?sig=1", "", []bool{false}},
		{"https://example.com:8443/a.png", "", []bool{false}},
		{"http://example.com/a.png", "", []bool{false}},
		{"https://cdn.example.com/a.png", "https://example.com/b.png", []bool{false, false}},
		{"https://u:p@cdn.example.com/a.png", "", []bool{false}},
	} {
		t.Run(tc.link, func(t *testing.T) {
			w := newWorld(t)
			w.clip = picture(t, "png", 4, 4)
			if tc.next != "" {
				w.next[tc.link] = tc.next
			}
			path := filepath.Join(t.TempDir(), "a.png")
			if err := w.client(t, "https://example.com").FetchImage(context.Background(), ImageItem{URL: tc.link},
				path); err != nil {
				t.Fatal(err)
			}
			for i, v := range w.visits {
				if v.key != tc.keys[i] || v.referer != "" {
					t.Errorf("%s saw %+v, want the key: %v", v.host, v, tc.keys[i])
				}
			}
			if len(w.visits) != len(tc.keys) {
				t.Errorf("%d visits", len(w.visits))
			}
		})
	}
}

// TestGetVideoGuardsRedirects: a poll that is redirected away does not carry the key either.
func TestGetVideoGuardsRedirects(t *testing.T) {
	var key string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key = r.Header.Get("Authorization")
		io.WriteString(w, `{"id":"task_1","status":"queued"}`)
	}))
	t.Cleanup(other.Close)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	if _, err := c.GetVideo(context.Background(), "task_1"); err != nil || key != "" {
		t.Errorf("%v, key %q", err, key)
	}
}
