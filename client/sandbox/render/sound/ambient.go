package sound

import "math"

// Rate is the sample rate, in samples a second.
const Rate = 48000

// Kind is what is heard beside the chord.
type Kind int

// The kinds.
const (
	Wind Kind = iota
	Waves
)

type voice struct{ freq, pan, swell, phase, gain float64 }

// Ambient gives seconds of interleaved 16 bit stereo. The seed chooses root and chord. It fades in and out over 0.8 s.
func Ambient(seed uint64, k Kind, seconds int) []int16 {
	n := seconds * Rate
	out := make([]int16, 2*n)
	voices := chord(seed)
	air := newNoise(seed)
	phase := float64(seed>>16&1023) / 163
	for i := range n {
		t := float64(i) / Rate
		var l, r float64
		for _, v := range voices {
			p := 2 * math.Pi * v.freq * t
			s := v.gain * (0.55 + 0.45*math.Sin(2*math.Pi*v.swell*t+v.phase)) * (math.Sin(p) + 0.25*math.Sin(2*p+v.phase))
			l += s * (1 - v.pan)
			r += s * v.pan
		}
		level := 0.9 + 0.6*math.Sin(2*math.Pi*0.11*t+phase)
		if k == Waves { // a wave every 5 s that breaks quickly and runs out slowly
			s := math.Sin(2*math.Pi*0.2*t + phase)
			level = 0.5 + 2.2*math.Pow(0.5+0.5*s, 3)
		}
		nl, nr := air.next()
		fade := math.Min(1, math.Min(t/0.8, (float64(seconds)-t)/0.8))
		out[2*i] = int16(fade * 11000 * (0.42*l + level*nl))
		out[2*i+1] = int16(fade * 11000 * (0.42*r + level*nr))
	}
	return out
}

// chord is six notes, each as two voices that are a little out of tune, left and right.
func chord(seed uint64) []voice {
	root := 110 * math.Pow(2, float64(seed%12)/12)
	steps := [][]float64{{0, 7, 12, 16, 19, 23}, {0, 7, 12, 15, 19, 22}, {0, 7, 14, 16, 21, 24}}[(seed>>8)%3]
	var out []voice
	for i, c := range steps {
		for d := -1.0; d <= 1; d += 2 {
			out = append(out, voice{
				freq: root * math.Pow(2, (c+0.04*d)/12), pan: 0.5 + 0.38*d,
				swell: 0.05 + 0.017*float64(i), phase: (float64(2*i) + d) * 1.7, gain: 1 / (1 + 0.35*float64(i)),
			})
		}
	}
	return out
}

// noise is white noise behind a low pass, for two channels.
type noise struct {
	state uint32
	l, r  float64
}

func newNoise(seed uint64) *noise { return &noise{state: uint32(seed) | 1} }

func (n *noise) next() (l, r float64) {
	n.l += 0.02 * (n.white() - n.l)
	n.r += 0.02 * (n.white() - n.r)
	return n.l, n.r
}

func (n *noise) white() float64 {
	n.state ^= n.state << 13
	n.state ^= n.state >> 17
	n.state ^= n.state << 5
	return float64(int32(n.state)) / (1 << 31)
}
