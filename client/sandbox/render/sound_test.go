package render

import (
	"math"
	"slices"
	"testing"

	"viviscope/client/sandbox/render/film"
)

func TestAmbient(t *testing.T) {
	for _, k := range []bool{false, true} {
		pcm := ambient(5, k, 3)
		if len(pcm) != 2*3*film.SampleRate {
			t.Fatalf("%d values", len(pcm))
		}
		var sum, peak float64
		for _, v := range pcm {
			f := math.Abs(float64(v)) / 32768
			sum += f * f
			peak = max(peak, f)
		}
		if level := 20 * math.Log10(math.Sqrt(sum/float64(len(pcm)))); level < -30 || level > -12 || peak > 0.95 {
			t.Errorf("waves %v: level %.1f dB, peak %.2f", k, level, peak)
		}
		if pcm[0] != 0 || math.Abs(float64(pcm[len(pcm)-1])) > 400 {
			t.Error("it does not fade")
		}
		if !slices.Equal(pcm, ambient(5, k, 3)) {
			t.Error("the same seed gave another sound")
		}
		if slices.Equal(pcm, ambient(6, k, 3)) {
			t.Error("the seed does not matter")
		}
	}
	if slices.Equal(ambient(5, false, 1), ambient(5, true, 1)) {
		t.Error("the kind does not matter")
	}
}
