// Package media makes posters of clips and thumbnails of pictures, away from the window's goroutine.
//
// A screen asks [Thumbs] for the picture of an asset at the size at which it is shown, in device pixels. What is in
// memory is there at once ([Thumbs.Cached]); anything else is asked for ([Thumbs.Request]) and made by two workers, the
// most recently asked first, because that is what a person looks at. Each is made once however many ask, kept in memory
// up to a bound of bytes, and on disk as JPEG of 512 (or 1024) pixels on the longer side. All of it is derived and may
// be deleted at any time.
//
// Pictures are reduced while they are decoded (package picturefile/reduce), so that a large one takes a fraction of its
// time and memory. A clip also has a strip of small pictures from its start to its end ([Thumbs.Strip]), for going
// through it with the pointer; and any picture of it can be had, exactly and in its own size ([Decoder.Frame]). Package
// gui/media/player plays clips.
//
// Clips are decoded by libmpv or, where that is missing, by the ffmpeg program; where both are missing the error is
// [ErrNoDecoder] and its words name what to install. See package gui/media/mpv.
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

// Files says where the library keeps things. *db.Library is one.
type Files interface {
	AbsPath(rel string) (string, error)   // of an asset, from its path in the library
	ThumbPath(key string) (string, error) // of a thumbnail
}

// Posters makes pictures of clips, without padding between their rows. *Decoder is one.
type Posters interface {
	// Poster gives a picture of the clip at path, at most px pixels on its longer side.
	Poster(ctx context.Context, path string, px int) (*image.RGBA, error)
	// Strip gives [StripTiles] pictures of the clip at path, each [StripWidth] pixels wide, side by side without a gap:
	// the middles of as many equal parts of the clip. Where exact is false it may give the key frames before them, and
	// be quick.
	Strip(ctx context.Context, path string, exact bool) (*image.RGBA, error)
	// Frame gives the picture of the clip at path that is shown at a time, at most px pixels on its longer side; 0: in
	// its own size.
	Frame(ctx context.Context, path string, at time.Duration, px int) (image.Image, error)
	Close() error
}

// Pictures gives pictures of assets; px is the longer side in device pixels. What is asked for last is made first.
// *Thumbs is one. Request and Strip call done on the window's goroutine, later, unless cancel was called before. Image,
// Whole and Frame wait: off the window's goroutine.
type Pictures interface {
	Cached(asset db.Asset, px int) (image.Image, bool)  // at this size, without IO
	Nearest(asset db.Asset, px int) (image.Image, bool) // at any size, without IO
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
	// of a clip: [StripTiles] pictures in a row; may come twice
	Strip(asset db.Asset, done func(image.Image, error)) (cancel func())
	Image(ctx context.Context, asset db.Asset, px int) (image.Image, error)
	Whole(asset db.Asset) (*image.RGBA, error)
	Frame(ctx context.Context, clip db.Asset, at time.Duration) (image.Image, error) // in its own size
	// how many device pixels the window has
	Fit(pixels int)
}

// Options are what [New] needs.
type Options struct {
	Files   Files
	Post    func(func()) // runs a function on the window's goroutine, later
	Log     *slog.Logger
	Posters Posters
}

// Thumbs makes posters and thumbnails and keeps them. Safe for concurrent use. All images that it gives are *image.RGBA
// with a stride of 4*width, shared: they must not be drawn into.
type Thumbs struct {
	Options
	disk    disk
	queue   *queue
	workers sync.WaitGroup

	mu     sync.Mutex
	memory *memory          // locked by mu
	failed map[string]error // what lasts, by content; locked by mu
}

// Two workers serve the requests, of which so many may wait. So many bytes of pictures are kept until [Thumbs.Fit] is
// called, and so many failures are remembered before all are forgotten.
const (
	workers     = 2
	queueLength = 256
	firstKept   = 16 << 20
	failedBound = 4096
)

// New starts the workers. Close ends them.
func New(o Options) *Thumbs {
	t := &Thumbs{Options: o, disk: disk{o.Files}, queue: newQueue(queueLength), memory: newMemory(firstKept),
		failed: make(map[string]error)}
	t.workers.Add(workers)
	for range workers {
		guard.Go("thumbnails", t.work)
	}
	return t
}

// Fit has as much kept in memory as a window of so many device pixels needs: what it shows about three times over,
// within bounds.
func (t *Thumbs) Fit(pixels int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.memory.setBound(boundFor(pixels))
}

// Cached gives the picture when it is in memory at about this size (device pixels of the longer side). It does no more
// than look, so the window's goroutine may ask.
func (t *Thumbs) Cached(asset db.Asset, px int) (image.Image, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return orNone(t.memory.get(keyOf(asset, px)))
}

// Nearest gives the picture in whatever size is in memory, to show until the right one is there.
func (t *Thumbs) Nearest(asset db.Asset, px int) (image.Image, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := keyOf(asset, px)
	return orNone(t.memory.nearest(k.content, k.px))
}

