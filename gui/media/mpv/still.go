package mpv

import (
	"context"
	"errors"
	"image"
	"maps"
	"strconv"
	"sync"
	"time"
)

// Stills takes single pictures out of clips with one player that is kept between calls. Safe for concurrent
// use; one clip is open at a time.
type Stills struct {
	player *Player
	events chan Event
	frames chan *image.RGBA
	places chan time.Duration // where the clip stands, as it changes
	ended  chan struct{}      // holds one once the last picture was stepped over
	turn   chan struct{}      // holds one while a clip is open
	quit   chan struct{}      // closed by Close
	closed sync.Once
}

// NewStills starts the player for stills: silent, paused, without sound tracks. options, which may be nil, are set over those.
func (l *Library) NewStills(options map[string]string) (*Stills, error) {
	s := &Stills{
		events: make(chan Event, 64), frames: make(chan *image.RGBA, 1), places: make(chan time.Duration, 64), ended: make(chan struct{}, 1),
		turn: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	// Untimed: a step to the next picture does not wait until that is due.
	all := map[string]string{"pause": "yes", "aid": "no", "sid": "no", "ao": "null", "keep-open": "always", "untimed": "yes"}
	maps.Copy(all, options)
	p, err := l.NewPlayer(Config{Options: all, OnFrame: s.frame, OnEvent: s.event, AnyWidth: true})
	if err != nil {
		return nil, err
	}
	s.player = p
	if err := errors.Join(p.ObserveNumber("time-pos", replyPlace), p.ObserveFlag("eof-reached", replyEnded)); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return s, nil
}

// The numbers that properties are observed under.
const (
	replyPlace = 1
	replyEnded = 2
)

// Close ends the player. Who waits for a picture gets [ErrClosed].
func (s *Stills) Close() error {
	s.closed.Do(func() { close(s.quit) })
	return s.player.Close()
}

// Clip is a clip that is open in a [Stills]. It is for one goroutine.
type Clip struct {
	s     *Stills
	size  image.Point // of the pictures that are drawn
	width int64
	high  int64
}

// Open opens the clip at path, at its first picture. Others wait until it is closed. The error is mpv's when the file cannot be
// decoded, or ctx's.
func (s *Stills) Open(ctx context.Context, path string) (*Clip, error) {
	return s.open(ctx, path, "default")
}

// OpenKeys is Open for a clip of which only the key frames are looked at: the others are not decoded.
func (s *Stills) OpenKeys(ctx context.Context, path string) (*Clip, error) {
	return s.open(ctx, path, "nonkey")
}

func (s *Stills) open(ctx context.Context, path, skip string) (_ *Clip, err error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.quit:
		return nil, ErrClosed
	}
	c := &Clip{s: s}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.player.Resize(0, 0)
	if err := s.player.Set("vd-lavc-skipframe", skip); err != nil {
		return nil, err
	}
	s.restart()
	if err := s.player.Command("loadfile", path); err != nil {
		return nil, err
	}
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	if c.width, err = s.player.Int("dwidth"); err != nil {
		return nil, err
	}
	if c.high, err = s.player.Int("dheight"); err != nil {
		return nil, err
	}
	return c, nil
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
	how := "absolute+keyframes"
	if exact {
		how = "absolute+exact"
	}
	if err := c.s.player.Command("seek", strconv.FormatFloat(at.Seconds(), 'f', 6, 64), how); err != nil {
		return err
	}
	return c.s.settle(ctx)
}

// Step goes to the next picture, decoding what lies between, and gives it in the size of the last [Clip.Picture] with the time at which it
// begins; nil after the last one. after is where the clip stands.
func (c *Clip) Step(ctx context.Context, after time.Duration) (im *image.RGBA, at time.Duration, err error) {
	s := c.s
	s.restart()
	if end, err := s.player.String("eof-reached"); err != nil || end == "yes" {
		return nil, 0, err
	}
	if err := s.player.Command("frame-step"); err != nil {
		return nil, 0, err
	}
	// The picture and its time come each by itself.
	for at = after; im == nil || at <= after; {
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-s.quit:
			return nil, 0, ErrClosed
		case im = <-s.frames:
		case at = <-s.places:
		case <-s.ended:
			return nil, 0, nil
		case e := <-s.events:
			if e.ID == EndFile {
				return nil, 0, e.Err
			}
		}
	}
	return im, at, nil
}

// Picture gives the picture at the present place, in the size asked for. It is the caller's to keep.
// It is given once for a place: the next call needs another place, or another size.
func (c *Clip) Picture(ctx context.Context, size image.Point) (*image.RGBA, error) {
	if c.size != size {
		c.size = size
		c.s.player.Resize(max(size.X, 1), max(size.Y, 1))
	}
	for {
		im, err := c.s.wait(ctx)
		if err != nil || im.Rect.Size() == size {
			return im, err
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
		case <-s.places:
		case <-s.ended:
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
		case <-s.quit:
			return ErrClosed
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
		case <-s.quit:
			return nil, ErrClosed
		case im := <-s.frames:
			return im, nil
		case e := <-s.events:
			if e.ID == EndFile {
				return nil, e.Err
			}
		}
	}
}

// frame keeps the newest picture.
func (s *Stills) frame(im *image.RGBA) *image.RGBA {
	for {
		select {
		case s.frames <- im:
			return nil
		default:
		}
		select {
		case <-s.frames:
		default:
		}
	}
}

// event passes on what is waited for: arrival at a place, failure, and what is observed. The end of a file that was stopped is not news; it can come
// late, when the next file is being loaded. It never holds up mpv: the channel is emptied before each wait, so that it
// fills only with events that nobody waits for.
func (s *Stills) event(e Event) {
	switch {
	case e.ID == PropertyChange && e.Reply == replyPlace && e.Known:
		offer(s.places, Duration(e.Value))
		return
	case e.ID == PropertyChange && e.Reply == replyEnded && e.Value != 0:
		offer(s.ended, struct{}{})
		return
	}
	if e.ID != PlaybackRestart && (e.ID != EndFile || e.Err == nil) {
		return
	}
	offer(s.events, e)
}

// offer sends where there is room.
func offer[T any](to chan<- T, v T) {
	select {
	case to <- v:
	default:
	}
}
