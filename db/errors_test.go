package db

import (
	"errors"
	"io/fs"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// A full disk has a name of its own, whether SQLite or the system meets it, and what was there before is still whole.
func TestDiskFull(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	if _, err := l.writer.Exec("PRAGMA max_page_count = 1"); err != nil { // the least is what it has
		t.Fatal(err)
	}
	_, err := l.Change(t.Context(), j.ID, func(c *Change) error { c.Job.RawAnswer = strings.Repeat("x", 1<<20); return nil })
	if !errors.Is(err, ErrDiskFull) {
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
		if err := wrap(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "land"); !errors.Is(err, ErrDiskFull) {
			t.Errorf("got %v", err)
		}
	}
}

func TestWrapNamesEachErrorOnce(t *testing.T) {
	err := wrap(wrap(ErrLocked, "lock"), "open library %s", "x")
	if err.Error() != "open library x: lock: "+ErrLocked.Error() || !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
	if wrap(nil, "x") != nil {
		t.Error("an error was made of nothing")
	}
}
