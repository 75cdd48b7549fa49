package keys

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var _ Store = (*File)(nil)

// keptFile makes a store with one key and returns it with the path of the key's file.
func keptFile(t *testing.T) (*File, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "config", "keys")
	f := NewFile(dir)
	if err := f.Set(context.Background(), profile, origin, secret); err != nil {
		t.Fatal(err)
	}
	return f, filepath.Join(dir, fileName(profile, origin))
}

func TestFileIsForThisAccountOnly(t *testing.T) {
	_, path := keptFile(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	for name, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", filepath.Base(name), got, want)
		}
	}
	if all, err := os.ReadDir(filepath.Dir(path)); err != nil || len(all) != 1 {
		t.Errorf("%d files, %v; nothing may be left beside the key", len(all), err)
	}
	if strings.Contains(path, profile) || strings.Contains(path, "example") {
		t.Errorf("the name tells of the profile: %s", path)
	}
}

func TestFileOutlivesTheProgram(t *testing.T) {
	ctx := context.Background()
	f, path := keptFile(t)
	if err := f.Set(ctx, profile, origin, secret+"2"); err != nil {
		t.Fatal(err)
	}
	if got, err := NewFile(filepath.Dir(path)).Get(ctx, profile, origin); err != nil || got != secret+"2" {
		t.Errorf("Get = %q, %v", got, err)
	}
}

func TestFileThatOthersCanReachIsNotUsed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	ctx := context.Background()
	for name, open := range map[string]func(path string) error{
		"group reads":       func(path string) error { return os.Chmod(path, 0o640) },
		"others read":       func(path string) error { return os.Chmod(path, 0o604) },
		"others write":      func(path string) error { return os.Chmod(path, 0o602) },
		"others can list":   func(path string) error { return os.Chmod(filepath.Dir(path), 0o755) },
		"others can change": func(path string) error { return os.Chmod(filepath.Dir(path), 0o703) },
		"it is a link": func(path string) error {
			away := filepath.Join(filepath.Dir(filepath.Dir(path)), "away")
			return errors.Join(os.Rename(path, away), os.Symlink(away, path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, path := keptFile(t)
			if err := open(path); err != nil {
				t.Fatal(err)
			}
			if key, err := f.Get(ctx, profile, origin); !errors.Is(err, ErrExposed) || errors.Is(err, ErrNone) ||
				key != "" {
				t.Fatalf("Get = %q, %v; want ErrExposed", key, err)
			}
			if err := f.Set(ctx, profile, origin, secret); err != nil {
				t.Fatal(err)
			}
			if key, err := f.Get(ctx, profile, origin); err != nil || key != secret {
				t.Errorf("keeping it again does not mend it: %q, %v", key, err)
			}
		})
	}
}

// A file that was put under the name of another key must not give its key to another address.
func TestFileOfAnotherKeyIsNoKey(t *testing.T) {
	ctx := context.Background()
	f, path := keptFile(t)
	const evil = "https://evil.example.com:443"
	if err := os.Rename(path, filepath.Join(filepath.Dir(path), fileName(profile, evil))); err != nil {
		t.Fatal(err)
	}
	if key, err := f.Get(ctx, profile, evil); !errors.Is(err, ErrNone) || key != "" {
		t.Errorf("Get = %q, %v", key, err)
	}
}

func TestDamagedFileSaysNothingOfItsKey(t *testing.T) {
	f, path := keptFile(t)
	if err := os.WriteFile(path, []byte(`{"key":"`+secret), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Get(context.Background(), profile, origin); !errors.Is(err, ErrNone) ||
		strings.Contains(err.Error(), secret) {
		t.Errorf("Get: %v", err)
	}
}

func TestFileThatCannotBeWrittenKeepsTheOldKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	err := NewFile(dir).Set(context.Background(), profile, origin, secret)
	if err == nil || errors.Is(err, ErrUnavailable) || strings.Contains(err.Error(), secret) {
		t.Errorf("Set: %v", err)
	}
}
