package chart

import "math"

// mostTicks is how many lines of equal value lie over each other at most, the one at zero included.
const mostTicks = 6

// scale is the range of amounts that a chart shows. It holds zero and is never empty.
type scale struct{ lo, hi int64 }

// step returns the distance of two lines of equal value: 1, 2, 2.5 or 5 times a power of ten, in micro-units and at least
// least, so that there are no more than six.
func (s scale) step(least int64) int64 {
	span := float64(s.hi) - float64(s.lo) // two amounts near the ends of the numbers are further apart than they hold
	for power := int64(1); ; power *= 10 {
		for _, step := range []int64{power, 2 * power, power * 5 / 2, 5 * power} {
			if step%power != 0 && power < 10 {
				continue // half a micro-unit is nothing
			}
			if step >= least && span/float64(step) <= mostTicks-1 || step >= math.MaxInt64/2 {
				return step
			}
		}
	}
}

// ticks returns the amounts that have a line, the lowest first.
func (s scale) ticks(least int64) []int64 {
	step := s.step(least)
	var all []int64
	for v := s.lo / step * step; v <= s.hi; v += step {
		all = append(all, v)
		if v > math.MaxInt64-step {
			break
		}
	}
	return all
}

// at returns the place of an amount on a height, in px from the top: whole ones, so that edges are sharp.
func (s scale) at(v int64, height float32) float32 {
	return float32(math.Round((float64(s.hi) - float64(v)) / (float64(s.hi) - float64(s.lo)) * float64(height)))
}
