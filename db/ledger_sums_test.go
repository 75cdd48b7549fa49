package db

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

// For any filter, the pages, sums and groups agree with a plain loop over all entries, for the days of any time zone.
func TestSumsAgreeWithPlainWalk(t *testing.T) {
	p := newLedgerFixture(t, 60)
	var zones []*time.Location
	for _, name := range []string{"UTC", "Asia/Tokyo", "Pacific/Chatham", "Europe/Berlin"} {
		loc, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		zones = append(zones, loc)
	}
	rapid.Check(t, func(t *rapid.T) {
		ctx, f := context.Background(), drawLedgerFilter(t, p)
		chosen, open, priced := p.chosenByHand(t, f)
		got, err := p.LedgerSums(ctx, f)
		if d := gocmp.Diff(sumsByHand(chosen, open, priced), got); err != nil || d != "" {
			t.Fatalf("%+v: %v (-by hand +got)\n%s", f, err, d)
		}
		p.checkPages(t, f, chosen, open, priced)
		p.checkModels(t, f)
		loc := rapid.SampledFrom(zones).Draw(t, "zone")
		for _, by := range []ledger.Grouping{ledger.ByModel, ledger.ByJobKind, ledger.ByProfile, ledger.ByBoard,
			ledger.ByDay, ledger.ByDayModel} {
			groups, err := p.Breakdown(ctx, f, by, loc)
			if err != nil {
				t.Fatal(err)
			}
			entries := map[ledger.Group][]Entry{}
			for _, e := range chosen {
				for _, g := range p.groupsByHand(e, by, loc) {
					entries[g] = append(entries[g], e)
				}
			}
			var want []ledger.Group
			for g, all := range entries {
				for _, s := range sumsByHand(all, open, priced) {
					g.Sums = s
					want = append(want, g)
				}
			}
			slices.SortFunc(want, func(a, b ledger.Group) int {
				if by == ledger.ByDay || by == ledger.ByDayModel {
					return cmp.Or(a.Day.Compare(b.Day), strings.Compare(a.Key, b.Key),
						strings.Compare(a.Currency, b.Currency), cmp.Compare(a.Entry, b.Entry))
				}
				return cmp.Or(strings.Compare(a.Currency, b.Currency), cmp.Compare(b.Charged, a.Charged),
					strings.Compare(a.Key, b.Key), cmp.Compare(a.Profile, b.Profile))
			})
			if d := gocmp.Diff(want, groups); d != "" {
				t.Fatalf("%+v by %s in %s (-by hand +got)\n%s", f, by, loc, d)
			}
		}
	})
}

// checkModels compares the charges of ModelStats with the groups by model.
func (p ledgerFixture) checkModels(t *rapid.T, f ledger.Filter) {
	groups, err := p.Breakdown(context.Background(), f, ledger.ByModel, nil)
	if err != nil {
		t.Fatal(err)
	}
	models, err := p.ModelStats(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[[2]string]int64{}, map[[2]string]int64{}
	for _, g := range groups {
		if g.Charged != 0 {
			want[[2]string{g.Key, g.Currency}] = g.Charged
		}
	}
	for _, m := range models {
		if m.Charged != 0 {
			got[[2]string{m.Model, m.Currency}] = m.Charged
		}
	}
	if d := gocmp.Diff(want, got); d != "" {
		t.Fatalf("%+v (-groups +models)\n%s", f, d)
	}
}

// checkPages reads all pages of a filter.
func (p ledgerFixture) checkPages(t *rapid.T, f ledger.Filter, chosen []Entry, open, priced map[int64]bool) {
	var listed []Entry
	for before, more := int64(0), true; more; {
		var rows []LedgerRow
		var err error
		if rows, more, err = p.Ledger(context.Background(), f, before,
			rapid.IntRange(1, 60).Draw(t, "page")); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			listed, before = append(listed, r.Entry), r.Entry.ID
			made := len(p.assets[r.JobID]) > 0
			if r.Open != open[r.Entry.ID] || r.Priced != priced[r.Entry.ID] || r.Job.ID != r.JobID ||
				made != (r.AssetID != 0) {
				t.Fatalf("row %+v, made something: %v", r, made)
			}
		}
	}
	if d := gocmp.Diff(chosen, listed); d != "" {
		t.Fatalf("%+v (-by hand +listed)\n%s", f, d)
	}
}

// groupsByHand returns the groups that an entry belongs to.
func (p ledgerFixture) groupsByHand(e Entry, by ledger.Grouping, loc *time.Location) (all []ledger.Group) {
	j := p.jobs[e.JobID]
	var day ledger.Group
	y, m, d := e.At.In(loc).Date()
	day.Day = time.Date(y, m, d, 0, 0, 0, 0, loc)
	switch by {
	case ledger.ByModel:
		return []ledger.Group{{Key: j.Model}}
	case ledger.ByDayModel:
		day.Key, day.Entry = j.Model, e.Kind
		return []ledger.Group{day}
	case ledger.ByJobKind:
		return []ledger.Group{{Key: string(j.Kind)}}
	case ledger.ByProfile:
		return []ledger.Group{{Profile: e.ProfileID}}
	case ledger.ByBoard:
		return []ledger.Group{{Key: j.Board}}
	}
	return []ledger.Group{day}
}

// A day that begins later than midnight is grouped as that day.
func TestBreakdownOfDayWithoutMidnight(t *testing.T) {
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Skip("no time zones here")
	}
	l := openLibrary(t, t.TempDir())
	p, err := l.SaveProfile(t.Context(), Profile{Name: "Studio", BaseURL: "https://service.example", Currency: "CNY"})
	if err == nil {
		_, err = l.Correct(t.Context(), Correction{ProfileID: p.ID, AmountMicros: 1, Note: "squared",
			At: time.Date(2024, 9, 8, 12, 0, 0, 0, santiago)})
	}
	if err != nil {
		t.Fatal(err)
	}
	days, err := l.Breakdown(t.Context(), ledger.Filter{}, ledger.ByDay, santiago)
	if err != nil || len(days) != 1 || days[0].Day.Format(time.DateOnly) != "2024-09-08" {
		t.Errorf("%+v, %v", days, err)
	}
}

// The costs of a saved search are those of the assets that the gallery shows for it. A nested saved search is ignored.
func TestCostsOfSavedSearch(t *testing.T) {
	p, ctx := newLedgerFixture(t, 60), t.Context()
	nested, err := p.SaveAlbum(ctx, Album{Name: "Nested", Query: "album:Coast"})
	if err != nil {
		t.Fatal(err)
	}
	names, err := p.Names(ctx, noon)
	if err != nil {
		t.Fatal(err)
	}
	shown, _ := search.ParseQuery("album:Nested").Filter(names)
	files, err := assetsOf(ctx, p.Library, shown)
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	want := map[int64]bool{}
	for _, a := range files {
		want[a.JobID] = true
	}
	rows, _, err := p.Ledger(ctx, ledger.Filter{Album: nested.Ref}, 0, 0)
	got := map[int64]bool{}
	for _, r := range rows {
		got[r.JobID] = true
	}
	if d := gocmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-shown +summed)\n%s", err, d)
	}
}
