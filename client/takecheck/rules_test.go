package takecheck

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"viviscope/db/findings"
)

// moving returns the figures of an honest clip of n frames at 24 frames a second.
func moving(n int) []frame {
	fs := make([]frame, n)
	for i := range fs {
		fs[i] = frame{mean: 100, contrast: 50, sharpness: 5, change: 3, jump: 1.5, across: 6}
	}
	setTimes(fs, nil)
	return fs
}

func TestRules(t *testing.T) {
	const second = 24 // frames
	still := func(fs []frame) {
		for i := range fs {
			fs[i].change, fs[i].still, fs[i].jump = 0.1, true, 0
		}
	}
	dark := func(fs []frame) {
		still(fs)
		for i := range fs {
			fs[i].dark, fs[i].mean = 1, 2
		}
		fs[0].change, fs[0].still, fs[0].jump, fs[0].across = 80, false, 40, 40
	}
	quiet := make(sound, 100)
	for i := range quiet {
		quiet[i].silent = i >= 40 && i < 80
	}
	for name, tt := range map[string]struct {
		change func([]frame)
		sound  sound
		r      Request
		want   []findings.Finding
	}{
		"honest": {func([]frame) {}, nil, Request{Seconds: 5}, nil},
		"black": {func(fs []frame) { dark(fs[24:48]) }, nil, Request{}, []findings.Finding{{Kind: findings.Black,
			From: 1, To: 2}}},
		"frozen after black": {func(fs []frame) {
			dark(fs[24:48])
			still(fs[49:72])
		}, nil, Request{}, []findings.Finding{{Kind: findings.Black, From: 1, To: 2}, {Kind: findings.Frozen,
			From: 2, To: 3}}},
		"briefly dark": {func(fs []frame) { dark(fs[24:34]) }, nil, Request{}, nil},
		"frozen": {func(fs []frame) { still(fs[25:48]) }, nil, Request{},
			[]findings.Finding{{Kind: findings.Frozen, From: 1, To: 2}}},
		"frozen to the end": {func(fs []frame) { still(fs[4*second:]) }, nil, Request{},
			[]findings.Finding{{Kind: findings.Frozen, From: 3.96, To: 5}}},
		"slow": {func(fs []frame) {
			still(fs[24:72])
			for i := range fs[24:72] {
				fs[24+i].change = 0.8
			}
		}, nil, Request{}, nil},
		"cut": {func(fs []frame) { fs[60].jump, fs[60].across = 30, 30 }, nil, Request{},
			[]findings.Finding{{Kind: findings.Cut, From: 2.5, To: 2.5}}},
		"a flash": {func(fs []frame) { fs[60].jump, fs[61].jump = 30, 30 }, nil, Request{}, nil},
		"fast":    {func(fs []frame) { setAll(fs, func(f *frame) { f.jump, f.across = 12, 30 }) }, nil, Request{}, nil},
		"flicker": {func(fs []frame) {
			for i := 24; i < 48; i++ {
				fs[i].mean += float64(i%2) * 8
			}
		}, nil, Request{}, []findings.Finding{{Kind: findings.Flicker, From: 1, To: 2}}},
		"lightning": {func(fs []frame) { fs[30].mean += 80; fs[34].mean += 60 }, nil, Request{}, nil},
		"silent": {func([]frame) {}, quiet, Request{Audio: true}, []findings.Finding{{Kind: findings.Silent,
			From: 2, To: 4}}},
		"not ordered": {func([]frame) {}, quiet, Request{}, nil},
		"no sound": {func([]frame) {}, nil, Request{Audio: true}, []findings.Finding{{Kind: findings.Silent,
			From: 0, To: 5}}},
		"short": {func([]frame) {}, nil, Request{Seconds: 8}, []findings.Finding{{Kind: findings.Length,
			From: 5, To: 8}}},
		"long": {func([]frame) {}, nil, Request{Seconds: 4}, []findings.Finding{{Kind: findings.Length,
			From: 4, To: 5}}},
		"frames round": {func([]frame) {}, nil, Request{Seconds: 5.2}, nil},
	} {
		fs := moving(5 * second)
		tt.change(fs)
		got := measures{fs, tt.sound}.result(tt.r).Findings
		for i, f := range got { // a frame is 0.04 s
			if i < len(tt.want) && f.Kind == tt.want[i].Kind && math.Abs(f.From-tt.want[i].From) < 0.1 &&
				math.Abs(f.To-tt.want[i].To) < 0.1 {
				got[i] = tt.want[i]
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

func setAll(fs []frame, set func(*frame)) {
	for i := range fs {
		set(&fs[i])
	}
}

// Any figures give a plausible result.
func TestRulesAcceptAnyFigures(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 1))
	value := func() float64 {
		return []float64{0, 0.5, 1, 30, 255, -1, math.NaN(), math.Inf(1), rng.Float64() * 100}[rng.IntN(9)]
	}
	for range 300 {
		fs := make([]frame, 1+rng.IntN(200))
		var times []float64
		setAll(fs, func(f *frame) {
			*f = frame{mean: value(), contrast: value(), sharpness: value(), dark: value(), change: value(),
				still: rng.IntN(3) > 0, jump: value(), across: value()}
			times = append(times, value()*rng.Float64()*10)
		})
		setTimes(fs, times[:rng.IntN(len(times)+1)])
		s := make(sound, rng.IntN(200))
		for i := range s {
			s[i] = soundWindow{rng.IntN(2) == 0, rng.IntN(5)}
		}
		r := measures{fs, s}.result(Request{Seconds: value(), Audio: rng.IntN(2) == 0})
		if again, ok := findings.Parse(r.JSON()); !ok || len(again.Findings) != len(r.Findings) {
			t.Fatalf("seed %d: %+v became %+v", seed, r, again)
		}
	}
}

func TestFrameMeter(t *testing.T) {
	m := newFrameMeter(wide, narrow)
	pix := make([]byte, wide*narrow)
	m.add(pix) // black
	for i := range pix {
		pix[i] = byte(200 * (i % wide / (wide / 2))) // the right half is bright
	}
	m.add(pix)
	m.add(pix)
	f := m.frames
	if f[0].dark != 1 || f[0].contrast != 0 || f[0].change != 0 || f[0].still {
		t.Errorf("black frame: %+v", f[0])
	}
	if f[1].mean != 100 || f[1].contrast != 100 || f[1].dark != 0.5 || f[1].change != 200 || f[1].jump != 100 ||
		f[1].still {
		t.Errorf("half frame: %+v", f[1])
	}
	if want := 200.0 / (wide - 1); math.Abs(f[1].sharpness-want) > 1e-9 {
		t.Errorf("one edge in a row: sharpness %v, want %v", f[1].sharpness, want)
	}
	if !f[2].still || f[2].change != 0 || f[2].jump != 0 {
		t.Errorf("the same frame: %+v", f[2])
	}
	for range 2 * apart { // a slow movement does not stay still
		for i := range pix {
			if pix[i] > 0 {
				pix[i]--
			}
		}
		m.add(pix)
	}
	if last := m.frames[3:]; !slices.ContainsFunc(last, func(f frame) bool { return !f.still }) {
		t.Errorf("a drift is still: %+v", last)
	}
}

func TestMeasureSound(t *testing.T) {
	pcm := make([]byte, 0, window*12)
	add := func(n int, left, right int16) {
		for range n {
			pcm = append(pcm, byte(left), byte(uint16(left)>>8), byte(right), byte(uint16(right)>>8))
		}
	}
	add(window, 3, -3)
	add(10, 0, 32767)
	add(10, -32768, 0)
	add(window-20, 0, 0)
	add(5, 32767, 0) // a part of a window
	got := measureSound(bytes.NewReader(append(pcm, 1)))
	if want := (sound{{true, 0}, {false, 2}, {false, 1}}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSetTimes(t *testing.T) {
	for name, tt := range map[string]struct{ times, want []float64 }{
		"constant": {[]float64{0, 0.1, 0.2, 0.3}, []float64{0, 0.1, 0.2, 0.3, 0.4}},
		"late":     {[]float64{5, 5.1, 5.2, 5.3}, []float64{0, 0.1, 0.2, 0.3, 0.4}},
		"variable": {[]float64{0, 0.1, 1.1, 1.2}, []float64{0, 0.1, 1.1, 1.2, 1.3}},
		"unknown":  {nil, []float64{0, 1.0 / 24, 2.0 / 24, 3.0 / 24, 4.0 / 24}},
		"backward": {[]float64{0, 0.1, -1, 0.3}, []float64{0, 0.1, 0.2, 0.3, 0.4}},
		"too far":  {[]float64{0, 0.1, 1e9, 1e9 + 0.1}, []float64{0, 0.1, 0.2, 0.3, 0.4}},
	} {
		fs := make([]frame, 4)
		setTimes(fs, tt.times)
		got := []float64{fs[0].time, fs[1].time, fs[2].time, fs[3].time, fs[3].end()}
		for i := range got {
			if math.Abs(got[i]-tt.want[i]) > 0.001 {
				t.Errorf("%s: %s, want %v", name, fmt.Sprint(got), tt.want)
				break
			}
		}
	}
}

func BenchmarkFrameMeter(b *testing.B) {
	m := newFrameMeter(wide, narrow)
	rng := rand.New(rand.NewPCG(1, 1))
	pix := make([]byte, wide*narrow)
	for i := range pix {
		pix[i] = byte(rng.IntN(256))
	}
	for b.Loop() {
		m.add(pix)
		m.frames = m.frames[:min(len(m.frames), 2*apart)]
	}
}