// orNone makes a nil picture a nil interface.
func orNone(im *image.RGBA) (image.Image, bool) {
	if im == nil {
		return nil, false
	}
	return im, true
}

// Image gives the picture and waits until it is made. px is the longer side in device pixels: the result is at most
// slightly larger, and smaller where the file is.
//
// Errors: [ErrNoDecoder], [ErrDamaged], [ErrTooLarge], [ErrDropped], [ErrClosed], those of opening the file, and ctx's.
func (t *Thumbs) Image(ctx context.Context, asset db.Asset, px int) (image.Image, error) {
	k := keyOf(asset, px)
	if im, err := t.known(k); err != nil {
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

// Request asks for the picture and returns at once; done gets it, or an error as of [Thumbs.Image], on the window's
// goroutine. After cancel was called on that goroutine, done is not called any more.
func (t *Thumbs) Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func()) {
	deliver, off := t.delivery(done)
	k := keyOf(asset, px)
	if im, err := t.known(k); im != nil || err != nil {
		deliver(im, err)
		return off
	}
	leave := t.queue.add(k, asset, deliver)
	return func() {
		off()
		leave()
	}
}

// delivery makes of done what may be called on any goroutine, and what makes sure that it is not called any more.
func (t *Thumbs) delivery(done func(image.Image, error)) (deliver func(*image.RGBA, error), off func()) {
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

// Close ends the workers and the decoder. Who waits gets [ErrClosed].
func (t *Thumbs) Close() {
	t.queue.close()
	t.workers.Wait()
	if err := t.Posters.Close(); err != nil {
		t.Log.Warn("close decoder", "err", err)
	}
}

// step is how finely sizes are told apart, in pixels: rows of nearly one height share their pictures, and what the
// window has to scale is less than a fifth, which it does well.
const step = 64

// keyOf names the picture of an asset at a size.
func keyOf(asset db.Asset, px int) key {
	return key{contentOf(asset), max(step, (px+step-1)/step*step)}
}

// contentOf names what an asset shows.
func contentOf(asset db.Asset) string {
	if asset.SHA256 == "" {
		return "path:" + asset.Path
	}
	return asset.SHA256
}

// known gives what needs no work: a picture in memory, or an error that lasts; neither when it must be made.
func (t *Thumbs) known(k key) (*image.RGBA, error) {
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
	case lasting(err):
		if len(t.failed) >= failedBound {
			clear(t.failed)
		}
		t.failed[k.content] = err
		t.Log.Warn("no picture", "err", err)
	}
}

// make makes one picture: from the disk where it is kept, else from the file. One that needs more than a worker and
// does not have it is sent back with the resource that it needs.
func (t *Thumbs) make(r *request) (*image.RGBA, resource, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, free, err
	}
	if r.key == stripOf(r.asset) {
		return t.makeStrip(r)
	}
	px := r.key.px
	size := diskSize(px)
	shown := t.shownName(r.asset)
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

// store keeps a picture on the disk.
func (t *Thumbs) store(name string, im *image.RGBA) {
	if err := t.disk.write(name, im); err != nil {
		t.Log.Warn("thumbnail not kept", "err", err)
	}
}

// load reads a picture that is kept on the disk; nil where none is.
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

// needsOf says what an asset needs to be decoded. A picture whose size is not known may be large.
func needsOf(asset db.Asset) resource {
	switch pixels := asset.Width * asset.Height; {
	case asset.Kind == db.Clip:
		return clipDecoder
	case pixels == 0 || pixels > largePixels:
		return largePicture
	}
	return free
}

// stored returns the kept thumbnail of at least this size, by the name of what it shows, or nil.
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

// stripOf and keysOf name the strip of a clip, exact and of key frames.
func stripOf(asset db.Asset) key { return key{"strip:" + contentOf(asset), StripTiles} }
func keysOf(asset db.Asset) key  { return key{"keys:" + contentOf(asset), StripTiles} }

// Strip asks for the strip of a clip and returns at once; done gets it, or an error as of [Thumbs.Image], on the
// window's goroutine. What is not kept on disk yet comes twice: first from key frames, within a moment, then exact.
// After cancel was called on that goroutine, done is not called any more; the exact strip is then given up.
func (t *Thumbs) Strip(asset db.Asset, done func(image.Image, error)) (cancel func()) {
	t.mu.Lock()
	exact, coarse := t.memory.get(stripOf(asset)), t.memory.get(keysOf(asset))
	err := t.failed[stripOf(asset).content]
	t.mu.Unlock()
	deliver, off := t.delivery(done)
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

// makeStrip makes a strip for a request: from the disk where it is kept, else from the clip.
func (t *Thumbs) makeStrip(r *request) (*image.RGBA, resource, error) {
	shown := t.shownName(r.asset)
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
