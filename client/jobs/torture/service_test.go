package torture

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/render"
	"viviscope/client/sandbox/sandboxtest"
)

// serviceSetting configures the process of the service.
type serviceSetting struct {
	Dir     string
	Begin   time.Time
	Content sandboxtest.ContentMode
	Faults  float64 // the share of requests that cost money with which something goes wrong
	Seed    uint64  // of their choice
}

// books contains the service's state apart from its ledger.
type books struct {
	Posts    map[string]int    // requests that cost money, by the token in the prompt, whatever became of them
	Tasks    []sandbox.Task    // as they stand
	Pictures map[string]string // prompt by picture id
	Hosted   []string          // objects at the user's host
}

const booksPath = "/torture/books"

// runService serves the sandbox until its input is closed.
func runService(setting string) error {
	var o serviceSetting
	if err := json.Unmarshal([]byte(setting), &o); err != nil {
		return err
	}
	c := jobstest.NewClock(o.Begin)
	box, err := sandboxtest.New(sandboxtest.Options{Content: o.Content, Options: sandbox.Options{
		Dir: o.Dir, Key: key, Now: c.Now, Sleep: c.Sleep, Renderer: withoutToken{&sandboxtest.Renderer{}},
		Public: netip.Addr.IsLoopback,
	}})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: &desk{box: box, faults: o.Faults, random: rand.New(rand.NewPCG(o.Seed, 3)),
		hosted: map[string][]byte{}, gone: map[string]bool{},
		books: books{Posts: map[string]int{}, Pictures: map[string]string{}}}}
	go srv.Serve(l)
	fmt.Println("http://" + l.Addr().String())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return errors.Join(srv.Close(), box.Close())
}

// desk is a handler in front of the sandbox that counts the requests.
type desk struct {
	box *sandboxtest.Box

	faults float64

	mu     sync.Mutex
	random *rand.Rand
	books  books
	hosted map[string][]byte
	gone   map[string]bool // objects that were taken down
}

var token = regexp.MustCompile(`click-[0-9]+-[0-9]+-[0-9]+`)

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == booksPath:
		d.open(w)
	case r.URL.Path == framePath:
		_, _ = w.Write(dot("a frame"))
	case strings.HasPrefix(r.URL.Path, hostPath):
		d.host(w, r)
	case r.Method == http.MethodPost:
		d.post(w, r)
	case strings.HasSuffix(r.URL.Path, "/content"), strings.HasPrefix(r.URL.Path, "/v1/sandbox/clips/"):
		d.box.Handler().ServeHTTP(trickle{w}, r)
	default:
		d.box.Handler().ServeHTTP(w, r)
	}
}

// post counts a request by the part that has arrived, even if its sender died in between.
func (d *desk) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	d.mu.Lock()
	if t := token.Find(body); t != nil {
		d.books.Posts[string(t)]++
	}
	d.spoil(r.URL.Path)
	d.mu.Unlock()
	rest := io.Reader(bytes.NewReader(body))
	if err != nil {
		rest = io.MultiReader(rest, broken{err})
	}
	r.Body = io.NopCloser(rest)
	d.box.Handler().ServeHTTP(w, r)
	d.note()
}

// spoil orders a fault for some of the paid requests.
func (d *desk) spoil(path string) {
	if d.random.Float64() >= d.faults {
		return
	}
	kinds := []sandboxtest.Fault{{Kind: sandboxtest.LoseAnswer}, {Kind: sandboxtest.FailTask},
		{Kind: sandboxtest.Answer, Status: http.StatusServiceUnavailable},
		{Kind: sandboxtest.Answer, Status: http.StatusTooManyRequests, RetryAfter: "20"}}
	f := kinds[d.random.IntN(len(kinds))]
	f.Method, f.Path = http.MethodPost, path
	d.box.Faults().Add(f)
}

// withoutToken removes the token of the click from a request, so that all takes of a card are equal.
type withoutToken struct{ *sandboxtest.Renderer }

func (r withoutToken) Clip(ctx context.Context, q render.Request, w io.Writer) error {
	if strings.HasPrefix(q.Prompt, boardWord) {
		q.Prompt = token.ReplaceAllString(q.Prompt, "")
	}
	return r.Renderer.Clip(ctx, q, w)
}

func (r withoutToken) Still(ctx context.Context, q render.StillRequest) (image.Image, error) {
	if strings.HasPrefix(q.Prompt, boardWord) {
		q.Prompt = token.ReplaceAllString(q.Prompt, "")
	}
	return r.Renderer.Still(ctx, q)
}

// note records the pictures, because the sandbox forgets them when their links expire.
func (d *desk) note() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.box.Pictures() {
		d.books.Pictures[p.ID] = p.Prompt
	}
}

func (d *desk) open(w http.ResponseWriter) {
	d.note()
	d.mu.Lock()
	b := books{Posts: maps.Clone(d.books.Posts), Tasks: d.box.Tasks(), Pictures: maps.Clone(d.books.Pictures),
		Hosted: slices.Collect(maps.Keys(d.hosted))}
	d.mu.Unlock()
	_ = json.NewEncoder(w).Encode(b)
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }

// trickle sends a file in small pieces, so that a kill can hit a partial transfer.
type trickle struct{ http.ResponseWriter }

func (t trickle) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (t trickle) Write(b []byte) (int, error) {
	const piece = 1 << 10
	for at := 0; at < len(b); at += piece {
		if n, err := t.ResponseWriter.Write(b[at:min(at+piece, len(b))]); err != nil {
			return at + n, err
		}
		if err := http.NewResponseController(t.ResponseWriter).Flush(); err != nil {
			return min(at+piece, len(b)), err
		}
		time.Sleep(100 * time.Microsecond)
	}
	return len(b), nil
}

// service is the test's handle of that process.
type service struct {
	url string
	cmd *exec.Cmd
	end io.Closer
}

func startService(t *testing.T, s serviceSetting) *service {
	t.Helper()
	cmd := self(t, serviceEnv, s)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	return &service{url: strings.TrimSpace(line), cmd: cmd, end: in}
}

func (s *service) stop(t *testing.T) {
	t.Helper()
	_ = s.end.Close()
	must(t, s.cmd.Wait())
}

func (s *service) get(t *testing.T, path string, into any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
	must(t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	must(t, err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", path, resp.Status)
	}
	must(t, json.NewDecoder(resp.Body).Decode(into))
}

// self returns a command that runs this test binary as another process.
func self(t *testing.T, variable string, setting any) *exec.Cmd {
	t.Helper()
	raw, err := json.Marshal(setting)
	must(t, err)
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+string(raw))
	return cmd
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
