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

// posterPatience is how long one clip may take. A poster takes 0.1 s; a file that takes a hundred times that is not worth a worker.
const posterPatience = 10 * time.Second

// Decoder makes posters with what this computer has: libmpv, else the ffmpeg program. It looks for them when the first poster is asked
// for, because loading libmpv takes a moment that the start of the program should not pay. Safe for concurrent use.
type Decoder struct {
	log *slog.Logger

	mu     sync.Mutex
	looked bool        // locked by mu
	closed bool        // locked by mu
	name   string      // locked by mu
	stills *mpv.Stills // locked by mu
	ffmpeg *ffmpeg     // locked by mu

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
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.find(); err != nil {
		return nil, err
	}
	// A file that is not there is no damaged file.
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, posterPatience)
	defer cancel()
	var im *image.RGBA
	var err error
	if d.stills != nil {
		im, err = mpvPoster(limited, d.stills, path, px)
	} else {
		im, err = d.ffmpeg.poster(limited, path, px)
	}
	switch {
	case err == nil:
		return im, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
}

// Close ends the player, if one was started.
func (d *Decoder) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.stills == nil {
		return nil
	}
	return d.stills.Close()
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
	stills, err := lib.NewStills()
	if err != nil {
		d.log.Warn("libmpv does not start", "err", err)
		return
	}
	major, minor := lib.Version()
	d.stills, d.name = stills, fmt.Sprintf("%s (API %d.%d)", lib.Name(), major, minor)
	d.log.Info("posters by libmpv", "library", d.name)
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

// mpvPoster takes the poster with libmpv.
func mpvPoster(ctx context.Context, s *mpv.Stills, path string, px int) (*image.RGBA, error) {
	var best *image.RGBA
	err := s.Each(ctx, path,
		func(size image.Point) image.Point { return fit(size, px) },
		func(im *image.RGBA) (float64, bool) {
			if best == nil && !showsSomething(im) {
				best = im
				return laterPercent, false
			}
			best = better(best, im)
			return 0, true
		})
	if best != nil && errors.Is(err, context.DeadlineExceeded) {
		return best, nil // the second look failed; the first picture is still a picture
	}
	if err != nil {
		return nil, err
	}
	return best, nil
}
