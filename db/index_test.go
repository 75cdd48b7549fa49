package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/search"
)

// The index contains every committed change, including those of triggers, and nothing that was rolled back.
func TestIndexFollowsCommits(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	count := func(f search.Filter) int {
		t.Helper()
		n, err := countOf(t.Context(), l, f)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if count(search.Filter{}) != 0 {
		t.Fatal("it is not empty")
	}
	a := addAsset(t, l, j, Asset{})
	dear := search.Filter{MinCost: amount(5)}
	if count(search.Filter{Text: "boats"}) != 1 || count(dear) != 0 {
		t.Error("the asset is not found")
	}
	if err := appendEntry(l, j.ID, Entry{Kind: Charge, AmountMicros: amount(7)}); err != nil {
		t.Fatal(err)
	}
	if count(dear) != 1 {
		t.Error("the cost that a trigger wrote is not seen")
	}
	undone := errors.New("undone")
	err := l.write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE assets SET prompt = 'kites', starred = 1")
		return errors.Join(err, undone)
	})
	if !errors.Is(err, undone) || count(search.Filter{Text: "kites"}) != 0 || count(search.Filter{Starred: true}) != 0 {
		t.Error("what was undone is found, ", err)
	}
	if _, err := l.TrashAll(t.Context(), []int64{a.ID}); err != nil {
		t.Fatal(err)
	}
	if count(search.Filter{}) != 0 || count(search.Filter{Trashed: true}) != 1 {
		t.Error("it is not counted in the trash")
	}
	if n, err := l.EmptyTrash(t.Context()); n != 1 || err != nil || count(search.Filter{}) != 0 ||
		count(search.Filter{Trashed: true}) != 0 {
		t.Errorf("deleted %d, %v", n, err)
	}
}

// The cost of a job is divided among its assets without a remainder.
func TestCostsAreShared(t *testing.T) {
	l := newLibrary(t)
	j := newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	costs := func() (all []int64) {
		assets, err := l.AssetsOfJob(t.Context(), j.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range assets {
			all = append(all, orElse(a.CostMicros, -1))
		}
		return all
	}
	var last Asset
	for i := range 3 {
		last = addAsset(t, l, j, Asset{ItemIndex: i})
	}
	for _, step := range []struct {
		kind   EntryKind
		micros *int64
		want   []int64
	}{{Reserve, amount(100), []int64{34, 33, 33}}, {Charge, amount(10), []int64{4, 3, 3}}} {
		if err := appendEntry(l, j.ID, Entry{Kind: step.kind, AmountMicros: step.micros}); err != nil {
			t.Fatal(err)
		}
		if got := costs(); !slices.Equal(got, step.want) {
			t.Errorf("%s: %v", step.kind, got)
		}
	}
	if _, err := l.TrashAll(t.Context(), []int64{last.ID}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.DeleteForever(t.Context(), []int64{last.ID}); err != nil {
		t.Fatal(err)
	}
	if got := costs(); !slices.Equal(got, []int64{5, 5}) {
		t.Errorf("after a deletion: %v", got)
	}
}

func TestCancelledSearchEnds(t *testing.T) {
	l := newLibrary(t)
	mixed(t, l, 20)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range map[string]error{
		"assets": func() error { _, err := assetsOf(ctx, l, search.Filter{Text: "boats"}); return err }(),
		"count":  func() error { _, err := countOf(ctx, l, search.Filter{}); return err }(),
		"order":  func() error { _, err := idsOf(ctx, l, search.Filter{Order: search.MostExpensive}); return err }(),
		"rows":   func() error { _, err := l.AssetsByID(ctx, []int64{1}); return err }(),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSuggest(t *testing.T) {
	l := newLibrary(t)
	mixed(t, l, 60)
	if _, err := l.SaveAlbum(t.Context(), Album{Name: "Night walks"}); err != nil {
		t.Fatal(err)
	}
	names, err := l.Names(t.Context(), noon)
	if err != nil {
		t.Fatal(err)
	}
	x, err := l.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string][]string{
		"tag:": {"coast", "night"}, "-tag:n": {"night"}, "model:clip-": {"clip-3.0", "clip-2.6"},
		"sound:o": {"on", "off"}, "cast:": {"mara", "josé"}, "-cast:@MA": {"mara"}, "cas": {"cast"}, "jose": {"josé"},
		"x night ": nil, "": nil, "album:n": {"night walks"}, "纸": {"纸船"}, "se": {"seconds", "seed"},
		"nigh": {"night", "night walks", "night"}, "profile:": {"sandbox"}, "zzz": nil,
	} {
		var got []string
		for _, s := range x.Suggest(typed, names, 10) {
			name := strings.ToLower(s.Term.Text)
			if name == "" {
				name = s.Term.Key
			}
			if len(got) == 0 || got[len(got)-1] != name || typed == "nigh" {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}

// NewestAssets, which is used while the index is loading, returns the same first page as the index.
func TestNewestAssetsEqualFirstPage(t *testing.T) {
	l := newLibrary(t)
	mixed(t, l, 30)
	all, err := assetsOf(t.Context(), l, search.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	first, err := l.NewestAssets(t.Context(), 7)
	if d := cmp.Diff(all[:7], first); d != "" || err != nil {
		t.Errorf("%v, -later +first:\n%s", err, d)
	}
	checkPlan(t, l, "first page", firstPage, []any{7})
}
