// Package sandbox is the whole service in a box: a real HTTP server on loopback, with a key of its own, that keeps every
// rule, state, message, error and limit of the service interface and renders real clips and pictures, for free. It is
// what a user without an account starts with, and what the tests of the program talk to (package sandboxtest adds faults to it).
//
// # What it answers
//
//	POST /v1/videos                submit a task                      (interface 4.1)
//	GET  /v1/videos/{id}           how it stands                      (4.2)
//	GET  /v1/videos/{id}/content   the MP4, by a redirect             (4.3)
//	POST /v1/images/generations    a picture from text                (4.4)
//	POST /v1/images/edits          a changed picture                  (4.5)
//	GET  /v1/models                the models, as gateways list them
//
// Where the interface says "not shown", it answers as the real servers of this family most often do: errors are
// {"error":{"message","type","param":null,"code"}}, an unknown task is 404 task_not_found, content that is asked for too
// early is 400, usage has the names of OpenAI. POST /v1/videos also takes multipart forms, because the official SDKs of
// this protocol send nothing else. There is no list of tasks and no cancel, as at the service.
//
// Extras, which no real service has: GET /v1/sandbox/ledger shows what was reserved, charged and refunded; the signed
// links of clips and pictures live below /v1/sandbox/, as do those of local pictures that [Server.Host] stores.
//
// # Time
//
// A task takes [Options].Seconds (20 by default), a picture a share of that by its size and quality. Rendering begins at
// once and is usually done much earlier; progress follows the clock, and a task is completed when both the time has
// passed and the clip is there. Everything that depends on time is computed from [Options].Now when somebody looks:
// there are no timers, so that a test moves seven days in no time.
//
// # Words that order something
//
// A prompt that contains one of these makes something happen that people may want to see (in any case of letters):
//
//	[fail]  the task fails: "the prompt was rejected by the content check", and is refunded; a picture is refused
//	[slow]  everything takes five times as long
//
// # What is kept
//
// With [Options].Dir the state survives a restart, also one by power cut: journal.jsonl holds one line per change, with
// its ledger entries, written and synced before the answer goes out. A task that was not finished is rendered again (the
// same request gives the same bytes). Clips are deleted after 7 days, pictures after 24 hours, hosted pictures when they
// are told to be. The key, the port and the secret that signs links are in sandbox.json. The folder has mode 0700, the
// files 0600.
//
// # Safety
//
// It listens on loopback only, refuses requests whose Host or Origin is foreign (a page in a browser cannot reach it
// under a name of its own), and wants the key on every call except those to signed links and to the unguessable names of
// hosted pictures. Pictures are measured before they are decoded. Links that the holder of the key names are fetched by package linkcheck, from public addresses only, like
// those that the composer looks at: a link comes from anywhere. Pictures of its own, and those that were put there, are opened in its folder.
package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"viviscope/client/sandbox/render"
)

// How long the service keeps things (interface 8).
const (
	ClipLife    = 7 * 24 * time.Hour // from the creation of the task
	PictureLife = 24 * time.Hour
)

// DefaultSeconds is how long a task takes where Options do not say.
const DefaultSeconds = 20

// maxSeconds is a day: a task that takes longer is a mistake.
const maxSeconds = 86400

// Options configure a [Server]. The zero value is a sandbox that forgets everything when it is closed.
type Options struct {
	Addr        string                                // loopback host and port; "" or port 0: the port kept in Dir, else a free one
	Key         string                                // "": the key kept in Dir, else a new one. A key that is given is never written down
	Dir         string                                // where state, clips and pictures are kept; "": a temporary folder, deleted by Close
	Seconds     float64                               // how long a task takes; 0: DefaultSeconds
	PictureLife time.Duration                         // how long pictures and their links live; 0: PictureLife
	Middleware  func(http.Handler) http.Handler       // wraps the service, behind the check of Host and Origin; nil: nothing
	Renderer    Renderer                              // nil: the real one
	Log         *slog.Logger                          // nil: silent
	Proxy       func(*http.Request) (*url.URL, error) // which way pictures are fetched by link; nil: http.ProxyFromEnvironment
	Public      func(netip.Addr) bool                 // addresses that a link may lead to; nil: client.PublicAddress
	Now         func() time.Time
	// Sleep waits until d has passed or ctx is done; it makes picture calls take their time. nil: by the wall clock.
	Sleep func(ctx context.Context, d time.Duration) error
}

