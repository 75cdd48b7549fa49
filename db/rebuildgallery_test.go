package db_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

// gallery is everything in a library that the user sees, without IDs of the database.
type gallery struct {
	Assets map[string]string // by ref
	Albums []string
	Cast   []string
	Family map[string]string // by ref
	Sums   []ledger.Sums
	Tags   []search.TagCount
	Count  int
}

func galleryOf(t *testing.T, l *db.Library) gallery {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	g := gallery{Assets: map[string]string{}, Family: map[string]string{}}
	var err error
	for _, trashed := range []bool{false, true} {
		all, err := dbtest.Assets(ctx, l, search.Filter{Trashed: trashed})
		must(err)
		for _, a := range all {
			f, err := l.Family(ctx, a.Ref)
			must(err)
			g.Family[a.Ref] = kin(f)
			versions, err := l.Versions(ctx, a.Ref)
			must(err)
			for _, v := range versions {
				g.Family[a.Ref] += fmt.Sprintf(" %d/%s/%s", v.Depth, v.Parent, v.Asset.Ref)
			}
			if a.JobID != 0 {
				j, err := l.Job(ctx, a.JobID)
				must(err)
				g.Cast = append(g.Cast, fmt.Sprintf("%s used %+v", a.Ref, j.UsedCast()))
			}
			// A rebuild assigns new IDs, restarts the retention of the trash, and has no links, which are not in
			// sidecars.
			a.ID, a.JobID, a.Link, a.LinkExpires = 0, 0, "", time.Time{}
			if trashed {
				a.TrashedAt = dbtest.End()
			}
			a.CreatedAt = a.CreatedAt.UTC()
			text, err := json.Marshal(a)
			must(err)
			g.Assets[a.Ref] = string(text)
		}
	}
	albums, err := l.Albums(ctx)
	must(err)
	for _, a := range albums {
		members, err := dbtest.Assets(ctx, l, search.Filter{Album: a.Ref, Order: search.AlbumOrder})
		must(err)
		line := fmt.Sprintf("%s %s %q %s:", a.Ref, a.Name, a.Query, a.CreatedAt)
		for _, m := range members {
			line += " " + m.Ref
		}
		g.Albums = append(g.Albums, line)
	}
	troupe, err := l.Cast(ctx)
	must(err)
	for _, e := range troupe {
		g.Cast = append(g.Cast, fmt.Sprintf("%+v", e))
	}
	g.Sums, err = l.LedgerSums(ctx, ledger.Filter{From: dbtest.End().AddDate(-5, 0, 0), To: dbtest.End()})
	must(err)
	x, err := l.Index(ctx)
	must(err)
	g.Tags = x.Tags()
	g.Count, err = dbtest.Count(ctx, l, search.Filter{Text: "no"})
	must(err)
	return g
}

func kin(f db.Family) string {
	line := func(name string, all []db.Relative) string {
		refs := []string{}
		for _, k := range all {
			if k.Asset != nil {
				refs = append(refs, fmt.Sprintf("%s@%d", k.Asset.Ref, k.Place))
			}
		}
		slices.Sort(refs) // "newest first" depends on IDs of the database
		return name + strings.Join(refs, ",")
	}
	return line("from ", f.MadeFrom) + line(" edits ", f.EditedInto) + line(" frames ", f.UsedAsFrame) +
		line(" taken ", f.Extracted) +
		line(" same ", f.Variations) + line(" again ", f.Resends)
}

// If database and thumbnails are deleted, a rebuild restores the same gallery from the folder: assets, prompts, costs,
// stars, tags, albums, notes and families.
func TestRebuildRestoresGallery(t *testing.T) {
	n := 100
	if os.Getenv("VIVISCOPE_LONG") != "" {
		n = 1000
	}
	dir := filepath.Join(t.TempDir(), "library")
	o := db.Options{Now: dbtest.End}
	if err := dbtest.Files(t.Context(), dir, n, dbtest.Options{Seed: 3, Library: o}); err != nil {
		t.Fatal(err)
	}
	l, err := db.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	before := galleryOf(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if len(before.Assets) != n || len(before.Sums) == 0 || len(before.Tags) < 10 || before.Count == 0 {
		t.Fatalf("%d assets, %+v, %d tags, %d found: this proves nothing", len(before.Assets), before.Sums,
			len(before.Tags), before.Count)
	}
	for _, name := range []string{"viviscope.db", "viviscope.db-wal", "viviscope.db-shm", "thumbs", "backups"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	report, err := db.Rebuild(t.Context(), dir, o)
	if err != nil || len(report.Problems) > 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	if l, err = db.Open(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if d := cmp.Diff(before, galleryOf(t, l)); d != "" {
		t.Errorf("-before +after:\n%.4000s", d)
	}
}
