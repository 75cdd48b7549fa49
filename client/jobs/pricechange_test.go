package jobs_test

import (
	"encoding/json"
	"testing"

	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// A new version of the prices applies from its day on: existing ledger entries stay unchanged, and the next charge has
// the new price.
func TestPriceChangeKeepsLedger(t *testing.T) {
	s := newStudio(t, sandboxtest.ContentRedirect)
	s.until(s.clip("before").ID, db.Saved)
	was, err := s.lib.Entries(t.Context(), 0)
	s.must(err)
	table := sandbox.Prices()
	for i := range table.Video {
		table.Video[i].PerSecond *= 2
	}
	raw, err := json.Marshal(table)
	s.must(err)
	_, err = s.lib.AddPrices(t.Context(), db.Prices{ProfileID: s.profile.ID, Table: raw})
	s.must(err)
	after := s.clip("after")
	s.until(after.ID, db.Saved)
	is, err := s.lib.Entries(t.Context(), 0)
	s.must(err)
	if len(was) != 2 || len(is) != 4 {
		t.Fatalf("%d entries, then %d", len(was), len(is))
	}
	for i, e := range is[2:] {
		if e.ID != was[i].ID || *e.AmountMicros != *was[i].AmountMicros || *e.UnitMicros != *was[i].UnitMicros ||
			!e.At.Equal(was[i].At) {
			t.Errorf("%+v became %+v", was[i], e)
		}
	}
	if *is[0].AmountMicros != 2**was[0].AmountMicros || *is[0].AmountMicros != *after.EstimateMicros {
		t.Errorf("charged %d after %d, estimated %d", *is[0].AmountMicros, *was[0].AmountMicros, *after.EstimateMicros)
	}
}
