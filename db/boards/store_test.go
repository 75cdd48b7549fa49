package boards

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/folder"
)

// library is an open library with a profile and its boards.
type library struct {
	*db.Library
	*Store
	profile db.Profile
}

func openAt(t testing.TB, dir string, readOnly bool) library {
	t.Helper()
	lib, err := db.Open(t.Context(), dir, db.Options{Now: func() time.Time { return now }, ReadOnly: readOnly})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	s, err := Open(t.Context(), lib)
	if err != nil {
		t.Fatal(err)
	}
	return library{Library: lib, Store: s}
}

func newStore(t testing.TB) library {
	t.Helper()
	l := openAt(t, t.TempDir(), false)
	var err error
	l.profile, err = l.SaveProfile(t.Context(),
		db.Profile{Name: "Studio", BaseURL: "https://api.example.com", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// reopen closes the library, calls fn and opens it again.
func (l library) reopen(t testing.TB, fn func(dir string)) library {
	t.Helper()
	dir := l.Dir()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	fn(dir)
	next := openAt(t, dir, false)
	next.profile = l.profile
	return next
}

// newBoard makes a board with three shots.
func (l library) newBoard(t testing.TB) Board {
	t.Helper()
	b := Board{Name: "Harbour at dusk", BoardHead: db.BoardHead{ProfileID: l.profile.ID},
		Settings: Settings{Size: "1536x864", Model: "clip", Seconds: 5}}
	b.AddLines([]string{"a", "b", "c"})
	b, err := l.New(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// edit changes a board.
func (l library) edit(t testing.TB, b Board, what string, fn func(*Board)) Board {
	t.Helper()
	b, err := l.Edit(t.Context(), b.Ref, b.Version, what, func(b *Board) error { fn(b); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (l library) read(t testing.TB, ref string) View {
	t.Helper()
	v, err := l.Read(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// files returns the contents of boards/, by file name.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, folder.Boards, "*"))
	all := map[string]string{}
	for _, p := range paths {
		data, readErr := os.ReadFile(p)
		all[filepath.Base(p)], err = string(data), errors.Join(err, readErr)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// plan returns the content of the only file in boards/, without version and times.
func plan(t testing.TB, dir string) string {
	t.Helper()
	for _, text := range files(t, dir) {
		return regexp.MustCompile(`"(version|changed)": .*`).ReplaceAllString(text, "")
	}
	t.Fatal("there is no file")
	return ""
}

// Each edit is in the row and in the file. An edit based on an older version fails and writes nothing. A step can be
// undone and redone until another edit.
func TestEditUndoAndVersionConflict(t *testing.T) {
	l := newStore(t)
	first := l.newBoard(t)
	if first.Version != 1 || len(first.Ref) != 32 || !first.CreatedAt.Equal(now) || first.Profile != "Studio" ||
		first.Service.BaseURL != l.profile.BaseURL {
		t.Fatalf("%+v", first)
	}
	second := l.edit(t, first, "words", func(b *Board) { b.Shots[0].Prompt, b.Ref, b.Version = "z", "another", 99 })
	if second.Version != 2 || second.Ref != first.Ref || second.Shots[0].Prompt != "z" {
		t.Errorf("%+v", second)
	}
	if v := l.read(t, first.Ref); !reflect.DeepEqual(v.Board, second) || v.Undo != "words" || v.Redo != "" {
		t.Errorf("read %+v, kept %+v", v, second)
	}
	_, err := l.Edit(t.Context(), first.Ref, first.Version, "late", func(b *Board) error {
		b.Name = "late"
		return nil
	})
	if told := (*db.ChangedBoardError)(nil); !errors.As(err, &told) || told.Version != 2 || !told.At.Equal(now) {
		t.Errorf("the second writer: %v", err)
	}
	own := errors.New("own")
	if _, err := l.Edit(t.Context(), first.Ref, 2, "", func(*Board) error { return own }); !errors.Is(err, own) {
		t.Error(err)
	}
	if same := l.edit(t, second, "nothing", func(*Board) {}); same.Version != 2 {
		t.Error("an edit that changes nothing is a step")
	}
	back, what, err := l.Store.Undo(t.Context(), first.Ref, 2)
	if err != nil || what != "words" || back.Version != 3 || back.Shots[0].Prompt != "a" {
		t.Errorf("%+v, %q, %v", back, what, err)
	}
	if v := l.read(t, first.Ref); v.Undo != "" || v.Redo != "words" {
		t.Errorf("undo %q, redo %q", v.Undo, v.Redo)
	}
	if _, _, err := l.Store.Undo(t.Context(), first.Ref, 3); !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
	again, what, err := l.Redo(t.Context(), first.Ref, 3)
	if err != nil || what != "words" || again.Shots[0].Prompt != "z" {
		t.Errorf("%+v, %q, %v", again, what, err)
	}
	if _, _, err := l.Store.Undo(t.Context(), first.Ref, 4); err != nil {
		t.Fatal(err)
	}
	other := l.edit(t, Board{BoardHead: db.BoardHead{Ref: first.Ref, Version: 5}}, "name", func(b *Board) {
		b.Name = "Night / harbour"
	})
	if _, _, err := l.Redo(t.Context(), first.Ref, other.Version); !errors.Is(err, db.ErrNotFound) {
		t.Error("what was taken back is done again after something else")
	}
	if all := files(t, l.Dir()); len(all) != 1 ||
		!strings.Contains(all["Night harbour ["+first.Ref[:8]+"].json"], `"Night / harbour"`) {
		t.Errorf("%v", all)
	}
	other = l.edit(t, other, "case", func(b *Board) { b.Name = "night / Harbour" }) // on some disks both are one file
	if all := files(t, l.Dir()); len(all) != 1 ||
		!strings.Contains(all["night Harbour ["+first.Ref[:8]+"].json"], `"night / Harbour"`) {
		t.Errorf("%v", all)
	}
	for _, ref := range []string{strings.Repeat("0", 32), ""} {
		if _, err := l.Read(t.Context(), ref); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("%q: %v", ref, err)
		}
	}
	if _, err := l.Edit(t.Context(), strings.Repeat("0", 32), 0, "", func(*Board) error {
		return nil
	}); !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
}

// A board in the trash does not change. Only trashed boards can be deleted, and their jobs stay.
func TestTrashAndDelete(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	if _, err := dbtest.InsertJobs(t.Context(), l.Library,
		db.Job{ProfileID: l.profile.ID, Kind: db.TextToVideo, Board: b.Ref, Shot: b.Shots[0].ID}); err != nil {
		t.Fatal(err)
	}
	count := func(kept, trashed int) {
		t.Helper()
		all, err := l.List(t.Context())
		if gone := slices.ContainsFunc(all, func(s Summary) bool {
			return !s.TrashedAt.IsZero()
		}); err != nil || len(all) != kept+trashed || gone != (trashed > 0) {
			t.Errorf("%d boards, trash %t, %v", len(all), gone, err)
		}
	}
	if err := l.Delete(t.Context(), b.Ref); !errors.Is(err, ErrNotTrashed) {
		t.Error(err)
	}
	count(1, 0)
	if err := l.SetTrashed(t.Context(), b.Ref, now); err != nil {
		t.Error(err)
	}
	l = l.reopen(t, func(string) {})
	count(0, 1)
	if err := l.SetTrashed(t.Context(), b.Ref, time.Time{}); err != nil {
		t.Error(err)
	}
	count(1, 0)
	if err := errors.Join(l.SetTrashed(t.Context(), b.Ref, now), l.Delete(t.Context(), b.Ref)); err != nil {
		t.Error(err)
	}
	l = l.reopen(t, func(string) {})
	count(0, 0)
	if jobs, err := l.Jobs(t.Context(), db.JobFilter{Board: b.Ref}); err != nil || len(jobs) != 1 ||
		len(files(t, l.Dir())) != 0 {
		t.Errorf("%v, %v", jobs, err)
	}
}

// A thousand steps can be undone, to the first state byte for byte, and redone to the last.
func TestUndoThousandSteps(t *testing.T) {
	r, l := random(t), newStore(t)
	b := l.newBoard(t)
	first := plan(t, l.Dir())
	steps := 0
	for range 1000 {
		version := b.Version
		b = l.edit(t, b, "step", func(b *Board) { anyEdit(r, b) })
		if b.Version > version {
			steps++
		}
	}
	last := plan(t, l.Dir())
	run := func(do func() (Board, string, error), want string) {
		t.Helper()
		for range steps {
			var err error
			if b, _, err = do(); err != nil {
				t.Fatal(err)
			}
		}
		if got := plan(t, l.Dir()); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if _, _, err := do(); !errors.Is(err, db.ErrNotFound) {
			t.Error(err)
		}
	}
	if steps < 500 {
		t.Errorf("%d steps", steps)
	}
	run(func() (Board, string, error) { return l.Store.Undo(t.Context(), b.Ref, b.Version) }, first)
	run(func() (Board, string, error) { return l.Redo(t.Context(), b.Ref, b.Version) }, last)
}

// The last 1000 steps are kept.
func TestOldestStepsAreDropped(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	for i := range maxSteps + 3 {
		b = l.edit(t, b, "step", func(b *Board) { b.Shots[0].Seconds = i + 1 })
	}
	n := 0
	for ; ; n++ {
		undone, _, err := l.Store.Undo(t.Context(), b.Ref, b.Version)
		if errors.Is(err, db.ErrNotFound) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		b = undone
	}
	if n != maxSteps || b.Shots[0].Seconds != 3 {
		t.Errorf("%d steps were undone, down to %d seconds", n, b.Shots[0].Seconds)
	}
}

// After a restart nothing can be undone, and the board is unchanged.
func TestRestartClearsUndo(t *testing.T) {
	l := newStore(t)
	b := l.edit(t, l.newBoard(t), "words", func(b *Board) { b.Shots[0].Prompt = "z" })
	l = l.reopen(t, func(string) {})
	if v := l.read(t, b.Ref); v.Undo != "" || v.Shots[0].Prompt != "z" {
		t.Errorf("undo %q of %+v", v.Undo, v.Board)
	}
	if _, _, err := l.Store.Undo(t.Context(), b.Ref, b.Version); !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
}

// A write of another process clears undo and redo. Later edits can be undone.
func TestOutsideChangeClearsUndo(t *testing.T) {
	for _, undone := range []bool{false, true} {
		l := newStore(t)
		b := l.edit(t, l.newBoard(t), "words", func(b *Board) { b.Shots[0].Prompt = "mine" })
		var err error
		if undone {
			if b, _, err = l.Store.Undo(t.Context(), b.Ref, b.Version); err != nil {
				t.Fatal(err)
			}
		}
		other, err := Open(t.Context(), l.Library)
		if err != nil {
			t.Fatal(err)
		}
		b, err = other.Apply(t.Context(), "editor", b.Ref, b.Version, 0,
			[]byte(`{"name":"Theirs","settings":{"size":"1536x864","model":"clip"}}`))
		if err != nil {
			t.Fatal(err)
		}
		if v := l.read(t, b.Ref); v.Undo != "" || v.Redo != "" || v.Name != "Theirs" {
			t.Errorf("undo %q, redo %q of %+v", v.Undo, v.Redo, v.Board)
		}
		for _, back := range []func() (Board, string, error){
			func() (Board, string, error) { return l.Store.Undo(t.Context(), b.Ref, b.Version) },
			func() (Board, string, error) { return l.Redo(t.Context(), b.Ref, b.Version) },
		} {
			if _, _, err := back(); !errors.Is(err, db.ErrNotFound) {
				t.Error(err)
			}
		}
		if b, err = l.Edit(t.Context(), b.Ref, b.Version, "name", func(b *Board) error {
			b.Name = "Mine"
			return nil
		}); err != nil || b.Undo != "name" {
			t.Fatal(b.Undo, err)
		}
		if b, _, err = l.Store.Undo(t.Context(), b.Ref, b.Version); err != nil || b.Name != "Theirs" || b.Undo != "" ||
			b.Redo != "name" {
			t.Errorf("%+v, %v", b, err)
		}
	}
}

// An edit without a name that changes the plan is no step. It clears the earlier steps, because they no longer match
// the document.
func TestUnnamedEditClearsUndo(t *testing.T) {
	l := newStore(t)
	b := l.edit(t, l.newBoard(t), "words", func(b *Board) { b.Shots[0].Prompt = "z" })
	b = l.edit(t, b, "", func(b *Board) { b.Films = append(b.Films, strings.Repeat("a", 32)) })
	if b.Undo != "words" {
		t.Errorf("after a film: %q", b.Undo)
	}
	b = l.edit(t, b, "", func(b *Board) { b.Shots[0].Prompt = "changed" })
	if b.Undo != "" {
		t.Errorf("after another change: %q", b.Undo)
	}
}

// Steps that older versions stored are ignored and not deleted.
func TestStoredStepsAreIgnoredAndKept(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	use := func(fn func(pool *sql.DB) error) func(dir string) {
		return func(dir string) {
			t.Helper()
			pool, err := sql.Open("sqlite3", filepath.Join(dir, folder.Database))
			if err == nil {
				err = errors.Join(fn(pool), pool.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	l = l.reopen(t, use(func(pool *sql.DB) error {
		_, err := pool.Exec(`INSERT INTO board_steps SELECT id, 1, 'old', '{"At":9,"Before":"YQ==","After":"YQ=="}', 0 FROM boards`)
		return err
	}))
	if v := l.read(t, b.Ref); v.Undo != "" {
		t.Errorf("undo %q", v.Undo)
	}
	if _, _, err := l.Store.Undo(t.Context(), b.Ref, db.AnyVersion); !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
	l.edit(t, b, "words", func(b *Board) { b.Shots[0].Prompt = "z" })
	stored := ""
	l.reopen(t, use(func(pool *sql.DB) error {
		return pool.QueryRow("SELECT group_concat(what) FROM board_steps").Scan(&stored)
	}))
	if stored != "old" {
		t.Errorf("steps %q", stored)
	}
}

// A board's file contains no key and no link with a signature.
func TestFileHasNoSecrets(t *testing.T) {
	l := newStore(t)
	b := l.edit(t, l.newBoard(t), "addresses", func(b *Board) {
		b.Frames[0].Link, b.Frames[1].Link = "https://x.example/k1.png", "https://x.example/k2.png?signature=secret"
		b.Frames[2].Link = "https://user:secret@x.example/k3.png"
	})
	text := plan(t, l.Dir())
	if strings.Contains(text, "secret") || !strings.Contains(text, "k1.png") || b.Frames[1].Link == "" ||
		b.Frames[2].Link != "" {
		t.Error(text)
	}
	version := b.Version
	l = l.reopen(t, func(string) {})
	if v := l.read(t, b.Ref); v.Version != version || !strings.Contains(v.Frames[1].Link, "secret") {
		t.Errorf("the row lost its address, or is another version: %+v", v.Frames)
	}
}

// Adding a film is no step, and undo and redo keep it.
func TestUndoKeepsFilms(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	states := []Board{b}
	film := func() {
		b = l.edit(t, b, "", func(x *Board) {
			x.Films = append(x.Films, strings.Repeat(string("abc"[len(x.Films)]), 32))
		})
	}
	for _, change := range []func(*Board){
		func(x *Board) {
			x.Shots[0].Prompt = "the tide"
		}, func(x *Board) { x.AddLines([]string{"d", "e"}) }, func(x *Board) { x.Shots = nil },
	} {
		b = l.edit(t, b, "change", change)
		states = append(states, b)
		film()
	}
	same := func(want Board) {
		t.Helper()
		want.Films, want.BoardHead, want.Undo, want.Redo = b.Films, b.BoardHead, b.Undo, b.Redo
		if !reflect.DeepEqual(b, want) || len(b.Films) != 3 {
			t.Errorf("%+v\nwant %+v", b, want)
		}
	}
	var err error
	for i := range 3 {
		if b, _, err = l.Store.Undo(t.Context(), b.Ref, b.Version); err != nil {
			t.Fatal(err)
		}
		same(states[2-i])
	}
	for i := range 3 {
		if b, _, err = l.Store.Redo(t.Context(), b.Ref, b.Version); err != nil {
			t.Fatal(err)
		}
		same(states[1+i])
	}
}

// Films stay after undo also if they were added together with other changes: by a file, or by the first write after a
// full disk.
func TestUndoKeepsFilmsAddedWithOtherChanges(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	first := b
	film := func(what, ref string, change func(*Board)) {
		b = l.edit(t, b, what, func(x *Board) { x.Films = append(x.Films, strings.Repeat(ref, 32)); change(x) })
	}
	film("from a file", "a", func(x *Board) { x.Name = "Harbour at dawn" })
	film("", "b", func(*Board) {})
	film("with the last", "c", func(*Board) {})
	if b.Undo != "from a file" {
		t.Errorf("a film alone is a step: %q", b.Undo)
	}
	b, _, err := l.Store.Undo(t.Context(), b.Ref, b.Version)
	if err != nil || b.Name != first.Name || len(b.Films) != 3 {
		t.Fatalf("%v: %+v", err, b)
	}
	if b, _, err = l.Store.Redo(t.Context(), b.Ref, b.Version); err != nil || b.Name != "Harbour at dawn" ||
		len(b.Films) != 3 {
		t.Errorf("%v: %+v", err, b)
	}
}
