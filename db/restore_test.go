package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/db/folder"
)

// at reopens a library at another time.
func at(t *testing.T, l *Library, now time.Time) *Library {
	t.Helper()
	_ = l.Close()
	again, err := Open(t.Context(), l.Dir(), Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = again.Close() })
	return again
}

func backUp(t *testing.T, l *Library, want bool) {
	t.Helper()
	if made, err := l.Backup(t.Context()); err != nil || made != want {
		t.Errorf("backup: %v, %v; want %v", made, err, want)
	}
}

func TestBackupOnceADay(t *testing.T) {
	l := newLibrary(t)
	backUp(t, l, false) // the library is empty
	newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	backUp(t, l, true)
	cut, mine := "backups/viviscope 2026-01-01 120000.000 schema 1.db.part", "backups/mine.db.part"
	put(t, l, cut, "half")
	put(t, l, mine, "somebody's")
	backUp(t, l, false) // removes partial copies even if no backup is due
	if _, err := os.Stat(filepath.Join(l.Dir(), cut)); err == nil || readFile(t, l, mine) == "" {
		t.Error("a partial copy is left")
	}
	l = at(t, l, noon.Add(23*time.Hour))
	backUp(t, l, false)
	l.unclean = true
	backUp(t, l, true)
	l = at(t, l, noon.Add(23*time.Hour+30*time.Minute))
	l.unclean = true
	backUp(t, l, false) // repeated crashes do not replace old backups
	for day := range maxBackups + 2 {
		l = at(t, l, noon.AddDate(0, 0, day+2))
		backUp(t, l, true)
	}
	names, err := backupNames(l.Root)
	if err != nil || len(names) != maxBackups {
		t.Errorf("kept %q, %v", names, err)
	}
	b, err := LastBackup(t.Context(), l.Dir())
	if err != nil || !b.At.Equal(noon.AddDate(0, 0, maxBackups+3)) {
		t.Errorf("last backup %+v, %v", b, err)
	}
}

// If the clock was ahead for some days, backups of those days are the older ones once it is right again.
func TestBackupsAfterClockWasAhead(t *testing.T) {
	l := newLibrary(t)
	newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	for year := range maxBackups + 1 {
		l = at(t, l, noon.AddDate(50+year, 0, 0))
		backUp(t, l, true)
	}
	for day := range maxBackups + 1 {
		now := noon.AddDate(0, 0, day)
		l = at(t, l, now)
		backUp(t, l, true)
		backUp(t, l, false)
		if b, err := LastBackup(t.Context(), l.Dir()); err != nil || !b.At.Equal(now) {
			t.Fatalf("day %d: last backup %+v, %v; want %v", day, b, err, now)
		}
	}
	if names, err := backupNames(l.Root); err != nil || len(names) != maxBackups ||
		strings.Contains(strings.Join(names, " "), "207") {
		t.Errorf("kept %q, %v", names, err)
	}
}

// Backups of older versions have no number. They are older than all that have one, and sorted by time.
func TestBackupsOfOlderVersions(t *testing.T) {
	l := newLibrary(t)
	newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	old := []string{"viviscope 2026-01-01 120000.000 schema 9.db", "viviscope 2090-01-01 120000.000 schema 9.db"}
	for _, name := range old {
		put(t, l, "backups/"+name, "old")
	}
	backUp(t, l, true)
	if names, err := backupNames(l.Root); err != nil || len(names) != 3 || !slices.Equal(names[:2], old) {
		t.Errorf("%q, %v", names, err)
	}
}

// A failed backup leaves no file.
func TestFailedBackupLeavesNothing(t *testing.T) {
	l := newLibrary(t)
	newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	put(t, l, fmt.Sprintf("backups/viviscope %s no 1 schema %d.db/x", noon.UTC().Format(backupTime),
		len(embeddedMigrations())), "a folder in the way")
	if made, err := l.Backup(t.Context()); made || err == nil {
		t.Errorf("made %v, %v", made, err)
	}
	if left, err := fs.Glob(l.Root.FS(), folder.Backups+"/*.part"); err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}

