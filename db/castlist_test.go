package db

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"viviscope/db/cast"
)

func names(all []cast.Entry) (names []string) {
	for _, e := range all {
		names = append(names, e.Name)
	}
	return names
}

func TestCastChangesAreUndone(t *testing.T) {
	l := newLibrary(t)
	ctx := t.Context()
	check := func(what string, want ...string) {
		t.Helper()
		all, err := l.Cast(ctx)
		if err != nil || !slices.Equal(names(all), want) {
			t.Fatalf("%s: %v, %v", what, names(all), err)
		}
	}
	must := func(u Undo, err error) Undo {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	mara := cast.Entry{Name: "@Mara", Kind: cast.Person, Words: " a woman\nof forty ",
		Pictures: []string{strings.Repeat("a", 32)}}
	added := must(l.SaveCast(ctx, "", mara))
	must(l.SaveCast(ctx, "", cast.Entry{Name: "Harbour", Kind: cast.Place, Words: "stone"}))
	must(l.SaveCast(ctx, "", cast.Entry{Name: "dusk", Kind: cast.Look, Words: "warm"}))
	check("added", "Mara", "Harbour", "dusk")
	all, _ := l.Cast(ctx)
	if all[0].Words != "a woman of forty" {
		t.Errorf("words: %q", all[0].Words)
	}
	renamed := must(l.SaveCast(ctx, "harbour", cast.Entry{Name: "HARBOUR", Kind: cast.Place, Words: "stone"}))
	check("renamed", "Mara", "HARBOUR", "dusk")
	removed := must(l.RemoveCast(ctx, "harbour"))
	check("removed", "Mara", "dusk")
	removed = must(l.Undo(ctx, removed))
	check("put back in its place", "Mara", "HARBOUR", "dusk")
	must(l.Undo(ctx, renamed))
	check("name put back", "Mara", "Harbour", "dusk")
	must(l.Undo(ctx, removed))
	check("removed again", "Mara", "dusk")
	must(l.Undo(ctx, added))
	check("addition undone", "dusk")
	for _, c := range []struct {
		old  string
		e    cast.Entry
		want error
	}{
		{"", cast.Entry{Name: "DUSK", Kind: cast.Look, Words: "x"}, ErrCastName},
		{"Nobody", cast.Entry{Name: "Mara", Kind: cast.Person, Words: "x"}, ErrNotFound},
		{"", cast.Entry{Name: "two words", Kind: cast.Person, Words: "x"}, cast.ErrName},
	} {
		if _, err := l.SaveCast(ctx, c.old, c.e); !errors.Is(err, c.want) {
			t.Errorf("%q %+v: %v", c.old, c.e, err)
		}
	}
	if _, err := l.RemoveCast(ctx, "Nobody"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	check("refused", "dusk")
}

// cast.json always has the content of the table, and reading it gives the same cast.
func TestRandomCastsAreRestoredFromTheirFile(t *testing.T) {
	l := newLibrary(t)
	ctx := t.Context()
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.SampledFrom([]string{"Mara", "mara", "Tom", "Søren", "马拉", "a-b", "two words", ""}).Draw(r, "name")
		old := rapid.SampledFrom([]string{"", "Mara", "Tom", "马拉"}).Draw(r, "old")
		e := cast.Entry{Name: name, Kind: rapid.SampledFrom(cast.Kinds()).Draw(r, "kind"),
			Words: rapid.String().Draw(r, "words")}
		for range rapid.IntRange(0, 5).Draw(r, "pictures") {
			e.Pictures = append(e.Pictures, newRef())
		}
		if rapid.Bool().Draw(r, "remove") {
			_, _ = l.RemoveCast(ctx, name) // refusals are part of the sequence
		} else {
			_, _ = l.SaveCast(ctx, old, e)
		}
		all, err := l.Cast(ctx)
		if err != nil {
			r.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(l.Dir(), castName))
		if errors.Is(err, os.ErrNotExist) && len(all) == 0 {
			return
		}
		restored, parseErr := parseCastList(data)
		if err != nil || parseErr != nil || !slices.EqualFunc(restored, all, cast.Entry.Equal) {
			r.Fatalf("%+v in the table, %+v in the file: %v, %v", all, restored, err, parseErr)
		}
	})
}

func TestUsedCastTravelsWithItsJob(t *testing.T) {
	used := []cast.Used{{Name: "Mara", Words: "a woman", Pictures: []string{strings.Repeat("a", 32)}}, {Name: "dusk"}}
	var j Job
	if j.SetUsedCast(nil); j.Cast != nil || j.UsedCast() != nil {
		t.Error("a job without cast has one")
	}
	j.SetUsedCast(used)
	if !slices.EqualFunc(j.UsedCast(), used, cast.Used.Equal) {
		t.Errorf("%s", j.Cast)
	}
	foreign := append(used, cast.Used{Name: "no name"}, cast.Used{Name: "x", Pictures: []string{"../../etc"}})
	if got := cleanUsedCast(foreign); len(got) != 3 || len(got[2].Pictures) != 0 {
		t.Errorf("%+v", got)
	}
}

func FuzzCastList(f *testing.F) {
	f.Add([]byte(`{"viviscope_cast":1,"cast":[{"name":"Mara","kind":"person","words":"x"}]}`))
	f.Add([]byte(`{"viviscope_cast":1,"cast":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := parseCastList(bytes.Clone(data))
		if err != nil && all != nil {
			t.Error("both")
		}
		for _, e := range all {
			if e.Check() != nil {
				t.Errorf("entry %+v", e)
			}
		}
	})
}
