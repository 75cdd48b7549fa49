package gallery

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"viviscope/db"
	"viviscope/gui/wording"
)

func rowsAt(times ...time.Time) []db.GridRow {
	var out []db.GridRow
	for i, t := range times {
		out = append(out, db.GridRow{ID: int64(len(times) - i), Created: t.UnixMilli()})
	}
	return out
}

func TestDaysAreLocal(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, now().Location()) }
	c := costs{}
	c.add(at(21, 0), wording.MoneyFormat{Currency: "CNY"}, 20_640_000)
	c.add(at(20, 0), wording.MoneyFormat{Currency: "CNY", Sandbox: true}, 2_000_000)
	c.add(at(20, 0), wording.MoneyFormat{Currency: "USD"}, 1_000_000)
	got := daysOf(rowsAt(at(21, 13), at(21, 0), at(20, 23), at(3, 12)), c, now())
	want := []string{"Today, 21 November: 2 items · ¥20.64", "Yesterday, 20 November: 1 item · $1.00 + ¥2.00 (sandbox)", "3 November: 1 item"}
	for i, g := range got {
		if words := fmt.Sprintf("%s: %s", g.Title, g.Note); i >= len(want) || words != want[i] {
			t.Errorf("day %d: %q", i, words)
		}
	}
	if len(got) != len(want) || got[0].Count != 2 {
		t.Errorf("%+v", got)
	}
}

func TestSandboxMoneyIsApart(t *testing.T) {
	l := empty(t)
	for i := range 3 {
		m := nth(i)
		m.profile = int64(1 + i%2)
		l.add(t, m)
	}
	d := newDesk(t, l)
	if got := d.model.wall.Groups()[0].Note; got != "3 items · ¥2.00 + ¥1.00 (sandbox)" {
		t.Errorf("the day says %q", got)
	}
}

// Every row lies in the week of its date, the weeks follow one another, and a place on the line and one on the wall are two names of one thing.
func TestWeeksHoldEveryRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "rows")
		at, times := now(), make([]time.Time, n)
		for i := range times {
			at = at.Add(-time.Duration(rapid.IntRange(0, 60*24*20).Draw(t, "minutes")) * time.Minute)
			times[i] = at
		}
		rows := rowsAt(times...)
		if rapid.Bool().Draw(t, "oldest first") {
			for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
				rows[i], rows[j] = rows[j], rows[i]
			}
		}
		weeks := weeksOf(rows, now().Location())
		sum := 0
		for i, w := range weeks {
			sum += w.count()
			if i > 0 && (!w.start.Equal(weeks[i-1].start.AddDate(0, 0, 7)) || w.from != weeks[i-1].to) {
				t.Fatalf("week %d begins %v at %d, the one before %v ends at %d", i, w.start, w.from, weeks[i-1].start, weeks[i-1].to)
			}
			for k := min(w.from, w.to); k < max(w.from, w.to); k++ {
				if made := rows[k].At(); made.Before(w.start) || !made.Before(w.start.AddDate(0, 0, 7)) {
					t.Fatalf("row %d of %v is in the week of %v", k, made, w.start)
				}
			}
		}
		if sum != n {
			t.Fatalf("%d rows in the weeks of %d", sum, n)
		}
		line := &timeline{weeks: weeks}
		place := rapid.Float64Range(0, float64(n)).Draw(t, "place")
		if back := line.placeAt(line.weekAt(place)); back < place-0.001 || back > place+0.001 {
			t.Fatalf("place %v is %v on the line, which is place %v", place, line.weekAt(place), back)
		}
	})
}
