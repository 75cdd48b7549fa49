package mpv

import (
	"context"
	"image"
	"strconv"
	"time"
)

// Clip is a clip that is open in a [Stills]. It is for one goroutine.
type Clip struct {
	s     *Stills
	size  image.Point // of the last Picture
	width int64
	high  int64
}

// Close closes the file and lets the next one in.
func (c *Clip) Close() {
	_ = c.s.player.Command("stop") // a closed player has closed it already
	<-c.s.turn
}

// Size gives the size of the clip as it is to be seen, in pixels.
func (c *Clip) Size() image.Point { return image.Pt(int(c.width), int(c.high)) }

// Length gives how long the clip is; 0 when the file does not say.
func (c *Clip) Length() time.Duration {
	seconds, err := c.s.player.Float("duration")
	if err != nil {
		return 0
	}
	return Duration(seconds)
}

// FPS gives the frames a second that the file names; 0 when it does not.
func (c *Clip) FPS() float64 {
	fps, err := c.s.player.Float("container-fps")
	if err != nil {
		return 0
	}
	return fps
}

// At gives where the clip stands.
func (c *Clip) At() (time.Duration, error) {
	seconds, err := c.s.player.Float("time-pos")
	return Duration(seconds), err
}

// Seek goes to the first frame that begins at the given time or after it (within 5 ms), to the last one past the end; or, where
// exact is false, to the key frame before it, which is several times as fast.
func (c *Clip) Seek(ctx context.Context, at time.Duration, exact bool) error {
	c.s.restart()
	c.s.player.Resize(0, 0)
	how := "absolute+keyframes"
	if exact {
		how = "absolute+exact"
	}
	if err := c.s.player.Command("seek", strconv.FormatFloat(at.Seconds(), 'f', 6, 64), how); err != nil {
		return err
	}
	return c.s.settle(ctx)
}

// Picture gives the picture at the present place, in the size asked for. It is the caller's to keep.
func (c *Clip) Picture(ctx context.Context, size image.Point) (*image.RGBA, error) {
	c.size = image.Pt(max(size.X, 1), max(size.Y, 1))
	c.s.player.Present(c.size.X, c.size.Y)
	for {
		im, err := c.s.wait(ctx)
		if err != nil || im.Rect.Size() == c.size {
			return im, err
		}
	}
}

// overdue is when a picture that mpv has shown will not come by itself any more: it waits 0.2 s for the renderer to take it.
const overdue = time.Second

// Step goes to the next picture, decoding what lies between, and gives it in the size of [Clip.Picture], which was called for the present place,
// with the time at which it begins; nil after the last one.
func (c *Clip) Step(ctx context.Context) (*image.RGBA, time.Duration, error) {
	s := c.s
	before, err := c.At()
	if err != nil {
		return nil, 0, err
	}
	if end, err := s.player.String("eof-reached"); err != nil || end == "yes" {
		return nil, 0, err
	}
	s.restart()
	if err := s.player.Command("frame-step"); err != nil {
		return nil, 0, err
	}
	// The picture may come before mpv has stopped. One that is stepped on before that runs past the next.
	if err := s.stopped(ctx); err != nil {
		return nil, 0, err
	}
	at, err := c.At()
	if err != nil || at <= before {
		return nil, 0, err
	}
	late := time.NewTicker(overdue)
	defer late.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-s.quit:
			return nil, 0, ErrClosed
		case im := <-s.frames:
			return im, at, nil
		case <-late.C:
			s.player.Present(c.size.X, c.size.Y)
		}
	}
}
