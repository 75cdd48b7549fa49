package player

import (
	"image"
	"time"

	"viviscope/gui/media/mpv"
)

// PairState is the state of two clips that play in step.
type PairState struct {
	A, B State

	Loaded   bool          // both
	Position time.Duration // of what is played: that of A, or of B where A has ended
	Duration time.Duration // of A, or of B after A has ended
	Paused   bool          // of the longer clip
	Ended    bool          // both
	Loop     bool
	Err      error // of either
}

// Pair plays two clips in step, for comparison. Each call applies to both. They start together, and the speed of B is
// adjusted to follow A. The shorter clip stops at its end until the longer one has ended. Use it on the window
// goroutine only.
type Pair struct {
	A, B *Player // for their views only; control them through the Pair

	onState func(PairState)

	a, b          State
	playing       bool // requested by the user
	startTogether bool // both are seeking to one position and play from there
	loop          bool
	speed         float64
	correction    float64 // speed correction of B
}

// NewPair creates two players with the same options. onState receives each new state of the pair.
func NewPair(o Options, onState func(PairState)) *Pair {
	p := &Pair{onState: onState, speed: 1, correction: 1}
	p.A, p.B = New(o), New(o)
	p.A.OnState(func(s State) { p.a = s; p.changed() })
	p.B.OnState(func(s State) { p.b = s; p.changed() })
	p.B.SetMuted(true)
	return p
}

// Close ends both players and waits for them.
func (p *Pair) Close() {
	p.A.Close()
	p.B.Close()
}

// Load opens two clips, paused at their first frames.
func (p *Pair) Load(a, b string) {
	p.playing, p.startTogether = false, false
	p.resetSpeed()
	for i, player := range []*Player{p.A, p.B} {
		player.NoLoop() // the pair restarts when both have ended
		player.Load([]string{a, b}[i])
	}
	p.a, p.b = p.A.State(), p.B.State()
	p.changed()
}

// Play plays both, from the start if both have ended.
func (p *Pair) Play() {
	p.playing = true
	if p.a.Ended && p.b.Ended {
		p.SeekExact(0)
		return
	}
	p.startTogether = true
	p.changed()
}

// Pause pauses both at the position of A.
func (p *Pair) Pause() {
	p.playing, p.startTogether = false, false
	p.resetSpeed()
	p.forBoth((*Player).Pause)
	if a := p.A.State(); !a.Ended {
		p.B.SeekExact(a.Position)
	}
	p.changed()
}

// Toggle plays or pauses both.
func (p *Pair) Toggle() {
	if p.playing && !(p.a.Ended && p.b.Ended) {
		p.Pause()
	} else {
		p.Play()
	}
}

// SeekExact seeks both to the same time.
func (p *Pair) SeekExact(at time.Duration) {
	p.resetSpeed()
	p.forBoth((*Player).Pause)
	p.A.SeekExact(at)
	p.B.SeekExact(at)
	p.startTogether = p.playing
	p.a, p.b = p.A.State(), p.B.State()
	p.changed()
}

// Step pauses both and moves each by n frames; negative n moves back.
func (p *Pair) Step(n int) {
	p.playing, p.startTogether = false, false
	p.resetSpeed()
	p.A.Step(n)
	p.B.Step(n)
	p.changed()
}

// SetSpeed sets the playback speed of both.
func (p *Pair) SetSpeed(factor float64) {
	p.speed = factor
	p.resetSpeed()
	p.A.SetSpeed(factor)
	p.B.SetSpeed(factor)
}

// SetLoop sets whether both restart when both have ended.
func (p *Pair) SetLoop(on bool) {
	p.loop = on
	p.changed()
}

// SetVolume sets the volume, 0 to 100.
func (p *Pair) SetVolume(percent float64) {
	p.A.SetVolume(percent)
	p.B.SetVolume(percent)
}

// SetMuted mutes A, whose sound is the only one.
func (p *Pair) SetMuted(muted bool) { p.A.SetMuted(muted) }

