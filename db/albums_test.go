package db

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"viviscope/db/folder"
	"viviscope/db/search"
)

func TestAlbums(t *testing.T) {
	l := newLibrary(t)
	ids := some(t, l, 5)
	hand, err := l.SaveAlbum(t.Context(), Album{Name: " Best\nof "})
	if err != nil || hand.Name != "Bestof" || hand.Saved() {
		t.Fatalf("%+v, %v", hand, err)
	}
	saved, err := l.SaveAlbum(t.Context(), Album{Name: "Night", Query: `album:Bestof -tag:draft`})
	if err != nil || !saved.Saved() {
		t.Fatal(err)
	}
	nested, err := l.SaveAlbum(t.Context(), Album{Name: "Nested", Query: "album:Night"})
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) []int64 {
		t.Helper()
		names, err := l.Names(t.Context(), noon)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := search.ParseQuery("album:" + name).Filter(names)
		f.Order = search.AlbumOrder
		got, err := idsOf(t.Context(), l, f)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			got[i] = int64(slices.Index(ids, got[i]))
		}
		return got
	}
	check := func(what string, want ...int64) {
		t.Helper()
		if got := in(hand.Name); !slices.Equal(got, want) {
			t.Errorf("%s: %v", what, got)
		}
	}
	u, err := l.AddToAlbum(t.Context(), hand.Ref, ids[2], ids[0], ids[2], 9999, ids[4])
	if err != nil || u.Changed() != 3 {
		t.Errorf("added %d, %v", u.Changed(), err)
	}
	check("added", 2, 0, 4)
	if err := l.MoveInAlbum(t.Context(), hand.Ref, []int64{ids[4], ids[3]}, ids[2]); err != nil {
		t.Fatal(err)
	}
	check("moved", 4, 2, 0)
	out, err := l.RemoveFromAlbum(t.Context(), hand.Ref, ids[2])
	if err != nil {
		t.Fatal(err)
	}
	check("removed", 4, 0)
	if _, err := l.Undo(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	check("put back", 4, 2, 0)
	if _, err := l.AddTag(t.Context(), "draft", ids[2]); err != nil {
		t.Fatal(err)
	}
	if got := in(saved.Name); len(got) != 2 {
		t.Errorf("saved search: %v", got)
	}
	if got := in(nested.Name); len(got) != 5 { // the nested search is ignored
		t.Errorf("nested search: %v", got)
	}
	if err := l.ArrangeAlbums(t.Context(), nested.Ref, hand.Ref); err != nil {
		t.Fatal(err)
	}
	// A rebuild from the folder restores all of it.
	l, _ = rebuilt(t, l)
	ids = nil
	for i := range 5 {
		all, err := assetsOf(t.Context(), l, search.Filter{Text: fmt.Sprint(i)})
		if err != nil || len(all) != 1 {
			t.Fatalf("%d of asset %d, %v", len(all), i, err)
		}
		ids = append(ids, all[0].ID)
	}
	check("after a rebuild", 4, 2, 0)
	all, err := l.Albums(t.Context())
	var names []string
	for _, a := range all {
		names = append(names, a.Name+"="+a.Query)
	}
	if want := []string{"Nested=album:Night", "Bestof=", "Night=album:Bestof -tag:draft"}; err != nil ||
		!slices.Equal(names, want) {
		t.Errorf("albums %q, %v", names, err)
	}
	// Without albums.json the albums are restored from sidecars.
	l.background.Wait() // it would write albums.json again
	if err := os.Remove(filepath.Join(l.Dir(), albumsName)); err != nil {
		t.Fatal(err)
	}
	l, _ = rebuilt(t, l)
	if all, err := l.Albums(t.Context()); err != nil || len(all) != 1 || all[0].Name != "Bestof" ||
		all[0].Ref != hand.Ref {
		t.Errorf("albums %+v, %v", all, err)
	}
	if _, err := l.DeleteAlbum(t.Context(), hand.Ref); err != nil {
		t.Fatal(err)
	}
	if _, err := l.DeleteAlbum(t.Context(), hand.Ref); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	l, _ = rebuilt(t, l)
	if all, err := l.Albums(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("a deleted album is back: %+v, %v", all, err)
	}
}

