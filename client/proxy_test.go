package client

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// tunnels is a proxy that lets bytes through on CONNECT, always to the same address, whatever name it is asked for.
type tunnels struct {
	url *url.URL

	mu     sync.Mutex
	asked  []string // what it was asked for, "CONNECT example.com:443"; guarded by mu
	logins []string // Proxy-Authorization of each; guarded by mu
	leaked []string // Authorization of each; guarded by mu
}

// serveTunnels runs a proxy that tunnels to an address. If refuse is not nil, it handles the connections instead.
func serveTunnels(t *testing.T, to string, refuse func(net.Conn)) *tunnels {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	t.Cleanup(func() { l.Close(); work.Wait() })
	p := &tunnels{url: &url.URL{Scheme: "http", Host: l.Addr().String()}}
	work.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			work.Go(func() { p.talk(conn, to, refuse) })
		}
	})
	return p
}

func (p *tunnels) talk(conn net.Conn, to string, refuse func(net.Conn)) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	req, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	p.mu.Lock()
	p.asked = append(p.asked, req.Method+" "+req.Host)
	p.logins = append(p.logins, req.Header.Get("Proxy-Authorization"))
	p.leaked = append(p.leaked, req.Header.Get("Authorization"))
	p.mu.Unlock()
	if refuse != nil {
		refuse(conn)
		return
	}
	far, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer far.Close()
	io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n")
	var back sync.WaitGroup
	back.Go(func() { io.Copy(conn, far); conn.Close() })
	io.Copy(far, in)
	far.(*net.TCPConn).CloseWrite()
	back.Wait()
}

func (p *tunnels) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asked)
}

func through(p *tunnels) func(*Config) {
	return func(c *Config) { c.Proxy = http.ProxyURL(p.url) }
}

// farAway serves TLS, with HTTP/2 offered, under the name example.com, which only the proxy leads to.
func farAway(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.EnableHTTP2 = true
	s.Config.ErrorLog = quiet()
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// Everything that a service is asked goes through the proxy, which learns its host and nothing else: not the key.
func TestRequestsUseProxy(t *testing.T) {
	s := farAway(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+testKey || r.Header.Get("Proxy-Authorization") != "" {
			t.Errorf("%s came with Authorization %q, Proxy-Authorization %q", r.URL.Path, r.Header.Get("Authorization"),
				r.Header.Get("Proxy-Authorization"))
		}
		switch {
		case strings.HasSuffix(r.URL.Path, "/content"):
			w.Header().Set("Content-Type", "video/mp4")
			w.Write(clip(t))
		case r.Method == http.MethodPost:
			if r.ProtoMajor != 1 {
				t.Errorf("a POST over %s", r.Proto)
			}
			io.WriteString(w, `{"id":"task_1","status":"queued"}`)
		default:
			io.WriteString(w, `{"id":"task_1","status":"completed"}`)
		}
	})
	p := serveTunnels(t, s.Listener.Addr().String(), nil)
	p.url.User = url.UserPassword("ann", "se:cret")
	c := newClient(t, "https://example.com", trust(s), through(p))
	ctx := context.Background()
	if _, err := c.SubmitVideo(ctx, goodVideo()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.GetVideo(ctx, "task_1"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "clip.mp4")
	if err := c.DownloadVideo(ctx, "task_1", path, nil); err != nil || !exists(path) {
		t.Fatalf("download: %v", err)
	}
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("ann:se:cret"))
	for i, asked := range p.requests() {
		if asked != "CONNECT example.com:443" || p.logins[i] != want || p.leaked[i] != "" {
			t.Errorf("the proxy was asked %q with login %q and key %q", asked, p.logins[i], p.leaked[i])
		}
	}
	if len(p.requests()) < 2 {
		t.Errorf("the proxy was asked %d times", len(p.requests()))
	}
}

