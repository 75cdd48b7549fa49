package chart

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
)

// Look says which of its two pictures a chart shows.
type Look int

// The looks.
const (
	Bars    Look = iota // what was charged in each span
	Running             // the sum as it grew, and the budget
)

// Measures are what words need, in px. They depend on the typeface and are asked for by whoever draws.
type Measures struct {
	Label func(words string) float32 // width of words at an axis
	Line  float32                    // height of a line of words
	Money func(micros int64) string  // words an amount at the axis
	Least int64                      // the smallest amount that Money tells from none
}

// Rect is a rectangle in px from the upper left corner of the chart.
type Rect struct{ X, Y, W, H float32 }

// Bar is one part of a bar. H is its share of the height; the part that is drawn leaves Gap of it free at the bottom.
type Bar struct {
	Rect
	Gap            float32
	Bucket, Series int
}

// Tick is a line of equal value.
type Tick struct {
	Micros int64
	Words  string
	Y      float32
}

// Slot is the room of one bucket, over the whole height of the plot.
type Slot struct {
	Rect
	Words string // under it; "" where there is no room
}

// Plan is a chart with a place for everything.
type Plan struct {
	Look   Look
	Plot   Rect // where bars and lines are
	Zero   float32
	Ticks  []Tick
	Slots  []Slot
	Bars   []Bar
	Points []fyne.Position // of the running sum, one for each bucket that has begun
	Budget float32         // y of the budget; meaningless where the figures have none
}

const (
	topRoom    = 6  // over the highest bar, px
	labelGap   = 4  // between plot and words
	tickGap    = 8  // between the words of an amount and the plot
	labelSpace = 8  // between two words under the plot
	widestBar  = 44 // px
)

// Lay places a chart in a size. Whatever the size, nothing has a negative one.
func Lay(f Figures, look Look, size fyne.Size, m Measures) Plan {
	s := scaleOf(f, look)
	p := Plan{Look: look}
	for _, v := range s.ticks(max(m.Least, 1)) {
		p.Ticks = append(p.Ticks, Tick{Micros: v, Words: m.Money(v)})
	}
	withoutDecimals(p.Ticks)
	gutter := float32(0)
	for _, t := range p.Ticks {
		gutter = max(gutter, m.Label(t.Words))
	}
	gutter += tickGap
	p.Plot = Rect{gutter, topRoom, max(size.Width-gutter, 0), whole(max(size.Height-topRoom-labelGap-m.Line-0.5, 0))}
	for i, t := range p.Ticks {
		p.Ticks[i].Y = p.Plot.Y + s.at(t.Micros, p.Plot.H)
	}
	p.Zero = p.Plot.Y + s.at(0, p.Plot.H)
	p.slots(f, m)
	if look == Running {
		p.running(f, s)
	} else {
		p.bars(f, s)
	}
	return p
}

// withoutDecimals shortens the words of amounts that are all whole units.
func withoutDecimals(ticks []Tick) {
	short := make([]string, len(ticks))
	for i, t := range ticks {
		var whole bool
		if short[i], whole = wholeUnits(t.Words); !whole {
			return
		}
	}
	for i := range ticks {
		ticks[i].Words = short[i]
	}
}

// wholeUnits cuts decimals that are all zeros from an amount in the language of the window: "¥5.00" is "¥5", "5,00 ¥" is "5 ¥".
func wholeUnits(amount string) (short string, ok bool) {
	_, point := lang.Separators()
	units, rest, ok := strings.Cut(amount, point)
	sign := strings.TrimLeft(rest, "0")
	if !ok || sign != "" && sign[0] >= '1' && sign[0] <= '9' {
		return amount, false
	}
	return units + sign, true
}

// scaleOf spans everything that is drawn, and zero.
func scaleOf(f Figures, look Look) scale {
	var s scale
	take := func(v int64) { s.lo, s.hi = min(s.lo, v), max(s.hi, v) }
	for _, b := range f.Buckets {
		if look == Running {
			take(b.Ran)
			continue
		}
		up, down := int64(0), int64(0)
		for _, v := range b.Micros {
			if v > 0 {
				up += v
			} else {
				down += v
			}
		}
		take(up)
		take(down)
	}
	if look == Running && f.Budget != nil {
		take(*f.Budget)
	}
	if s.lo == s.hi {
		s.hi = 1_000_000 // nothing was charged: the axis of one unit
	}
	return s
}

// slots shares the width. Edges are whole pixels; words stand only as close as they can be read.
func (p *Plan) slots(f Figures, m Measures) {
	n := len(f.Buckets)
	if n == 0 {
		return
	}
	pitch, widest := p.Plot.W/float32(n), float32(0)
	for _, b := range f.Buckets {
		widest = max(widest, m.Label(b.Label))
	}
	each := 1
	for pitch > 0 && each < n && pitch*float32(each) < widest+labelSpace {
		each++
	}
	for i, b := range f.Buckets {
		from, to := whole(pitch*float32(i)), whole(pitch*float32(i+1))
		s := Slot{Rect: Rect{p.Plot.X + from, p.Plot.Y, to - from, p.Plot.H}}
		if i%each == 0 && pitch > 0 {
			s.Words = b.Label
		}
		p.Slots = append(p.Slots, s)
	}
}

// bars stacks the parts, those above zero upwards and those below downwards.
func (p *Plan) bars(f Figures, s scale) {
	for i, b := range f.Buckets {
		room := p.Slots[i]
		w := min(max(whole(room.W*0.7), 1), widestBar, max(room.W, 0))
		x := room.X + whole((room.W-w)/2)
		up, down := int64(0), int64(0)
		for j, v := range b.Micros {
			if v == 0 {
				continue
			}
			stack := &up
			if v < 0 {
				stack = &down
			}
			from, to := s.at(*stack, p.Plot.H), s.at(*stack+v, p.Plot.H)
			bar := Bar{Rect: Rect{x, p.Plot.Y + min(from, to), w, max(from-to, to-from)}, Bucket: i, Series: j}
			if *stack != 0 && bar.H > 3 {
				bar.Gap = 1
			}
			*stack += v
			p.Bars = append(p.Bars, bar)
		}
	}
}

func (p *Plan) running(f Figures, s scale) {
	for i, b := range f.Buckets {
		if b.Future {
			break
		}
		r := p.Slots[i]
		p.Points = append(p.Points, fyne.NewPos(r.X+r.W/2, p.Plot.Y+s.at(b.Ran, p.Plot.H)))
	}
	if f.Budget != nil {
		p.Budget = p.Plot.Y + s.at(*f.Budget, p.Plot.H)
	}
}

// SlotAt returns the bucket whose room holds x, -1 for none.
func (p Plan) SlotAt(x float32) int {
	for i, s := range p.Slots {
		if x >= s.X && x < s.X+s.W {
			return i
		}
	}
	return -1
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
