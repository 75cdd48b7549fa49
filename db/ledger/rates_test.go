package ledger

import "testing"

func TestRatesAreRoundedOnce(t *testing.T) {
	for _, c := range []struct{ micros, times, by, want int64 }{{1, 1, 2, 1}, {-1, 1, 2, -1}, {1, 1, 3, 0}, {2, 1, 3, 1}, {5, 1, 0, 0}, {1 << 62, 1000, 1, 0}, {1 << 62, 1000, 2000, 1 << 61}} {
		if got := divided(c.micros, c.times, c.by); got != c.want {
			t.Errorf("%d × %d / %d = %d, want %d", c.micros, c.times, c.by, got, c.want)
		}
	}
}
