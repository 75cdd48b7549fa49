// Package media makes posters of clips and thumbnails of pictures in the background.
//
// A screen requests the picture of an asset from [Thumbs] at its size in device pixels. [Thumbs.Cached] returns
// pictures in memory immediately. [Thumbs.Request] makes all others in two workers, the newest request first, because
// its picture is probably in view. Concurrent requests share one result. It is cached in memory up to a limit in bytes,
// and on disk as JPEG of 512 or 1024 pixels on the longer side. All cached files may be deleted at any time.
//
// Large pictures are reduced while they are decoded (package picturefile/reduce), which saves time and memory.
// [Thumbs.Strip] makes a strip of thumbnails of a clip for scrubbing. [Decoder.Frame] returns any single frame in full
// size. Package gui/media/player plays clips.
//
// [Decoder] uses libmpv or, if that is missing, the ffmpeg program. If both are missing it returns [ErrNoDecoder] with
// the package to install. See package gui/media/mpv.
package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"viviscope/client/guard"
	"viviscope/client/picturefile"
	"viviscope/db"
)

// Files returns the paths of files in the library. *db.Library is one.
type Files interface {
	AbsPath(rel string) (string, error)   // path of an asset from its path in the library
	ThumbPath(key string) (string, error) // path of a thumbnail
}

// Posters decodes pictures of clips, without padding between rows. *Decoder is one.
type Posters interface {
	// Poster returns a picture of the clip at path, at most px pixels on its longer side.
	Poster(ctx context.Context, path string, px int) (*image.RGBA, error)
	// Strip returns [StripTiles] frames of the clip at path, each [StripWidth] pixels wide, side by side without gaps.
	// They come from the middles of equal sections of the clip. If exact is false it may use the preceding key frames,
	// which is faster.
	Strip(ctx context.Context, path string, exact bool) (*image.RGBA, error)
	// Frame returns the frame of the clip at path at a time, at most px pixels on its longer side; 0: in its own size.
	Frame(ctx context.Context, path string, at time.Duration, px int) (image.Image, error)
	Close() error
}

// Pictures provides pictures of assets. px is the longer side in device pixels. The newest request is served first.
// *Thumbs is one. Request and Strip call done later, on the window goroutine, unless cancel was called before. Image,
// Whole and Frame block: do not call them on the window goroutine.
type Pictures interface {
	Cached(asset db.Asset, px int) (image.Image, bool)  // at this size, without IO
	Nearest(asset db.Asset, px int) (image.Image, bool) // at any size, without IO
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
	// Strip provides [StripTiles] frames of a clip in a row. It may call done twice.
	Strip(asset db.Asset, done func(image.Image, error)) (cancel func())
	Image(ctx context.Context, asset db.Asset, px int) (image.Image, error)
	Whole(asset db.Asset) (*image.RGBA, error)
	Frame(ctx context.Context, clip db.Asset, at time.Duration) (image.Image, error) // in its own size
	// Fit sets the number of device pixels of the window.
	Fit(pixels int)
}

// Options configure [New].
type Options struct {
	Files   Files
	Post    func(func()) // runs a function later on the window goroutine
	Log     *slog.Logger
	Posters Posters
}

// Thumbs makes and caches posters and thumbnails. Safe for concurrent use. All returned images are shared *image.RGBA
// with a stride of 4*width: do not draw into them.
type Thumbs struct {
	Options
	disk    disk
	queue   *queue
	workers sync.WaitGroup

	mu     sync.Mutex
	memory *memory          // locked by mu
	failed map[string]error // permanent errors by content; locked by mu
}

// Limits: workers, queued requests, bytes of cached pictures until [Thumbs.Fit] is called, and remembered failures. The
// failures are cleared when their limit is reached.
const (
	workers           = 2
	queueLength       = 256
	initialCacheBytes = 16 << 20
	maxFailures       = 4096
)

// New starts the workers. Call Close to end them.
func New(o Options) *Thumbs {
	t := &Thumbs{Options: o, disk: disk{o.Files}, queue: newQueue(queueLength), memory: newMemory(initialCacheBytes),
		failed: make(map[string]error)}
	t.workers.Add(workers)
	for range workers {
		guard.Go("thumbnails", t.work)
	}
	return t
}

// Fit sets the size of the memory cache for a window of this many device pixels: about three times what it shows,
// within limits.
func (t *Thumbs) Fit(pixels int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.memory.setLimit(cacheLimit(pixels))
}

// Cached returns the picture if it is in memory at about this size (device pixels of the longer side). It does no IO
// and may be called on the window goroutine.
func (t *Thumbs) Cached(asset db.Asset, px int) (image.Image, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return orNone(t.memory.get(keyOf(asset, px)))
}

