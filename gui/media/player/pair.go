package player

import (
	"image"
	"time"

	"viviscope/gui/media/mpv"
)

// PairState says how two clips in step stand.
type PairState struct {
	A, B State

	Loaded   bool          // both
	Position time.Duration // of what is played: that of A, or of B where A has ended
	Duration time.Duration // of the longer one
	Paused   bool
	Ended    bool // both
	Loop     bool
	Err      error // of either
}

// Pair plays two clips in step, for comparing them: what is done is done to both, they start together, and the second
// follows the first. The shorter one stands at its end until the longer one is there too. Its methods are for the
// window's goroutine.
type Pair struct {
	A, B *Player // for their views; what they play is the pair's

	onState func(PairState)

	a, b    State
	playing bool // wanted
	gather  bool // both are on the way to one place, and play from there
	loop    bool
	speed   float64
	factor  float64 // of the speed of B, to catch up
}

// NewPair makes two players of the same options; onState gets each new state of the pair.
func NewPair(o Options, onState func(PairState)) *Pair {
	p := &Pair{onState: onState, speed: 1, factor: 1}
	p.A, p.B = New(o), New(o)
	p.A.OnState(func(s State) { p.a = s; p.changed() })
	p.B.OnState(func(s State) { p.b = s; p.changed() })
	p.B.SetMuted(true)
	return p
}

// Close ends both players and waits for that.
func (p *Pair) Close() {
	p.A.Close()
	p.B.Close()
}

// Load opens two clips, paused at their first pictures.
func (p *Pair) Load(a, b string) {
	p.playing, p.gather = false, false
	p.steady()
	for i, player := range []*Player{p.A, p.B} {
		player.NoLoop() // the pair begins again when both have ended
		player.Load([]string{a, b}[i])
	}
	p.a, p.b = p.A.State(), p.B.State()
	p.changed()
}

// Play plays both, from the start where both have ended.
func (p *Pair) Play() {
	p.playing = true
	if p.a.Ended && p.b.Ended {
		p.SeekExact(0)
		return
	}
	p.gather = true
	p.changed()
}

// Pause stands still, both at the place of the first.
func (p *Pair) Pause() {
	p.playing, p.gather = false, false
	p.steady()
	p.each((*Player).Pause)
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

// SeekExact goes to one time in both.
func (p *Pair) SeekExact(at time.Duration) {
	p.steady()
	p.each((*Player).Pause)
	p.A.SeekExact(at)
	p.B.SeekExact(at)
	p.gather = p.playing
	p.a, p.b = p.A.State(), p.B.State()
	p.changed()
}

// Step pauses both and goes n pictures on in each, or back.
func (p *Pair) Step(n int) {
	p.playing, p.gather = false, false
	p.steady()
	p.A.Step(n)
	p.B.Step(n)
	p.changed()
}

// SetSpeed sets how fast both are played.
func (p *Pair) SetSpeed(factor float64) {
	p.speed = factor
	p.steady()
	p.A.SetSpeed(factor)
	p.B.SetSpeed(factor)
}

// SetLoop makes both begin again when both have ended.
func (p *Pair) SetLoop(on bool) {
	p.loop = on
	p.changed()
}

// SetVolume sets how loud what is heard is, 0 to 100.
func (p *Pair) SetVolume(percent float64) {
	p.A.SetVolume(percent)
	p.B.SetVolume(percent)
}

// SetMuted turns the sound, which is that of the first, off and on.
func (p *Pair) SetMuted(muted bool) { p.A.SetMuted(muted) }

// Panel sets the size of the pictures of both, in device pixels.
func (p *Pair) Panel(width, height int) {
	p.A.Panel(width, height)
	p.B.Panel(width, height)
}

// OnFrames sets who gets the pictures.
func (p *Pair) OnFrames(a, b func(*image.RGBA)) {
	p.A.OnFrame(a)
	p.B.OnFrame(b)
}

// State gives how both stand.
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

// changed follows each new state of either.
func (p *Pair) changed() {
	s := p.State()
	switch {
	case !s.Loaded || p.a.Seeking || p.b.Seeking:
	case p.gather:
		p.gather = false
		p.each((*Player).Play)
		p.a, p.b = p.A.State(), p.B.State()
	case p.playing && s.Ended && p.loop:
		p.SeekExact(0)
		return
	case p.playing && !p.a.Ended && !p.b.Ended:
		p.follow()
	default:
		p.steady()
	}
	p.onState(p.State())
}

// follow keeps the second in step with the first.
func (p *Pair) follow() {
	now := time.Now()
	at := p.a.now(now)
	c := correct(p.b.now(now)-at, max(p.a.picture(), p.b.picture()), p.factor)
	if c.lost {
		p.steady()
		p.SeekExact(at)
		return
	}
	if c.factor != p.factor {
		p.factor = c.factor
		p.B.SetSpeed(p.speed * c.factor)
	}
}

// steady ends catching up.
func (p *Pair) steady() {
	if p.factor != 1 {
		p.factor = 1
		p.B.SetSpeed(p.speed)
	}
}

// each does one thing to both; a clip that has ended is left where it is while the other plays on.
func (p *Pair) each(do func(*Player)) {
	for _, player := range []*Player{p.A, p.B} {
		if s := player.State(); s.Ended && p.playing && !(p.a.Ended && p.b.Ended) {
			continue
		}
		do(player)
	}
}

// What is done about two clips that should show the same moment and do not.
const (
	// driftLost is where the one behind or ahead is sent to the place of the other: catching up would take too long.
	driftLost = 400 * time.Millisecond

	// catchUp is by how much the speed is changed to catch up. The pitch of the sound stays, and a tenth is hardly
	// seen.
	catchUp = 0.1

	// noFPS stands for the length of a picture where the rate is not known.
	noFPS = time.Second / 24
)

// correction is what the second of two clips is to do.
type correction struct {
	factor float64 // of the speed; 1: as set
	lost   bool    // go to the place of the first
}

// correct decides by how far the second clip is ahead of the first. What is at work already goes on until the clips are
// within a quarter of a picture, so that it does not swing around the edge; it starts where they are more than one
// picture apart.
func correct(ahead, picture time.Duration, factor float64) correction {
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

// picture gives how long one picture of a clip is shown.
func (s State) picture() time.Duration {
	if s.FPS <= 0 {
		return noFPS
	}
	return mpv.Duration(1 / s.FPS)
}
