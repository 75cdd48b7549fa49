package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

// submit posts one clip that must fail, and returns the error.
func submit(t *testing.T, c *Client, ctx context.Context) error {
	t.Helper()
	_, err := c.SubmitVideo(ctx, goodVideo())
	if err == nil {
		t.Fatal("no error")
	}
	clean(t, err.Error())
	return err
}

// TestOutcomeOfStatus checks the outcome of every status, over a real connection.
func TestOutcomeOfStatus(t *testing.T) {
	rows := map[Outcome][]int{
		Rejected: {307, 308, 400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 418, 421, 422, 425, 426, 428, 429,
			431, 451},
		Unknown: {200, 201, 202, 204, 206, 300, 301, 302, 303, 304, 305, 408, 424, 444, 460, 499, 500, 501, 502, 503,
			504, 507, 520, 521, 522, 523, 524, 525, 526, 530, 599},
	}
	for want, statuses := range rows {
		for _, status := range statuses {
			t.Run(fmt.Sprint(status), func(t *testing.T) {
				body := `{"error":{"message":"words of the service","code":"a_code"}}`
				if status == 204 || status == 304 {
					body = ""
				}
				c := serve(t, answerWith(status, body, "Location", "https://elsewhere.example/signed-path?sig=1",
					"X-Request-Id", "req-7"))
				for _, post := range []func() error{
					func() error { _, err := c.SubmitVideo(context.Background(), goodVideo()); return err },
					func() error { _, err := c.GenerateImage(context.Background(), goodImage()); return err },
					func() error {
						_, err := c.EditImage(context.Background(),
							EditRequest{ImageRequest: goodImage(), ImageURLs: []string{frameA}})
						return err
					},
				} {
					err := post()
					e := asError(t, err)
					if got := OutcomeOf(fmt.Errorf("wrapped: %w", err)); got != want {
						t.Errorf("outcome %v, want %v (%v)", got, want, err)
					}
					if e.Status != status || e.RequestID != "req-7" {
						t.Errorf("status %d, request %q", e.Status, e.RequestID)
					}
					if e.Accepted() != (status/100 == 2) {
						t.Errorf("Accepted = %v", e.Accepted())
					}
					if status >= 400 && (e.Code != "a_code" || e.Message != "words of the service") {
						t.Errorf("words %q %q", e.Code, e.Message)
					}
					clean(t, err.Error())
				}
			})
		}
	}
}

// TestOutcomeNotSent are the ways in which no connection is ever got.
func TestOutcomeNotSent(t *testing.T) {
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := dead.Addr().String()
	dead.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = quiet()
	secure.StartTLS()
	t.Cleanup(secure.Close)
	old := httptest.NewUnstartedServer(http.NotFoundHandler())
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11}
	old.Config.ErrorLog = quiet()
	old.StartTLS()
	t.Cleanup(old.Close)
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	background := context.Background()
	late, stop := context.WithTimeout(background, 0)
	defer stop()
	for _, tc := range []struct {
		name string
		ctx  context.Context
		c    *Client
		kind error
	}{
		{"refused", background, newClient(t, "http://"+refused), ErrUnreachable},
		{"DNS", background, newClient(t, "https://api.example.com", func(c *Config) {
			c.Dial = dialTo(nil)
		}), ErrNoHost},
		{"DNS timeout", background, newClient(t, "https://api.example.com", func(c *Config) {
			c.Dial = func(context.Context, string, string) (net.Conn, error) {
				return nil, &net.DNSError{Err: "timeout", IsTimeout: true}
			}
		}), ErrUnreachable},
		{"dial timeout", background, newClient(t, "https://api.example.com", func(c *Config) {
			c.Dial = func(context.Context, string, string) (net.Conn, error) {
				return nil, &net.OpError{Op: "dial", Err: context.DeadlineExceeded}
			}
		}), ErrUnreachable},
		{"unknown certificate authority", background, newClient(t, secure.URL), ErrCertificate},
		{"a TLS that is too old", background, newClient(t, old.URL, trust(old)), ErrUnreachable},
		{"https to an http server", background, newClient(t, "https"+plain.URL[4:]), ErrUnreachable},
		{"a proxy that refuses the tunnel", background, throughProxy(t), ErrUnreachable},
		{"cancelled before", canceled, newClient(t, plain.URL), context.Canceled},
		{"time was up before", late, newClient(t, plain.URL), context.DeadlineExceeded},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := submit(t, tc.c, tc.ctx)
			if OutcomeOf(err) != NotSent || !errors.Is(err, tc.kind) {
				t.Errorf("%v (%v), want NotSent and %v", OutcomeOf(err), err, tc.kind)
			}
		})
	}
}

