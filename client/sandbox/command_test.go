package sandbox_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"viviscope/client/sandbox"
)

// signalWriter is an output that signals each line.
type signalWriter struct {
	mu  sync.Mutex
	buf bytes.Buffer
	got chan struct{}
	one sync.Once
}

func (w *signalWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.buf.Write(p)
	if strings.Contains(w.buf.String(), "API key: ") {
		w.one.Do(func() { close(w.got) })
	}
	return n, err
}

func (w *signalWriter) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf.String()
}

func TestMainServes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out := &signalWriter{got: make(chan struct{})}
	done := make(chan error, 1)
	go func() {
		done <- sandbox.Main(ctx, options(t, "-addr", "127.0.0.1:0", "-dir", t.TempDir(), "-seconds", "1"), out)
	}()
	select {
	case <-out.got:
	case err := <-done:
		t.Fatalf("it ended: %v\n%s", err, out)
	}
	url := regexp.MustCompile(`base URL: (http://127\.0\.0\.1:\d+)\n`).FindStringSubmatch(out.String())
	key := regexp.MustCompile(`API key: (\S+)\n`).FindStringSubmatch(out.String())
	if url == nil || key == nil {
		t.Fatalf("printed %q", out)
	}
	req, err := http.NewRequest("GET", url[1]+"/v1/videos/none", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key[1])
	req.Close = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", resp.StatusCode)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// options returns the options for command line arguments.
func options(t *testing.T, args ...string) sandbox.Options {
	t.Helper()
	fs := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	o := sandbox.Flags(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return *o
}

func TestMainRefuses(t *testing.T) {
	for name, args := range map[string][]string{"an open address": {"-addr", "0.0.0.0:0"},
		"negative seconds": {"-seconds", "-1"}} {
		if err := sandbox.Main(t.Context(), options(t, args...), io.Discard); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	fs := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	sandbox.Flags(fs)
	if err := fs.Parse([]string{"-faults"}); err == nil {
		t.Error("an unknown flag was accepted")
	}
}
