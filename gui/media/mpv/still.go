package mpv

import (
	"context"
	"errors"
	"image"
	"maps"
	"strconv"
	"sync"
	"time"

	"viviscope/client/film"
)

// Stills takes single pictures out of clips with one player that is kept between calls. Safe for concurrent
// use; one clip is open at a time.
type Stills struct {
	player *Player
	events chan Event
	frames chan *image.RGBA
	turn   chan struct{} // holds one while a clip is open
	watch  uint64        // the number that the pause is watched under; of who has the turn
	quit   chan struct{} // closed by Close
	closed sync.Once
}

// NewStills starts the player for stills: silent, paused, without sound tracks. options, which may be nil, are set over
// those.
func (l *Library) NewStills(options map[string]string) (*Stills, error) {
	s := &Stills{
		events: make(chan Event, 64), frames: make(chan *image.RGBA, 1),
		turn: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	// Untimed: a step to the next picture does not wait until that is due.
	all := map[string]string{"pause": "yes", "aid": "no", "sid": "no", "ao": "null", "keep-open": "always",
		"untimed": "yes"}
	maps.Copy(all, options)
	p, err := l.NewPlayer(Config{Options: all, OnFrame: s.frame, OnEvent: s.event, AnyWidth: true})
	if err != nil {
		return nil, err
	}
	s.player = p
	return s, nil
}

// Close ends the player. Who waits for a picture gets [ErrClosed].
func (s *Stills) Close() error {
	s.closed.Do(func() { close(s.quit) })
	return s.player.Close()
}

// Open opens the clip at path, at its first picture. Others wait until it is closed. The error is mpv's when the file
// cannot be decoded, or ctx's.
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
	// A step that was given up may have left it running.
	if err := errors.Join(s.player.Set("pause", "yes"), s.player.Set("vd-lavc-skipframe", skip)); err != nil {
		return nil, err
	}
	s.restart()
	s.player.Resize(0, 0)
	if err := s.player.Set("vf", TurnOption(film.OrientationOf(path))); err != nil {
		return nil, err
	}
	if err := s.player.Command("loadfile", path); err != nil {
		return nil, err
	}
	number, err := s.player.Int("playlist/0/id")
	if err != nil {
		return nil, err
	}
	// What comes before this file is begun is of one that was given up.
	if err := s.await(ctx, func(e Event) (bool, error) {
		return e.ID == StartFile && e.Entry == number, nil
	}); err != nil {
		return nil, err
	}
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	return c, c.measure()
}

// measure reads the size of the present picture, which may change within a file.
func (c *Clip) measure() (err error) {
	if c.width, err = c.s.player.Int("dwidth"); err != nil {
		return err
	}
	c.high, err = c.s.player.Int("dheight")
	return err
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

// settle waits until mpv stands at the place that was asked for: the picture there is then the present one of its
// renderer.
func (s *Stills) settle(ctx context.Context) error {
	return s.await(ctx, func(e Event) (bool, error) { return e.ID == PlaybackRestart || e.ID == EndFile, e.Err })
}

// await waits for an event.
func (s *Stills) await(ctx context.Context, is func(Event) (bool, error)) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.quit:
			return ErrClosed
		case e := <-s.events:
			if yes, err := is(e); yes {
				return err
			}
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

// stopped waits until mpv is paused, as it is after a step and at the end. That is watched anew each time: what is told
// first is then how it is now, and nothing of an earlier pause.
func (s *Stills) stopped(ctx context.Context) error {
	if s.watch > 0 {
		if err := s.player.Unobserve(s.watch); err != nil {
			return err
		}
	}
	s.watch++
	if err := s.player.ObserveFlag("pause", s.watch); err != nil {
		return err
	}
	return s.await(ctx, func(e Event) (bool, error) {
		return e.ID == PropertyChange && e.Reply == s.watch || e.ID == EndFile, e.Err
	})
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

// event passes on what is waited for: a file that is begun, arrival at a place, failure, and a pause. The end of a file
// that was stopped is not news. It never holds up mpv: the channel is emptied before each wait, so that it fills only
// with events that nobody waits for.
func (s *Stills) event(e Event) {
	if e.ID == StartFile || e.ID == PlaybackRestart || e.ID == EndFile && e.Err != nil || e.ID == PropertyChange &&
		e.Value != 0 {
		select {
		case s.events <- e:
		default:
		}
	}
}

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

// Size returns the size at which the clip is shown at the present place, upright, in pixels.
func (c *Clip) Size() image.Point { return image.Pt(int(c.width), int(c.high)) }

// Length gives how long the clip is; 0 when the file does not say.
func (c *Clip) Length() time.Duration {
	seconds, err := c.s.player.Float("duration")
	if err != nil {
		return 0
	}
	return Duration(seconds)
}

// HasAudio reports whether the file has sound.
func (c *Clip) HasAudio() bool {
	n, _ := c.s.player.Int("track-list/count") // 0 where it is not known
	for i := range min(n, 64) {
		if kind, err := c.s.player.String("track-list/" + strconv.FormatInt(i, 10) + "/type"); err == nil &&
			kind == "audio" {
			return true
		}
	}
	return false
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

// Seek goes to the first frame that begins at the given time or after it (within 5 ms), to the last one past the end;
// or, where exact is false, to the key frame before it, which is several times as fast.
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
	if err := c.s.settle(ctx); err != nil {
		return err
	}
	return c.measure()
}

// Picture returns the picture at the present place, upright, in the size asked for; a size that libmpv cannot draw is
// reduced in its ratio. It is the caller's to keep.
func (c *Clip) Picture(ctx context.Context, size image.Point) (*image.RGBA, error) {
	c.size = image.Pt(bounded(max(size.X, 1), max(size.Y, 1)))
	c.s.player.Present(c.size.X, c.size.Y)
	for {
		im, err := c.s.wait(ctx)
		if err != nil || im.Rect.Size() == c.size {
			return im, err
		}
	}
}

// overdue is when a picture that mpv has shown will not come by itself any more: it waits 0.2 s for the renderer to
// take it.
const overdue = time.Second

// Step goes to the next picture, decoding what lies between, and gives it in the size of [Clip.Picture], which was
// called for the present place, with the time at which it begins; nil after the last one.
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
