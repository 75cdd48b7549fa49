package db

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Under any filter: the sums are those of the entries that are listed, page by page, and so are the groups of what has one
// group only, by the days of any time zone.
func TestSumsFollowTheFilter(t *testing.T) {
	p := newPurse(t, 60)
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	chatham, err := time.LoadLocation("Pacific/Chatham")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		ctx, f := context.Background(), drawLedgerFilter(t, p)
		chosen, open, priced := p.chosenByHand(t, f)
		want := sumsByHand(chosen, open, priced)
		got, err := p.LedgerSums(ctx, f)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Fatalf("%+v: %v (-by hand +got)\n%s", f, err, d)
		}
		var listed []Entry
		for before, more := int64(0), true; more; {
			var rows []LedgerRow
			if rows, more, err = p.Ledger(ctx, f, before, rapid.IntRange(1, 60).Draw(t, "page")); err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				listed, before = append(listed, r.Entry), r.Entry.ID
				if r.Open != open[r.Entry.ID] || r.Priced != priced[r.Entry.ID] || r.Job.ID != r.JobID {
					t.Fatalf("row %+v", r)
				}
				if made := p.assets[r.JobID]; len(made) > 0 != (r.AssetID != 0) {
					t.Fatalf("entry %d: asset %d of %d", r.Entry.ID, r.AssetID, len(made))
				}
			}
		}
		if d := cmp.Diff(chosen, listed); d != "" {
			t.Fatalf("%+v (-by hand +listed)\n%s", f, d)
		}
		loc := rapid.SampledFrom([]*time.Location{nil, tokyo, chatham}).Draw(t, "zone")
		for _, by := range []LedgerGrouping{ByModel, ByJobKind, ByEntryKind, ByProfile, ByDay, ByDayModel} {
			groups, err := p.Breakdown(ctx, f, by, loc)
			if err != nil {
				t.Fatal(err)
			}
			whole := map[string]LedgerSums{}
			for _, g := range groups {
				s := whole[g.Currency]
				whole[g.Currency] = LedgerSums{g.Currency, s.Charged + g.Charged, s.Corrected + g.Corrected, s.Reserved + g.Reserved, s.AtRisk + g.AtRisk,
					s.Refunded + g.Refunded, s.Jobs + g.Jobs, s.Unpriced + g.Unpriced, s.Entries + g.Entries}
				if by == ByDay {
					same := f
					same.From, same.To = g.Day, g.Day.AddDate(0, 0, 1)
					same.Currency = g.Currency
					if f.From.After(same.From) {
						same.From = f.From
					}
					if !f.To.IsZero() && f.To.Before(same.To) {
						same.To = f.To
					}
					if s, err := p.LedgerSums(ctx, same); err != nil || len(s) != 1 || s[0] != g.LedgerSums {
						t.Fatalf("day %s: %+v, its own sum %+v, %v", g.Day, g.LedgerSums, s, err)
					}
				}
			}
			if len(whole) != len(want) {
				t.Fatalf("%s: %d currencies, want %d", by, len(whole), len(want))
			}
			for _, s := range want {
				if whole[s.Currency] != s {
					t.Fatalf("by %s: %+v, want %+v", by, whole[s.Currency], s)
				}
			}
		}
		for _, by := range []LedgerGrouping{ByTag, ByAlbum} {
			groups, err := p.Breakdown(ctx, f, by, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				same := f
				same.Currency = g.Currency
				switch {
				case g.Key == "":
					continue
				case by == ByTag && f.Tag == "":
					same.Tag = g.Key
				case by == ByAlbum:
					same.Album = g.Key
				default:
					continue
				}
				if s, err := p.LedgerSums(ctx, same); err != nil || len(s) != 1 || s[0] != g.LedgerSums {
					t.Fatalf("%s %q: %+v, its own sum %+v, %v", by, g.Key, g.LedgerSums, s, err)
				}
			}
		}
	})
}
