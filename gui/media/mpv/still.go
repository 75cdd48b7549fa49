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

// Stills decodes single frames of clips with one reusable player. One clip is open at a time; Open waits for the
// previous one. Safe for concurrent use.
type Stills struct {
	player     *Player
	events     chan Event
	frames     chan *image.RGBA
	busy       chan struct{} // semaphore: full while a clip is open
	pauseReply uint64        // reply id of the pause subscription; owned by the open clip
	quit       chan struct{} // closed by Close
	closed     sync.Once
}

// NewStills starts a silent, paused player without audio tracks. options may be nil and override the defaults.
func (l *Library) NewStills(options map[string]string) (*Stills, error) {
	s := &Stills{
		events: make(chan Event, 64), frames: make(chan *image.RGBA, 1),
		busy: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	// Untimed: a frame step does not wait until its frame is due.
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

// Close ends the player. Pending calls return [ErrClosed].
func (s *Stills) Close() error {
	s.closed.Do(func() { close(s.quit) })
	return s.player.Close()
}

// Open opens the clip at path at its first frame. It waits until the previous clip is closed. Errors: mpv's if the file
// cannot be decoded, ErrClosed, ctx.Err().
func (s *Stills) Open(ctx context.Context, path string) (*Clip, error) {
	return s.open(ctx, path, "default")
}

// OpenKeys is Open with a decoder that skips all frames except key frames.
func (s *Stills) OpenKeys(ctx context.Context, path string) (*Clip, error) {
	return s.open(ctx, path, "nonkey")
}

func (s *Stills) open(ctx context.Context, path, skip string) (_ *Clip, err error) {
	select {
	case s.busy <- struct{}{}:
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
	// An abandoned step may have left it playing.
	if err := errors.Join(s.player.Set("pause", "yes"), s.player.Set("vd-lavc-skipframe", skip)); err != nil {
		return nil, err
	}
	s.discardPending()
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
	// Earlier events belong to an abandoned file.
	if err := s.await(ctx, func(e Event) (bool, error) {
		return e.ID == StartFile && e.Entry == number, nil
	}); err != nil {
		return nil, err
	}
	if err := s.awaitPosition(ctx); err != nil {
		return nil, err
	}
	return c, c.readSize()
}

// readSize reads the size of the current frame, which may change within a file.
func (c *Clip) readSize() (err error) {
	if c.width, err = c.s.player.Int("dwidth"); err != nil {
		return err
	}
	c.height, err = c.s.player.Int("dheight")
	return err
}

// discardPending discards pending frames and events.
func (s *Stills) discardPending() {
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

// awaitPosition waits until mpv has reached the requested position. Its frame is then the current frame of the
// renderer.
func (s *Stills) awaitPosition(ctx context.Context) error {
	return s.await(ctx, func(e Event) (bool, error) { return e.ID == PlaybackRestart || e.ID == EndFile, e.Err })
}

// await waits for an event that is accepts.
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

// wait returns the next drawn frame.
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

// awaitPause waits until mpv is paused, as after a step and at the end. It subscribes again each time: the first
// notification is then the current value, not that of an earlier pause.
func (s *Stills) awaitPause(ctx context.Context) error {
	if s.pauseReply > 0 {
		if err := s.player.Unobserve(s.pauseReply); err != nil {
			return err
		}
	}
	s.pauseReply++
	if err := s.player.ObserveFlag("pause", s.pauseReply); err != nil {
		return err
	}
	return s.await(ctx, func(e Event) (bool, error) {
		return e.ID == PropertyChange && e.Reply == s.pauseReply || e.ID == EndFile, e.Err
	})
}

// frame replaces the pending frame.
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

// event forwards the events that await and wait use: file started, position reached, failure and pause. The normal end
// of a file is ignored. It never blocks mpv: discardPending empties the channel before each wait, so it fills only with
// unneeded events.
func (s *Stills) event(e Event) {
	if e.ID == StartFile || e.ID == PlaybackRestart || e.ID == EndFile && e.Err != nil || e.ID == PropertyChange &&
		e.Value != 0 {
		select {
		case s.events <- e:
		default:
		}
	}
}

// Clip is an open clip of a [Stills]. Not safe for concurrent use.
type Clip struct {
	s      *Stills
	size   image.Point // of the last Picture
	width  int64
	height int64
}

// Close closes the file, so that the next Open can continue.
func (c *Clip) Close() {
	_ = c.s.player.Command("stop") // a closed player has already closed the file
	<-c.s.busy
}

// Size returns the upright display size of the current frame, in pixels.
func (c *Clip) Size() image.Point { return image.Pt(int(c.width), int(c.height)) }

// Length returns the length of the clip, or 0 if unknown.
func (c *Clip) Length() time.Duration {
	seconds, err := c.s.player.Float("duration")
	if err != nil {
		return 0
	}
	return Duration(seconds)
}

// HasAudio reports whether the clip has an audio track.
func (c *Clip) HasAudio() bool {
	n, _ := c.s.player.Int("track-list/count") // 0 if unknown
	for i := range min(n, 64) {
		if kind, err := c.s.player.String("track-list/" + strconv.FormatInt(i, 10) + "/type"); err == nil &&
			kind == "audio" {
			return true
		}
	}
	return false
}

// FPS returns the frame rate of the container, or 0 if unknown.
func (c *Clip) FPS() float64 {
	fps, err := c.s.player.Float("container-fps")
	if err != nil {
		return 0
	}
	return fps
}

// At returns the current position.
func (c *Clip) At() (time.Duration, error) {
	seconds, err := c.s.player.Float("time-pos")
	return Duration(seconds), err
}

// Seek goes to the first frame that starts at the given time or later (within 5 ms), or to the last frame. If exact is
// false it goes to the preceding key frame, which is several times faster.
func (c *Clip) Seek(ctx context.Context, at time.Duration, exact bool) error {
	c.s.discardPending()
	c.s.player.Resize(0, 0)
	how := "absolute+keyframes"
	if exact {
		how = "absolute+exact"
	}
	if err := c.s.player.Command("seek", strconv.FormatFloat(at.Seconds(), 'f', 6, 64), how); err != nil {
		return err
	}
	if err := c.s.awaitPosition(ctx); err != nil {
		return err
	}
	return c.readSize()
}

// Picture returns the current frame, upright, in the requested size. Sizes above the limits of libmpv are scaled down.
// The caller owns the result.
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

// redrawInterval is the time after which Step redraws a lost frame. mpv waits 0.2 s for the renderer to take it.
const redrawInterval = time.Second

// Step decodes the next frame and returns it with its start time, in the size of the last [Clip.Picture]. Call
// Picture at the current position before. It returns nil after the last frame.
func (c *Clip) Step(ctx context.Context) (*image.RGBA, time.Duration, error) {
	s := c.s
	before, err := c.At()
	if err != nil {
		return nil, 0, err
	}
	if end, err := s.player.String("eof-reached"); err != nil || end == "yes" {
		return nil, 0, err
	}
	s.discardPending()
	if err := s.player.Command("frame-step"); err != nil {
		return nil, 0, err
	}
	// The frame may arrive before mpv pauses. A step before the pause would skip a frame.
	if err := s.awaitPause(ctx); err != nil {
		return nil, 0, err
	}
	at, err := c.At()
	if err != nil || at <= before {
		return nil, 0, err
	}
	late := time.NewTicker(redrawInterval)
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
