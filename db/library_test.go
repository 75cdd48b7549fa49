package db

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"viviscope/db/folder"
)

// noon is the time of all tests, in a zone other than UTC.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("CET", 3600))

func testOptions() Options { return Options{Now: func() time.Time { return noon }} }

// newLibrary opens a new library.
func newLibrary(t testing.TB) *Library {
	t.Helper()
	return openLibrary(t, filepath.Join(t.TempDir(), "a library? 100%#1"))
}

func openLibrary(t testing.TB, dir string) *Library {
	t.Helper()
	l, err := Open(context.Background(), dir, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// A read-only library is opened through a migrated copy that includes the leftovers of a crash. Nothing in the folder
// changes, and writes are refused.
func TestReadOnlyLibrary(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	crashed, old := t.TempDir(), t.TempDir()
	living := newLibrary(t)
	j := newJob(t, living, videoJob(newProfile(t, living).ID, "boats"))
	if err := errors.Join(os.CopyFS(crashed, os.DirFS(living.Dir())),
		os.Remove(filepath.Join(crashed, lockName))); err != nil {
		t.Fatal(err)
	}
	if !hasCompanion(filepath.Join(crashed, folder.Database), "-wal") {
		t.Fatal("nothing is left beside the database")
	}
	if err := otherProgram(t.Context(), old, embeddedMigrations()[:1]); err != nil {
		t.Fatal(err)
	}
	o := testOptions()
	o.ReadOnly = true
	if _, err := Open(t.Context(), living.Dir(), o); !errors.Is(err, ErrLocked) {
		t.Errorf("one that is open: %v", err)
	}
	if _, err := Open(t.Context(), t.TempDir(), o); !errors.Is(err, ErrNotFound) {
		t.Errorf("an empty folder: %v", err)
	}
	for _, dir := range []string{crashed, old} {
		before := hashTree(t, dir)
		l, err := Open(t.Context(), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := l.Jobs(t.Context(), JobFilter{}); err != nil || dir == crashed &&
			(len(found) != 1 || found[0].Ref != j.Ref) {
			t.Errorf("jobs %+v, %v", found, err)
		}
		if _, err := l.SaveProfile(t.Context(), Profile{Name: "p", Currency: "CNY"}); !errors.Is(err,
			folder.ErrReadOnly) || !l.ReadOnly() {
			t.Errorf("a write: %v", err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if after := hashTree(t, dir); after != before {
			t.Errorf("before:\n%s\nafter:\n%s", before, after)
		}
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 && runtime.GOOS != "windows" {
		t.Errorf("left %v, %v", left, err)
	}
}

// hashTree returns the files of a folder with their hashes, without the lock.
func hashTree(t *testing.T, dir string) (all string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == lockName {
			return err
		}
		data, err := os.ReadFile(path)
		all += fmt.Sprintf("%s %x\n", path, sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func newProfile(t testing.TB, l *Library) Profile {
	t.Helper()
	p, err := l.SaveProfile(t.Context(),
		Profile{Name: "Sandbox", BaseURL: "http://127.0.0.1:8790", Sandbox: true, Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func videoJob(profileID int64, prompt string) Job {
	request, _ := json.Marshal(map[string]any{"model": "clip-3.0", "prompt": prompt, "seconds": 8,
		"resolution": "1080P"})
	return Job{ProfileID: profileID, Kind: TextToVideo, State: Waiting, Model: "clip-3.0", Prompt: prompt,
		Request: request, Currency: "CNY"}
}

// insertJobs writes the jobs of one click.
func insertJobs(ctx context.Context, l *Library, jobs ...Job) (made []Job, err error) {
	err = l.WriteJobs(ctx, func(tx *JobsTx) error {
		made, err = tx.Insert(ctx, jobs)
		return err
	})
	return made, err
}

func newJob(t testing.TB, l *Library, j Job) Job {
	t.Helper()
	jobs, err := insertJobs(t.Context(), l, j)
	if err != nil {
		t.Fatal(err)
	}
	return jobs[0]
}

// addAsset adds an asset to a job, without a file.
func addAsset(t testing.TB, l *Library, j Job, a Asset) Asset {
	t.Helper()
	if a.Kind == "" {
		a.Kind = Clip
	}
	if a.Path == "" {
		a.Path = fmt.Sprintf("files/2026/11/%s-%d.mp4", j.Ref, a.ItemIndex)
	}
	if a.SHA256 == "" {
		a.SHA256 = strings.Repeat("a", 64)
	}
	var c *Change
	_, err := l.Change(t.Context(), j.ID, func(ch *Change) error { c = ch; ch.Add(a); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return c.Added()[0]
}

func TestOpenMakesTheFolderPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "library")
	l := openLibrary(t, dir)
	newProfile(t, l)
	for name, want := range map[string]os.FileMode{
		".": 0o700, "files": 0o700, "inputs": 0o700, "thumbs": 0o700, "incoming": 0o700, "trash": 0o700,
		"backups":      0o700,
		"viviscope.db": 0o600, "viviscope.db-wal": 0o600, "viviscope.lock": 0o600,
	} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
}

func TestOpenKeepsModeOfForeignFolder(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o644),
		os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	openLibrary(t, dir)
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o755 {
		t.Errorf("mode is %o", info.Mode().Perm())
	}
}

func TestOpenTwiceIsLocked(t *testing.T) {
	l := newLibrary(t)
	if err := l.Root.Remove(folder.Thumbs); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), l.Dir(), testOptions()); !errors.Is(err, ErrLocked) {
		t.Fatalf("second open: %v", err)
	}
	if there, err := l.Exists(folder.Thumbs); err != nil || there { // the first program owns the folder
		t.Errorf("the second program created a folder: %v", err)
	}
	j := newJob(t, l, videoJob(newProfile(t, l).ID, "boats")) // the first library still works
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := openLibrary(t, l.Dir()).JobByRef(t.Context(), j.Ref); err != nil || got.Prompt != "boats" {
		t.Errorf("opened again: %+v, %v", got, err)
	}
}

func TestOpenRefusesADamagedDatabase(t *testing.T) {
	good := newLibrary(t)
	p := newProfile(t, good)
	for i := range 200 {
		newJob(t, good, videoJob(p.ID, strings.Repeat("words ", i)))
	}
	if err := good.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(good.Dir(), folder.Database))
	if err != nil {
		t.Fatal(err)
	}
	scribbled := append([]byte(nil), whole...)
	for i := 4096; i < len(scribbled); i++ {
		scribbled[i] ^= 0x5a
	}
	foreign := append([]byte(nil), whole...)
	copy(foreign[68:], "Fire")
	for name, content := range map[string][]byte{
		"text":      []byte(strings.Repeat("this is no database ", 100)),
		"short":     whole[:60],
		"half":      whole[:len(whole)/2/4096*4096],
		"scribbled": scribbled,
		"foreign":   foreign,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, folder.Database), content, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(t.Context(), dir, testOptions()); !errors.Is(err, ErrDamaged) {
				t.Errorf("open: %v", err)
			}
			after, err := os.ReadFile(filepath.Join(dir, folder.Database))
			if err != nil || string(after) != string(content) {
				t.Errorf("the file was changed (%v)", err)
			}
		})
	}
}
