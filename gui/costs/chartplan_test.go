package costs

import (
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"viviscope/db/ledger"
)

var (
	november = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	december = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
)

// narrow measures words without a typeface.
func narrow(words string) fyne.Size { return fyne.NewSize(6*float32(len(words)), 14) }

func drawnData(t *rapid.T) chartData {
	amount := func(name string, least int64) int64 { return rapid.Int64Range(least, 1_000_000_000_000).Draw(t, name) }
	days := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) ledger.Group {
		return ledger.Group{Day: november.AddDate(0, 0, rapid.IntRange(-2, 32).Draw(t, "day")),
			Sums: ledger.Sums{Charged: amount("charged", -5_000_000), Reserved: amount("reserved", 0),
				Refunded: amount("refunded", 0)}}
	}), 0, 60).Draw(t, "days")
	return chartOf(days, monthOf(november), noon, yuan)
}

// Whatever is charged, the parts of a bar are as high together as the bar is, and no part overlaps another.
func TestThePartsOfABarAddUpToTheBar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawnData(t)
		size := fyne.NewSize(rapid.Float32Range(0, 2000).Draw(t, "width"), rapid.Float32Range(0, 600).Draw(t, "height"))
		p := layChart(f, size, narrow)
		s := scaleOf(f)
		for i, b := range f.buckets {
			up, down, above, below := int64(0), int64(0), float32(0), float32(0)
			for _, v := range b.amounts {
				up, down = up+max(v, 0), down+min(v, 0)
			}
			next, under := p.zero, p.zero
			for _, bar := range p.bars {
				if bar.bucket != i {
					continue
				}
				if bar.w < 0 || bar.h < 0 || bar.gap > bar.h {
					t.Fatalf("a part of %g x %g with a gap of %g", bar.w, bar.h, bar.gap)
				}
				if b.amounts[bar.series] > 0 {
					if bar.y+bar.h != next {
						t.Fatalf("bar %d: a part ends at %g, the one below begins at %g", i, bar.y+bar.h, next)
					}
					next, above = bar.y, above+bar.h
				} else {
					if bar.y != under {
						t.Fatalf("bar %d: a part below zero begins at %g, want %g", i, bar.y, under)
					}
					under, below = bar.y+bar.h, below+bar.h
				}
			}
			if want := s.yOf(0, p.plot.h) - s.yOf(up, p.plot.h); above != want {
				t.Fatalf("bar %d is %g px high for %d, want %g", i, above, up, want)
			}
			if want := s.yOf(down, p.plot.h) - s.yOf(0, p.plot.h); below != want {
				t.Fatalf("bar %d is %g px deep for %d, want %g", i, below, down, want)
			}
		}
	})
}

// The bars hold every amount of the period once. A first day that begins before the period counts.
func TestBarsHoldEveryAmountOfThePeriodOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawnData(t)
		sum := amounts{}
		for _, b := range f.buckets {
			sum.add(b.amounts)
		}
		if sum != f.total {
			t.Fatalf("total %v, bars %v", f.total, sum)
		}
	})
	group := func(day int, micros int64) ledger.Group {
		return ledger.Group{Day: november.AddDate(0, 0, day), Sums: ledger.Sums{Charged: micros}}
	}
	days := []ledger.Group{group(-1, 1), group(0, 2), group(20, 4), group(30, 8)}
	if f := chartOf(days, monthOf(november), noon, yuan); f.total != (amounts{7}) ||
		f.buckets[0].amounts != (amounts{3}) || !f.buckets[20].now || f.buckets[20].future || !f.buckets[21].future {
		t.Errorf("%v, first %v", f.total, f.buckets[0].amounts)
	}
	if f := chartOf(days, period{november, december.AddDate(0, 4, 0)}, noon, yuan); len(f.buckets) != 5 ||
		f.buckets[0].amounts != (amounts{7}) || f.buckets[1].amounts != (amounts{8}) {
		t.Errorf("months: %+v", f.buckets)
	}
}

func TestAPlanStaysInItsRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawnData(t)
		p := layChart(f, fyne.NewSize(rapid.Float32Range(0, 2000).Draw(t, "width"),
			rapid.Float32Range(0, 600).Draw(t, "height")), narrow)
		in := func(y float32) bool { return y >= p.plot.y && y <= p.plot.y+p.plot.h }
		for _, b := range p.bars {
			if !in(b.y) || !in(b.y+b.h) {
				t.Fatalf("a bar from %g to %g in a plot from %g, %g high", b.y, b.y+b.h, p.plot.y, p.plot.h)
			}
		}
		if n := len(p.ticks); n == 0 || n > mostTicks+1 {
			t.Fatalf("%d ticks", n)
		}
	})
}

// Cut at any unit, a period is whole and its parts follow each other.
func TestPartsOfAPeriod(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones here")
	}
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string, base time.Time, most int) time.Time {
			return base.AddDate(0, 0, rapid.IntRange(1, most).Draw(t, name))
		}
		from := at("from", time.Date(2010, 1, 1, 0, 0, 0, 0, berlin), 4000)
		to := at("to", from, 2000)
		spans := period{from, to}.parts(unit(rapid.IntRange(0, 3).Draw(t, "unit")))
		if !spans[0].from.Equal(from) || !spans[len(spans)-1].to.Equal(to) {
			t.Fatalf("from %v to %v", spans[0].from, spans[len(spans)-1].to)
		}
		for i, s := range spans {
			if !s.from.Before(s.to) || i > 0 && !spans[i-1].to.Equal(s.from) {
				t.Fatalf("span %d: %v to %v", i, s.from, s.to)
			}
		}
	})
}

// A long period has bars of months.
func TestUnits(t *testing.T) {
	for days, want := range map[int]unit{1: oneDay, 92: oneDay, 93: oneMonth, 367: oneMonth} {
		p := period{november, november.AddDate(0, 0, days)}
		if p.barUnit() != want {
			t.Errorf("%d days: bars of %d", days, p.barUnit())
		}
	}
}

func TestTicksAreRoundAndFew(t *testing.T) {
	for _, c := range []struct {
		lo, hi, least int64
		want          []int64
	}{
		{0, 24_800_000, 10_000, []int64{0, 5_000_000, 10_000_000, 15_000_000, 20_000_000}},
		{0, 100_000, 10_000, []int64{0, 20_000, 40_000, 60_000, 80_000, 100_000}},
		{-3_000_000, 9_000_000, 10_000, []int64{-2_500_000, 0, 2_500_000, 5_000_000, 7_500_000}},
		{0, 3, 1, []int64{0, 1, 2, 3}},
		{0, 2_000_000, 1_000_000, []int64{0, 1_000_000, 2_000_000}}, // a currency without decimals
	} {
		got := scale{c.lo, c.hi}.tickAmounts(c.least)
		if len(got) != len(c.want) {
			t.Errorf("%d to %d: %v, want %v", c.lo, c.hi, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%d to %d: %v, want %v", c.lo, c.hi, got, c.want)
				break
			}
		}
	}
	if n := len(scale{math.MinInt64 / 2, math.MaxInt64 / 2}.tickAmounts(1)); n == 0 || n > mostTicks+1 {
		t.Errorf("%d ticks for the largest amounts", n)
	}
}
