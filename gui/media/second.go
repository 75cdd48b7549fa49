package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"

	"viviscope/client/decode"
	"viviscope/client/film"
	"viviscope/gui/media/mpv"
)

func init() { decode.Register(findMPVDecoder) }

func findMPVDecoder() (decode.Decoder, error) {
	lib, err := mpv.Open()
	if err != nil {
		return nil, decode.ErrNoDecoder
	}
	return mpvDecoder{lib}, nil
}

// mpvDecoder checks clips with libmpv on computers without ffmpeg. It starts a player per file; few files need it.
type mpvDecoder struct{ lib *mpv.Library }

// Clip implements [decode.Decoder]. It decodes the first and the last frame.
func (d mpvDecoder) Clip(ctx context.Context, path string) (r decode.Result, err error) {
	err = d.open(ctx, path, func(c *mpv.Clip) error {
		size, length := c.Size(), c.Length()
		r = decode.Result{Width: size.X, Height: size.Y, FPS: c.FPS(), ClaimedSeconds: length.Seconds(),
			HasAudio: c.HasAudio()}
		if film.OrientationOf(path).Swaps() {
			r.Width, r.Height = r.Height, r.Width
		}
		if err := c.Seek(ctx, length, true); err != nil {
			return err
		}
		last, err := c.At()
		if err != nil {
			return err
		}
		r.LongestSeconds = last.Seconds()
		if r.FPS > 0 {
			r.LongestSeconds = min(r.ClaimedSeconds, r.LongestSeconds+1/r.FPS)
			r.Frames = max(1, int(math.Round(r.LongestSeconds*r.FPS)))
		}
		r.Seconds = r.LongestSeconds
		return nil
	})
	return r, err
}

// Picture implements [decode.Decoder]. It does not use libmpv, which aborts the process on some rare pictures with a
// failed assertion.
func (mpvDecoder) Picture(context.Context, string) (image.Image, bool, error) {
	return nil, false, decode.ErrNoDecoder
}

func (d mpvDecoder) open(ctx context.Context, path string, look func(*mpv.Clip) error) (err error) {
	stills, err := d.lib.NewStills(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stills.Close()) }()
	c, err := stills.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("%w: %w", decode.ErrUndecodable, err)
	}
	defer c.Close()
	return look(c)
}