func TestUncleanCloseIsDetected(t *testing.T) {
	l := newLibrary(t)
	newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	crashed := filepath.Join(t.TempDir(), "crashed")
	if err := os.CopyFS(crashed, os.DirFS(l.Dir())); err != nil {
		t.Fatal(err)
	}
	if again := openLibrary(t, crashed); !again.unclean {
		t.Error("a library with a log left over counts as closed")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if openLibrary(t, l.Dir()).unclean {
		t.Error("a closed library counts as crashed")
	}
}

// Requests sent after the backup are not sent again, and results saved after it are restored.
func TestRestoreBackup(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	waiting := newJob(t, l, videoJob(p.ID, "waiting"))
	running := videoJob(p.ID, "running")
	running.State, running.TaskID = Queued, "task_running"
	running = newJob(t, l, running)
	amount := int64(3_500_000)
	if _, err := l.Change(t.Context(), running.ID, func(c *Change) error {
		c.Append(Entry{Kind: Reserve, AmountMicros: &amount})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	old := ingestMade(t, l, mp4Head+"old", madeBy(clipOf("x"), 0)) // without a row, as after a crash
	backUp(t, l, true)

	m := madeBy(running, 0)
	m.Service = ServiceRef{ProfileID: p.ID, BaseURL: p.BaseURL, Sandbox: true}
	done := ingestMade(t, l, mp4Head+"done", m)
	put(t, l, folder.Backups+"/viviscope 2099-01-01 000000.000 no 99 schema 1.db", "this one is no database")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(l.Dir(), folder.Database), 5000); err != nil {
		t.Fatal(err)
	}
	damaged := readFile(t, l, folder.Database)
	if b, err := LastBackup(t.Context(), l.Dir()); err != nil || !b.At.Equal(noon) {
		t.Fatalf("%+v, %v", b, err)
	}
	r, err := RestoreBackup(t.Context(), l.Dir(), testOptions())
	if err != nil {
		t.Fatal(err)
	}
	if readFile(t, l, r.OldDatabase+"/"+folder.Database) != damaged {
		t.Error("the damaged database is not kept")
	}
	l = openLibrary(t, l.Dir())
	j, err := l.Job(t.Context(), waiting.ID)
	if err != nil || j.State != Held || j.Hold != HeldByUser ||
		!strings.Contains(j.ErrorMessage, "may have been sent") {
		t.Errorf("what waited is %+v, %v", j, err)
	}
	j, err = l.Job(t.Context(), running.ID)
	if err != nil || j.State != Saved || j.ProfileID != p.ID {
		t.Errorf("what was running is %+v, %v", j, err)
	}
	assets, err := l.AssetsOfJob(t.Context(), running.ID)
	if err != nil || len(assets) != 1 || assets[0].Path != done.Path {
		t.Errorf("its assets: %+v, %v", assets, err)
	}
	if sums := sumsOf(t, l, p.ID, time.Time{}, time.Time{}); sums.Charged != amount || sums.Reserved != 0 {
		t.Errorf("sums %+v", sums)
	}
	if got, err := l.IngestedFile(t.Context(), strings.Repeat("0", 32)); !errors.Is(err, ErrNotFound) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, ok := allAssets(t, l)[old.Path]; ok {
		t.Error("the file without a row must be left to the engine")
	}
}

// An asset that was trashed and starred after the backup is restored as one asset.
func TestRestoreBackupUpdatesMovedAsset(t *testing.T) {
	l := newLibrary(t)
	m := madeBy(clipOf("boats"), 0)
	ingestMade(t, l, mp4Head+"boats", m)
	l, _ = rebuilt(t, l)
	backUp(t, l, true)
	var a Asset
	for _, a = range allAssets(t, l) {
	}
	if _, err := l.StarAll(t.Context(), []int64{a.ID}, true); err != nil {
		t.Fatal(err)
	}
	trashed, err := l.Trash(t.Context(), a.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := RestoreBackup(t.Context(), l.Dir(), testOptions()); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	got := allAssets(t, l)
	if len(got) != 1 || got[trashed.Path].ID != a.ID || !got[trashed.Path].Starred ||
		got[trashed.Path].TrashedAt.IsZero() {
		t.Errorf("%+v", got)
	}
}

func TestRestoreBackupWithoutOne(t *testing.T) {
	l := newLibrary(t)
	ingestMade(t, l, mp4Head, madeBy(clipOf("boats"), 0))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	before := readFile(t, l, folder.Database)
	if _, err := LastBackup(t.Context(), l.Dir()); !errors.Is(err, ErrNotFound) {
		t.Errorf("last backup: %v", err)
	}
	if _, err := RestoreBackup(t.Context(), l.Dir(), testOptions()); !errors.Is(err, ErrNotFound) {
		t.Errorf("restore: %v", err)
	}
	if readFile(t, l, folder.Database) != before {
		t.Error("the database changed")
	}
}

func TestStarIsInSidecar(t *testing.T) {
	l := newLibrary(t)
	ingestMade(t, l, mp4Head+"boats", madeBy(clipOf("boats"), 0))
	put(t, l, "files/mine.png", onePNG())
	l, _ = rebuilt(t, l)
	for path, a := range allAssets(t, l) {
		for _, on := range []bool{true, false, true} {
			if _, err := l.StarAll(t.Context(), []int64{a.ID}, on); err != nil {
				t.Fatal(err)
			}
			side, err := readSidecar(l.Folder, folder.SidecarOf(path))
			if err != nil || side.Starred != on || side.Ref != a.Ref || (a.JobID != 0) != (len(side.Made) > 0) {
				t.Errorf("%s: %+v, %v", path, side, err)
			}
		}
	}
	if u, err := l.StarAll(t.Context(), []int64{999}, true); u.Changed() != 0 || err != nil {
		t.Errorf("no such asset: %+v, %v", u, err)
	}
	l, r := rebuilt(t, l)
	for path, a := range allAssets(t, l) {
		if !a.Starred || len(r.Problems) > 0 {
			t.Errorf("%s lost its star, or %+v", path, r)
		}
	}
	// An unreadable sidecar does not prevent the change.
	put(t, l, "files/mine.json", "{")
	mine := allAssets(t, l)["files/mine.png"]
	if _, err := l.StarAll(t.Context(), []int64{mine.ID}, false); err != nil {
		t.Error(err)
	}
	if readFile(t, l, "files/mine.json") != "{" {
		t.Error("a foreign file was overwritten")
	}
}
