package sandbox_test

import (
	"bytes"
	"net"
	"net/http"
	"strings"
	"testing"

	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

func TestEveryCallNeedsTheKey(t *testing.T) {
	b := start(t)
	for _, call := range []struct{ method, path string }{
		{"POST", "/v1/videos"}, {"GET", "/v1/videos/x"}, {"GET", "/v1/videos/x/content"},
		{"POST", "/v1/images/generations"},
		{"POST", "/v1/images/edits"}, {"GET", "/v1/sandbox/ledger"}, {"GET", "/v1/videos"}, {"GET", "/"},
		{"DELETE", "/v1/videos/x"},
	} {
		for _, auth := range []string{"", "Bearer wrong", "Bearer ", "Basic " + b.Key(), b.Key()} {
			a := b.send(call.method, call.path, "", nil, "Authorization", auth)
			if a.status != http.StatusUnauthorized || a.code(t) != "invalid_api_key" ||
				a.header.Get("X-Request-Id") == "" {
				t.Errorf("%s %s with %q: %d %s", call.method, call.path, auth, a.status, a.body)
			}
			if strings.Contains(string(a.body), b.Key()) {
				t.Error("the answer shows the key")
			}
		}
		if a := b.send(call.method, call.path, "", nil); a.status == http.StatusUnauthorized {
			t.Errorf("%s %s with the key: %d", call.method, call.path, a.status)
		}
	}
}

// The service has no list and no cancel. Unknown paths return the error envelope too.
func TestUnknownPaths(t *testing.T) {
	b := start(t)
	for _, call := range []struct{ method, path string }{
		{"GET", "/v1/videos"}, {"DELETE", "/v1/videos/task_x"}, {"GET", "/videos/x"}, {"POST", "/v1/sandbox/faults"},
		{"GET", "/v1/images/generations"},
	} {
		a := b.send(call.method, call.path, "", nil)
		if a.status != http.StatusNotFound || !strings.HasPrefix(a.message(t), "Invalid URL ("+call.method) {
			t.Errorf("%s %s: %d %s", call.method, call.path, a.status, a.body)
		}
	}
}

func TestForeignHostAndOrigin(t *testing.T) {
	b := start(t)
	_, port, err := net.SplitHostPort(strings.TrimPrefix(b.BaseURL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct {
		header []string
		status int
	}{
		{[]string{"Host", "127.0.0.1:" + port}, 404},
		{[]string{"Host", "localhost:" + port}, 404},
		{[]string{"Host", "[::1]:" + port}, 404},
		{[]string{"Host", "127.0.0.1"}, 404},
		{[]string{"Host", "evil.test"}, 403},
		{[]string{"Host", "evil.test:" + port}, 403},
		{[]string{"Host", "127.0.0.1.evil.test:" + port}, 403},
		{[]string{"Host", "localhost.evil.test"}, 403},
		{[]string{"Host", "192.168.0.7:" + port}, 403},
		{[]string{"Origin", b.BaseURL()}, 404},
		{[]string{"Origin", "https://evil.test"}, 403},
		{[]string{"Origin", "null"}, 403},
		{[]string{"Origin", "http://127.0.0.1:1"}, 403},
	} {
		if a := b.get("/v1/videos/none", r.header...); a.status != r.status {
			t.Errorf("%v: %d, want %d", r.header, a.status, r.status)
		}
	}
	if len(b.Ledger()) != 0 {
		t.Error("something was charged")
	}
}

func TestLoopbackOnly(t *testing.T) {
	for _, addr := range []string{":8790", "0.0.0.0:0", "192.168.1.2:0", "[::]:0", "example.com:80", "127.0.0.1"} {
		if s, err := sandbox.New(sandbox.Options{Addr: addr}); err == nil {
			_ = s.Close()
			t.Errorf("%s was accepted", addr)
		}
	}
}

// A hosted picture can be read by its name. Nothing else in the folder can be read, written or deleted.
func TestHostedPictures(t *testing.T) {
	dir := t.TempDir()
	b := start(t, func(o *sandboxtest.Options) { o.Dir = dir })
	picture := pngOf(t, 64, 36, red)
	name := sandbox.HostedName("image/png")
	if other := sandbox.HostedName("image/png"); other == name {
		t.Errorf("two pictures are called %s", name)
	}
	for _, bad := range []string{"", "a.png", "../sandbox.json", name + "/../../sandbox.json"} {
		if _, err := b.Host(bad, bytes.NewReader(picture)); err == nil {
			t.Errorf("%q was stored", bad)
		}
		if err := b.Unhost(bad); err == nil {
			t.Errorf("%q was deleted", bad)
		}
	}
	if _, err := b.Host(name, bytes.NewReader(make([]byte, 33<<20))); err == nil {
		t.Error("33 MB were stored")
	}
	link, err := b.Host(name, bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	at := strings.TrimPrefix(link, b.BaseURL())
	for _, r := range []struct {
		method, path string
		status       int
	}{
		{"GET", at, http.StatusOK},
		{"PUT", at, http.StatusNotFound},
		{"DELETE", at, http.StatusNotFound},
		{"GET", strings.Replace(at, name, sandbox.HostedName("image/png"), 1), http.StatusGone},
		{"GET", strings.Replace(at, name, "..%2Fsandbox.json", 1), http.StatusNotFound},
	} {
		if got := b.send(r.method, r.path, "image/png", bytes.NewReader(picture)); got.status != r.status {
			t.Errorf("%s %s: %d, want %d: %.100s", r.method, r.path, got.status, r.status, got.body)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b.open(func(o *sandboxtest.Options) { o.Dir = dir }) // its link stays valid
	b.finish(object{"input_reference": link})
	for range 2 { // deleting twice succeeds
		if err := b.Unhost(name); err != nil {
			t.Error(err)
		}
	}
	id := b.submit(object{"prompt": "x", "input_reference": link})
	b.rendered()
	if e, _ := b.poll(id)["error"].(object); e == nil ||
		!strings.Contains(e["message"].(string), "the picture is gone") {
		t.Errorf("a frame that was taken down: %v", e)
	}
}
