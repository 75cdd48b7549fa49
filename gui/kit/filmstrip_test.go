package kit

import (
	"testing"
	"time"
)

func TestTicksAreFewAndRound(t *testing.T) {
	for _, c := range []struct {
		length time.Duration
		most   int
		want   time.Duration
	}{{10 * time.Second, 12, time.Second}, {15 * time.Second, 12, 2 * time.Second},
		{10 * time.Second, 1, 10 * time.Second}, {90 * time.Minute, 12, 10 * time.Minute}} {
		if got := tickStep(c.length, c.most); got != c.want {
			t.Errorf("%v in %d: %v, want %v", c.length, c.most, got, c.want)
		}
	}
}
