package gallery

import (
	"testing"
	"time"

	"viviscope/db"
)

func TestDaysAreLocal(t *testing.T) {
	// 23:30 UTC on the 20th is 00:30 on the 21st where now is.
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	assets := []db.Asset{
		{ID: 1, CreatedAt: at("2025-11-20T10:00:00Z")},
		{ID: 2, CreatedAt: at("2026-11-20T22:30:00Z")},
		{ID: 3, CreatedAt: at("2026-11-20T23:30:00Z")},
		{ID: 5, CreatedAt: at("2026-11-21T09:00:00Z")},
		{ID: 4, CreatedAt: at("2026-11-21T09:00:00Z")}, // the same moment: the later row first
	}
	days := group(assets, nil, now())
	var ids []int64
	for _, a := range assets {
		ids = append(ids, a.ID)
	}
	if want := []int64{5, 4, 3, 2, 1}; !equal(ids, want) {
		t.Errorf("order %v, want %v", ids, want)
	}
	want := []day{
		{0, 3, "Today, 21 November", "3 items"},
		{3, 4, "Yesterday, 20 November", "1 item"},
		{4, 5, "20 November 2025", "1 item"},
	}
	if !equal(days, want) {
		t.Errorf("days %+v, want %+v", days, want)
	}
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestCostOfADay(t *testing.T) {
	m := func(v int64) *int64 { return &v }
	profiles := []db.Profile{{ID: 1}, {ID: 2, Sandbox: true}, {ID: 3}}
	for _, c := range []struct {
		name    string
		entries []db.Entry
		want    string
	}{
		{"nothing charged", []db.Entry{{JobID: 1, ProfileID: 1, Kind: db.Reserve, AmountMicros: m(5e6), Currency: "CNY"}}, ""},
		{"a job of two pictures counts once", []db.Entry{{JobID: 1, ProfileID: 1, Kind: db.Charge, AmountMicros: m(5_600_000), Currency: "CNY"}}, "¥5.60"},
		{"another day's job does not count", []db.Entry{{JobID: 9, ProfileID: 1, Kind: db.Charge, AmountMicros: m(5e6), Currency: "CNY"}}, ""},
		{"no price known", []db.Entry{{JobID: 1, ProfileID: 1, Kind: db.Charge, Currency: "CNY"}}, ""},
		{"sandbox money stays apart", []db.Entry{
			{JobID: 1, ProfileID: 2, Kind: db.Charge, AmountMicros: m(2e6), Currency: "CNY"},
			{JobID: 2, ProfileID: 1, Kind: db.Charge, AmountMicros: m(3e6), Currency: "CNY"},
		}, "¥3.00 + ¥2.00 (sandbox)"},
		{"currencies are not added", []db.Entry{
			{JobID: 1, ProfileID: 3, Kind: db.Charge, AmountMicros: m(2e6), Currency: "USD"},
			{JobID: 2, ProfileID: 1, Kind: db.Charge, AmountMicros: m(3e6), Currency: "CNY"},
		}, "¥3.00 + $2.00"},
	} {
		assets := []db.Asset{{ID: 1, JobID: 1}, {ID: 2, JobID: 1}, {ID: 3, JobID: 2}, {ID: 4}}
		if got := costsOf(c.entries, profiles).sum(assets); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHeir(t *testing.T) {
	of := func(ids ...int64) *model {
		var assets []db.Asset
		for _, id := range ids {
			assets = append(assets, db.Asset{ID: id})
		}
		return newModel(query{}, assets, nil, 0, true)
	}
	old := of(5, 4, 3, 2, 1)
	for _, c := range []struct {
		id   int64
		left *model
		want int64
	}{
		{3, of(5, 4, 2, 1), 2},
		{3, of(5, 4), 4},
		{3, of(3), 3},
		{3, of(), 0},
		{9, of(5), 0},
	} {
		if got := c.left.heir(c.id, old); got != c.want {
			t.Errorf("heir of %d: %d, want %d", c.id, got, c.want)
		}
	}
}
