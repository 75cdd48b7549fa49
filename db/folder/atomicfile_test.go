package folder

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestWriteFileIsAtomic(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "costs.csv")
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	if err := WriteFile(path, text("first")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 && runtime.GOOS != "windows" {
		t.Errorf("%v, %v; want readable by others", info.Mode(), err)
	}
	full := errors.New("the disk is full")
	err := WriteFile(path, func(w io.Writer) error {
		if err := text("half")(w); err != nil {
			return err
		}
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("%v, want the error of the write function", err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
		t.Errorf("%q, %v; want the old content", got, err)
	}
	if err := WriteFile(path, text("second")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "second" {
		t.Errorf("%q, %v", got, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v; want no other files", left, err)
	}
	if err := WriteFile(filepath.Join(dir, "absent", "x"), text("")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestReadFileChecksLimitAndType(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lake.png")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadFile(path, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	var large *TooLargeError
	if data, err := ReadFile(path, 4); !errors.As(err, &large) || large.Limit != 4 || data != nil {
		t.Errorf("over the bound: %q, %v", data, err)
	}
	if _, err := ReadFile(dir, 5); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := ReadFile(filepath.Join(dir, "absent"), 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
	open, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if _, err := ReadOpenFile(open, 5); !errors.Is(err, ErrNotRegular) {
		t.Errorf("an open folder: %v", err)
	}
}
