package db

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"viviscope/db/folder"
)

// A full disk returns ErrDiskFull, from SQLite and from the file system, and existing data is still complete.
func TestDiskFull(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	if _, err := l.writer.Exec("PRAGMA max_page_count = 1"); err != nil { // its current size
		t.Fatal(err)
	}
	_, err := l.Change(t.Context(), j.ID, func(c *Change) error {
		c.Job.RawAnswer = strings.Repeat("x", 1<<20)
		return nil
	})
	if !errors.Is(err, folder.ErrDiskFull) {
		t.Fatalf("got %v", err)
	}
	if got, err := l.Job(t.Context(), j.ID); err != nil || got.RawAnswer != "" || got.Prompt != "boats" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := l.writer.Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	newJob(t, l, videoJob(p.ID, "there is room again"))
	if runtime.GOOS != "windows" {
		if err := wrap(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "land"); !errors.Is(err,
			folder.ErrDiskFull) {
			t.Errorf("got %v", err)
		}
		if err := wrap(&fs.PathError{Op: "chmod", Path: "x", Err: syscall.EROFS}, "open library"); !errors.Is(err,
			folder.ErrReadOnly) {
			t.Errorf("got %v", err)
		}
	}
}

// SQLite's limit for paths is lower than that of the operating system.
func TestOpenRefusesTooLongPath(t *testing.T) {
	dir := t.TempDir()
	for len(dir) < 520 {
		dir = filepath.Join(dir, strings.Repeat("x", 100))
	}
	l, err := Open(t.Context(), dir, Options{})
	if err == nil {
		t.Fatal(l.Close())
	}
	if _, thereErr := os.Stat(dir); !errors.Is(err, syscall.ENAMETOOLONG) || thereErr == nil {
		t.Errorf("%v; the folder: %v", err, thereErr)
	}
}

func TestWrapAddsSentinelOnce(t *testing.T) {
	err := wrap(wrap(ErrLocked, "lock"), "open library %s", "x")
	if err.Error() != "open library x: lock: "+ErrLocked.Error() || !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
	if wrap(nil, "x") != nil {
		t.Error("wrap(nil) is not nil")
	}
}
