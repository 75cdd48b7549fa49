package chart

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
	noon     = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

// narrow measures words without a typeface.
var narrow = Measures{Label: func(s string) float32 { return 6 * float32(len(s)) }, Line: 14, Money: func(v int64) string { return "¥5" }, Least: 10_000}

func figures(t *rapid.T) Figures {
	amounts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Amount {
		return Amount{
			At:     november.Add(time.Duration(rapid.Int64Range(-int64(48*time.Hour), int64(32*24*time.Hour)).Draw(t, "at"))),
			Of:     rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "of"),
			Micros: rapid.Int64Range(-5_000_000, 1_000_000_000_000).Draw(t, "micros"),
		}
	}), 0, 60).Draw(t, "amounts")
	return Of(amounts, november, december, noon)
}

// Whatever is charged, the parts of a bar are as high together as the bar is, and no part overlaps another.
func TestThePartsOfABarAddUpToTheBar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := figures(t)
		size := fyne.NewSize(rapid.Float32Range(0, 2000).Draw(t, "width"), rapid.Float32Range(0, 600).Draw(t, "height"))
		p := Lay(f, Bars, size, narrow)
		s := scaleOf(f, Bars)
		for i, b := range f.Buckets {
			up, down, above, below := int64(0), int64(0), float32(0), float32(0)
			for _, v := range b.Micros {
				up, down = up+max(v, 0), down+min(v, 0)
			}
			next, under := p.Zero, p.Zero
			for _, bar := range p.Bars {
				if bar.Bucket != i {
					continue
				}
				if bar.W < 0 || bar.H < 0 || bar.Gap > bar.H {
					t.Fatalf("a part of %g x %g with a gap of %g", bar.W, bar.H, bar.Gap)
				}
				if b.Micros[bar.Series] > 0 {
					if bar.Y+bar.H != next {
						t.Fatalf("bar %d: a part ends at %g, the one below begins at %g", i, bar.Y+bar.H, next)
					}
					next, above = bar.Y, above+bar.H
				} else {
					if bar.Y != under {
						t.Fatalf("bar %d: a part below zero begins at %g, want %g", i, bar.Y, under)
					}
					under, below = bar.Y+bar.H, below+bar.H
				}
			}
			if want := s.at(0, p.Plot.H) - s.at(up, p.Plot.H); above != want {
				t.Fatalf("bar %d is %g px high for %d, want %g", i, above, up, want)
			}
			if want := s.at(down, p.Plot.H) - s.at(0, p.Plot.H); below != want {
				t.Fatalf("bar %d is %g px deep for %d, want %g", i, below, down, want)
			}
		}
	})
}

// What is gathered is everything within the period, once.
func TestFiguresHoldEveryAmountOfThePeriodOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := figures(t)
		series, buckets := int64(0), int64(0)
		for _, s := range f.Series {
			series += s.Micros
		}
		for i, b := range f.Buckets {
			of := int64(0)
			for _, v := range b.Micros {
				of += v
			}
			if of != b.Total {
				t.Fatalf("bar %d holds %d, its parts %d", i, b.Total, of)
			}
			if buckets += b.Total; b.Ran != buckets {
				t.Fatalf("after bar %d the sum is %d, said to be %d", i, buckets, b.Ran)
			}
		}
		if series != f.Total || buckets != f.Total || len(f.Series) > mostSeries {
			t.Fatalf("total %d, series %d (%d of them), bars %d", f.Total, series, len(f.Series), buckets)
		}
	})
}

func TestAPlanStaysInItsRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := figures(t)
		f.Budget = new(rapid.Int64Range(0, 1_000_000_000_000_000).Draw(t, "budget"))
		look := rapid.SampledFrom([]Look{Bars, Running}).Draw(t, "look")
		p := Lay(f, look, fyne.NewSize(rapid.Float32Range(0, 2000).Draw(t, "width"), rapid.Float32Range(0, 600).Draw(t, "height")), narrow)
		in := func(y float32) bool { return y >= p.Plot.Y && y <= p.Plot.Y+p.Plot.H }
		for _, b := range p.Bars {
			if !in(b.Y) || !in(b.Y+b.H) {
				t.Fatalf("a bar from %g to %g in a plot from %g, %g high", b.Y, b.Y+b.H, p.Plot.Y, p.Plot.H)
			}
		}
		for _, at := range p.Points {
			if !in(at.Y) {
				t.Fatalf("a point at %g", at.Y)
			}
		}
		if look == Running && !in(p.Budget) {
			t.Fatalf("the budget at %g", p.Budget)
		}
		if n := len(p.Ticks); n == 0 || n > mostTicks+1 {
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
		unit := UnitOf(from, to)
		spans := SpansOf(unit, from, to)
		if len(spans) == 0 || len(spans) > mostBars+1 {
			t.Fatalf("%d bars of a %d", len(spans), unit)
		}
		if !spans[0].From.Equal(from) || !spans[len(spans)-1].To.Equal(to) {
			t.Fatalf("from %v to %v", spans[0].From, spans[len(spans)-1].To)
		}
		for i, s := range spans {
			if !s.From.Before(s.To) || i > 0 && !spans[i-1].To.Equal(s.From) {
				t.Fatalf("span %d: %v to %v", i, s.From, s.To)
			}
		}
	})
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		days int
		want Unit
		bars int
	}{{1, Day, 1}, {30, Day, 30}, {62, Day, 62}, {63, Week, 10}, {365, Week, 53}, {500, Month, 17}, {3650, Year, 11}} {
		to := november.AddDate(0, 0, c.days)
		if unit := UnitOf(november, to); unit != c.want {
			t.Errorf("%d days by %d, want by %d", c.days, unit, c.want)
		} else if n := len(SpansOf(unit, november, to)); n != c.bars {
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
	var amounts []Amount
	for i, name := range []string{"a", "b", "c", "d", "e"} {
		amounts = append(amounts, Amount{At: noon, Of: name, Micros: int64(10 - i)})
	}
	f := Of(amounts, november, december, noon)
	want := []Series{{Name: "a", Micros: 10}, {Name: "b", Micros: 9}, {Name: "c", Micros: 8}, {Name: "2 others", Micros: 13}}
	for i, s := range f.Series {
		if s.Name != want[i].Name || s.Micros != want[i].Micros {
			t.Errorf("series %d: %+v, want %+v", i, s, want[i])
		}
	}
	if f.Buckets[20].Total != 40 || !f.Buckets[20].Now || f.Buckets[20].Future || !f.Buckets[21].Future {
		t.Errorf("today: %+v", f.Buckets[20])
	}
}
