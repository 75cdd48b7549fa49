// Package backend opens what works behind the window: [Backend] is a library with its boards, profiles, keys and
// engine. Package app uses it with a window. Commands without a running window use it through [Connect].
//
// Files: the library folder (folder.go), profiles and their keys (profiles.go, keys.go), the proxy (proxy.go), image
// hosting (hosting.go) and the sandbox (sandbox.go). Calls of other programs are served by calls.go, and without a
// window by headless.go.
package backend

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/png"
	"log/slog"
	"math"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/client/sandbox"
	"viviscope/client/takecheck"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/media"
)

// Options configure [Open].
type Options struct {
	Log            *slog.Logger
	Session        *keys.Session // keys of this process, which outlive the library
	Proxy          ProxyStore
	SandboxSeconds float64       // time that the sandbox takes for a clip
	StartupDelay   time.Duration // delay of the library's maintenance
	ReadOnly       bool
	SentDir        string // folder of the record of sent requests; "": that of the account
}

// Backend is an open library with its engine. All fields are set.
type Backend struct {
	Library  *db.Library
	Boards   *boards.Store
	Keys     *Keyring
	Proxy    *ProxySettings
	Engine   *jobs.Engine
	Profiles *Profiles
	Decoder  *media.Decoder

	onChange atomic.Value   // func(), see OnChange
	closers  []func() error // called by Close in reverse order
	// *[linkcheck.Checker] by base URL and caller: checks for programs must not delay those for the user
	lookers sync.Map
}

// Open opens the library in dir. It starts no jobs. ctx bounds opening and maintenance. After an error everything is
// closed. Errors: those of [db.Open].
func Open(ctx context.Context, dir string, o Options) (_ *Backend, err error) {
	b := &Backend{}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	lib, err := db.Open(ctx, dir, db.Options{Log: o.Log, Probe: jobs.Probe, StartupDelay: o.StartupDelay,
		ReadOnly: o.ReadOnly})
	if err != nil {
		return nil, err
	}
	b.Library = lib
	b.OnClose(lib.Close)
	if b.Boards, err = boards.Open(ctx, lib); err != nil {
		return nil, err
	}
	b.Keys = NewKeyring(keys.NewKeychain(), o.Session, keys.NewFile(keyDir()))
	b.Proxy = NewProxySettings(b.Keys, o.Proxy)
	server := &sandboxServer{options: sandbox.Options{Dir: filepath.Join(lib.Dir(), "sandbox"),
		Seconds: o.SandboxSeconds,
		Proxy:   b.Proxy.Route.Proxy, Log: o.Log.With("component", "sandbox")}}
	b.OnClose(server.close)
	b.Keys.sandboxKey = server.key
	b.Profiles = &Profiles{lib: lib, keys: b.Keys, sandbox: server, proxy: b.Proxy.Route.Proxy, changed: b.changed,
		log: o.Log,
		now: time.Now}
	b.Engine, err = jobs.New(jobs.Options{Library: lib, Keys: b.Keys, Hosts: b.Profiles, Connect: b.Proxy.Connect,
		Log:   o.Log,
		Usual: server.clipTime, Sent: jobs.NewSentLog(cmp.Or(o.SentDir, sentDir())),
		LastFrame: func(ctx context.Context, path string) ([]byte, error) {
			return b.FrameAt(ctx, path, math.MaxInt64) // the clip's own length may be wrong
		},
		Check: takecheck.Check})
	if err != nil {
		return nil, fmt.Errorf("make engine: %w", err)
	}
	b.Profiles.engine = b.Engine
	b.Decoder = media.NewDecoder(o.Log)
	b.OnClose(b.Decoder.Close)
	return b, nil
}

// OnClose registers f for Close, which calls the functions in reverse order.
func (b *Backend) OnClose(f func() error) { b.closers = append(b.closers, f) }

// Close closes everything, the library last. Stop the engine before. A second call does nothing.
func (b *Backend) Close() (err error) {
	for i := len(b.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, b.closers[i]())
	}
	b.closers = nil
	return err
}

// OnChange registers a callback for changes without an engine event: of profiles and keys, and by calls. It may run on
// any goroutine.
func (b *Backend) OnChange(f func()) { b.onChange.Store(f) }

func (b *Backend) changed() {
	if f, ok := b.onChange.Load().(func()); ok {
		f()
	}
}

// LookAt fetches and measures the picture behind a link, for the user or for a call. It rejects addresses of this
// computer, except those of the service at baseURL, which may be the sandbox.
func (b *Backend) LookAt(ctx context.Context, baseURL, link string, call bool) (linkcheck.Picture, error) {
	looker, _ := b.lookers.LoadOrStore([2]any{baseURL, call},
		linkcheck.New(linkcheck.Config{ServiceURL: baseURL, Proxy: b.Proxy.Route.Proxy}))
	return looker.(*linkcheck.Checker).Check(ctx, link)
}

// FrameAt returns the frame of a clip at a time, in its full size, as PNG.
func (b *Backend) FrameAt(ctx context.Context, path string, at time.Duration) ([]byte, error) {
	im, err := b.Decoder.Frame(ctx, path, at, 0)
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&data, im); err != nil {
		return nil, fmt.Errorf("write frame of %s: %w", filepath.Base(path), err)
	}
	return data.Bytes(), nil
}
