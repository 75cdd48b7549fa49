package wording

import (
	"testing"

	"viviscope/db"
)

// A cost corrected by the user is the actual cost, and a correction never looks like the end of a charge.
func TestCostWithCorrections(t *testing.T) {
	entry := func(kind db.EntryKind, micros int64) db.Entry {
		return db.Entry{Kind: kind, AmountMicros: &micros, Currency: "CNY"}
	}
	corrected := func(micros int64) db.Entry {
		e := entry(db.Void, micros)
		e.Correction, e.Note = "c", "the console says so"
		return e
	}
	unpriced := db.Entry{Kind: db.Charge, Currency: "CNY"}
	for name, c := range map[string]struct {
		entries []db.Entry
		want    Cost
	}{
		"half came back": {[]db.Entry{entry(db.Charge, 2_800_000), corrected(-1_400_000)},
			Cost{Number: "¥1.40", Word: "charged, corrected", Kind: db.Charge}},
		"priced later": {[]db.Entry{unpriced, corrected(2_800_000)},
			Cost{Number: "¥2.80", Word: "charged, corrected", Kind: db.Charge}},
		"charged all the same": {[]db.Entry{entry(db.Refund, 2_800_000), corrected(2_800_000)},
			Cost{Number: "¥2.80", Word: "charged, corrected", Kind: db.Charge}},
		"twice": {[]db.Entry{entry(db.Charge, 2_800_000), corrected(-1_400_000), corrected(400_000)},
			Cost{Number: "¥1.80", Word: "charged, corrected", Kind: db.Charge}},
		"open again": {[]db.Entry{corrected(5), entry(db.Reserve, 2_800_000)},
			Cost{Number: "¥2.80", Word: "reserved", Kind: db.Reserve}},
	} {
		for i := range c.entries {
			c.entries[i].ID = int64(i + 1)
		}
		got := CostOf(db.Job{State: db.Saved}, c.entries)
		c.want.Micros = got.Micros
		if got != c.want || got.Number != Money(*got.Micros, "CNY") {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
