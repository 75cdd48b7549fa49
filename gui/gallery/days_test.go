package gallery

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"viviscope/db/search"
)

func rowsAt(times ...time.Time) []search.Row {
	var out []search.Row
	for i, t := range times {
		out = append(out, search.Row{ID: int64(len(times) - i), Created: t.UnixMilli()})
	}
	return out
}

func TestDaysAreLocal(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, now().Location()) }
	sandbox := map[int64]bool{2: true}
	got := daysOf(rowsAt(at(21, 13), at(21, 0), at(20, 23), at(3, 12)), map[int64]string{
		at(21, 0).Unix(): dayCost(search.Day{Costs: []search.Cost{{ProfileID: 1, Currency: "CNY", Micros: 20_640_000}}},
			sandbox, false),
		at(20, 0).Unix(): dayCost(search.Day{Costs: []search.Cost{{ProfileID: 2, Currency: "CNY", Micros: 2_000_000},
			{ProfileID: 1, Currency: "USD", Micros: 1_000_000}}}, sandbox, false),
	}, now())
	want := []string{"Today, 21 November: 2 items · ¥20.64 charged",
		"Yesterday, 20 November: 1 item · $1.00 charged + ¥2.00 charged (play money)", "3 November: 1 item"}
	for i, g := range got {
		if words := fmt.Sprintf("%s: %s", g.Title, g.Note); i >= len(want) || words != want[i] {
			t.Errorf("day %d: %q", i, words)
		}
	}
	if len(got) != len(want) || got[0].Count != 2 {
		t.Errorf("%+v", got)
	}
}

// Where clocks are set forward at midnight a day begins an hour later.
func TestADayWithoutAMidnight(t *testing.T) {
	in, err := time.LoadLocation("Africa/Cairo") // on Friday, 25 April 2025; on Monday there is one
	check(t, err)
	at := func(day, hour int) time.Time { return time.Date(2025, time.April, day, hour, 30, 0, 0, in) }
	rows := rowsAt(at(26, 0), at(25, 23), at(25, 1), at(24, 23))
	var got []string
	for _, g := range daysOf(rows, nil, at(25, 12)) {
		got = append(got, fmt.Sprint(g.Title, g.Count))
	}
	if want := []string{"26 April1", "Today, 25 April2", "Yesterday, 24 April1"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// The menu of dates counts days, also at an hour that a day before did not have.
func TestTheLastDaysAreDays(t *testing.T) {
	in, err := time.LoadLocation("America/Sao_Paulo")
	check(t, err)
	d := newDesk(t, pile(t, 1))
	d.host.Clock = func() time.Time { return time.Date(2018, time.November, 10, 0, 30, 0, 0, in) }
	d.chips.dateMenu()[2].Do()
	if got := d.head.search.Text; got != "date:2018-11-04.. " {
		t.Errorf("the last seven days are %q", got)
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
	if got := d.model.wall.Groups()[0].Note; got != "3 items · ¥2.00 charged + ¥1.00 charged (play money)" {
		t.Errorf("the day says %q", got)
	}
}

func TestAScreenReaderIsToldTheTile(t *testing.T) {
	d := newDesk(t, pile(t, 2))
	d.rows.Select(0)
	if got := d.rows.AccessibilityLabel(); got != "Gallery, paper boats, Clip, 0:10" {
		t.Errorf("%q", got)
	}
}
