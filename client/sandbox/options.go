package sandbox

import (
	"context"
	"fmt"
	"image"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"viviscope/client/sandbox/render"
)

// How long the service stores files (interface 8).
const (
	ClipLifetime    = 7 * 24 * time.Hour // from the creation of the task
	PictureLifetime = 24 * time.Hour
)

// DefaultSeconds is the default duration of a task.
const DefaultSeconds = 20

// maxSeconds is one day: longer durations are probably mistakes.
const maxSeconds = 86400

// Options configure a [Server]. The zero value is a sandbox that deletes its state on Close.
type Options struct {
	// loopback host and port; "" or port 0: the port stored in Dir, or else a free one
	Addr string
	// "": the key stored in Dir, or else a new one. An explicit key is never stored
	Key string
	// folder for state, clips and pictures; "": a temporary folder, deleted by Close
	Dir             string
	Seconds         float64       // duration of a task; 0: DefaultSeconds
	PictureLifetime time.Duration // lifetime of pictures and their links; 0: PictureLifetime
	// wraps the service, after the check of Host and Origin; nil: none
	Middleware func(http.Handler) http.Handler
	Renderer   Renderer     // nil: [render.Renderer]
	Log        *slog.Logger // nil: nothing is logged
	// proxy for fetching links; nil: http.ProxyFromEnvironment
	Proxy  func(*http.Request) (*url.URL, error)
	Public func(netip.Addr) bool // allowed addresses of links; nil: client.IsPublicAddress
	Now    func() time.Time
	// Sleep waits until d has passed or ctx is done. It delays picture calls. nil: the wall clock.
	Sleep func(ctx context.Context, d time.Duration) error
}

func (o Options) withDefaults() (Options, error) {
	if o.Seconds == 0 {
		o.Seconds = DefaultSeconds
	}
	if !(o.Seconds > 0 && o.Seconds <= maxSeconds) { // also not a number
		return o, fmt.Errorf("sandbox seconds %v: not from 0 to %d", o.Seconds, maxSeconds)
	}
	if o.PictureLifetime == 0 {
		o.PictureLifetime = PictureLifetime
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

// checkLoopback refuses addresses that other computers could reach, because the sandbox has no encryption and stores
// its key in a file.
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

// isLoopback reports whether host, without a port, always means this computer.
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

// Renderer renders the results of the service. The same request must give the same result. Several goroutines call its
// methods, but only one Clip runs at a time.
type Renderer interface {
	Clip(ctx context.Context, r render.Request, w io.Writer) error // writes an MP4
	Still(ctx context.Context, r render.StillRequest) (image.Image, error)
	Edit(ctx context.Context, r render.EditRequest) (image.Image, error)
}

// queueShare is the share of its duration that a task stays queued, like at a real service with other customers.
const queueShare = 0.08