// Panel sets the size of the panels, in device pixels.
func (p *Pair) Panel(width, height int) {
	p.A.Panel(width, height)
	p.B.Panel(width, height)
}

// OnFrames sets the callbacks for the frames of A and B.
func (p *Pair) OnFrames(a, b func(*image.RGBA)) {
	p.A.OnFrame(a)
	p.B.OnFrame(b)
}

// State returns the state of the pair.
func (p *Pair) State() PairState {
	s := PairState{
		A: p.a, B: p.b,
		Loaded:   p.a.Loaded && p.b.Loaded,
		Position: p.a.Position,
		Duration: max(p.a.Duration, p.b.Duration),
		Paused:   !p.playing,
		Ended:    p.a.Ended && p.b.Ended,
		Loop:     p.loop,
		Err:      p.a.Err,
	}
	if p.a.Ended && !p.b.Ended {
		s.Position = p.b.Position
	}
	if s.Err == nil {
		s.Err = p.b.Err
	}
	return s
}

// changed handles each new state of A or B.
func (p *Pair) changed() {
	s := p.State()
	switch {
	case !s.Loaded || p.a.Seeking || p.b.Seeking:
	case p.startTogether:
		p.startTogether = false
		p.forBoth((*Player).Play)
		p.a, p.b = p.A.State(), p.B.State()
	case p.playing && s.Ended && p.loop:
		p.SeekExact(0)
		return
	case p.playing && !p.a.Ended && !p.b.Ended:
		p.follow()
	default:
		p.resetSpeed()
	}
	p.onState(p.State())
}

// follow adjusts the speed of B to the position of A.
func (p *Pair) follow() {
	now := time.Now()
	at := p.a.positionAt(now)
	c := driftCorrection(p.b.positionAt(now)-at, max(p.a.frameDuration(), p.b.frameDuration()), p.correction)
	if c.lost {
		p.resetSpeed()
		p.SeekExact(at)
		return
	}
	if c.factor != p.correction {
		p.correction = c.factor
		p.B.SetSpeed(p.speed * c.factor)
	}
}

// resetSpeed ends the speed correction.
func (p *Pair) resetSpeed() {
	if p.correction != 1 {
		p.correction = 1
		p.B.SetSpeed(p.speed)
	}
}

// forBoth calls do for both. It skips a clip that has ended while the other still plays.
func (p *Pair) forBoth(do func(*Player)) {
	for _, player := range []*Player{p.A, p.B} {
		if s := player.State(); s.Ended && p.playing && !(p.a.Ended && p.b.Ended) {
			continue
		}
		do(player)
	}
}

// Limits of the synchronisation of B with A.
const (
	// driftLost is the drift above which B seeks to the position of A, because catching up would take too long.
	driftLost = 400 * time.Millisecond

	// catchUp is the relative change of speed to catch up. The pitch stays, and 10 % is hardly visible.
	catchUp = 0.1

	// noFPS is the assumed frame duration if the rate is unknown.
	noFPS = time.Second / 24
)

// correction is the adjustment of B.
type correction struct {
	factor float64 // of the speed; 1: none
	lost   bool    // seek to the position of A
}

// driftCorrection returns the adjustment for B, which is ahead of A by this time. A correction starts above one frame
// of drift. It ends below a quarter of a frame; this hysteresis prevents oscillation.
func driftCorrection(ahead, picture time.Duration, factor float64) correction {
	apart := max(ahead, -ahead)
	switch {
	case apart > driftLost:
		return correction{factor: 1, lost: true}
	case apart > picture, factor != 1 && apart > picture/4:
		if ahead > 0 {
			return correction{factor: 1 - catchUp}
		}
		return correction{factor: 1 + catchUp}
	}
	return correction{factor: 1}
}

// frameDuration returns the duration of one frame.
func (s State) frameDuration() time.Duration {
	if s.FPS <= 0 {
		return noFPS
	}
	return mpv.Duration(1 / s.FPS)
}
