package media

import (
	"context"
	"fmt"
	"image"
	"log/slog"
	"sync"
	"sync/atomic"

	"viviscope/db"
)

// Files says where the library keeps things. *db.Library is one.
type Files interface {
	AbsPath(rel string) (string, error)   // of an asset, from its path in the library
	ThumbPath(key string) (string, error) // of a thumbnail
}

// Posters makes a picture of a clip.
type Posters interface {
	// Poster gives a picture of the clip at path, at most px pixels on its longer side, without padding between its rows.
	Poster(ctx context.Context, path string, px int) (*image.RGBA, error)
	Close() error
}

// Pictures gives pictures of assets; px is the longer side in device pixels. What is asked for last is made first. *Thumbs is one.
// Request and Strip call done on the window's goroutine, later, unless cancel was called before. Image and Whole wait: off the window's goroutine.
type Pictures interface {
	Cached(asset db.Asset, px int) (image.Image, bool)  // at this size, without IO
	Nearest(asset db.Asset, px int) (image.Image, bool) // at any size, without IO
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
	Strip(asset db.Asset, done func(image.Image, error)) (cancel func()) // of a clip: [StripTiles] pictures in a row; may come twice
	Image(ctx context.Context, asset db.Asset, px int) (image.Image, error)
	Whole(asset db.Asset) (*image.RGBA, error)
	Fit(pixels int) // how many device pixels the window has
}

// Options say how [New] is to work. Files and Post are required.
type Options struct {
	Files   Files
	Post    func(func()) // runs a function on the window's goroutine, later
	Log     *slog.Logger // nil: none
	Posters Posters      // nil: the decoder that this computer has

	MemoryBytes int64 // bound of what is kept in memory, until [Thumbs.Fit] is called; 0: 16 MB
	QueueLength int   // how many may wait; 0: 256
	Workers     int   // 0: 2
}

// Thumbs makes posters and thumbnails and keeps them. Safe for concurrent use. All images that it gives are *image.RGBA with
// a stride of 4*width, shared: they must not be drawn into.
type Thumbs struct {
	files   Files
	post    func(func())
	log     *slog.Logger
	posters Posters
	disk    disk
	queue   *queue
	workers sync.WaitGroup

	mu     sync.Mutex
	memory *memory          // locked by mu
	failed map[string]error // what lasts, by content; locked by mu
}

// failedBound is how many failures are remembered before all are forgotten.
const failedBound = 4096

// New starts the workers. Close ends them.
func New(o Options) *Thumbs {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Posters == nil {
		o.Posters = NewDecoder(o.Log)
	}
	if o.MemoryBytes == 0 {
		o.MemoryBytes = 16 << 20
	}
	if o.QueueLength == 0 {
		o.QueueLength = 256
	}
	if o.Workers == 0 {
		o.Workers = 2
	}
	t := &Thumbs{
		files:   o.Files,
		post:    o.Post,
		log:     o.Log,
		posters: o.Posters,
		disk:    disk{o.Files},
		queue:   newQueue(o.QueueLength),
		memory:  newMemory(o.MemoryBytes),
		failed:  make(map[string]error),
	}
	t.workers.Add(o.Workers)
	for range o.Workers {
		go t.work()
	}
	return t
}

// Fit has as much kept in memory as a window of so many device pixels needs: what it shows about three times over, within bounds.
func (t *Thumbs) Fit(pixels int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.memory.setBound(boundFor(pixels))
}

// Cached gives the picture when it is in memory at about this size (device pixels of the longer side). It does no more than look, so
// the window's goroutine may ask.
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

// Request asks for the picture and returns at once; done gets it, or an error as of [Thumbs.Image], on the window's goroutine. After
// cancel was called on that goroutine, done is not called any more.
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

// Ahead has the picture made and kept for when it is asked for, as for the rows that scroll into view next. Whatever is asked for by
// [Thumbs.Request] comes first, and where the queue is full it is not made at all.
func (t *Thumbs) Ahead(asset db.Asset, px int) (cancel func()) {
	k := keyOf(asset, px)
	if im, err := t.known(k); im != nil || err != nil {
		return func() {}
	}
	return t.queue.addLast(k, asset)
}

// delivery makes of done what may be called on any goroutine, and what makes sure that it is not called any more.
func (t *Thumbs) delivery(done func(image.Image, error)) (deliver func(*image.RGBA, error), off func()) {
	var gone atomic.Bool
	deliver = func(im *image.RGBA, err error) {
		if gone.Load() {
			return
		}
		t.post(func() {
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
	if err := t.posters.Close(); err != nil {
		t.log.Warn("close decoder", "err", err)
	}
}

// step is how finely sizes are told apart, in pixels: rows of nearly one height share their pictures, and what the window has to
// scale is less than a fifth, which it does well.
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
	for {
		f := t.queue.next()
		if f == nil {
			return
		}
		im, need, err := t.make(f)
		if need != laneFree {
			t.queue.later(f, need)
			continue
		}
		if err != nil {
			err = fmt.Errorf("show %s: %w", f.asset.Path, err)
		}
		t.keep(f.key, im, err)
		t.queue.land(f, im, err)
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
		t.log.Warn("no picture", "err", err)
	}
}
