package costs

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"viviscope/db"
)

// written is the database of a library that [fill] filled: to commit its month anew in every test took longer than the tests.
var written struct {
	once sync.Once
	file []byte
}

// monthLibrary is a library with the month that [fill] writes, in a folder of its own.
func monthLibrary(t testing.TB) *db.Library {
	t.Helper()
	written.once.Do(func() {
		l := library(t)
		fill(t, l)
		from := l.Dir()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		var err error
		if written.file, err = os.ReadFile(filepath.Join(from, "viviscope.db")); err != nil {
			t.Fatal(err)
		}
	})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "viviscope.db"), written.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return opened(t, dir)
}
