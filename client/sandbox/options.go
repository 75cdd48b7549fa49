package sandbox

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"viviscope/client"
)

// ContentMode says how GET /v1/videos/{id}/content hands out a clip. Services differ; clients must cope with all three.
type ContentMode int

// The ways to hand out a clip.
const (
	ContentRedirect ContentMode = iota // 302 to a signed link on the same origin
	ContentDirect                      // 200 with the bytes
	ContentCross                       // 302 to a signed link on another origin, which refuses the key; needs Start
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
	Content     ContentMode                           // how clips are handed out
	Form        client.Form                           // the one form of JSON in which it takes a request for a clip
	Faults      *Faults                               // troubles ordered by a test; nil: none yet, see Server.Faults
	AllowFaults bool                                  // offer POST, PUT, GET and DELETE /v1/sandbox/faults
	Renderer    Renderer                              // nil: the real one
	Log         *slog.Logger                          // nil: silent
	Proxy       func(*http.Request) (*url.URL, error) // which way pictures are fetched by link; nil: http.ProxyFromEnvironment
	Public      func(netip.Addr) bool                 // addresses that a link may lead to; nil: linkcheck.Public. A test's pictures are on loopback
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
	if o.Content < ContentRedirect || o.Content > ContentCross {
		return o, fmt.Errorf("sandbox content mode %d: unknown", o.Content)
	}
	if o.Faults == nil {
		o.Faults = new(Faults)
	}
	if o.Renderer == nil {
		o.Renderer = realRenderer{}
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
