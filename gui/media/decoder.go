package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"os"
	"sync"
	"time"

	"viviscope/gui/media/mpv"
)

// How long one clip may take. A poster takes 0.1 s, the strip of a long clip some seconds; a file that takes many times that is not worth
// a worker.
const (
	posterPatience = 10 * time.Second
	stripPatience  = 60 * time.Second
)

// Decoder takes pictures out of clips with what this computer has: libmpv, else the ffmpeg program. It looks for them when the first picture
// is asked for, because loading libmpv takes a moment that the start of the program should not pay. Safe for concurrent use: one
// picture or poster is taken at a time, and beside it one strip.
type Decoder struct {
	log *slog.Logger

	mu     sync.Mutex
	looked bool         // locked by mu
	closed bool         // locked by mu
	name   string       // locked by mu
	lib    *mpv.Library // locked by mu
	stills *mpv.Stills  // locked by mu
	strips *mpv.Stills  // of its own, so that a strip of seconds holds up no poster; nil until the first; locked by mu
	ffmpeg *ffmpeg      // locked by mu

	open func() (*mpv.Library, error) // mpv.Open, but in tests
	look func() (string, error)       // findFFmpeg, but in tests
}

// NewDecoder makes a decoder that has not looked for anything yet.
func NewDecoder(log *slog.Logger) *Decoder {
	return &Decoder{log: log, open: func() (*mpv.Library, error) { return mpv.Open() }, look: findFFmpeg}
}

// Name says what decodes clips here, such as "libmpv.so.2 (API 2.1)" or "/usr/bin/ffmpeg"; the error is [ErrNoDecoder]
// when nothing does. The first call may take 0.2 s.
func (d *Decoder) Name() (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.find(); err != nil {
		return "", err
	}
	return d.name, nil
}

// Poster gives the first good picture of the clip at path: the first one, or one a little later when the first shows
// nothing, as where a clip fades in from black.
func (d *Decoder) Poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	return d.take(ctx, path, posterPatience,
		func(ctx context.Context, s *mpv.Stills) (*image.RGBA, error) { return mpvPoster(ctx, s, path, px) },
		func(ctx context.Context, f *ffmpeg) (*image.RGBA, error) { return f.poster(ctx, path, px) })
}

// Frame gives the picture of the clip at path that is shown at a time, exactly that one: the last where the time is past the end. It has at most
// maxPx pixels on its longer side, and its own size where maxPx is 0. The picture is an *image.RGBA without padding between its rows.
//
// Errors: [ErrNoDecoder], [ErrDamaged], [ErrClosed], those of opening the file, and ctx's.
func (d *Decoder) Frame(ctx context.Context, path string, at time.Duration, maxPx int) (image.Image, error) {
	if maxPx <= 0 {
		maxPx = wholeFrame
	}
	im, err := d.take(ctx, path, posterPatience,
		func(ctx context.Context, s *mpv.Stills) (*image.RGBA, error) {
			return mpvFrame(ctx, s, path, at, maxPx)
		},
		func(ctx context.Context, f *ffmpeg) (*image.RGBA, error) { return f.frame(ctx, path, at, maxPx) })
	if err != nil {
		return nil, err
	}
	return im, nil
}

// wholeFrame is more pixels than the side of any clip has.
const wholeFrame = 1 << 14

// Strip gives [StripTiles] pictures of the clip at path, spread evenly over its length, side by side. Where exact is false they are
// of the nearest key frames, which takes a fraction of the time.
func (d *Decoder) Strip(ctx context.Context, path string, exact bool) (*image.RGBA, error) {
	return d.take(ctx, path, stripPatience,
		func(ctx context.Context, _ *mpv.Stills) (*image.RGBA, error) {
			s, err := d.forStrips()
			if err != nil {
				return nil, err
			}
			if exact {
				return mpvStrip(ctx, s, path)
			}
			return mpvKeys(ctx, s, path)
		},
		func(ctx context.Context, f *ffmpeg) (*image.RGBA, error) { return f.strip(ctx, path, exact) })
}

// take asks whichever decoder there is, and sorts its errors.
func (d *Decoder) take(ctx context.Context, path string, patience time.Duration,
	byMPV func(context.Context, *mpv.Stills) (*image.RGBA, error), byFFmpeg func(context.Context, *ffmpeg) (*image.RGBA, error)) (*image.RGBA, error) {
	d.mu.Lock()
	err := d.find()
	stills, program := d.stills, d.ffmpeg
	d.mu.Unlock()
	if err != nil {
		return nil, err
	}
	// A file that is not there is no damaged file.
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var im *image.RGBA
	if stills != nil {
		im, err = byMPV(limited, stills)
	} else {
		im, err = byFFmpeg(limited, program)
	}
	switch {
	case err == nil:
		return im, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, mpv.ErrClosed):
		return nil, ErrClosed
	default:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
}

// Close ends the players, if any were started. Who waits for a picture gets [ErrClosed].
func (d *Decoder) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	var errs []error
	for _, s := range []*mpv.Stills{d.stills, d.strips} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}

// find looks for a decoder, once. What a person installs later counts from the next start. Locked by mu.
func (d *Decoder) find() error {
	if d.closed {
		return ErrClosed
	}
	if !d.looked {
		d.looked = true
		d.findMPV()
		if d.stills == nil {
			d.findFFmpeg()
		}
	}
	if d.stills == nil && d.ffmpeg == nil {
		return &NoDecoderError{Install: installWords()}
	}
	return nil
}

func (d *Decoder) findMPV() {
	lib, err := d.open()
	if err != nil {
		d.log.Info("posters without libmpv", "err", err)
		return
	}
	stills, err := lib.NewStills(nil)
	if err != nil {
		d.log.Warn("libmpv does not start", "err", err)
		return
	}
	major, minor := lib.Version()
	d.lib, d.stills, d.name = lib, stills, fmt.Sprintf("%s (API %d.%d)", lib.Name(), major, minor)
	d.log.Info("posters by libmpv", "library", d.name)
}

// forStrips gives the player of strips. Its pictures are a tenth of the clip's size: there the filter that smooths the edges of blocks, a
// third of the work of decoding, is not seen.
func (d *Decoder) forStrips() (*mpv.Stills, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, ErrClosed
	}
	if d.strips == nil {
		s, err := d.lib.NewStills(map[string]string{"vd-lavc-skiploopfilter": "all", "vd-lavc-fast": "yes", "sws-scaler": "fast-bilinear", "zimg-fast": "yes"})
		if err != nil {
			return nil, err
		}
		d.strips = s
	}
	return d.strips, nil
}

func (d *Decoder) findFFmpeg() {
	path, err := d.look()
	if err != nil {
		d.log.Info("posters without ffmpeg", "err", err)
		return
	}
	d.ffmpeg, d.name = &ffmpeg{path: path}, path
	d.log.Info("posters by ffmpeg", "path", path)
}
