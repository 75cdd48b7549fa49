package player

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"viviscope/gui/media"
	"viviscope/gui/media/mpv"
)

// task is something that the engine is to do.
type task struct {
	kind string // tasks of one kind that wait behind each other are one, the last; "": each counts
	run  func(Engine) error
}

// The kinds of tasks of which only the last in waiting is carried out.
const (
	kindSeek   = "seek"
	kindResize = "resize"
	kindVolume = "volume"
	kindSpeed  = "speed"
	kindTrim   = "trim"
)

// add puts a task behind the others, and starts the player's goroutine with the first.
func (p *Player) add(t task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if n := len(p.todo); n > 0 && t.kind != "" && p.todo[n-1].kind == t.kind {
		p.todo[n-1] = t
	} else {
		p.todo = append(p.todo, t)
	}
	if !p.started {
		p.started = true
		go p.work()
	}
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// work is the player's goroutine.
func (p *Player) work() {
	defer close(p.done)
	defer func() {
		if p.engine != nil {
			if err := p.engine.Close(); err != nil {
				p.log.Warn("close player", "err", err)
			}
		}
	}()
	for {
		select {
		case <-p.quit:
			return
		case <-p.woken:
			for t, ok := p.next(); ok; t, ok = p.next() {
				p.do(t)
			}
		}
	}
}

func (p *Player) next() (task, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.todo) == 0 {
		return task{}, false
	}
	t := p.todo[0]
	p.todo = p.todo[1:]
	return t, true
}

func (p *Player) do(t task) {
	if err := p.start(); err != nil {
		p.change(func(s *State) { s.Err, s.Seeking = err, false })
		return
	}
	if err := t.run(p.engine); err != nil {
		// A seek or a step where no clip is open yet is refused by the engine, and that is all right.
		p.log.Debug("player", "err", err)
	}
}

// start opens the engine, once. What a person installs later counts from the next start of the program.
func (p *Player) start() error {
	if p.engine != nil || p.broken != nil {
		return p.broken
	}
	p.engine, p.broken = p.open(p.frame, p.event)
	if p.broken != nil {
		p.engine = nil
		p.log.Info("clips are not played here", "err", p.broken)
		return p.broken
	}
	s := p.State()
	if err := errors.Join(volume(p.engine, s), speed(p.engine, s), loop(p.engine, s)); err != nil {
		p.log.Warn("set up player", "err", err)
	}
	return nil
}

func volume(e Engine, s State) error {
	return errors.Join(e.Set("volume", number(s.Volume)), e.Set("mute", yes(s.Muted)))
}

func speed(e Engine, s State) error { return e.Set("speed", number(s.Speed)) }

// loop sets both ways of beginning again, of which one or none is on.
func loop(e Engine, s State) error {
	whole, from, to := "no", "no", "no"
	switch {
	case !s.Loop.On:
	case s.Loop.To > s.Loop.From:
		from, to = number(s.Loop.From.Seconds()), number(s.Loop.To.Seconds())
		whole = "inf" // where the range ends with the clip
	default:
		whole = "inf"
	}
	return errors.Join(e.Set("loop-file", whole), e.Set("ab-loop-a", from), e.Set("ab-loop-b", to))
}

// openClip opens the clip at path, paused at its first picture.
func (p *Player) openClip(e Engine, path string) error {
	e.Forget()
	p.leave(false)
	if _, err := os.Stat(path); err != nil {
		p.change(func(s *State) { s.Err, s.Seeking = fmt.Errorf("play clip: %w", err), false })
		return errors.Join(err, e.Command("stop"))
	}
	p.resize(e)
	return errors.Join(loop(e, p.State()), e.Set("pause", "yes"), e.Command("loadfile", path))
}

// describe reads what the clip is, once it is open.
func (p *Player) describe(e Engine) error {
	path, err := e.String("path")
	if err != nil || path != p.State().Path {
		return err // another one is on its way already
	}
	width, err := e.Int("dwidth")
	if err != nil {
		// The size comes with the first picture where the file does not tell it.
		if width, err = e.Int("width"); err != nil {
			width = 0
		}
	}
	height, err := e.Int("dheight")
	if err != nil {
		if height, err = e.Int("height"); err != nil {
			height = 0
		}
	}
	length, _ := e.Float("duration")
	fps, _ := e.Float("container-fps")
	sound := hasAudio(e)
	p.change(func(s *State) {
		if s.Path != path {
			return
		}
		s.Loaded, s.Err = true, nil
		s.Size = image.Pt(int(width), int(height))
		s.Duration, s.FPS, s.HasAudio = mpv.Duration(length), fps, sound
	})
	return p.resize(e)
}

func hasAudio(e Engine) bool {
	n, err := e.Int("track-list/count")
	if err != nil {
		return false
	}
	for i := range n {
		if kind, err := e.String(fmt.Sprintf("track-list/%d/type", i)); err == nil && kind == "audio" {
			return true
		}
	}
	return false
}

// arrive asks where a load or a seek came to. The position is watched anew, under another number: the first answer is
// then of the new place, though it may be the one that was told last before.
func (p *Player) arrive(e Engine) error {
	if s := p.State(); s.Loaded && s.Size == (image.Point{}) {
		if err := p.describe(e); err != nil {
			return err
		}
	}
	p.mu.Lock()
	before := p.asked
	p.asked++
	now := p.asked
	p.mu.Unlock()
	if before == replyEnded { // nothing is watched yet
		return e.ObserveNumber(propPosition, now)
	}
	return errors.Join(e.Unobserve(before), e.ObserveNumber(propPosition, now))
}

// resize asks for pictures of the size that the clip has in the panel.
func (p *Player) resize(e Engine) error {
	p.mu.Lock()
	size := drawn(p.state.Size, p.panel)
	p.mu.Unlock()
	e.Resize(size.X, size.Y)
	return nil
}

func seek(e Engine, at time.Duration) error {
	return e.Command("seek", strconv.FormatFloat(max(0, at).Seconds(), 'f', 6, 64), "absolute+exact")
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func yes(v bool) string {
	if v {
		return "yes"
	}
	return "no"
}

// damaged words what the engine says about a file; the path itself is not for errors.
func damaged(path string, err error) error {
	return fmt.Errorf("play %s: %w: %w", filepath.Base(path), media.ErrDamaged, err)
}
