package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
	"viviscope/db/search"
)

// whole is a library of some files in a folder that it can move from.
func whole(t *testing.T) (dir string, want []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "old place")
	l := openLibrary(t, dir)
	ids := some(t, l, 3)
	if _, err := l.AddTag(t.Context(), "coast", ids[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Trash(t.Context(), ids[2]); err != nil {
		t.Fatal(err)
	}
	if _, err := l.SaveAlbum(t.Context(), Album{Name: "Night", Query: "night"}); err != nil {
		t.Fatal(err)
	}
	put(t, l, "thumbs/ab/abc-320.jpg", "thumb")
	want = contents(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, want
}

// contents says what is in a library, with the bytes of its files.
func contents(t *testing.T, l *Library) (lines []string) {
	t.Helper()
	for _, a := range allAssets(t, l) {
		lines = append(lines, fmt.Sprint(a.Ref, a.Path, a.Tags, a.SHA256, len(readFile(t, l, a.Path)), len(readFile(t, l, folder.SidecarOf(a.Path)))))
	}
	albums, err := l.Albums(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return append(lines, fmt.Sprint(albums))
}

func look(t *testing.T, dir string) []string {
	t.Helper()
	l := openLibrary(t, dir)
	defer l.Close()
	return contents(t, l)
}

var errCrash = errors.New("crash")

// mover is a program that moves its library: it knows where it is, and that survives a crash.
type mover struct {
	home  string // as its settings say
	steps []string
	dies  int // at which step; -1: never
}

func (m *mover) move(ctx context.Context, to string, copying bool) error {
	m.steps = nil
	at := Whereabouts(m.home)
	if at == to { // it was moved, but the program did not get to say so
		m.home = to
		return nil
	}
	return MoveLibrary(ctx, at, to, Move{Library: testOptions(), copyOnly: copying,
		Switch: func() error { m.home = to; return nil },
		step: func(name string) error {
			if m.steps = append(m.steps, name); len(m.steps)-1 == m.dies {
				return errCrash
			}
			return nil
		}})
}

// A move that is killed at any step leaves a whole library where the program looks for it. Until the switch it goes on when it is asked
// for again; after it what is left of the old folder stays, and is no library once anything of it was deleted.
func TestMoveLibrary(t *testing.T) {
	for _, copying := range []bool{false, true} {
		for dies := 0; ; dies++ {
			from, want := whole(t)
			from, err := realPath(from)
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(filepath.Dir(from), "new", "place")
			m := mover{home: from, dies: dies}
			err = m.move(t.Context(), to, copying)
			name := fmt.Sprintf("copying %v, killed at %v", copying, m.steps[len(m.steps)-1])
			if err != nil && !errors.Is(err, errCrash) {
				t.Fatalf("%s: %v", name, err)
			}
			finished, switched := err == nil, m.home == to
			if d := cmp.Diff(want, look(t, Whereabouts(m.home))); d != "" {
				t.Fatalf("%s: -want +got:\n%s", name, d)
			}
			m.dies = -1
			if m.home != to {
				if err := m.move(t.Context(), to, copying); err != nil {
					t.Fatalf("%s: again: %v", name, err)
				}
			}
			if d := cmp.Diff(want, look(t, to)); d != "" || m.home != to {
				t.Fatalf("%s: at last: -want +got:\n%s", name, d)
			}
			gone := from
			if switched && !finished && copying {
				gone = filepath.Join(from, folder.Database)
			}
			for _, left := range []string{gone, filepath.Join(to, moveName)} {
				if _, err := os.Stat(left); err == nil && m.steps[len(m.steps)-1] != "after switch" {
					t.Errorf("%s: %s is left", name, left)
				}
			}
			if finished {
				break
			}
		}
	}
}

// A copy that was begun is not believed where the library has gone on since.
func TestAMoveGoesOnFromWhatIsThere(t *testing.T) {
	from, _ := whole(t)
	to := filepath.Join(t.TempDir(), "new")
	m := mover{home: from, dies: 0}
	for !slices.Contains(m.steps, "all copied") {
		if err := m.move(t.Context(), to, true); !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		m.dies++
	}
	l := openLibrary(t, from)
	ids, err := idsOf(t.Context(), l, search.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Trash(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	imported(t, l, "new.png", onePNG()+"new", ImportMeta{})
	want := contents(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	m.dies = -1
	if err := m.move(t.Context(), to, true); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, look(t, to)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// Where a copy is cut, what has the name of a file in the new folder is whole: half a database would be taken for a library.
func TestAMoveThatIsCutLeavesNoHalfFiles(t *testing.T) {
	from, want := whole(t)
	for _, cut := range []string{"albums.json", folder.Database} {
		to := filepath.Join(t.TempDir(), "new place")
		err := MoveLibrary(t.Context(), from, to, Move{Library: testOptions(), copyOnly: true, step: func(name string) error {
			if name == "written "+cut {
				return errCrash
			}
			return nil
		}})
		if _, statErr := os.Stat(filepath.Join(to, cut)); !errors.Is(err, errCrash) || statErr == nil {
			t.Errorf("%s is there before it was read again: %v", cut, err)
		}
		if err := MoveLibrary(t.Context(), from, to, Move{Library: testOptions(), copyOnly: true, Switch: func() error { return errCrash }}); !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		if left, err := filepath.Glob(filepath.Join(to, "*.moving")); err != nil || len(left) > 0 {
			t.Errorf("left: %v, %v", left, err)
		}
		if d := cmp.Diff(want, look(t, to)); d != "" {
			t.Error(d)
		}
	}
}

func TestMoveRefuses(t *testing.T) {
	from, want := whole(t)
	occupied := t.TempDir()
	if err := os.WriteFile(filepath.Join(occupied, "letter.txt"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		from, to string
		err      error
	}{
		"a folder with other things": {from, occupied, ErrOccupied},
		"itself":                     {from, from, ErrOccupied},
		"inside":                     {from, filepath.Join(from, "files", "new"), ErrOccupied},
		"around":                     {from, filepath.Dir(from), ErrOccupied},
		"no library":                 {occupied, filepath.Join(t.TempDir(), "x"), ErrNotFound},
	} {
		err := MoveLibrary(t.Context(), c.from, c.to, Move{Library: testOptions(), Switch: func() error { t.Error("switched"); return nil }})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	open := openLibrary(t, from)
	to := filepath.Join(t.TempDir(), "new")
	if err := MoveLibrary(t.Context(), from, to, Move{Library: testOptions()}); !errors.Is(err, ErrLocked) {
		t.Errorf("an open one: %v", err)
	}
	if err := open.Close(); err != nil {
		t.Fatal(err)
	}
	no := errors.New("the settings cannot be written")
	for _, copying := range []bool{false, true} {
		err := MoveLibrary(t.Context(), from, to, Move{Library: testOptions(), copyOnly: copying, Switch: func() error { return no }})
		if !errors.Is(err, no) || !cmp.Equal(want, look(t, from)) {
			t.Errorf("a switch that fails, copying %v: %v", copying, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := MoveLibrary(ctx, from, to, Move{Library: testOptions(), copyOnly: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Where neither the switch nor the way back succeeds the library is still found.
func TestAMoveThatCannotGoBackIsFound(t *testing.T) {
	from, want := whole(t)
	to, no := filepath.Join(filepath.Dir(from), "new"), errors.New("the settings cannot be written")
	err := MoveLibrary(t.Context(), from, to, Move{Library: testOptions(), Switch: func() error {
		return errors.Join(no, os.MkdirAll(filepath.Join(from, "in the way"), 0o700))
	}})
	if !errors.Is(err, no) || Whereabouts(from) != to || !cmp.Equal(want, look(t, to)) {
		t.Errorf("found in %s after %v", Whereabouts(from), err)
	}
}

// A move deletes nothing in the old folder that was changed since it was copied, or came since.
func TestAMoveDeletesNothingNewer(t *testing.T) {
	from, _ := whole(t)
	changed := filepath.Join(from, "thumbs", "ab", "abc-320.jpg")
	added := filepath.Join(from, "files", "letter.txt")
	err := MoveLibrary(t.Context(), from, filepath.Join(t.TempDir(), "new"), Move{Library: testOptions(), copyOnly: true, Switch: func() error {
		return errors.Join(os.WriteFile(changed, []byte("drawn anew"), 0o600), os.WriteFile(added, []byte("dear"), 0o600))
	}})
	left, _, listErr := filesOf(from)
	if err != nil || listErr != nil || len(left) != 2 {
		t.Errorf("%d files are left of those that are newer, %v, %v", len(left), err, listErr)
	}
}

// What was used as a library is no copy any more that a move goes on with: it may have what the old folder lacks.
func TestAMoveGoesOnInNoLibraryThatIsUsed(t *testing.T) {
	from, _ := whole(t)
	to := filepath.Join(t.TempDir(), "new")
	m := Move{Library: testOptions(), copyOnly: true, Switch: func() error { return errCrash }}
	if err := MoveLibrary(t.Context(), from, to, m); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	l := openLibrary(t, to)
	imported(t, l, "new.png", onePNG()+"new", ImportMeta{})
	want := contents(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := MoveLibrary(t.Context(), from, to, m); !errors.Is(err, ErrOccupied) || !cmp.Equal(want, look(t, to)) {
		t.Errorf("%v", err)
	}
}

func TestUsage(t *testing.T) {
	l := newLibrary(t)
	ids := some(t, l, 2)
	if _, err := l.Trash(t.Context(), ids[1]); err != nil {
		t.Fatal(err)
	}
	a, err := l.Asset(t.Context(), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	put(t, l, "thumbs/aa/"+a.SHA256+"-320.jpg", "12345")
	put(t, l, "thumbs/bb/"+strings.Repeat("b", 64)+"-320.jpg", "123")
	put(t, l, "thumbs/x.jpg", "1")
	u, err := l.Usage(t.Context())
	if err != nil || u.Files != (folder.Use{Files: 1, Bytes: a.Bytes}) || u.Trash.Files != 2 || u.Sidecars.Files != 1 || u.Thumbs != (folder.Use{Files: 3, Bytes: 9}) || u.Database.Bytes == 0 {
		t.Errorf("%+v, %v", u, err)
	}
	if freed, err := l.ClearThumbs(t.Context(), true); err != nil || freed != (folder.Use{Files: 2, Bytes: 4}) {
		t.Errorf("idle: %+v, %v", freed, err)
	}
	if freed, err := l.ClearThumbs(t.Context(), false); err != nil || freed != (folder.Use{Files: 1, Bytes: 5}) {
		t.Errorf("all: %+v, %v", freed, err)
	}
}
