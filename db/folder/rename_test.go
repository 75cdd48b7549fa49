package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestRenameToAnotherDisk(t *testing.T) {
	d := At(t.TempDir())
	if err := d.Make(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	put := func(rel, data string) {
		t.Helper()
		path := filepath.Join(d.Dir(), rel)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700),
			os.WriteFile(path, []byte(data), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, disk := range []error{nil, &os.LinkError{Op: "rename", Err: errCrossDevice}} {
		d.RenameErr = disk
		put("incoming/a.mp4", "new")
		put("files/2026/a.mp4", "old")
		put("files/2026/a.mp4.part", "half a copy that a crash left, longer than the file")
		if err := d.Rename("incoming/a.mp4", "files/2026/a.mp4"); err != nil {
			t.Fatal(disk, err)
		}
		if data, err := d.ReadSmall("files/2026/a.mp4", 100); err != nil || string(data) != "new" {
			t.Errorf("%v: %q, %v", disk, data, err)
		}
		if there, err := d.Exists("incoming/a.mp4"); err != nil || there {
			t.Errorf("%v: the file is in both places, %v", disk, err)
		}
		if err := d.Rename("incoming/gone.mp4", "files/2026/b.mp4"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v: a file that is gone: %v", disk, err)
		}
		put("files/2026/c.mp4", "kept")
		if err := d.Rename("files/2026/c.mp4", "trash/none/c.mp4"); err == nil {
			t.Errorf("%v: into a folder that is not there", disk)
		}
		if data, err := d.ReadSmall("files/2026/c.mp4", 100); err != nil || string(data) != "kept" {
			t.Errorf("%v: after a move that failed: %q, %v", disk, data, err)
		}
	}
}
