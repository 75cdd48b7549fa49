package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/client/automation"
	"viviscope/client/instance"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/gui/apptest"
	"viviscope/gui/backend"
	"viviscope/resources"
)

// damagedLibrary makes a library with one job, a backup of it where asked for, and a database that is none.
func damagedLibrary(t *testing.T, backup bool) string {
	t.Helper()
	ctx := t.Context()
	dir := filepath.Join(t.TempDir(), "library")
	lib, err := db.Open(ctx, dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lib.SaveProfile(ctx,
		db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
	if err == nil {
		_, err = dbtest.InsertJobs(ctx, lib,
			db.Job{ProfileID: p.ID, Kind: db.TextToVideo, Model: "clip-3.0", Prompt: "boats"})
	}
	if err == nil && backup {
		_, err = lib.Backup(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := lib.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "viviscope.db"), []byte(strings.Repeat("no database ", 100)),
		0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// startOn is a run whose window stands and whose library is to be opened.
func startOn(t *testing.T, dir string) *program {
	t.Helper()
	configIn(t)
	a := test.NewTempApp(t)
	a.Settings().SetTheme(resources.Theme(resources.Dark))
	m, err := openDeviceSettings(filepath.Join(t.TempDir(), "program.json"))
	if err != nil {
		t.Fatal(err)
	}
	p := &program{options: Options{Log: quiet(), LibraryDir: dir}, app: a,
		window: test.NewTempWindow(t, container.NewStack()), device: m, session: keys.NewSession(), life: t.Context()}
	t.Cleanup(func() {
		if err := p.close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// says reports whether the window has words.
func (p *program) says(words string) bool {
	return strings.Contains(strings.Join(apptest.Texts(p.window.Content()), "\n"), words)
}

func TestADamagedLibraryIsMendedInItsWindow(t *testing.T) {
	for _, c := range []struct {
		name, word string
		jobs       int
	}{
		{"from the last backup", "Use the last backup", 1},
		{"from the folder", "Rebuild from the folder", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startOn(t, damagedLibrary(t, true))
			p.load()
			if p.state.Load() != recovering || !errors.Is(p.failure, db.ErrDamaged) {
				t.Fatalf("state %d, %v", p.state.Load(), p.failure)
			}
			p.enter(ending) // the window is not filled
			apptest.Press(t, p.window.Content(), c.word)
			p.opening.Wait()
			if p.failure != nil {
				t.Fatal(p.failure)
			}
			found, err := p.Library.Jobs(t.Context(), db.JobFilter{})
			if err != nil || len(found) != c.jobs || (c.jobs == 1 && found[0].State != db.Held) {
				t.Errorf("jobs %+v, %v", found, err)
			}
		})
	}
}

func TestWithoutABackupNoneIsOffered(t *testing.T) {
	p := startOn(t, damagedLibrary(t, false))
	p.load()
	if ways := apptest.Buttons(p.window.Content()); ways["Use the last backup"] != nil ||
		ways["Rebuild from the folder"] == nil || p.window.Canvas().Focused() == nil {
		t.Error("the choice is not what it should be")
	}
}

func TestAMendThatFailsGivesTheChoiceBack(t *testing.T) {
	dir := damagedLibrary(t, true)
	p := startOn(t, dir)
	p.load()
	backups, err := filepath.Glob(filepath.Join(dir, "backups", "*.db"))
	if err != nil || len(backups) != 1 || os.Remove(backups[0]) != nil {
		t.Fatalf("backups %q, %v", backups, err)
	}
	apptest.Press(t, p.window.Content(), "Use the last backup")
	p.opening.Wait()
	if p.failure == nil || apptest.Buttons(p.window.Content())["Use the last backup"].Disabled() ||
		!p.says("Failed, but nothing was lost") {
		t.Errorf("%v; the window says %q", p.failure, apptest.Texts(p.window.Content()))
	}
}

// A second start that asks for the window of the first ends as if all had gone well; unheard it may try again.
func TestASecondStartAsksForTheRunningWindow(t *testing.T) {
	dir := t.TempDir()
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	p := startOn(t, dir)
	p.load()
	ask := func() {
		apptest.Press(t, p.window.Content(), "Show the running window")
		p.opening.Wait()
	}
	ask()
	if !errors.Is(p.failure, db.ErrLocked) || p.state.Load() != recovering || !p.says("not responding") {
		t.Errorf("unheard: %v; the window says %q", p.failure, apptest.Texts(p.window.Content()))
	}
	var asked atomic.Int64
	server := automation.NewServer(automation.Options{Log: quiet(), Now: time.Now, ShowWindow: func([]string) {
		asked.Add(1)
	}})
	listener, err := instance.Listen(dir, quiet(), server.Serve)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ask()
	if p.failure != nil || p.state.Load() != ending || asked.Load() != 1 {
		t.Errorf("asked %d times, state %d, %v", asked.Load(), p.state.Load(), p.failure)
	}
}

// A command that has the library open without a window gives it to a window that starts, and asks that window from then
// on.
func TestAWindowTakesTheLibraryOverFromACommand(t *testing.T) {
	dir := t.TempDir()
	p := startOn(t, dir)
	command := backend.Connect("test", automation.Target{Library: dir, MakeLibrary: true, Log: quiet()})
	call := func() {
		t.Helper()
		var f *automation.Failure
		if err := command.Do(t.Context(), "no such call", nil, nil, nil); !errors.As(err, &f) ||
			f.Code != automation.CodeUnknownCall {
			t.Errorf("the call: %v", err)
		}
	}
	call()
	if _, err := db.Open(t.Context(), dir, db.Options{}); !errors.Is(err, db.ErrLocked) {
		t.Fatalf("the command does not have the library: %v", err)
	}
	p.enter(ending) // the window is not filled: its workers have their own tests
	p.load()
	if p.failure != nil || p.Library.Dir() != dir {
		t.Fatalf("the window: %v", p.failure)
	}
	call() // of the window, which has the lock
	if err := command.Close(); err != nil {
		t.Error(err)
	}
}

// The library is closed, worked upon and opened again in the same run, with what its files do not say.
func TestALibraryIsWorkedOnWhileItIsClosed(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	dir := s.p.Library.Dir()
	s.must(backend.WriteFolder(backend.FolderFile(), t.TempDir())) // another library is to be opened at the next start
	s.p.options.LibraryDir = ""
	s.p.rebuildLibrary()
	s.p.opening.Wait()
	s.must(s.p.failure)
	if kept, err := s.p.Library.Profile(t.Context(), s.profile.ID); err != nil || kept.Name != s.profile.Name ||
		s.p.Library.Dir() != dir || s.p.startupNotice == nil {
		t.Fatalf("%+v, %v; it is in %s", kept, err, s.p.Library.Dir())
	}
}

// Nothing leads out of the end, and nothing reaches the window after it.
func TestTheEndIsForGood(t *testing.T) {
	p := startOn(t, filepath.Join(t.TempDir(), "library"))
	for _, next := range []int32{running, recovering, starting, running} {
		p.enter(next)
		if p.state.Load() != next {
			t.Errorf("state %d, want %d", p.state.Load(), next)
		}
	}
	ran := 0
	p.post(func() { ran++ })
	p.quit()
	p.enter(running)
	p.post(func() { ran++ })
	p.post(func() { ran++ })
	if ran != 1 || p.state.Load() != ending {
		t.Errorf("ran %d times, state %d", ran, p.state.Load())
	}
}
