package jobs_test

import (
	"encoding/json"
	"testing"

	"viviscope/client/jobs"
	"viviscope/client/sandbox"
	"viviscope/db"
)

// Of a click what fits a budget goes; the rest is held, says why, and goes one by one when a person releases it.
func TestWhatGoesOverABudgetIsHeld(t *testing.T) {
	s := newStudio(t, sandbox.ContentRedirect)
	made, err := s.engine.Submit(t.Context(), s.profile.ID, []jobs.Order{{Request: videoOf("one")}, {Request: videoOf("two")}, {Request: videoOf("three")}}, jobs.Terms{OverBudget: []bool{false, true, true}})
	s.must(err)
	s.until(made[0].ID, db.Saved)
	for _, j := range made[1:] {
		if j, err := s.lib.Job(t.Context(), j.ID); err != nil || j.State != db.Held || j.Hold != db.HeldOverBudget || !j.SentAt.IsZero() {
			t.Fatalf("%s is %s (%s), %v", j.Prompt, j.State, j.Hold, err)
		}
	}
	s.must(s.engine.Release(t.Context(), made[2].ID))
	s.until(made[2].ID, db.Saved)
	if j, err := s.lib.Job(t.Context(), made[1].ID); err != nil || j.State != db.Held {
		t.Errorf("the other one became %s, %v", j.State, err)
	}
	if n := s.box.Calls("POST", "/v1/videos"); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// A version of the prices holds from its day on: what stands in the ledger stays as it is, and what is charged next has the new
// price.
func TestAPriceChangeLeavesTheLedgerAlone(t *testing.T) {
	s := newStudio(t, sandbox.ContentRedirect)
	s.until(s.clip("before").ID, db.Saved)
	was, err := s.lib.Entries(t.Context(), db.EntryFilter{})
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
	is, err := s.lib.Entries(t.Context(), db.EntryFilter{})
	s.must(err)
	if len(was) != 2 || len(is) != 4 {
		t.Fatalf("%d entries, then %d", len(was), len(is))
	}
	for i, e := range is[2:] {
		if e.ID != was[i].ID || *e.AmountMicros != *was[i].AmountMicros || *e.UnitMicros != *was[i].UnitMicros || !e.At.Equal(was[i].At) {
			t.Errorf("%+v became %+v", was[i], e)
		}
	}
	if *is[0].AmountMicros != 2**was[0].AmountMicros || *is[0].AmountMicros != *after.EstimateMicros {
		t.Errorf("charged %d after %d, estimated %d", *is[0].AmountMicros, *was[0].AmountMicros, *after.EstimateMicros)
	}
}
