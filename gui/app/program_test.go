package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/apptest"
	"viviscope/gui/desktop"
	"viviscope/gui/lang"
)

// The toolkit panics where nothing answers.
func TestWithADeadDisplayItSaysSo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems need neither DISPLAY nor WAYLAND_DISPLAY")
	}
	if err := desktop.ReachDisplay(func(string) string {
		return ""
	}); err == nil || !strings.Contains(err.Error(), "neither DISPLAY nor") {
		t.Errorf("no display: %v", err)
	}
	for _, set := range []map[string]string{{"DISPLAY": ":4711"}, {"WAYLAND_DISPLAY": "wayland-4711"},
		{"DISPLAY": ":4711", "WAYLAND_DISPLAY": "wayland-4711"},
		{"WAYLAND_DISPLAY": "wayland-4711", "FYNE_PLATFORM": "wayland"}} {
		err := desktop.ReachDisplay(func(name string) string { return set[name] })
		for name, value := range set {
			if name != "FYNE_PLATFORM" && (err == nil ||
				!strings.Contains(err.Error(), name+"="+value+" does not answer")) {
				t.Errorf("%v: %v", set, err)
			}
		}
	}
}

// The computer of the tests has no font but the program's own.
func TestALanguageWithoutLettersIsNotSpoken(t *testing.T) {
	for _, l := range lang.Languages() {
		foreign := l.Tag == "zh-CN" || l.Tag == "ja"
		if s, ok := missingFont(l.Tag); ok != foreign || foreign && s.tag != l.Tag {
			t.Errorf("%s: missing font %v", l.Tag, ok)
		}
		if foreign != strings.HasSuffix(l.Name, ")") {
			t.Errorf("%s cannot be read without its letters", l.Name)
		}
	}
}

func TestEveryProblemSaysWhatToDo(t *testing.T) {
	seen := map[string]bool{}
	for _, err := range []error{db.ErrLocked, db.ErrNewerSchema, db.ErrDamaged, errors.New("disk is gone")} {
		title, text := problemWords(fmt.Errorf("open library: %w", err))
		if title == "" || text == "" || seen[title] {
			t.Errorf("%v: %q, %q", err, title, text)
		}
		seen[title] = true
	}
}

// What the system says of a folder that cannot be used is said in words, with what helps.
func TestAFolderThatCannotBeUsedSaysWhatHelps(t *testing.T) {
	seen := map[string]bool{}
	for _, err := range []error{folder.ErrDiskFull, folder.ErrReadOnly, syscall.ENAMETOOLONG, syscall.ENOTDIR,
		syscall.EACCES, syscall.ENOENT} {
		title, text := problemWords(fmt.Errorf("open library: %w", &fs.PathError{Op: "chmod", Path: "/x", Err: err}))
		if title != "Viviscope cannot start" || seen[text] || strings.Contains(text, err.Error()+".") ||
			!strings.HasSuffix(text, "folder.") && !strings.HasSuffix(text, "path.") {
			t.Errorf("%v: %q, %q", err, title, text)
		}
		seen[text] = true
	}
}

// A run goes through its states as the drawing in the package comment says, and nothing leads out of the end.
func TestARunGoesFromStateToState(t *testing.T) {
	p := &program{}
	for _, tc := range []struct{ next, is int32 }{
		{recovering, recovering}, {running, recovering}, {starting, starting}, {running, running}, {starting, running},
		{recovering, recovering},
		{starting, starting}, {running, running}, {ending, ending}, {recovering, ending}, {starting, ending},
		{running, ending},
	} {
		p.enter(tc.next)
		if p.state.Load() != tc.is {
			t.Fatalf("%d after %d, want %d", p.state.Load(), tc.next, tc.is)
		}
	}
}

// A start that fails after the library was opened gives it back: another program may have it while the window says what
// went wrong.
func TestAHalfStartHoldsNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "library")
	p := startOn(t, dir)
	p.options.ProfileName = "none of this name"
	p.load()
	if p.state.Load() != recovering || !errors.Is(p.failure, db.ErrNotFound) {
		t.Fatalf("state %d, %v", p.state.Load(), p.failure)
	}
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := lib.Close(); err != nil {
		t.Error(err)
	}
}

