package costs

import (
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/lang"
)

// rect is a rectangle in px from the upper left corner of the chart.
type rect struct{ x, y, w, h float32 }

// bar is one part of a bar. h is its share of the height; the part that is drawn leaves gap of it free at the bottom. The edges of
// parts are rounded from running sums and not one by one, so that their heights add up to the height of the whole.
type bar struct {
	rect
	gap            float32
	bucket, series int
}

// tick is a line of equal value.
type tick struct {
	micros int64
	words  string
	y      float32
}

// slot is the room of one bucket, over the whole height of the plot.
type slot struct {
	rect
	words string // under it; "" where there is no room
}

// plan is a chart with a place for everything, in whole pixels.
type plan struct {
	plot  rect // where bars and lines are
	zero  float32
	ticks []tick
	slots []slot
	bars  []bar
}

const (
	topRoom    = 6  // over the highest bar, px
	labelGap   = 4  // between plot and words
	tickGap    = 8  // between the words of an amount and the plot
	labelSpace = 8  // between two words under the plot
	widestBar  = 44 // px
)

// layChart places a chart in a size. measure returns the size of words at an axis. Whatever the size, nothing has a negative one.
func layChart(f chartData, size fyne.Size, measure func(words string) fyne.Size) plan {
	s, p := scaleOf(f), plan{}
	for _, v := range s.ticks(smallest(f.money.Currency)) {
		p.ticks = append(p.ticks, tick{micros: v, words: f.money.Of(v)})
	}
	withoutDecimals(p.ticks)
	gutter := float32(0)
	for _, t := range p.ticks {
		gutter = max(gutter, measure(t.words).Width)
	}
	gutter += tickGap
	height := size.Height - topRoom - labelGap - measure("0").Height - 0.5
	p.plot = rect{gutter, topRoom, max(size.Width-gutter, 0), whole(max(height, 0))}
	for i, t := range p.ticks {
		p.ticks[i].y = p.plot.y + s.at(t.micros, p.plot.h)
	}
	p.zero = p.plot.y + s.at(0, p.plot.h)
	p.laySlots(f, measure)
	p.layBars(f, s)
	return p
}

// smallest is the smallest amount that a currency's own digits tell from none.
func smallest(currency string) int64 {
	unit := int64(1_000_000)
	for range client.CurrencyDigits(currency) {
		unit /= 10
	}
	return unit
}

// withoutDecimals cuts decimals from amounts that are all whole units: "¥5.00" is "¥5", "5,00 ¥" is "5 ¥".
func withoutDecimals(ticks []tick) {
	_, point := lang.Separators()
	short := make([]string, len(ticks))
	for i, t := range ticks {
		units, rest, parted := strings.Cut(t.words, point)
		sign := strings.TrimLeft(rest, "0")
		if !parted || sign != "" && sign[0] >= '1' && sign[0] <= '9' {
			return
		}
		short[i] = units + sign
	}
	for i := range ticks {
		ticks[i].words = short[i]
	}
}

// scaleOf spans everything that is drawn, and zero.
func scaleOf(f chartData) scale {
	var s scale
	for _, b := range f.buckets {
		up, down := int64(0), int64(0)
		for _, v := range b.amounts {
			up, down = up+max(v, 0), down+min(v, 0)
		}
		s.lo, s.hi = min(s.lo, down), max(s.hi, up)
	}
	if s.lo == s.hi {
		s.hi = 1_000_000 // nothing was charged: the axis of one unit
	}
	return s
}

// laySlots shares the width. Edges are whole pixels; words stand only as close as they can be read.
func (p *plan) laySlots(f chartData, measure func(words string) fyne.Size) {
	pitch, widest := p.plot.w/float32(max(len(f.buckets), 1)), float32(0)
	for _, b := range f.buckets {
		widest = max(widest, measure(b.label).Width)
	}
	each := 1
	for pitch > 0 && each < len(f.buckets) && pitch*float32(each) < widest+labelSpace {
		each++
	}
	for i, b := range f.buckets {
		from, to := whole(pitch*float32(i)), whole(pitch*float32(i+1))
		s := slot{rect: rect{p.plot.x + from, p.plot.y, to - from, p.plot.h}}
		if i%each == 0 && pitch > 0 {
			s.words = b.label
		}
		p.slots = append(p.slots, s)
	}
}

// layBars stacks the parts, those above zero upwards and those below downwards.
func (p *plan) layBars(f chartData, s scale) {
	for i, b := range f.buckets {
		room := p.slots[i]
		w := min(max(whole(room.w*0.7), 1), widestBar)
		x := room.x + whole(max(room.w-w, 0)/2)
		up, down := int64(0), int64(0)
		for j, v := range b.amounts {
			if v == 0 {
				continue
			}
			stack := &up
			if v < 0 {
				stack = &down
			}
			from, to := s.at(*stack, p.plot.h), s.at(*stack+v, p.plot.h)
			part := bar{rect: rect{x, p.plot.y + min(from, to), w, max(from-to, to-from)}, bucket: i, series: j}
			if *stack != 0 && part.h > 3 {
				part.gap = 1
			}
			*stack += v
			p.bars = append(p.bars, part)
		}
	}
}

// slotAt returns the bucket whose room holds x, -1 for none.
func (p plan) slotAt(x float32) int {
	return slices.IndexFunc(p.slots, func(s slot) bool { return x >= s.x && x < s.x+s.w })
}

func whole(v float32) float32 { return float32(int(v + 0.5)) }

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
func (s scale) ticks(least int64) (all []int64) {
	step := s.step(least)
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