// Nearest returns the picture in any cached size, as a placeholder.
func (t *Thumbs) Nearest(asset db.Asset, px int) (image.Image, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := keyOf(asset, px)
	return orNone(t.memory.nearest(k.content, k.px))
}

// orNone converts a nil picture into a nil interface.
func orNone(im *image.RGBA) (image.Image, bool) {
	if im == nil {
		return nil, false
	}
	return im, true
}

// Image returns the picture and blocks until it is made. px is the longer side in device pixels. The result may be
// slightly larger, or smaller if the file is.
//
// Errors: [ErrNoDecoder], [ErrDamaged], [ErrTooLarge], [ErrDropped], [ErrClosed], errors of opening the file, and
// ctx.Err().
func (t *Thumbs) Image(ctx context.Context, asset db.Asset, px int) (image.Image, error) {
	k := keyOf(asset, px)
	if im, err := t.cachedResult(k); err != nil {
		return nil, err
	} else if im != nil {
		return im, nil
	}
	type result struct {
		im  *image.RGBA
		err error
	}
	got := make(chan result, 1)
	cancel := t.queue.add(k, asset, func(im *image.RGBA, err error) { got <- result{im, err} })
	select {
	case r := <-got:
		if r.err != nil {
			return nil, r.err
		}
		return r.im, nil
	case <-ctx.Done():
		cancel()
		return nil, ctx.Err()
	}
}

// Request queues a request and returns immediately. done receives the picture, or an error of [Thumbs.Image], on the
// window goroutine. done is not called after cancel was called on that goroutine.
func (t *Thumbs) Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func()) {
	deliver, off := t.postTo(done)
	k := keyOf(asset, px)
	if im, err := t.cachedResult(k); im != nil || err != nil {
		deliver(im, err)
		return off
	}
	leave := t.queue.add(k, asset, deliver)
	return func() {
		off()
		leave()
	}
}

// postTo wraps done so that any goroutine may call it. off prevents later calls.
func (t *Thumbs) postTo(done func(image.Image, error)) (deliver func(*image.RGBA, error), off func()) {
	var gone atomic.Bool
	deliver = func(im *image.RGBA, err error) {
		if gone.Load() {
			return
		}
		t.Post(func() {
			switch {
			case gone.Load():
			case err != nil:
				done(nil, err)
			default:
				done(im, nil)
			}
		})
	}
	return deliver, func() { gone.Store(true) }
}

// Close ends the workers and the decoder. Pending requests fail with [ErrClosed].
func (t *Thumbs) Close() {
	t.queue.close()
	t.workers.Wait()
	if err := t.Posters.Close(); err != nil {
		t.Log.Warn("close decoder", "err", err)
	}
}

// sizeStep is the granularity of sizes, in pixels. Rows of similar height share pictures, and the window scales them by
// less than a fifth, which looks good.
const sizeStep = 64

// keyOf returns the cache key of an asset at a size.
func keyOf(asset db.Asset, px int) key {
	return key{contentOf(asset), max(sizeStep, (px+sizeStep-1)/sizeStep*sizeStep)}
}

// contentOf returns the cache key of an asset's content.
func contentOf(asset db.Asset) string {
	if asset.SHA256 == "" {
		return "path:" + asset.Path
	}
	return asset.SHA256
}

// cachedResult returns a cached picture or a permanent error, or neither if the picture must be made.
func (t *Thumbs) cachedResult(k key) (*image.RGBA, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if im := t.memory.get(k); im != nil {
		return im, nil
	}
	return nil, t.failed[k.content]
}

func (t *Thumbs) work() {
	defer t.workers.Done()
	for r := t.queue.next(); r != nil; r = t.queue.next() {
		var im *image.RGBA
		var needs resource
		err := guard.Do("thumbnail", func() (err error) {
			im, needs, err = t.make(r)
			return err
		})
		if needs != free {
			t.queue.requeue(r, needs)
			continue
		}
		if err != nil {
			err = fmt.Errorf("show %s: %w", r.asset.Path, err)
		}
		t.keep(r.key, im, err)
		t.queue.finish(r, im, err)
	}
}

func (t *Thumbs) keep(k key, im *image.RGBA, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case im != nil:
		t.memory.put(k, im)
	case isPermanent(err):
		if len(t.failed) >= maxFailures {
			clear(t.failed)
		}
		t.failed[k.content] = err
		t.Log.Warn("no picture", "err", err)
	}
}

