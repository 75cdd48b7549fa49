package sound

import (
	"math"
	"slices"
	"testing"
)

func TestAmbient(t *testing.T) {
	for _, k := range []Kind{Wind, Waves} {
		pcm := Ambient(5, k, 3)
		if len(pcm) != 2*3*Rate {
			t.Fatalf("%d values", len(pcm))
		}
		var sum, peak float64
		for _, v := range pcm {
			f := math.Abs(float64(v)) / 32768
			sum += f * f
			peak = max(peak, f)
		}
		if level := 20 * math.Log10(math.Sqrt(sum/float64(len(pcm)))); level < -30 || level > -12 || peak > 0.95 {
			t.Errorf("kind %d: level %.1f dB, peak %.2f", k, level, peak)
		}
		if pcm[0] != 0 || math.Abs(float64(pcm[len(pcm)-1])) > 400 {
			t.Error("it does not fade")
		}
		if !slices.Equal(pcm, Ambient(5, k, 3)) {
			t.Error("the same seed gave another sound")
		}
		if slices.Equal(pcm, Ambient(6, k, 3)) {
			t.Error("the seed does not matter")
		}
	}
	if slices.Equal(Ambient(5, Wind, 1), Ambient(5, Waves, 1)) {
		t.Error("the kind does not matter")
	}
}
