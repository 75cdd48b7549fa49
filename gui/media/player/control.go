package player

import (
	"image"
	"math"
	"time"

	"viviscope/gui/media/mpv"
)

// Load opens the clip at path, paused at its first picture, in place of the one before. Volume, speed and looping stay as they
// were; a range that was looped is forgotten.
func (p *Player) Load(path string) {
	p.change(func(s *State) {
		*s = State{Path: path, Paused: true, Seeking: true, At: p.now(), Volume: s.Volume, Muted: s.Muted, Speed: s.Speed, Loop: Loop{On: s.Loop.On}}
	})
	p.leave(true)
	p.add(task{run: func(e Engine) error { return p.openClip(e, path) }})
}

// Unload closes the clip; the engine stays.
func (p *Player) Unload() {
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	p.change(func(s *State) {
		*s = State{Paused: true, Volume: s.Volume, Muted: s.Muted, Speed: s.Speed, Loop: Loop{On: s.Loop.On}}
	})
	p.leave(true)
	if started {
		p.add(task{run: func(e Engine) error {
			e.Forget()
			e.Resize(0, 0)
			return e.Command("stop")
		}})
	}
}

// leave drops the pictures in waiting, and those that still come of the clip before where away is true.
func (p *Player) leave(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = away
	p.frames.clear()
}

// Play goes on, from the start where the clip has ended.
func (p *Player) Play() {
	var again bool
	p.change(func(s *State) { again, s.Paused, s.At = s.Ended, false, p.now() })
	if again {
		p.SeekExact(0)
	}
	p.add(task{run: func(e Engine) error { return e.Set("pause", "no") }})
}

// Pause stands still at the picture that is shown.
func (p *Player) Pause() {
	p.change(func(s *State) { s.Paused = true })
	p.add(task{run: func(e Engine) error { return e.Set("pause", "yes") }})
}

// Toggle plays what stands and pauses what plays.
func (p *Player) Toggle() {
	if s := p.State(); s.Paused || s.Ended {
		p.Play()
	} else {
		p.Pause()
	}
}

// SeekExact goes to the picture that is shown at a time. Past the end it is the last one.
func (p *Player) SeekExact(at time.Duration) {
	var to time.Duration
	p.change(func(s *State) {
		to = mpv.FrameStart(at, s.Duration, s.FPS)
		s.Seeking, s.Ended = true, false
	})
	p.add(task{kind: kindSeek, run: func(e Engine) error { return seek(e, to) }})
}

// SeekFrame goes to the picture with a number, from 0.
func (p *Player) SeekFrame(n int) {
	s := p.State()
	if s.FPS <= 0 {
		return
	}
	if last := s.Frames() - 1; last >= 0 {
		n = min(n, last)
	}
	p.SeekExact(mpv.Duration(float64(max(0, n)) / s.FPS))
}

// Step pauses and goes n pictures on, or back where n is negative.
func (p *Player) Step(n int) {
	s := p.State()
	if !s.Paused {
		p.Pause()
	}
	switch {
	case n == 1:
		p.add(task{run: func(e Engine) error { return e.Command("frame-step") }})
	case n == -1 && s.Frame()+1 != s.Frames(): // at the end the engine counts from where the sound ended
		p.add(task{run: func(e Engine) error { return e.Command("frame-back-step") }})
	case n != 0:
		p.SeekFrame(s.Frame() + n)
	}
}

// SetSpeed sets how fast is played; 1 is as recorded. The pitch of the sound stays. It is kept for the clips that follow.
func (p *Player) SetSpeed(factor float64) {
	p.set(kindSpeed, speed, func(s *State) { s.Speed = min(max(factor, 0.1), 8) })
}

// SetVolume sets how loud it is, 0 to 100. It is kept for the clips that follow.
func (p *Player) SetVolume(percent float64) {
	p.set(kindVolume, volume, func(s *State) { s.Volume = min(max(percent, 0), 100) })
}

// SetMuted turns the sound off and on.
func (p *Player) SetMuted(muted bool) {
	p.set(kindVolume, volume, func(s *State) { s.Muted = muted })
}

// SetLoop makes the clip begin again: at from when it comes to to; the whole clip where both are 0.
func (p *Player) SetLoop(from, to time.Duration) {
	p.set("", loop, func(s *State) { s.Loop = Loop{On: true, From: from, To: to} })
}

// NoLoop makes the clip stand at its end.
func (p *Player) NoLoop() {
	p.set("", loop, func(s *State) { s.Loop = Loop{} })
}

// Panel says how large the panel is in device pixels. Pictures come as large as the clip is in it, never larger than the clip is:
// enlarging costs the window nothing. 0, 0 stops the pictures while the panel is hidden; the sound goes on.
func (p *Player) Panel(width, height int) {
	size := image.Pt(width, height)
	p.mu.Lock()
	same, started := p.panel == size, p.started
	p.panel = size
	p.mu.Unlock()
	if !same && started {
		p.add(task{kind: kindResize, run: p.resize})
	}
}

// set edits the state and hands it to the engine, if that runs; a later start reads it.
func (p *Player) set(kind string, run func(Engine, State) error, edit func(*State)) {
	p.change(edit)
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	if started {
		p.add(task{kind: kind, run: func(e Engine) error { return run(e, p.State()) }})
	}
}

// drawn gives the size of the pictures of a clip in a panel. The width is a multiple of 16, because libmpv draws such rows fastest
// and the window takes no others, and the height follows it, so that the ratio is kept to within half a pixel.
func drawn(clip, panel image.Point) image.Point {
	if clip.X <= 0 || clip.Y <= 0 || panel.X <= 0 || panel.Y <= 0 {
		return image.Point{}
	}
	scale := min(float64(panel.X)/float64(clip.X), float64(panel.Y)/float64(clip.Y), 1)
	width := max(16, int(math.Round(float64(clip.X)*scale))&^15)
	height := max(1, int(math.Round(float64(width)*float64(clip.Y)/float64(clip.X))))
	return image.Pt(width, height)
}
