package picturefile

import (
	"image"
	"testing"
)

func TestMaxReducedSide(t *testing.T) {
	for size, want := range map[image.Point]int{{11648, 8736}: 5824, {20000, 100}: 10000, {40000, 30000}: 5000,
		{65535, 65535}: 8192} {
		if got := maxReducedSide(size.X, size.Y); got != want {
			t.Errorf("%v is reduced to %d, want %d", size, got, want)
		}
	}
}
