// Package backend is what works behind a window, and also without one: the library with its boards, the engine, and in a file of their own
// each: where the library is (folder.go), which profile has which key and when an address may change (profiles.go, keys.go), which way
// requests leave (keys.go), where local pictures are put (hosting.go), the sandbox (sandbox.go), and what calls of other programs need beside
// these (surroundings.go). The window of package program and the commands that find no window running (headless.go) make the same of it.
package backend

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"log/slog"
	"math"
	"path/filepath"
	"sync"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/media"
)

// Options say how a library is opened.
type Options struct {
	Log            *slog.Logger
	Session        *keys.Session // keys for this run, kept while a library is closed
	Proxy          ProxyStore
	SandboxSeconds float64       // that the sandbox takes for a clip
	StartupDelay   time.Duration // until the library does what it does by itself
	ReadOnly       bool
}

// Backend is a library that is open, with what works on it. All fields are set.
type Backend struct {
	Library  *db.Library
	Boards   *boards.Store
	Keys     *Keyring
	Proxy    *ProxySettings // of all requests
	Engine   *jobs.Engine
	Profiles *Profiles
	Decoder  *media.Decoder

	box     *sandboxHost
	closers []func() error // give back what it holds, the last first

	lookers sync.Map // *[linkcheck.Looker] by base URL, and whether for calls: a program that names many links must not keep a person waiting
}

// Open opens the library in dir and makes what works on it; nothing runs yet. ctx bounds the opening and what the library does by itself.
// On an error nothing is held. Errors: those of [db.Open].
func Open(ctx context.Context, dir string, o Options) (_ *Backend, err error) {
	b := &Backend{}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	log := o.Log
	lib, err := db.Open(ctx, dir, db.Options{Log: log, Probe: jobs.Probe, StartupDelay: o.StartupDelay, ReadOnly: o.ReadOnly})
	if err != nil {
		return nil, err
	}
	b.Library = lib
	b.OnClose(lib.Close)
	if b.Boards, err = boards.Open(ctx, lib); err != nil {
		return nil, err
	}
	b.box = newSandboxHost(lib.Dir(), o.SandboxSeconds, log.With("component", "sandbox"))
	b.OnClose(b.box.close)
	b.Keys = NewKeyring(keys.NewKeychain(), o.Session, keys.NewFile(keyFolder()))
	b.Keys.sandbox = b.box.key
	b.Proxy = NewProxySettings(b.Keys, o.Proxy)
	b.box.proxy = b.Proxy.Route.Proxy
	at := hosts{keys: b.Keys, proxy: b.Proxy.Route.Proxy, log: log.With("component", "hosting")}
	b.Engine, err = jobs.New(jobs.Options{Library: lib, Keys: b.Keys, Hosts: at, Connect: b.Proxy.Connect, Log: log,
		Usual: b.box.takes, LastFrame: func(ctx context.Context, path string) ([]byte, error) {
			return b.FrameAt(ctx, path, math.MaxInt64) // also where what the clip says of its length is not quite so
		}})
	if err != nil {
		return nil, fmt.Errorf("make the pool of jobs: %w", err)
	}
	b.Profiles = &Profiles{lib: lib, keys: b.Keys, box: b.box, hosts: at, engine: b.Engine, now: time.Now, proxy: b.Proxy.Route.Proxy,
		shown: nobody{}, unsaved: map[int64]bool{}}
	b.Decoder = media.NewDecoder(log)
	b.OnClose(b.Decoder.Close)
	return b, nil
}

// OnClose has something given back by Close, before all that was there earlier.
func (b *Backend) OnClose(f func() error) { b.closers = append(b.closers, f) }

// Close gives back all that it holds, and the library last. The engine must have been stopped. Closing twice does nothing.
func (b *Backend) Close() (err error) {
	for i := len(b.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, b.closers[i]())
	}
	b.closers = nil
	return err
}

// LookAt looks at what is behind a link, for a person or for a call. The service at the base URL may stand on this computer, as the sandbox
// does: its own links are looked at there, and no other's.
func (b *Backend) LookAt(ctx context.Context, baseURL, link string, call bool) (linkcheck.Picture, error) {
	looker, _ := b.lookers.LoadOrStore([2]any{baseURL, call}, linkcheck.New(linkcheck.Config{Own: baseURL, Proxy: b.Proxy.Route.Proxy}))
	return looker.(*linkcheck.Looker).Look(ctx, link)
}

// FrameAt is the frame of a clip at a time, in its full size, as PNG.
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
