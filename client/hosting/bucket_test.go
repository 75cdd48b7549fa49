package hosting

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"viviscope/client"
	"viviscope/client/hosting/hostingtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// testBucket is a bucket on a test server.
type testBucket struct {
	config  Config
	server  *hostingtest.Server // test server
	folder  string              // folder of the objects on disk
	missing func(*Config)       // sets a bucket that does not exist
	options Options
	waits   *fakeWaits
	log     *bytes.Buffer
}

// fakeWaits are the delays between attempts. They return at once, after calling hook if it is set.
type fakeWaits struct {
	mu   sync.Mutex
	all  []time.Duration
	hook func()
}

func (w *fakeWaits) wait(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	w.all = append(w.all, d)
	w.mu.Unlock()
	if w.hook != nil {
		w.hook()
	}
	return ctx.Err()
}

// newBucket starts a server with a bucket and a prefix that needs escaping.
func newBucket(t *testing.T, opts ...hostingtest.Option) *testBucket {
	t.Helper()
	s := hostingtest.S3(t, opts...)
	const prefix = "Bilder & Frames/画像 #1"
	p := &testBucket{server: s, folder: filepath.Join(s.Dir, hostingtest.Bucket, filepath.FromSlash(prefix))}
	p.config = Config{Kind: KindS3, S3: S3{
		Endpoint: "http://" + s.Addr + "/", Region: hostingtest.Region, Bucket: hostingtest.Bucket,
		Prefix: "/" + prefix + "/", AccessKey: hostingtest.AccessKey,
	}}
	p.missing = func(c *Config) { c.S3.Bucket = "nowhere" }
	p.setOptions(t)
	return p
}

// setOptions sets the options, and checks at the end of the test that the log contains no secret.
func (p *testBucket) setOptions(t *testing.T) {
	p.waits, p.log = &fakeWaits{}, &bytes.Buffer{}
	p.options = Options{
		Proxy: func(*http.Request) (*url.URL, error) { return nil, nil },
		Wait:  p.waits.wait,
		Log:   slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	t.Cleanup(func() {
		noSecret(t, p.log.String())
		if t.Failed() {
			t.Log(p.log)
		}
	})
}

func (p *testBucket) host(t *testing.T) *Bucket {
	t.Helper()
	h, err := New(p.config, NewSecret(hostingtest.Secret), p.options)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// files returns the pictures on disk.
func (p *testBucket) files(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(p.folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") { // temporary files of the server
			continue
		}
		out = append(out, e.Name())
	}
	return out
}

// untilIdle waits until the server has stopped writing.
func (p *testBucket) untilIdle(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		busy, err := filepath.Glob(filepath.Join(p.folder, ".*"))
		if err != nil {
			t.Fatal(err)
		}
		if len(busy) == 0 {
			return
		}
	}
	t.Error("the server does not come to rest")
}

// noSecret verifies that a text contains no secret.
func noSecret(t *testing.T, text string) {
	t.Helper()
	for _, never := range []string{hostingtest.Secret, url.QueryEscape(hostingtest.Secret), "wrong-secret",
		"X-Amz-Signature", "http://", "https://"} {
		if strings.Contains(text, never) {
			t.Errorf("%q holds %q", text, never)
		}
	}
}

// fetch fetches a link without credentials.
func fetch(t *testing.T, link string) (status int, mime string, data []byte) {
	t.Helper()
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := c.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if data, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header.Get("Content-Type"), data
}

// large is a picture that exceeds all socket buffers, so that an upload is still running when it reports progress.
var large = bytes.Repeat([]byte("viviscope"), 2<<20)

// at returns a progress function that calls f once, after from bytes.
func at(from int64, f func()) func(done, total int64) {
	var once sync.Once
	return func(done, _ int64) {
		if done >= from {
			once.Do(f)
		}
	}
}

// manualTimers are timers that a test fires.
type manualTimers struct {
	mu   sync.Mutex
	last func()
}

func (h *manualTimers) after(_ time.Duration, f func()) client.Timer {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = f
	return stoppedTimer{}
}

func (h *manualTimers) fire() {
	h.mu.Lock()
	f := h.last
	h.mu.Unlock()
	f()
}

type stoppedTimer struct{}

func (stoppedTimer) Reset(time.Duration) bool { return true }
func (stoppedTimer) Stop() bool               { return true }
