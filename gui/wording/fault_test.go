package wording

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestFaultsOfDiskAndLibraryAreSentences(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	seen := map[string]bool{}
	for _, err := range []error{folder.ErrDiskFull, folder.ErrReadOnly, db.ErrNotFound, db.ErrExists, folder.ErrName,
		db.ErrDamaged, fs.ErrPermission, fs.ErrNotExist} {
		got := Fault(fmt.Errorf("open asset 3: %w", err))
		if !strings.HasPrefix(got, "⟦") || seen[got] {
			t.Errorf("%v: %q", err, got)
		}
		seen[got] = true
	}
	if _, err := os.Open("/no/such/file"); !seen[Fault(err)] {
		t.Errorf("of the system: %q", Fault(err))
	}
	if got := Fault(errors.New("xdg-open: no browser")); got != "xdg-open: no browser" {
		t.Errorf("%q", got)
	}
}

func TestFaultsOfAPictureFileAreSentences(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	seen := map[string]bool{}
	for _, err := range []error{fs.ErrNotExist, fs.ErrPermission, folder.ErrNotRegular,
		&folder.TooLargeError{Limit: 1 << 20}, picturefile.ErrTooLarge} {
		got, ok := PictureTrouble(fmt.Errorf("read lake.png: %w", err))
		if !ok || !strings.HasPrefix(got, "⟦") || seen[got] {
			t.Errorf("%v: %q", err, got)
		}
		seen[got] = true
	}
	if got, ok := PictureTrouble(picturefile.ErrDamaged); ok || got != "" {
		t.Errorf("a damaged one depends on what it is for: %q", got)
	}
}
