package player

import (
	"image"
	"time"
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

// Pair plays two clips in step, for comparing them: what is done is done to both, they start together, and the second follows the
// first. The shorter one stands at its end until the longer one is there too. Its methods are for the window's goroutine.
type Pair struct {
	A, B *Player // for their views; what they play is the pair's

	now     func() time.Time
	onState func(PairState)

	a, b    State
	playing bool // wanted
	gather  bool // both are on the way to one place, and play from there
	loop    bool
	speed   float64
	factor  float64 // of the speed of B, to catch up
	muted   bool
	second  bool // B is heard, not A
}

// NewPair makes two players of the same options. OnState of the options is not used; onState gets each new state of the pair.
func NewPair(o Options, onState func(PairState)) *Pair {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.OnState, o.OnFrame = nil, nil
	p := &Pair{now: o.Now, onState: onState, speed: 1, factor: 1, muted: o.Muted}
	p.A, p.B = New(o), New(o)
	p.A.OnState(func(s State) { p.a = s; p.changed() })
	p.B.OnState(func(s State) { p.b = s; p.changed() })
	p.sound()
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

// SetMuted turns the sound off and on.
func (p *Pair) SetMuted(muted bool) {
	p.muted = muted
	p.sound()
}

// Listen chooses which of the two is heard: the first, or the second.
func (p *Pair) Listen(second bool) {
	p.second = second
	p.sound()
}

func (p *Pair) sound() {
	p.A.SetMuted(p.muted || p.second)
	p.B.SetMuted(p.muted || !p.second)
}

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
	if p.onState != nil {
		p.onState(p.State())
	}
}

// follow keeps the second in step with the first.
func (p *Pair) follow() {
	now := p.now()
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
