package viewer

import "viviscope/gui/facts"

// speeds are those that a clip can be played at, in their order.
func speeds() []float64 { return []float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4} }

// speedWord words a speed: "0.5×".
func speedWord(s float64) string { return facts.Short(s) + "×" }

func speedWords() []string {
	var out []string
	for _, s := range speeds() {
		out = append(out, speedWord(s))
	}
	return out
}

// speedIndex gives the place of the speed that is nearest to one.
func speedIndex(to float64) int {
	best := 0
	for i, s := range speeds() {
		if abs(s-to) < abs(speeds()[best]-to) {
			best = i
		}
	}
	return best
}

func abs(f float64) float64 { return max(f, -f) }
