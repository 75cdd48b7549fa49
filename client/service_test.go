package client

import (
	"bufio"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const testKey = "sk-secret-0123456789abcdef"

// prefix is the base path of the test services, to detect paths that are built from the root.
const prefix = "/relay"

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"} {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}

// newClient makes a client of base, with changes.
func newClient(t testing.TB, base string, change ...func(*Config)) *Client {
	t.Helper()
	conf := Config{BaseURL: base, APIKey: testKey}
	for _, f := range change {
		f(&conf)
	}
	c, err := New(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdle)
	return c
}

// serve runs a service on loopback below prefix and makes its client.
func serve(t testing.TB, h http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(prefix+"/v1/", http.StripPrefix(prefix, h))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return newClient(t, s.URL+prefix, change...)
}

// answerWith serves one answer to everything.
func answerWith(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// rawService is a listener that counts whole requests and then does with the connection what a test wants.
type rawService struct {
	addr  string
	posts atomic.Int32
}

// serveRaw runs a raw service. after gets the connection once a whole request was read.
func serveRaw(t testing.TB, after func(conn net.Conn)) *rawService {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &rawService{addr: l.Addr().String()}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.talk(conn, after)
		}
	}()
	return s
}

func (s *rawService) talk(conn net.Conn, after func(net.Conn)) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, req.Body); err != nil {
			return
		}
		if req.Method == http.MethodPost {
			s.posts.Add(1)
		}
		after(conn)
	}
}

// dialTo sends every host of the table to a listener, so that a test can have hosts of any name.
func dialTo(table map[string]string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		to, ok := table[addr]
		if !ok {
			return nil, &net.DNSError{Err: "no such host", Name: addr, IsNotFound: true}
		}
		var d net.Dialer
		return d.DialContext(ctx, network, to)
	}
}

func trust(s *httptest.Server) func(*Config) {
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return func(c *Config) { c.RootCAs = pool }
}

// stalledClock is a timer under control of the test.
type stalledClock struct{ fire chan func() }

func newStalledClock() *stalledClock { return &stalledClock{fire: make(chan func(), 1)} }

func (s *stalledClock) afterFunc(_ time.Duration, f func()) Timer {
	s.fire <- f
	return noTimer{}
}

type noTimer struct{}

func (noTimer) Reset(time.Duration) bool { return true }
func (noTimer) Stop() bool               { return true }

func goodVideo() VideoRequest { return VideoRequest{Model: "clip-3.0", Prompt: "paper boats"} }
func goodImage() ImageRequest {
	return ImageRequest{Model: "genimage-2.5-flare", Prompt: "paper boats"}
}

// clip is a small whole MP4.
func clip(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("mp4", "testdata", "x264.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func asError(t testing.TB, err error) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T %v, want *Error", err, err)
	}
	return e
}

// clean fails when a text holds the key or the path or query of a link.
func clean(t testing.TB, text string) {
	t.Helper()
	for _, bad := range []string{testKey, "X-Signature", "sig=", "signed-path"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q stands in %q", bad, text)
		}
	}
}

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// OnClockSkew receives the skew from each response with a current Date header, including errors.
func TestClockSkewFromDate(t *testing.T) {
	now := time.Date(2040, 11, 21, 12, 0, 0, 0, time.UTC)
	date := now.AddDate(-14, 0, 0).Format(http.TimeFormat)
	for _, tc := range []struct {
		status int
		header []string
		told   int
	}{
		{200, []string{"Date", date}, 1}, {404, []string{"Date", date}, 1}, {200, []string{"Date", "yesterday"}, 0},
		{200, []string{"Date", date, "Age", "60"}, 0},
	} {
		var told []time.Duration
		c := serve(t, answerWith(tc.status, `{"id":"t","status":"queued"}`, tc.header...), func(c *Config) {
			c.Now = func() time.Time { return now }
			c.OnClockSkew = func(d time.Duration) { told = append(told, d) }
		})
		_, _ = c.GetVideo(t.Context(), "t")
		if len(told) != tc.told || tc.told == 1 && told[0] != now.Sub(now.AddDate(-14, 0, 0)) {
			t.Errorf("%d %v: told %v", tc.status, tc.header, told)
		}
	}
}
