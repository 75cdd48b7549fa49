package client

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestExactlyOnePost: whatever a server does after it has read a paid request, it never gets a second one. The rows are
// the behaviours on which net/http or a careless client repeats a POST.
func TestExactlyOnePost(t *testing.T) {
	write := func(s string) func(net.Conn) { return func(c net.Conn) { io.WriteString(c, s) } }
	answer := func(head string) string { return "HTTP/1.1 " + head + "\r\nContent-Length: 0\r\n\r\n" }
	target := serveRaw(t, write(answer("200 OK"))) // where redirects lead
	to := "\r\nLocation: http://" + target.addr + "/again"
	for _, tc := range []struct {
		name  string
		after func(net.Conn)
	}{
		{"a good answer", write("HTTP/1.1 200 OK\r\nContent-Length: 32\r\n\r\n{\"id\":\"task_1\",\"status\":\"queued\"}")},
		{"closed without an answer", func(c net.Conn) { c.Close() }},
		{"reset without an answer", func(c net.Conn) { c.(*net.TCPConn).SetLinger(0); c.Close() }},
		{"half a head", func(c net.Conn) { io.WriteString(c, "HTTP/1.1 2"); c.Close() }},
		{"100 Continue, then closed", func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
			c.Close()
		}},
		{"half a body", func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{")
			c.Close()
		}},
		{"302", write(answer("302 Found" + to))},
		{"307, which asks to send it again", write(answer("307 Temporary Redirect" + to))},
		{"308, which asks to send it again", write(answer("308 Permanent Redirect" + to))},
		{"408, closed", func(c net.Conn) {
			io.WriteString(c, answer("408 Request Timeout\r\nConnection: close"))
			c.Close()
		}},
		{"425, which invites to send it again", write(answer("425 Too Early"))},
		{"429 with Retry-After", write(answer("429 Too Many Requests\r\nRetry-After: 0"))},
		{"500", write(answer("500 Internal Server Error"))},
		{"503 with Retry-After", write(answer("503 Service Unavailable\r\nRetry-After: 0"))},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := serveRaw(t, tc.after)
			c := newClient(t, "http://"+s.addr+prefix)
			posts := []func(){
				func() { c.SubmitVideo(context.Background(), goodVideo()) },
				func() { c.GenerateImage(context.Background(), goodImage()) },
				func() {
					c.EditImage(context.Background(), EditRequest{ImageRequest: goodImage(), Image: []byte("x")})
				},
			}
			for i, post := range posts {
				post()
				if got := s.posts.Load(); got != int32(i+1) {
					t.Fatalf("%d POSTs after %d requests", got, i+1)
				}
			}
		})
	}
	if n := target.posts.Load(); n != 0 {
		t.Errorf("%d POSTs where a redirect led", n)
	}
}

// TestPostOverHTTP1: a server that can speak HTTP/2 is spoken to over HTTP/1.1, because over HTTP/2 net/http repeats a
// request that the server has read. Each request has a connection of its own, so none meets one that just died.
func TestPostOverHTTP1(t *testing.T) {
	var posts, conns atomic.Int32
	var trouble atomic.Value
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posts.Add(1)
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.ProtoMajor != 1:
			trouble.Store("spoken to over " + r.Proto)
		case r.Header.Get("Idempotency-Key") != "" || r.Header.Get("X-Idempotency-Key") != "":
			trouble.Store("an idempotency key, which net/http takes as permission to repeat")
		case !r.Close:
			trouble.Store("the connection is kept")
		case r.ContentLength != int64(len(body)) || len(body) == 0:
			trouble.Store("no length")
		}
		panic(http.ErrAbortHandler) // the answer is lost; over HTTP/2 this resets the stream
	}))
	s.EnableHTTP2 = true
	s.Config.ErrorLog = quiet()
	s.Config.ConnState = func(_ net.Conn, st http.ConnState) {
		if st == http.StateNew {
			conns.Add(1)
		}
	}
	s.StartTLS()
	t.Cleanup(s.Close)
	c := newClient(t, s.URL, trust(s))
	for i := range 3 {
		_, err := c.SubmitVideo(context.Background(), goodVideo())
		if OutcomeOf(err) != Unknown {
			t.Errorf("%v: %v", OutcomeOf(err), err)
		}
		if posts.Load() != int32(i+1) || conns.Load() != int32(i+1) {
			t.Errorf("%d POSTs on %d connections after %d requests", posts.Load(), conns.Load(), i+1)
		}
	}
	if w := trouble.Load(); w != nil {
		t.Error(w)
	}
}

// TestPostBodyCannotBeReadTwice looks at the request as the transport gets it.
func TestPostBodyCannotBeReadTwice(t *testing.T) {
	c := newClient(t, "http://127.0.0.1:1")
	seen := 0
	c.post.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		seen++
		if r.GetBody != nil {
			t.Error("GetBody is set")
		}
		return &http.Response{StatusCode: 500, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
	})
	c.SubmitVideo(context.Background(), goodVideo())
	c.GenerateImage(context.Background(), goodImage())
	c.EditImage(context.Background(), EditRequest{ImageRequest: goodImage(), Image: []byte("x")})
	if seen != 3 {
		t.Errorf("%d requests", seen)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
