package app

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/resources"
)

// oldLibrary unpacks a library that was made before version 1.0, with rows in every table, settings of every screen,
// and profiles that host pictures by WebDAV and by S3.
func oldLibrary(t *testing.T) string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "library-before-1.0.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "library")
	for in := tar.NewReader(packed); ; {
		head, err := in.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(head.Name))
		if head.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else {
			var data []byte
			if data, err = io.ReadAll(in); err == nil {
				err = os.WriteFile(path, data, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A library of an older version opens whole, in every place, and nothing of it is deleted.
func TestALibraryOfAnOlderVersionOpens(t *testing.T) {
	configIn(t)
	dir := oldLibrary(t)
	before := filesBelow(t, dir)
	if err := openWhole(t, apptest.New(t, resources.Theme(resources.Dark)), dir); err != nil {
		t.Fatal(err)
	}
	for path := range before {
		if _, err := os.Stat(filepath.Join(dir, path)); err != nil {
			t.Errorf("%s is gone: %v", path, err)
		}
	}
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	profiles, err := lib.Profiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(profiles, func(p db.Profile) bool {
		return !p.Sandbox && strings.Contains(string(p.Hosting), `"kind":"webdav"`) && !p.HostsPictures()
	}) {
		t.Error("the settings of a kind of hosting that is gone were deleted, or count")
	}
	got, err := lists(t.Context(), lib)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"profiles": 4, "jobs": 23, "assets": 12, "boards": 3, "albums": 9, "clients": 2, "grants": 2, "entries": 25,
		"ledger": 25, "takes": 15,
	}
	for list, n := range want {
		if got[list] != n {
			t.Errorf("%d %s, want %d", got[list], list, n)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

// filesBelow returns the paths of all files in a folder but those of SQLite and the lock.
func filesBelow(t *testing.T, dir string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasPrefix(d.Name(), "viviscope.") {
			found[strings.TrimPrefix(path, dir+string(filepath.Separator))] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
