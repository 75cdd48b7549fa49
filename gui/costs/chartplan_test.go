package costs

import (
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"
)

var (
	november = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	december = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
)

// narrow measures words without a typeface.
func narrow(words string) fyne.Size { return fyne.NewSize(6*float32(len(words)), 14) }

func drawnData(t *rapid.T) chartData {
	amounts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) charge {
		return charge{
			at:     november.Add(time.Duration(rapid.Int64Range(-int64(48*time.Hour), int64(32*24*time.Hour)).Draw(t, "at"))),
			of:     rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "of"),
			micros: rapid.Int64Range(-5_000_000, 1_000_000_000_000).Draw(t, "micros"),
		}
	}), 0, 60).Draw(t, "amounts")
	return chartOf(amounts, monthOf(november), noon, yuan)
}

// Whatever is charged, the parts of a bar are as high together as the bar is, and no part overlaps another.
func TestThePartsOfABarAddUpToTheBar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawnData(t)
		size := fyne.NewSize(rapid.Float32Range(0, 2000).Draw(t, "width"), rapid.Float32Range(0, 600).Draw(t, "height"))
		p := layChart(f, false, size, narrow)
		s := scaleOf(f, false)
		for i, b := range f.buckets {
			up, down, above, below := int64(0), int64(0), float32(0), float32(0)
			for _, v := range b.micros {
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
				if b.micros[bar.series] > 0 {
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
			if want := s.at(0, p.plot.h) - s.at(up, p.plot.h); above != want {
				t.Fatalf("bar %d is %g px high for %d, want %g", i, above, up, want)
			}
			if want := s.at(down, p.plot.h) - s.at(0, p.plot.h); below != want {
				t.Fatalf("bar %d is %g px deep for %d, want %g", i, below, down, want)
			}
		}
	})
}

// What is gathered is everything within the period, once.
func TestFiguresHoldEveryAmountOfThePeriodOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawnData(t)
		series, buckets := int64(0), int64(0)
		for _, s := range f.series {
			series += s.micros
		}
		for i, b := range f.buckets {
			of := int64(0)
			for _, v := range b.micros {
				of += v
			}
			if of != b.total {
				t.Fatalf("bar %d holds %d, its parts %d", i, b.total, of)
			}
			if buckets += b.total; b.ran != buckets {
				t.Fatalf("after bar %d the sum is %d, said to be %d", i, buckets, b.ran)
			}
		}
		if series != f.total || buckets != f.total || len(f.series) > mostSeries {
			t.Fatalf("total %d, series %d (%d of them), bars %d", f.total, series, len(f.series), buckets)
		}
	})
}

func TestAPlanStaysInItsRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawnData(t)
		f.budget = new(rapid.Int64Range(0, 1_000_000_000_000_000).Draw(t, "budget"))
		running := rapid.Bool().Draw(t, "running")
		p := layChart(f, running, fyne.NewSize(rapid.Float32Range(0, 2000).Draw(t, "width"), rapid.Float32Range(0, 600).Draw(t, "height")), narrow)
		in := func(y float32) bool { return y >= p.plot.y && y <= p.plot.y+p.plot.h }
		for _, b := range p.bars {
			if !in(b.y) || !in(b.y+b.h) {
				t.Fatalf("a bar from %g to %g in a plot from %g, %g high", b.y, b.y+b.h, p.plot.y, p.plot.h)
			}
		}
		for _, at := range p.points {
			if !in(at.Y) {
				t.Fatalf("a point at %g", at.Y)
			}
		}
		if running && !in(p.budget) {
			t.Fatalf("the budget at %g", p.budget)
		}
		if n := len(p.ticks); n == 0 || n > mostTicks+1 {
			t.Fatalf("%d ticks", n)
		}
	})
}

func TestAPeriodOfAnyLengthHasFewBars(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones here")
	}
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string, base time.Time, most int) time.Time {
			return base.AddDate(0, 0, rapid.IntRange(1, most).Draw(t, name))
		}
		from := at("from", time.Date(2010, 1, 1, 0, 0, 0, 0, berlin), 4000)
		to := at("to", from, 20_000)
		unit := period{from, to}.unit()
		spans := period{from, to}.parts(unit)
		if len(spans) == 0 || len(spans) > mostBars+1 {
			t.Fatalf("%d bars of a %d", len(spans), unit)
		}
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

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		days int
		want unit
		bars int
	}{{1, oneDay, 1}, {30, oneDay, 30}, {62, oneDay, 62}, {63, oneWeek, 10}, {365, oneWeek, 53}, {500, oneMonth, 17}, {3650, oneYear, 11}} {
		p := period{november, november.AddDate(0, 0, c.days)}
		if unit := p.unit(); unit != c.want {
			t.Errorf("%d days by %d, want by %d", c.days, unit, c.want)
		} else if n := len(p.parts(unit)); n != c.bars {
			t.Errorf("%d days: %d bars, want %d", c.days, n, c.bars)
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
		got := scale{c.lo, c.hi}.ticks(c.least)
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
	if n := len(scale{math.MinInt64 / 2, math.MaxInt64 / 2}.ticks(1)); n == 0 || n > mostTicks+1 {
		t.Errorf("%d ticks for the largest amounts", n)
	}
}

func TestMoreThanFourSeriesLeaveThreeAndTheOthers(t *testing.T) {
	var amounts []charge
	for i, name := range []string{"a", "b", "c", "d", "e"} {
		amounts = append(amounts, charge{noon, name, int64(10 - i)})
	}
	f := chartOf(amounts, monthOf(november), noon, yuan)
	want := []series{{name: "a", micros: 10}, {name: "b", micros: 9}, {name: "c", micros: 8}, {name: "2 others", micros: 13}}
	for i, s := range f.series {
		if s.name != want[i].name || s.micros != want[i].micros {
			t.Errorf("series %d: %+v, want %+v", i, s, want[i])
		}
	}
	if f.buckets[20].total != 40 || !f.buckets[20].now || f.buckets[20].future || !f.buckets[21].future {
		t.Errorf("today: %+v", f.buckets[20])
	}
}