// What a service does after it has read a paid request does not make it come twice through a proxy either: one tunnel
// and one POST for each.
func TestExactlyOnePostThroughProxy(t *testing.T) {
	var posts atomic.Int32
	var fault func(http.ResponseWriter)
	s := farAway(t, func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 1 || !r.Close {
			t.Errorf("a POST over %s, closed after it: %v", r.Proto, r.Close)
		}
		io.Copy(io.Discard, r.Body)
		posts.Add(1)
		fault(w)
	})
	for _, tc := range []struct {
		name  string
		fault func(http.ResponseWriter)
	}{
		{"the tunnel breaks before an answer", func(http.ResponseWriter) { panic(http.ErrAbortHandler) }},
		{"the tunnel breaks within an answer", func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "90")
			io.WriteString(w, "{")
			panic(http.ErrAbortHandler)
		}},
		{"307", func(w http.ResponseWriter) { w.Header().Set("Location", "/again"); w.WriteHeader(307) }},
		{"503 with Retry-After", func(w http.ResponseWriter) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(503)
		}},
		{"407 from behind the tunnel", func(w http.ResponseWriter) { w.WriteHeader(407) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			fault = tc.fault
			posts.Store(0)
			p := serveTunnels(t, s.Listener.Addr().String(), nil)
			c := newClient(t, "https://example.com", trust(s), through(p))
			for i, post := range []func() error{
				func() error { _, err := c.SubmitVideo(context.Background(), goodVideo()); return err },
				func() error { _, err := c.GenerateImage(context.Background(), goodImage()); return err },
			} {
				err := post()
				if err == nil || OutcomeOf(err) == NotSent || errors.Is(err, ErrProxy) {
					t.Errorf("outcome %v of a request that left: %v", OutcomeOf(err), err)
				}
				if int(posts.Load()) != i+1 || len(p.requests()) != i+1 {
					t.Errorf("%d POSTs in %d tunnels after %d requests", posts.Load(), len(p.requests()), i+1)
				}
			}
		})
	}
}

// A proxy that lets nothing through has let nothing through: it is proved that no request left.
func TestProxyRefusal(t *testing.T) {
	answer := func(s string) func(net.Conn) { return func(c net.Conn) { io.WriteString(c, s) } }
	for name, refuse := range map[string]func(net.Conn){
		"407": answer("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"),
		"403": answer("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"),
		"502": answer("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			p := serveTunnels(t, "", refuse)
			p.url.User = url.UserPassword("ann", "hush-hush")
			c := newClient(t, "https://example.com", through(p))
			_, err := c.SubmitVideo(context.Background(), goodVideo())
			if !errors.Is(err, ErrProxy) || OutcomeOf(err) != NotSent || !strings.Contains(err.Error(), name) {
				t.Errorf("%v: %v", OutcomeOf(err), err)
			}
			if strings.Contains(err.Error(), "hush") {
				t.Errorf("%v quotes the login", err)
			}
			if n := len(p.requests()); n != 1 {
				t.Errorf("asked %d times", n)
			}
		})
	}
	dead := &url.URL{Scheme: "http", Host: "127.0.0.1:1", User: url.UserPassword("ann", "hush-hush")}
	c := newClient(t, "https://example.com", func(c *Config) { c.Proxy = http.ProxyURL(dead) })
	if _, err := c.SubmitVideo(context.Background(), goodVideo()); !errors.Is(err, ErrProxy) ||
		OutcomeOf(err) != NotSent || strings.Contains(err.Error(), "hush") {
		t.Errorf("a proxy that is not there: %v: %v", OutcomeOf(err), err)
	}
	unknown := errors.New("the keychain is locked")
	c = newClient(t, "https://example.com", func(c *Config) {
		c.Proxy = func(*http.Request) (*url.URL, error) { return nil, unknown }
	})
	if _, err := c.SubmitVideo(context.Background(), goodVideo()); !errors.Is(err, ErrProxy) ||
		!errors.Is(err, unknown) || OutcomeOf(err) != NotSent {
		t.Errorf("a proxy that cannot be told: %v: %v", OutcomeOf(err), err)
	}
}
