package render

import (
	"math"
	"slices"
	"testing"
)

func TestAmbient(t *testing.T) {
	pcm := ambient(5, 3)
	if len(pcm) != 2*3*SampleRate {
		t.Fatalf("%d values", len(pcm))
	}
	var sum, peak float64
	for _, v := range pcm {
		f := math.Abs(float64(v)) / 32768
		sum += f * f
		peak = max(peak, f)
	}
	if level := 20 * math.Log10(math.Sqrt(sum/float64(len(pcm)))); level < -30 || level > -12 || peak > 0.95 {
		t.Errorf("level %.1f dB, peak %.2f", level, peak)
	}
	if pcm[0] != 0 || math.Abs(float64(pcm[len(pcm)-1])) > 400 {
		t.Error("it does not fade")
	}
	if !slices.Equal(pcm, ambient(5, 3)) {
		t.Error("the same seed gave another sound")
	}
	if slices.Equal(pcm, ambient(6, 3)) {
		t.Error("the seed does not matter")
	}
}
