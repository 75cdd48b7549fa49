package program

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/gui/widgets"
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
	p, err := lib.SaveProfile(ctx, db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
	if err == nil {
		_, err = dbtest.InsertJobs(ctx, lib, db.Job{ProfileID: p.ID, Kind: db.TextToVideo, Model: "clip-3.0", Prompt: "boats"})
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
	if err := os.WriteFile(filepath.Join(dir, "viviscope.db"), []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func newMender(t *testing.T, dir string) (m *mender, opened *int) {
	t.Helper()
	opened = new(int)
	m = &mender{dir: dir, now: time.Now, log: slog.New(slog.DiscardHandler), post: func(f func()) { f() },
		run: func(f func(context.Context)) { f(t.Context()) }, mended: func(context.Context) { *opened++ }, quit: func() {}}
	if b, err := db.LastBackup(t.Context(), dir); err == nil {
		m.backup = &b
	}
	a := test.NewApp()
	t.Cleanup(a.Quit)
	a.Settings().SetTheme(resources.Theme(resources.ParseVariant("")))
	m.build()
	return m, opened
}

func buttonOf(t *testing.T, m *mender, word string) *widgets.Button {
	t.Helper()
	for _, b := range m.buttons {
		if b.Text() == word {
			return b
		}
	}
	return nil
}

func TestADamagedLibraryIsMendedInItsWindow(t *testing.T) {
	for _, c := range []struct {
		name, word string
		jobs       int
	}{
		{"from the last backup", "Use the last backup", 1},
		{"from the folder", "Rebuild from the folder", 0}, // the job has no file: the words say so
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := damagedLibrary(t, true)
			m, opened := newMender(t, dir)
			buttonOf(t, m, c.word).Tapped(nil)
			if *opened != 1 {
				t.Fatalf("opened %d times; it says %q", *opened, m.status.Text())
			}
			lib, err := db.Open(t.Context(), dir, db.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer lib.Close()
			found, err := lib.Jobs(t.Context(), db.JobFilter{})
			if err != nil || len(found) != c.jobs || (c.jobs == 1 && found[0].State != db.Held) {
				t.Errorf("jobs %+v, %v", found, err)
			}
		})
	}
}

func TestWithoutABackupNoneIsOffered(t *testing.T) {
	m, _ := newMender(t, damagedLibrary(t, false))
	if buttonOf(t, m, "Use the last backup") != nil || buttonOf(t, m, "Rebuild from the folder") == nil || m.first == nil {
		t.Error("the choice is not what it should be")
	}
}

func TestAMendThatFailsGivesTheChoiceBack(t *testing.T) {
	dir := damagedLibrary(t, true)
	m, opened := newMender(t, dir)
	backups, err := filepath.Glob(filepath.Join(dir, "backups", "*.db"))
	if err != nil || len(backups) != 1 || os.Remove(backups[0]) != nil {
		t.Fatalf("backups %q, %v", backups, err)
	}
	b := buttonOf(t, m, "Use the last backup")
	b.Tapped(nil)
	if *opened != 0 || b.Disabled() || !strings.Contains(m.status.Text(), "did not work") {
		t.Errorf("opened %d times, disabled %v, %q", *opened, b.Disabled(), m.status.Text())
	}
}

func TestRebuildCommand(t *testing.T) {
	dir := damagedLibrary(t, false)
	if err := os.WriteFile(filepath.Join(dir, "files", "not\x1ba picture.txt"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := RebuildCommand(t.Context(), []string{"-library", dir}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0 files, of 0 jobs with 0 ledger entries", "1 doubtful file", "backups/damaged-", `not\x1ba picture.txt`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %q", want, out.String())
		}
	}
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	for _, args := range [][]string{nil, {"-library", dir, "more"}, {"-library", dir}, {"-library", t.TempDir()}} {
		if err := RebuildCommand(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
