package db

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"viviscope/db/ledger"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/search"
)

func TestPriceLaterLeavesTheChargeAlone(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "x"))
	if err := appendEntry(l, j.ID, Entry{Kind: Reserve}); err != nil {
		t.Fatal(err)
	}
	if _, left, err := l.PriceLater(t.Context(), []LaterPrice{{EntryID: 1, AmountMicros: 5}}); err != nil ||
		len(left) != 1 {
		t.Errorf("an open entry got a price: %v, %v", left, err)
	}
	if err := appendEntry(l, j.ID, Entry{Kind: Charge, At: noon.AddDate(0, -1, 0)}); err != nil {
		t.Fatal(err)
	}
	was, err := l.Entries(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	written, left, err := l.PriceLater(t.Context(),
		[]LaterPrice{{EntryID: 2, AmountMicros: 4_480_000, UnitMicros: amount(560_000)}, {EntryID: 2, AmountMicros: 1},
			{EntryID: 1, AmountMicros: 1}})
	if err != nil || len(written) != 1 || len(left) != 2 {
		t.Fatalf("%+v, %v, %v", written, left, err)
	}
	if e := written[0]; e.Kind != Void || e.Prices != 2 || e.JobID != j.ID || !e.At.Equal(noon.AddDate(0, -1, 0)) ||
		e.Note == "" || !validRef.MatchString(e.Correction) {
		t.Errorf("%+v", e)
	}
	is, err := l.Entries(t.Context(), 0)
	if err != nil || len(is) != 3 || cmp.Diff(was, is[1:]) != "" {
		t.Errorf("%+v became %+v, %v", was, is, err)
	}
	if sums, err := l.LedgerSums(t.Context(), ledger.Filter{}); err != nil || sums[0].Charged != 4_480_000 ||
		sums[0].Unpriced != 0 {
		t.Errorf("%+v, %v", sums, err)
	}
	if _, _, err := l.PriceLater(t.Context(), []LaterPrice{{EntryID: 99}}); err == nil {
		t.Error("an entry that is not there got a price")
	}
}

// Correct writes nothing if the charged amount has changed.
func TestCorrectRefusesChangedAmount(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "x"))
	if err := appendEntry(l, j.ID, Entry{Kind: Charge, AmountMicros: amount(5), At: noon}); err != nil {
		t.Fatal(err)
	}
	unpriced := newJob(t, l, videoJob(p.ID, "y"))
	if err := appendEntry(l, unpriced.ID, Entry{Kind: Charge, At: noon}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		job, charged int64
		want         error
	}{
		{j.ID, 4, ErrChanged}, {j.ID, 5, nil}, {j.ID, 5, ErrChanged}, {j.ID, 8, nil},
		{0, 1, ErrChanged}, {0, 0, nil}, {0, 0, ErrChanged}, {0, 3, nil},
		{unpriced.ID, 0, ErrChanged},
	} {
		_, err := l.Correct(t.Context(), Correction{ProfileID: p.ID, JobID: c.job, AmountMicros: 3, At: noon,
			Note: "invoice", Charged: amount(c.charged)})
		if !errors.Is(err, c.want) {
			t.Errorf("job %d corrected from %d: %v, want %v", c.job, c.charged, err, c.want)
		}
	}
	if sums, err := l.LedgerSums(t.Context(), ledger.Filter{}); err != nil || sums[0].Charged != 5+4*3 {
		t.Errorf("%+v, %v", sums, err)
	}
}

// A correction changes the cost of the job and its files, and is restored by a rebuild.
func TestRebuildKeepsCorrections(t *testing.T) {
	l := newLibrary(t)
	p, err := l.SaveProfile(t.Context(),
		Profile{ID: 0, Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	for i, unpriced := range []bool{true, false} {
		j := clipOf(fmt.Sprint("boats", i))
		j.ProfileID, j.Currency = p.ID, "CNY"
		j = newJob(t, l, j)
		m := madeBy(j, 0)
		m.Service.ProfileID = p.ID
		if unpriced {
			m.Costs[0].AmountMicros, m.Costs[1].AmountMicros = nil, nil
		}
		to := ingestMade(t, l, fmt.Sprint("content ", i), m)
		if _, err := l.Change(t.Context(), j.ID, func(c *Change) error {
			c.Job.State = Saved
			for _, e := range slices.Backward(m.Costs) {
				c.Append(Entry{Kind: e.Kind, AmountMicros: e.AmountMicros, Currency: e.Currency, At: e.At})
			}
			c.Add(Asset{Ref: AssetRef(j.Ref, 0), Kind: Clip, Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if _, left, err := l.PriceLater(t.Context(),
		[]LaterPrice{{EntryID: 2, AmountMicros: 2_800_000, Note: "priced later at 0.56"}}); err != nil ||
		len(left) > 0 {
		t.Fatal(left, err)
	}
	for _, c := range []Correction{
		{ProfileID: p.ID, JobID: 2, AmountMicros: -300_000, At: noon, Note: "half of it came back"},
		{ProfileID: p.ID, AmountMicros: 11, At: noon.AddDate(0, 0, -3), Note: "the console says so"},
	} {
		if _, err := l.Correct(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Change(t.Context(), 2, func(c *Change) error {
		c.Correct(-200_000, "CNY", "as the service says")
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	sums := func(l *Library) (all []ledger.Sums, costs []int64) {
		t.Helper()
		all, err := l.LedgerSums(t.Context(), ledger.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		assets, err := assetsOf(t.Context(), l, search.Filter{Order: search.MostExpensive})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range assets {
			costs = append(costs, orElse(a.CostMicros, -1))
		}
		return all, costs
	}
	before, costs := sums(l)
	if want := []ledger.Sums{{Currency: "CNY", Charged: 5_800_011, Corrected: 2_300_011, Jobs: 2,
		Entries: 8}}; cmp.Diff(want, before) != "" {
		t.Errorf("%+v", before)
	}
	if want := []int64{3_000_000, 2_800_000}; !slices.Equal(costs, want) {
		t.Errorf("the files cost %v, want %v", costs, want)
	}
	l, r := rebuilt(t, l)
	after, same := sums(l)
	if d := cmp.Diff(before, after); d != "" || len(r.Problems) > 0 || !slices.Equal(costs, same) {
		t.Errorf("problems %v, costs %v (-before +after)\n%s", r.Problems, same, d)
	}
}

func FuzzCorrections(f *testing.F) {
	f.Add([]byte(`{"viviscope":1,"corrections":[{"ref":"0123456789abcdef0123456789abcdef","amount_micros":-5,"currency":"CNY","at":"2026-11-21T12:00:00Z","note":"x"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := parseCorrections(data)
		for _, c := range all {
			if err != nil || !validRef.MatchString(c.Ref) || c.Amount > maxMicros || c.Amount < -maxMicros ||
				len(c.Currency) != 3 {
				t.Errorf("%+v, %v", c, err)
			}
		}
	})
}