// A start that failed is tried again in its window, on the same folder or on another one.
func TestAStartThatFailedIsTriedAgain(t *testing.T) {
	inTheWay := filepath.Join(t.TempDir(), "disk")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dir, other := filepath.Join(inTheWay, "library"), filepath.Join(t.TempDir(), "other")
	p := startOn(t, dir)
	p.load()
	if !errors.Is(p.failure, syscall.ENOTDIR) {
		t.Fatalf("it says %v", p.failure)
	}
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	again := p.window.Canvas().Focused()
	p.enter(ending) // the window is not filled: its workers have their own tests
	for _, try := range []struct {
		start func()
		dir   string
	}{
		{func() { apptest.PressKey(again, fyne.KeyReturn) }, dir},
		{func() { p.startIn(dir, other) }, other},
	} {
		try.start()
		p.opening.Wait()
		if p.failure != nil || p.Library == nil || p.Library.Dir() != try.dir || p.Library.ReadOnly() {
			t.Fatalf("%s: failure %v, library %v", try.dir, p.failure, p.Library)
		}
		if err := p.close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}

	// What cannot be written can be looked at, where there is something to see.
	if p.canLook(dir, folder.ErrDiskFull) || p.canLook(inTheWay, folder.ErrReadOnly) ||
		!p.canLook(dir, folder.ErrReadOnly) || !p.canLook(dir, fs.ErrPermission) {
		t.Error("it is not offered where it helps")
	}
	p.options.LibraryDir = dir
	p.showProblem(dir, folder.ErrReadOnly, true)
	apptest.Press(t, p.window.Content(), "Open read-only")
	p.opening.Wait()
	if p.failure != nil || !p.Library.ReadOnly() {
		t.Fatalf("read-only: %v", p.failure)
	}
	if err := (startupEngine{p.Engine, p}).Start(t.Context()); err != nil || p.Engine.Status() != (jobs.PoolStatus{}) {
		t.Errorf("the workers: %v", err)
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

func TestTheFirstWindowFitsTheScreen(t *testing.T) {
	for _, c := range []struct {
		lastWide, lastHigh float64
		wide, high         int
		known              bool
		w, h               float64
	}{
		{0, 0, 2560, 1440, true, 1440, 900},
		{0, 0, 1920, 1080, true, 1440, 900},
		{0, 0, 1366, 768, true, 1366, 704},
		{0, 0, 1440, 900, true, 1440, 836},
		{0, 0, 1024, 600, true, 1024, 536},
		{0, 0, 800, 480, true, 960, 506}, // less than the places need
		{0, 0, 0, 0, false, 1120, 720},
		{1600, 1000, 2560, 1440, true, 1600, 1000},
		{2400, 1300, 1366, 768, true, 1366, 704}, // the large screen was left at home
		{2400, 1300, 0, 0, false, 2400, 1300},
	} {
		if w, h := firstSize(c.lastWide, c.lastHigh, c.wide, c.high, c.known); w != c.w || h != c.h {
			t.Errorf("screen %d x %d (known %v): window %v x %v, want %v x %v", c.wide, c.high, c.known, w, h, c.w, c.h)
		}
	}
}

// On a small screen everything is smaller, so that the smallest window fits.
func TestScaleForSmallScreens(t *testing.T) {
	for _, c := range []struct {
		wide, high int
		want       float64
	}{{1440, 900, 1}, {960, 570, 1}, {959, 900, 0.9}, {800, 600, 0.8}, {1440, 480, 0.8}, {640, 480, 0.6},
		{320, 200, 0.5}, {0, 0, 0.5}} {
		got := scaleFor(c.wide, c.high)
		if got != c.want {
			t.Errorf("%d x %d: %v, want %v", c.wide, c.high, got, c.want)
		}
		if got > 0.5 && (got*leastWidth > float64(c.wide) || got*leastHeight > float64(c.high-barsHeight)) {
			t.Errorf("%d x %d: a window at %v does not fit", c.wide, c.high, got)
		}
	}
}