// make makes one picture, from the disk cache or else from the file. If it needs a resource that the request does not
// hold, it returns that resource.
func (t *Thumbs) make(r *request) (*image.RGBA, resource, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, free, err
	}
	if r.key == stripOf(r.asset) {
		return t.makeStrip(r)
	}
	px := r.key.px
	size := diskSize(px)
	shown := t.contentName(r.asset)
	if im := t.stored(shown, size); im != nil {
		return shrink(im, px), free, nil
	}
	if need := needsOf(r.asset); need != r.needs {
		return nil, need, nil
	}
	full, err := t.source(r.ctx, r.asset, max(size, px))
	if err != nil {
		return nil, free, err
	}
	if size == 0 || shown == "" {
		return shrink(full, px), free, nil
	}
	small := shrink(full, size)
	t.store(thumbName(shown, size), small)
	return shrink(small, px), free, nil
}

// store writes a picture to the disk cache.
func (t *Thumbs) store(name string, im *image.RGBA) {
	if err := t.disk.write(name, im); err != nil {
		t.Log.Warn("thumbnail not kept", "err", err)
	}
}

// load reads a picture from the disk cache, or returns nil.
func (t *Thumbs) load(name string) image.Image {
	im, err := t.disk.read(name)
	switch {
	case err == nil:
		return im
	case !errors.Is(err, fs.ErrNotExist):
		t.Log.Warn("thumbnail not read", "err", err)
	}
	return nil
}

// needsOf returns the resource that decoding an asset needs. A picture of unknown size may be large.
func needsOf(asset db.Asset) resource {
	switch pixels := asset.Width * asset.Height; {
	case asset.Kind == db.Clip:
		return clipDecoder
	case pixels == 0 || pixels > largePixels:
		return largePicture
	}
	return free
}

// stored returns a cached thumbnail of at least this size, or nil. shown comes from contentName.
func (t *Thumbs) stored(shown string, size int) image.Image {
	if size == 0 || shown == "" {
		return nil
	}
	for _, s := range []int{diskSmall, diskLarge} {
		if s < size {
			continue
		}
		if im := t.load(thumbName(shown, s)); im != nil {
			return im
		}
	}
	return nil
}

// source decodes the asset's own file, at px or larger.
func (t *Thumbs) source(ctx context.Context, asset db.Asset, px int) (image.Image, error) {
	path, err := t.Files.AbsPath(asset.Path)
	if err != nil {
		return nil, err
	}
	if asset.Kind == db.Clip {
		im, err := t.Posters.Poster(ctx, path, px)
		if err != nil {
			return nil, err
		}
		return im, nil
	}
	return readSmall(path, px)
}

// stripOf and keysOf return the cache keys of the exact strip and of the strip of key frames.
func stripOf(asset db.Asset) key { return key{"strip:" + contentOf(asset), StripTiles} }
func keysOf(asset db.Asset) key  { return key{"keys:" + contentOf(asset), StripTiles} }

// Strip requests the strip of a clip and returns immediately. done receives it, or an error of [Thumbs.Image], on the
// window goroutine. If the disk cache lacks it, done is called twice: soon with key frames, then with the exact strip.
// After cancel was called on that goroutine, done is not called and the exact strip is abandoned.
func (t *Thumbs) Strip(asset db.Asset, done func(image.Image, error)) (cancel func()) {
	t.mu.Lock()
	exact, coarse := t.memory.get(stripOf(asset)), t.memory.get(keysOf(asset))
	err := t.failed[stripOf(asset).content]
	t.mu.Unlock()
	deliver, off := t.postTo(done)
	switch {
	case exact != nil || err != nil:
		deliver(exact, err)
		return off
	case coarse != nil:
		deliver(coarse, nil)
	}
	leave := t.queue.add(stripOf(asset), asset, deliver)
	return func() {
		off()
		leave()
	}
}

// makeStrip makes a strip, from the disk cache or else from the clip.
func (t *Thumbs) makeStrip(r *request) (*image.RGBA, resource, error) {
	shown := t.contentName(r.asset)
	if shown != "" {
		if im := t.load(stripName(shown)); im != nil {
			return shrink(im, picturefile.MaxSide), free, nil
		}
	}
	if r.needs != stripDecoder {
		return nil, stripDecoder, nil
	}
	path, err := t.Files.AbsPath(r.asset.Path)
	if err != nil {
		return nil, free, err
	}
	t.mu.Lock()
	coarse := t.memory.get(keysOf(r.asset))
	t.mu.Unlock()
	if coarse == nil {
		if coarse, err = t.Posters.Strip(r.ctx, path, false); err != nil {
			return nil, free, err
		}
		t.mu.Lock()
		t.memory.put(keysOf(r.asset), coarse)
		t.mu.Unlock()
		t.queue.preview(r, coarse)
	}
	exact, err := t.Posters.Strip(r.ctx, path, true)
	if err != nil {
		return nil, free, err
	}
	t.mu.Lock()
	t.memory.drop(keysOf(r.asset).content)
	t.mu.Unlock()
	if shown != "" {
		t.store(stripName(shown), exact)
	}
	return exact, free, nil
}