// throughProxy returns a client with a proxy that refuses every request.
func throughProxy(t *testing.T) *Client {
	proxy := httptest.NewServer(answerWith(http.StatusProxyAuthRequired, ""))
	t.Cleanup(proxy.Close)
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t, "https://api.example.com")
	c.post.Transport.(*http.Transport).Proxy = http.ProxyURL(at)
	return c
}

// Requests that the client refuses are NotSent. Other errors are Unknown.
func TestOutcomeOfOtherErrors(t *testing.T) {
	for _, ours := range []error{ErrNoKey, ErrBadBaseURL, ErrBadTaskID, &ValidationError{Field: "seconds"}} {
		if OutcomeOf(fmt.Errorf("x: %w", ours)) != NotSent {
			t.Errorf("%v is not NotSent", ours)
		}
	}
	for _, bare := range []error{nil, context.Canceled, io.EOF, errors.New("x"), &Error{}} {
		if OutcomeOf(bare) != Unknown {
			t.Errorf("%v is not Unknown", bare)
		}
	}
}

// TestOutcomeUnknown are the ways in which a request may have left and nothing that means anything came back. Each is
// served by hand, after the whole request was read.
func TestOutcomeUnknown(t *testing.T) {
	write := func(s string) func(net.Conn) { return func(c net.Conn) { io.WriteString(c, s); c.Close() } }
	for _, tc := range []struct {
		name     string
		after    func(net.Conn)
		accepted bool
		kind     error
	}{
		{"closed", func(c net.Conn) { c.Close() }, false, ErrNoAnswer},
		{"reset", func(c net.Conn) { c.(*net.TCPConn).SetLinger(0); c.Close() }, false, ErrNoAnswer},
		{"half a status line", write("HTTP/1.1 20"), false, ErrNoAnswer},
		{"half a head", write("HTTP/1.1 200 OK\r\nContent-Le"), false, ErrNoAnswer},
		{"nonsense with the key in it", write("\x00\x01 " + testKey + "\r\n\r\n"), false, ErrNoAnswer},
		{"100 and closed", write("HTTP/1.1 100 Continue\r\n\r\n"), false, ErrNoAnswer},
		{"101", write("HTTP/1.1 101 Switching Protocols\r\n\r\n"), false, nil},
		{"200 and no body", write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n"), true, ErrNoAnswer},
		{"200 and half a body", write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"id\":\"task_1\""), true,
			ErrNoAnswer},
		{"200 and half a chunk", write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{\"id\""), true,
			ErrNoAnswer},
		{"200, closed in the middle without a length", write("HTTP/1.0 200 OK\r\n\r\n{\"id\":\"task_1\",\"sta"), true,
			ErrNoTaskID},
		{"200 and broken gzip", write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"),
			true, nil},
		{"200 and HTML", write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 22\r\n\r\n<title>Sign in</title>"), true, ErrNoTaskID},
		{"200 and nothing", write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), true, ErrNoTaskID},
		{"200 and an error", write("HTTP/1.1 200 OK\r\nContent-Length: 39\r\n\r\n{\"code\":\"x\",\"message\":\"m\",\"data\":null}\n"), true, ErrNoTaskID},
		{"200 and an ID that is none",
			write("HTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\n{\"id\":\"a\\u0007\",\"status\":\"queued\"}  \n"), true,
			ErrNoTaskID},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := serveRaw(t, tc.after)
			err := submit(t, newClient(t, "http://"+s.addr+prefix), context.Background())
			e := asError(t, err)
			if OutcomeOf(err) != Unknown || e.Accepted() != tc.accepted || tc.kind != nil && !errors.Is(err, tc.kind) {
				t.Errorf("%v, accepted %v, want Unknown, %v and %v: %v", OutcomeOf(err), e.Accepted(), tc.accepted,
					tc.kind, err)
			}
			if n := s.posts.Load(); n != 1 {
				t.Errorf("%d POSTs", n)
			}
		})
	}
}

