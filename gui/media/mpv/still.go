package mpv

import (
	"context"
	"fmt"
	"image"
	"sync"
)

// Stills takes single pictures out of clips with one player that is kept between calls. Safe for concurrent
// use; calls take turns.
type Stills struct {
	player *Player
	events chan Event
	frames chan *image.RGBA
	turn   sync.Mutex
}

// NewStills starts the player for stills: silent, paused, without sound tracks.
func (l *Library) NewStills() (*Stills, error) {
	s := &Stills{events: make(chan Event, 64), frames: make(chan *image.RGBA, 1)}
	p, err := l.NewPlayer(Config{
		Options: map[string]string{"pause": "yes", "aid": "no", "sid": "no", "ao": "null", "keep-open": "always"},
		OnFrame: s.frame,
		OnEvent: s.event,
	})
	if err != nil {
		return nil, err
	}
	s.player = p
	return s, nil
}

// Close ends the player.
func (s *Stills) Close() error { return s.player.Close() }

// Each opens the clip at path and gives its first picture to take; when take answers ok == false it is asked again with the picture
// at the percentage of the length (0 to 100, exact) that it named, and so on. fit gets the clip's size in pixels
// as it is to be seen, and gives the size wanted. The picture is take's to keep; its width is rounded down to a multiple of 16.
//
// The error is of mpv when the file cannot be decoded, or ctx's.
func (s *Stills) Each(ctx context.Context, path string, fit func(image.Point) image.Point, take func(*image.RGBA) (percent float64, ok bool)) error {
	s.turn.Lock()
	defer s.turn.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	defer func() { _ = s.player.Command("stop") }() // closes the file; a closed player has closed it already
	s.player.Resize(0, 0)
	s.restart()
	if err := s.player.Command("loadfile", path); err != nil {
		return err
	}
	if err := s.settle(ctx); err != nil {
		return err
	}
	width, err := s.player.Int("dwidth")
	if err != nil {
		return err
	}
	height, err := s.player.Int("dheight")
	if err != nil {
		return err
	}
	want := fit(image.Pt(int(width), int(height)))
	s.player.Resize(max(want.X, 16), max(want.Y, 1))
	for {
		im, err := s.wait(ctx)
		if err != nil {
			return err
		}
		percent, ok := take(im)
		if ok {
			return nil
		}
		s.restart()
		if err := s.player.Command("seek", fmt.Sprintf("%.3f", percent), "absolute-percent+exact"); err != nil {
			return err
		}
		if err := s.settle(ctx); err != nil {
			return err
		}
	}
}

// restart drops what is left of the picture and the events before.
func (s *Stills) restart() {
	s.player.Forget()
	for {
		select {
		case <-s.frames:
		case <-s.events:
		default:
			return
		}
	}
}

// settle waits until mpv stands at the place that was asked for.
func (s *Stills) settle(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-s.events:
			if e.ID == EndFile {
				return e.Err
			}
			return nil
		}
	}
}

// wait gives the next picture that is drawn.
func (s *Stills) wait(ctx context.Context) (*image.RGBA, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case im := <-s.frames:
			return im, nil
		case e := <-s.events:
			if e.ID == EndFile {
				return nil, e.Err
			}
		}
	}
}

// frame keeps a copy of the newest picture: the buffer will be drawn over.
func (s *Stills) frame(im *image.RGBA) {
	c := &image.RGBA{Pix: append([]byte(nil), im.Pix...), Stride: im.Stride, Rect: im.Rect}
	for {
		select {
		case s.frames <- c:
			return
		default:
		}
		select {
		case <-s.frames:
		default:
		}
	}
}

// event passes on what Each waits for: arrival at a place, and failure. The end of a file that was stopped is not news; it can come
// late, when the next file is being loaded. It never holds up mpv: the channel is emptied before each wait, so that it
// fills only with events that nobody waits for.
func (s *Stills) event(e Event) {
	if e.ID != PlaybackRestart && (e.ID != EndFile || e.Err == nil) {
		return
	}
	select {
	case s.events <- e:
	default:
	}
}
