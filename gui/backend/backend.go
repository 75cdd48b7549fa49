// Package backend is what works behind the window, and also without one: the library with its boards, and the engine.
// Each of these has a file of its own: the folder of the library (folder.go), profiles and their keys (profiles.go,
// keys.go), the proxy (proxy.go), the hosting of local pictures (hosting.go), the sandbox (sandbox.go), and what calls
// of other programs need (calls.go). Package app uses it with a window; commands that find no running window use it
// without one (headless.go).
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
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/media"
)

// Options say how a library is opened.
type Options struct {
	Log            *slog.Logger
	Session        *keys.Session // the keys of this session, which outlive the library
	Proxy          ProxyStore
	SandboxSeconds float64       // how long the sandbox takes for a clip
	StartupDelay   time.Duration // until the library begins its own maintenance
	ReadOnly       bool
	SentDir        string // folder of what was sent; "": that of the account
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
	closers  []func() error // called by Close, the last first
	// *[linkcheck.Looker] by base URL and whether for calls: the links of programs must not delay those of a person
	lookers sync.Map
}

// Open opens the library in dir. Nothing runs yet. ctx bounds the opening and the library's own maintenance. After an
// error nothing is open. Errors: those of [db.Open].
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
			return b.FrameAt(ctx, path, math.MaxInt64) // not at the length that the clip claims, which may be wrong
		}})
	if err != nil {
		return nil, fmt.Errorf("make engine: %w", err)
	}
	b.Profiles.engine = b.Engine
	b.Decoder = media.NewDecoder(o.Log)
	b.OnClose(b.Decoder.Close)
	return b, nil
}

// OnClose has Close call f, before all functions that were added earlier.
func (b *Backend) OnClose(f func() error) { b.closers = append(b.closers, f) }

// Close releases everything, the library last. The engine must have been stopped. Closing twice does nothing.
func (b *Backend) Close() (err error) {
	for i := len(b.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, b.closers[i]())
	}
	b.closers = nil
	return err
}

// OnChange has f called, on any goroutine, when something has changed that the engine sends no event for: profiles,
// keys, and what calls do.
func (b *Backend) OnChange(f func()) { b.onChange.Store(f) }

func (b *Backend) changed() {
	if f, ok := b.onChange.Load().(func()); ok {
		f()
	}
}

// LookAt fetches and measures the picture behind a link, for a person or for a call. Addresses of this computer are
// refused, except those of the service at baseURL, which may be the sandbox.
func (b *Backend) LookAt(ctx context.Context, baseURL, link string, call bool) (linkcheck.Picture, error) {
	looker, _ := b.lookers.LoadOrStore([2]any{baseURL, call},
		linkcheck.New(linkcheck.Config{Own: baseURL, Proxy: b.Proxy.Route.Proxy}))
	return looker.(*linkcheck.Looker).Look(ctx, link)
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
