package db

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
	"viviscope/db/search"
)

// some imports n pictures that differ in their last byte.
func some(t *testing.T, l *Library, n int) (ids []int64) {
	t.Helper()
	for i := range n {
		ids = append(ids, imported(t, l, fmt.Sprintf("%d.png", i), onePNG()+fmt.Sprint(i), ImportMeta{}).ID)
	}
	return ids
}

func sidecar(t *testing.T, l *Library, id int64) Sidecar {
	t.Helper()
	a, err := l.Asset(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var s Sidecar
	if err := json.Unmarshal([]byte(readFile(t, l, folder.SidecarOf(a.Path))), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Changes of many stars, tags and notes are written to the sidecars, and can be undone and redone.
func TestOrganiseMany(t *testing.T) {
	l := newLibrary(t)
	ids := some(t, l, 12)
	state := func() (lines []string) {
		t.Helper()
		if err := l.FlushSidecars(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			a, err := l.Asset(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			s := sidecar(t, l, id)
			if s.Starred != a.Starred || s.Note != a.Note || !slices.Equal(s.Tags, a.Tags) {
				t.Errorf("%d: the sidecar has %+v, the row %+v", id, s, a)
			}
			lines = append(lines, fmt.Sprint(a.Starred, a.Tags, a.Note))
		}
		return lines
	}
	steps := map[string]struct {
		do      func() (Undo, error)
		changed int
	}{
		"star":       {func() (Undo, error) { return l.StarAll(t.Context(), ids, true) }, 11},
		"tag":        {func() (Undo, error) { return l.AddTag(t.Context(), " Coast ", ids...) }, 11},
		"untag":      {func() (Undo, error) { return l.RemoveTag(t.Context(), "COAST", ids...) }, 1},
		"rename":     {func() (Undo, error) { return l.RenameTag(t.Context(), "Coast", "shore") }, 1},
		"merge":      {func() (Undo, error) { return l.RenameTag(t.Context(), "coast", "night") }, 1},
		"take away":  {func() (Undo, error) { return l.RenameTag(t.Context(), "coast", "") }, 1},
		"note":       {func() (Undo, error) { return l.SetNote(t.Context(), ids[3], "mine") }, 1},
		"nobody":     {func() (Undo, error) { return l.StarAll(t.Context(), []int64{9999}, true) }, 0},
		"no change":  {func() (Undo, error) { return l.StarAll(t.Context(), ids[1:], false) }, 0},
		"empty tag":  {func() (Undo, error) { return l.AddTag(t.Context(), ` ," `, ids...) }, 0},
		"trash many": {func() (Undo, error) { return l.TrashAll(t.Context(), append(ids[:2:2], 9999)) }, 2},
	}
	if _, err := l.StarAll(t.Context(), ids[:1], true); err != nil {
		t.Fatal(err)
	}
	if _, err := l.AddTag(t.Context(), "coast", ids[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := l.AddTag(t.Context(), "night", ids[0]); err != nil {
		t.Fatal(err)
	}
	before := state()
	for name, step := range steps {
		u, err := step.do()
		if err != nil || u.Changed() != step.changed {
			t.Errorf("%s: changed %d, %v", name, u.Changed(), err)
		}
		after := state()
		redo, err := l.Undo(t.Context(), u)
		if d := cmp.Diff(before, state()); d != "" || err != nil {
			t.Errorf("%s is not undone: %v\n%s", name, err, d)
		}
		again, err := l.Undo(t.Context(), redo)
		if d := cmp.Diff(after, state()); d != "" || err != nil {
			t.Errorf("%s is not done again: %v\n%s", name, err, d)
		}
		if _, err := l.Undo(t.Context(), again); err != nil {
			t.Fatal(err)
		}
		if n, err := countOf(t.Context(), l, search.Filter{}); err != nil || n != len(ids) {
			t.Errorf("%s: %d are there, %v", name, n, err)
		}
	}
	x, err := l.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if tags := x.Tags(); !slices.Equal(tags, []search.TagCount{{Tag: "coast", Count: 1}, {Tag: "night", Count: 1}}) {
		t.Errorf("tags %v", tags)
	}
}

// After a crash the next start writes the due sidecars.
func TestDueSidecarsAreWrittenAtStart(t *testing.T) {
	l := newLibrary(t)
	id := some(t, l, 1)[0]
	if _, err := l.writer.Exec("UPDATE assets SET tags = '[\"coast\"]'"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	l.background.Wait()
	if s := sidecar(t, l, id); !slices.Equal(s.Tags, []string{"coast"}) {
		t.Errorf("sidecar %+v", s)
	}
	var due int
	if err := l.reader.QueryRow("SELECT count(*) FROM sidecars_due").Scan(&due); err != nil || due != 0 {
		t.Errorf("%d are due, %v", due, err)
	}
}

func TestDuplicates(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	var want []string
	for i, hash := range []string{"a", "b", "a", "c", "b", "a", "d"} {
		a := addAsset(t, l, newJob(t, l, videoJob(p.ID, "x")),
			Asset{SHA256: strings.Repeat(hash, 64), Bytes: int64(hash[0]), Path: fmt.Sprintf("files/%d.mp4", i)})
		want = append(want, a.Path)
		if i == 5 {
			if _, err := l.Trash(t.Context(), a.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	groups, err := l.Duplicates(t.Context())
	if err != nil || len(groups) != 2 || groups[0][0].Path != want[1] || groups[0][1].Path != want[4] ||
		len(groups[1]) != 2 || groups[1][0].Path != want[0] {
		t.Errorf("%+v, %v", groups, err)
	}
}
