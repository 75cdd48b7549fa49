package db

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"viviscope/db/folder"
)

// A library that an earlier version renamed just before a crash is found at its new path, but only with the note about
// it.
func TestResolvePathFindsRenamedLibrary(t *testing.T) {
	parent, err := realPath(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	from, to := filepath.Join(parent, "old"), filepath.Join(parent, "new", "place")
	if err := openLibrary(t, to).Close(); err != nil {
		t.Fatal(err)
	}
	if got := ResolvePath(from); got != from {
		t.Errorf("without a note: %s", got)
	}
	for _, c := range []struct{ from, to, want string }{
		{from, to, to}, {filepath.Join(parent, "other"), to, from}, {from, filepath.Join(parent, "gone"), from},
		{from, "new/place", from}, {from, to + "\x00", from},
	} {
		note, err := json.Marshal(map[string]string{"from": c.from, "to": c.to})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(from+".moved-to", note, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := ResolvePath(from); got != c.want {
			t.Errorf("%q: %s, want %s", note, got, c.want)
		}
	}
	if err := openLibrary(t, from).Close(); err != nil {
		t.Fatal(err)
	}
	if got := ResolvePath(from); got != from {
		t.Errorf("with a library in its place: %s", got)
	}
}

// Open removes the journal of a move by an earlier version.
func TestOpenRemovesMoveJournal(t *testing.T) {
	dir := t.TempDir()
	journal := filepath.Join(dir, "viviscope.move")
	if err := os.WriteFile(journal, []byte(`{"from":"/old","to":"/new"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := openLibrary(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(journal); err == nil {
		t.Error("it is still there")
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
	if err != nil || u.Files != (folder.PartUsage{Files: 1, Bytes: a.Bytes}) || u.Trash.Files != 2 ||
		u.Sidecars.Files != 1 ||
		u.Thumbs != (folder.PartUsage{Files: 3, Bytes: 9}) || u.Database.Bytes == 0 {
		t.Errorf("%+v, %v", u, err)
	}
	if freed, err := l.ClearThumbs(t.Context(), true); err != nil || freed != (folder.PartUsage{Files: 2, Bytes: 4}) {
		t.Errorf("idle: %+v, %v", freed, err)
	}
	if freed, err := l.ClearThumbs(t.Context(), false); err != nil || freed != (folder.PartUsage{Files: 1, Bytes: 5}) {
		t.Errorf("all: %+v, %v", freed, err)
	}
}
