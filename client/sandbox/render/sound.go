package render

import "math"

// ambient gives seconds of interleaved 16 bit stereo: a soft chord that swells, with wind in it. The seed chooses root and chord.
// It fades in and out over 0.8 s.
func ambient(seed rng, seconds int) []int16 {
	n := seconds * SampleRate
	out := make([]int16, 2*n)
	voices := chord(seed)
	r := seed
	var airL, airR float64 // white noise behind a low pass
	phase := float64(seed>>16&1023) / 163
	for i := range n {
		t := float64(i) / SampleRate
		var left, right float64
		for _, v := range voices {
			p := 2 * math.Pi * v.freq * t
			s := v.gain * (0.55 + 0.45*math.Sin(2*math.Pi*v.swell*t+v.phase)) * (math.Sin(p) + 0.25*math.Sin(2*p+v.phase))
			left += s * (1 - v.pan)
			right += s * v.pan
		}
		level := 0.9 + 0.6*math.Sin(2*math.Pi*0.11*t+phase)
		airL += 0.02 * (float64(r.in(-1, 1)) - airL)
		airR += 0.02 * (float64(r.in(-1, 1)) - airR)
		fade := math.Min(1, math.Min(t/0.8, (float64(seconds)-t)/0.8))
		out[2*i] = int16(fade * 11000 * (0.42*left + level*airL))
		out[2*i+1] = int16(fade * 11000 * (0.42*right + level*airR))
	}
	return out
}

type voice struct{ freq, pan, swell, phase, gain float64 }

// chord is six notes, each as two voices that are a little out of tune, left and right.
func chord(seed rng) (out []voice) {
	root := 110 * math.Pow(2, float64(seed%12)/12)
	steps := [][]float64{{0, 7, 12, 16, 19, 23}, {0, 7, 12, 15, 19, 22}, {0, 7, 14, 16, 21, 24}}[(seed>>8)%3]
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