// TestOutcomeUnknownWhenInterrupted: our own patience or a quitting program prove nothing about a request that is out.
func TestOutcomeUnknownWhenInterrupted(t *testing.T) {
	arrived := make(chan struct{}, 1)
	hang := make(chan struct{})
	s := serveRaw(t, func(net.Conn) { arrived <- struct{}{}; <-hang })
	defer close(hang)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-arrived; cancel() }()
	_, err := newClient(t, "http://"+s.addr).GenerateImage(ctx, goodImage())
	if OutcomeOf(err) != Unknown || !errors.Is(err, context.Canceled) || asError(t, err).Accepted() {
		t.Errorf("%v: %v", OutcomeOf(err), err)
	}
}

func TestSentinels(t *testing.T) {
	all := []error{ErrAuth, ErrForbidden, ErrNoBalance, ErrNotFound, ErrGone, ErrRateLimited, ErrServer, ErrRedirected}
	for _, tc := range []struct {
		e    Error
		want []error
	}{
		{Error{Status: 401}, []error{ErrAuth}},
		{Error{Status: 402}, []error{ErrNoBalance}},
		{Error{Status: 403, Code: "insufficient_user_quota"}, []error{ErrForbidden, ErrNoBalance}},
		{Error{Status: 404}, []error{ErrNotFound}},
		{Error{Status: 400, Code: "task_not_exist"}, []error{ErrNotFound}},
		{Error{Status: 410}, []error{ErrGone}},
		{Error{Status: 404, Code: "artifact_gone"}, []error{ErrNotFound, ErrGone}},
		{Error{Status: 429}, []error{ErrRateLimited}},
		{Error{Status: 503, Code: "model_not_found"}, []error{ErrServer}},
		{Error{Status: 307}, []error{ErrRedirected}},
		{Error{Status: 400}, nil},
	} {
		for _, s := range all {
			want := false
			for _, w := range tc.want {
				want = want || w == s
			}
			if errors.Is(fmt.Errorf("x: %w", &tc.e), s) != want {
				t.Errorf("%+v is %v: want %v", tc.e, s, want)
			}
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name   string
		header []string
		want   time.Duration
	}{
		{"none", nil, 0},
		{"seconds", []string{"Retry-After", "7"}, 7 * time.Second},
		{"a fraction", []string{"Retry-After", "0.5"}, 500 * time.Millisecond},
		{"milliseconds win", []string{"Retry-After", "7", "Retry-After-Ms", "250"}, 250 * time.Millisecond},
		{"a date, by the server's clock", []string{"Retry-After", "Sat, 21 Nov 2026 10:00:30 GMT", "Date",
			"Sat, 21 Nov 2026 10:00:00 GMT"}, 30 * time.Second},
		{"a date in the past", []string{"Retry-After", "Sat, 21 Nov 2026 09:00:00 GMT", "Date",
			"Sat, 21 Nov 2026 10:00:00 GMT"}, 0},
		{"negative", []string{"Retry-After", "-5"}, 0},
		{"nonsense", []string{"Retry-After", "soon"}, 0},
		{"absurd", []string{"Retry-After", "1e300"}, 24 * time.Hour},
		{"not a number", []string{"Retry-After", "NaN"}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := serve(t, answerWith(429, "", tc.header...), func(c *Config) {
				c.Now = func() time.Time { return now }
			})
			e := asError(t, submit(t, c, context.Background()))
			if e.RetryAfter != tc.want || !errors.Is(e, ErrRateLimited) || e.Message != "Too Many Requests" {
				t.Errorf("%v (%v)", e.RetryAfter, e)
			}
		})
	}
	c := parser(t)
	c.now = func() time.Time { return now }
	if got := c.retryAfter(http.Header{"Retry-After": {"Sat, 21 Nov 2026 12:01:00 GMT"}}); got != time.Minute {
		t.Errorf("a date by our clock: %v", got)
	}
}