func (o Options) withDefaults() (Options, error) {
	if o.Seconds == 0 {
		o.Seconds = DefaultSeconds
	}
	if !(o.Seconds > 0 && o.Seconds <= maxSeconds) { // also not a number
		return o, fmt.Errorf("sandbox seconds %v: not from 0 to %d", o.Seconds, maxSeconds)
	}
	if o.PictureLife == 0 {
		o.PictureLife = PictureLife
	}
	if o.Renderer == nil {
		o.Renderer = render.Renderer{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	return o, checkLoopback(o.Addr)
}

// checkLoopback refuses every address that others could reach: the sandbox has no encryption and a key that stands in a file.
func checkLoopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("sandbox address %q: %w", addr, err)
	}
	if !isLoopback(host) {
		return fmt.Errorf("sandbox address %q: only loopback is allowed, such as 127.0.0.1:8790", addr)
	}
	return nil
}

// isLoopback reports whether host, a name or an address without a port, can only mean this computer.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// DefaultAddr is where the sandbox listens when it runs alone.
const DefaultAddr = "127.0.0.1:8790"

// Main serves the sandbox alone, as `viviscope sandbox` does, until ctx is done. It prints its base URL and its key to
// out, and logs through the default logger.
func Main(ctx context.Context, o Options, out io.Writer) error {
	o.Log = slog.Default()
	s, err := New(o)
	if err != nil {
		return fmt.Errorf("open sandbox: %w", err)
	}
	if err := s.Start(); err != nil {
		return errors.Join(err, s.Close())
	}
	fmt.Fprintf(out, "Viviscope sandbox: the service in a box, free, on this computer only. Ctrl+C ends it.\n"+
		"base URL: %s\nAPI key: %s\n", s.BaseURL(), s.Key())
	if o.Dir == "" {
		fmt.Fprintln(out, "It forgets everything at its end; -dir keeps it.")
	}
	<-ctx.Done()
	return s.Close()
}

// Flags adds the flags of a sandbox that runs alone, and returns the options that they set.
func Flags(fs *flag.FlagSet) *Options {
	o := new(Options)
	fs.StringVar(&o.Addr, "addr", DefaultAddr, "loopback `address` to listen on; port 0: a free one, the same each time with -dir")
	fs.StringVar(&o.Key, "key", "", "the API `key` to ask for (default: one is made, and kept with -dir)")
	fs.Float64Var(&o.Seconds, "seconds", DefaultSeconds, "how many `seconds` a clip takes; pictures take a share of it")
	fs.StringVar(&o.Dir, "dir", "", "`folder` for tasks, files and the key (default: a temporary one)")
	return o
}

// identity is what a sandbox keeps for its whole life, so that keys and links outlive a restart as a service's do.
type identity struct {
	Key    string `json:"key"`
	Port   int    `json:"port,omitempty"` // 0: never started
	Secret string `json:"secret"`         // signs links
}

// loadIdentity reads the identity of a folder, or makes one.
func loadIdentity(st *store) (identity, error) {
	var id identity
	b, err := st.root.ReadFile(identityFile)
	if err == nil && json.Unmarshal(b, &id) == nil && id.Key != "" && id.Secret != "" {
		return id, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return identity{}, fmt.Errorf("read sandbox identity: %w", err)
	}
	id = identity{Key: "sk-sandbox-" + randomID(32), Port: id.Port, Secret: randomID(43)}
	return id, id.save(st)
}

func (id identity) save(st *store) error {
	_, err := st.writeFile(identityFile, func(w io.Writer) error { return json.NewEncoder(w).Encode(id) })
	if err != nil {
		return fmt.Errorf("write sandbox identity: %w", err)
	}
	return nil
}

// randomID returns n characters of 0-9 and a-z, five bits each, that nobody can guess.
func randomID(n int) string {
	const alphabet = "0123456789abcdefghijkmnpqrstuvwx" // 32 of them: no bias
	b := make([]byte, n)
	rand.Read(b) // never fails
	for i := range b {
		b[i] = alphabet[b[i]&31]
	}
	return string(b)
}
