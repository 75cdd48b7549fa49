package db

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A whole database passes; one whose pages were overwritten below the program does not.
func TestQuickCheck(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	lib, err := Open(ctx, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := lib.QuickCheck(ctx); err != nil {
		t.Errorf("a whole one: %v", err)
	}
	if err := lib.Close(); err != nil {
		t.Fatal(err)
	}
	if lib, err = Open(ctx, dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	f, err := os.OpenFile(filepath.Join(dir, databaseName), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	const head = 8 << 10 // what was read at the start stays whole
	if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", int(info.Size()-head))), head); err != nil {
		t.Fatal(err)
	}
	if err := lib.QuickCheck(ctx); err == nil {
		t.Error("a damaged one passes")
	}
	if v := SQLiteVersion(); !strings.HasPrefix(v, "3.") {
		t.Errorf("version %q", v)
	}
}