// A move puts the assets before the target in their order, and keeps the order of the others.
func TestRearrange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "n")
		var all []albumPlace
		for i := range n {
			all = append(all, albumPlace{int64(i),
				int64((i + 1) * rapid.SampledFrom([]int{1, 3, placeGap}).Draw(t, "gap"))})
		}
		slices.SortStableFunc(all, func(a, b albumPlace) int { return int(a.place - b.place) })
		for i := range all {
			if i > 0 && all[i].place <= all[i-1].place {
				all[i].place = all[i-1].place + 1
			}
		}
		ids := rapid.SliceOfN(rapid.Int64Range(0, 9), 0, 4).Draw(t, "ids")
		before := rapid.Int64Range(0, 9).Draw(t, "before")
		var want, block []int64
		for _, id := range ids {
			if !slices.Contains(block, id) && slices.ContainsFunc(all, func(p albumPlace) bool {
				return p.asset == id
			}) {
				block = append(block, id)
			}
		}
		for _, p := range all {
			if p.asset == before && !slices.Contains(block, before) {
				want = append(want, block...)
			}
			if !slices.Contains(block, p.asset) {
				want = append(want, p.asset)
			}
		}
		if len(want) < len(all) {
			want = append(want, block...)
		}
		changed := map[int64]int64{}
		for _, p := range rearrange(all, ids, before) {
			changed[p.asset] = p.place
		}
		now := slices.Clone(all)
		for i := range now {
			if at, ok := changed[now[i].asset]; ok {
				now[i].place = at
			}
		}
		slices.SortStableFunc(now, func(a, b albumPlace) int { return int(a.place - b.place) })
		for i, p := range now {
			if p.asset != want[i] || i > 0 && p.place == now[i-1].place {
				t.Fatalf("got %v, want %v", now, want)
			}
		}
	})
}

func TestAlbumsAreRenamedAndDeletedWithUndo(t *testing.T) {
	l := newLibrary(t)
	ctx := t.Context()
	ids := some(t, l, 3)
	var film Album
	for _, name := range []string{"First", "Film", "Last"} {
		a, err := l.SaveAlbum(ctx, Album{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		if name == "Film" {
			film = a
		}
	}
	if _, err := l.AddToAlbum(ctx, film.Ref, ids[2], ids[0]); err != nil {
		t.Fatal(err)
	}
	state := func() (s string) {
		all, err := l.Albums(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			s += a.Name + " "
			var members []int64
			rows, err := l.reader.QueryContext(ctx, `SELECT asset_id FROM album_assets JOIN albums ON albums.id = album_id
				WHERE ref = ? ORDER BY album_assets.place`, a.Ref)
			if err != nil {
				t.Fatal(err)
			}
			for rows.Next() {
				var id int64
				if err := rows.Scan(&id); err != nil {
					t.Fatal(err)
				}
				members = append(members, id)
			}
			if err := rows.Close(); err != nil {
				t.Fatal(err)
			}
			s += fmt.Sprint(members, " ")
		}
		return s
	}
	before := state()
	renamed, err := l.RenameAlbum(ctx, film.Ref, " Movie ")
	if err != nil || !strings.Contains(state(), "Movie") {
		t.Fatalf("%s, %v", state(), err)
	}
	deleted, err := l.DeleteAlbum(ctx, film.Ref)
	if err != nil || strings.Contains(state(), "Movie") {
		t.Fatalf("%s, %v", state(), err)
	}
	redo, err := l.Undo(ctx, deleted)
	if err != nil || !strings.Contains(state(), "Movie") {
		t.Fatalf("%s, %v", state(), err)
	}
	if _, err := l.Undo(ctx, renamed); err != nil || state() != before {
		t.Errorf("after undo: %s, before: %s, %v", state(), before, err)
	}
	if _, err := l.Undo(ctx, redo); err != nil || strings.Contains(state(), "Film") {
		t.Errorf("after redo: %s, %v", state(), err)
	}
	if _, err := l.RenameAlbum(ctx, film.Ref, "x"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if _, err := l.RenameAlbum(ctx, film.Ref, " "); !errors.Is(err, folder.ErrName) {
		t.Error(err)
	}
}

func FuzzAlbumList(f *testing.F) {
	f.Add([]byte(`{"viviscope_albums":1,"albums":[{"ref":"` + strings.Repeat("a", 32) +
		`","name":"x","query":"boats"}]}`))
	f.Add([]byte(`{"viviscope_albums":1,"albums":[{}]}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := parseAlbumList(data)
		if err != nil && all != nil {
			t.Error("both")
		}
		for _, a := range all {
			if !validRef.MatchString(a.Ref) || a.Name == "" || len(a.Name) > maxName || len(a.Query) > maxQuery {
				t.Errorf("album %+v", a)
			}
		}
	})
}
