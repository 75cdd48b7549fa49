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

// How long the service keeps things (interface 8).
const (
	ClipLifetime    = 7 * 24 * time.Hour // from the creation of the task
	PictureLifetime = 24 * time.Hour
)

// DefaultSeconds is how long a task takes where Options do not say.
const DefaultSeconds = 20

// maxSeconds is a day: a task that takes longer is a mistake.
const maxSeconds = 86400

// Options configure a [Server]. The zero value is a sandbox that forgets everything when it is closed.
type Options struct {
	// loopback host and port; "" or port 0: the port kept in Dir, else a free one
	Addr string
	// "": the key kept in Dir, else a new one. A key that is given is never written down
	Key string
	// where state, clips and pictures are kept; "": a temporary folder, deleted by Close
	Dir             string
	Seconds         float64       // how long a task takes; 0: DefaultSeconds
	PictureLifetime time.Duration // how long pictures and their links live; 0: PictureLife
	// wraps the service, behind the check of Host and Origin; nil: nothing
	Middleware func(http.Handler) http.Handler
	Renderer   Renderer     // nil: the real one
	Log        *slog.Logger // nil: silent
	// which way pictures are fetched by link; nil: http.ProxyFromEnvironment
	Proxy  func(*http.Request) (*url.URL, error)
	Public func(netip.Addr) bool // addresses that a link may lead to; nil: client.PublicAddress
	Now    func() time.Time
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

// checkLoopback refuses every address that others could reach: the sandbox has no encryption and a key that stands
// in a file.
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

// Renderer makes what the service generates. The same request gives the same result. Its methods are called from
// several goroutines, but only one Clip runs at a time.
type Renderer interface {
	Clip(ctx context.Context, r render.Request, w io.Writer) error // writes an MP4
	Still(ctx context.Context, r render.StillRequest) (image.Image, error)
	Edit(ctx context.Context, r render.EditRequest) (image.Image, error)
}

// queueShare is the part of its time that a task spends waiting, as a real service has other customers too.
const queueShare = 0.08
