package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/netip"
	"net/textproto"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock is a manual clock.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// box is a running sandbox with a manual clock and a client with its key.
type box struct {
	*sandboxtest.Box
	t        *testing.T
	clock    *clock
	renderer *sandboxtest.Renderer
	http     *http.Client

	mu    sync.Mutex
	slept []time.Duration // by picture calls
}

// start runs a sandbox with the instant renderer and a manual clock.
func start(t *testing.T, set ...func(*sandboxtest.Options)) *box {
	t.Helper()
	b := &box{t: t, clock: newClock(), renderer: &sandboxtest.Renderer{}}
	b.open(set...)
	return b
}

func (b *box) open(set ...func(*sandboxtest.Options)) {
	b.t.Helper()
	o := sandboxtest.Options{Options: sandbox.Options{
		Now: b.clock.Now, Renderer: b.renderer, Public: netip.Addr.IsLoopback,
		Sleep: func(ctx context.Context, d time.Duration) error {
			b.mu.Lock()
			b.slept = append(b.slept, d)
			b.mu.Unlock()
			return ctx.Err()
		},
	}}
	for _, f := range set {
		f(&o)
	}
	s, err := sandboxtest.New(o)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		b.t.Fatal(err)
	}
	tr := &http.Transport{DisableKeepAlives: true}
	b.Box = s
	b.http = &http.Client{Transport: tr, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	b.t.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.t.Error(err)
		}
		tr.CloseIdleConnections()
	})
}

// answer is a complete response.
type answer struct {
	status int
	header http.Header
	body   []byte
	err    error // error of reading the body
}

// json reads the body as an object.
func (a answer) json(t *testing.T) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(a.body, &m); err != nil {
		t.Fatalf("not JSON: %v: %.200s", err, a.body)
	}
	return m
}

// message returns the message of an error after checking the whole envelope.
func (a answer) message(t *testing.T) string {
	t.Helper()
	m := a.json(t)
	e, ok := m["error"].(map[string]any)
	if !ok || len(m) != 1 {
		t.Fatalf("no envelope: %s", a.body)
	}
	for _, k := range []string{"message", "type", "code"} {
		if s, ok := e[k].(string); !ok || s == "" {
			t.Errorf("the envelope has no %s: %s", k, a.body)
		}
	}
	if p, ok := e["param"]; !ok || p != nil {
		t.Errorf("param is not null: %s", a.body)
	}
	return e["message"].(string)
}

func (a answer) code(t *testing.T) string {
	t.Helper()
	a.message(t)
	return a.json(t)["error"].(map[string]any)["code"].(string)
}

// send sends a request with the key.
func (b *box) send(method, path, contentType string, body io.Reader, header ...string) answer {
	b.t.Helper()
	a, err := b.try(method, path, contentType, body, header...)
	if err != nil {
		b.t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

func (b *box) try(method, path, contentType string, body io.Reader, header ...string) (answer, error) {
	b.t.Helper()
	url := path
	if path[0] == '/' {
		url = b.BaseURL() + path
	}
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+b.Key())
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		switch header[i] {
		case "Host":
			req.Host = header[i+1]
		default:
			req.Header.Set(header[i], header[i+1])
		}
		if header[i+1] == "" {
			req.Header.Del(header[i])
		}
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	a := answer{status: resp.StatusCode, header: resp.Header}
	a.body, a.err = io.ReadAll(resp.Body)
	return a, nil
}

func (b *box) get(path string, header ...string) answer {
	b.t.Helper()
	return b.send(http.MethodGet, path, "", nil, header...)
}

// post sends a value as JSON; it sends a string unchanged.
func (b *box) post(path string, v any, header ...string) answer {
	b.t.Helper()
	return b.send(http.MethodPost, path, "application/json", bytes.NewReader(jsonOf(b.t, v)), header...)
}

func jsonOf(t *testing.T, v any) []byte {
	t.Helper()
	if s, ok := v.(string); ok {
		return []byte(s)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// part is one part of a form. With a file name it is a file.
type part struct {
	name, file string
	data       []byte
}

func text(name, value string) part { return part{name: name, data: []byte(value)} }

func (b *box) postForm(path string, parts ...part) answer {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, p := range parts {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q`, p.name))
		if p.file != "" {
			h.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, p.name, p.file))
			h.Set("Content-Type", "image/png")
		}
		pw, err := w.CreatePart(h)
		if err != nil {
			b.t.Fatal(err)
		}
		if _, err := pw.Write(p.data); err != nil {
			b.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.t.Fatal(err)
	}
	return b.send(http.MethodPost, path, w.FormDataContentType(), &body)
}

type object = map[string]any

// submit makes a task and returns its id.
func (b *box) submit(fields object) string {
	b.t.Helper()
	if fields["model"] == nil {
		fields["model"] = "clip-3.0"
	}
	a := b.post("/v1/videos", fields)
	if a.status != http.StatusOK {
		b.t.Fatalf("submit: %d %s", a.status, a.body)
	}
	return a.json(b.t)["id"].(string)
}

// rendered waits until nothing is being rendered.
func (b *box) rendered() {
	b.t.Helper()
	if err := b.Wait(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// finish makes a task and advances the clock past its duration.
func (b *box) finish(fields object) string {
	b.t.Helper()
	id := b.submit(fields)
	b.rendered()
	b.clock.Add(sandbox.DefaultSeconds * time.Second)
	if got := b.poll(id)["status"]; got != "completed" {
		b.t.Fatalf("status %v", got)
	}
	return id
}

func (b *box) poll(id string) map[string]any {
	b.t.Helper()
	a := b.get("/v1/videos/" + id)
	if a.status != http.StatusOK {
		b.t.Fatalf("poll: %d %s", a.status, a.body)
	}
	return a.json(b.t)
}

// kinds returns the ledger as a short text.
func (b *box) kinds() string {
	var out string
	for _, e := range b.Ledger() {
		out += fmt.Sprintf("%s %d;", e.Kind, e.AmountMicros)
	}
	return out
}
