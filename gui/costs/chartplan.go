package costs

import (
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/lang"
)

// rect is a rectangle in px from the upper left corner of a chart.
type rect struct{ x, y, w, h float32 }

// bar is one part of a bar. h is its share of the height; gap px at its bottom stay empty. The edges of the parts are
// rounded from running sums, so that their heights add up to the height of the bar.
type bar struct {
	rect
	gap            float32
	bucket, series int
}

// tick is a grid line at an amount.
type tick struct {
	micros int64
	words  string
	y      float32
}

// slot is the space of one bucket, over the whole height of the plot.
type slot struct {
	rect
	words string // its label; "" if it does not fit
}

// plan is the layout of a chart, in whole pixels.
type plan struct {
	plot  rect // of the bars and lines
	zero  float32
	ticks []tick
	slots []slot
	bars  []bar
}

const (
	topRoom    = 6  // above the highest bar, px
	labelGap   = 4  // between the plot and the labels below it
	tickGap    = 8  // between the label of an amount and the plot
	labelSpace = 8  // between two labels below the plot
	widestBar  = 44 // px
)

// layChart lays out a chart. measure returns the size of a label of an axis. No part has a negative size, however small
// the chart is.
func layChart(f chartData, size fyne.Size, measure func(words string) fyne.Size) plan {
	s, p := scaleOf(f), plan{}
	for _, v := range s.tickAmounts(smallest(f.money.Currency)) {
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
		p.ticks[i].y = p.plot.y + s.yOf(t.micros, p.plot.h)
	}
	p.zero = p.plot.y + s.yOf(0, p.plot.h)
	p.laySlots(f, measure)
	p.layBars(f, s)
	return p
}

// smallest returns the smallest amount that is not 0 in the digits of a currency, in micro-units.
func smallest(currency string) int64 {
	unit := int64(1_000_000)
	for range client.CurrencyDigits(currency) {
		unit /= 10
	}
	return unit
}

// withoutDecimals removes the decimals if all amounts are whole units: "¥5.00" becomes "¥5", "5,00 ¥" becomes "5 ¥".
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

// scaleOf returns the range of all bars and zero.
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

// laySlots divides the width. Labels that would touch are left out.
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

// layBars stacks the parts of each bar: positive ones upwards from zero, negative ones downwards.
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
			from, to := s.yOf(*stack, p.plot.h), s.yOf(*stack+v, p.plot.h)
			part := bar{rect: rect{x, p.plot.y + min(from, to), w, max(from-to, to-from)}, bucket: i, series: j}
			if *stack != 0 && part.h > 3 {
				part.gap = 1
			}
			*stack += v
			p.bars = append(p.bars, part)
		}
	}
}

// slotAt returns the bucket whose slot contains x; -1 for none.
func (p plan) slotAt(x float32) int {
	return slices.IndexFunc(p.slots, func(s slot) bool { return x >= s.x && x < s.x+s.w })
}

// whole rounds to whole pixels.
func whole(v float32) float32 { return float32(int(v + 0.5)) }

// mostTicks is the largest number of grid lines, that at zero included.
const mostTicks = 6

// scale is the range of amounts that a chart shows. It contains zero and is never empty.
type scale struct{ lo, hi int64 }

// tickStep returns the distance of two grid lines in micro-units: 1, 2, 2.5 or 5 times a power of ten, at least least,
// with at most mostTicks lines.
func (s scale) tickStep(least int64) int64 {
	span := float64(s.hi) - float64(s.lo) // as int64 it could overflow
	for power := int64(1); ; power *= 10 {
		for _, step := range []int64{power, 2 * power, power * 5 / 2, 5 * power} {
			if step%power != 0 && power < 10 {
				continue // there is no half micro-unit
			}
			if step >= least && span/float64(step) <= mostTicks-1 || step >= math.MaxInt64/2 {
				return step
			}
		}
	}
}

// tickAmounts returns the amounts of the grid lines in ascending order.
func (s scale) tickAmounts(least int64) (all []int64) {
	step := s.tickStep(least)
	for v := s.lo / step * step; v <= s.hi; v += step {
		all = append(all, v)
		if v > math.MaxInt64-step {
			break
		}
	}
	return all
}

// yOf returns the position of an amount in a plot of a height, in whole px from its top.
func (s scale) yOf(v int64, height float32) float32 {
	return float32(math.Round((float64(s.hi) - float64(v)) / (float64(s.hi) - float64(s.lo)) * float64(height)))
}
