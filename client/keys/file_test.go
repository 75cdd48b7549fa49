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

// fileWithKey returns a store with one key, and the path of the key's file.
func fileWithKey(t *testing.T) (*File, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "config", "keys")
	f := NewFile(dir)
	if err := f.Set(context.Background(), profile, origin, secret); err != nil {
		t.Fatal(err)
	}
	return f, filepath.Join(dir, fileName(profile, origin))
}

func TestFileIsForThisAccountOnly(t *testing.T) {
	_, path := fileWithKey(t)
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
		t.Errorf("%d files, %v; want only the key file", len(all), err)
	}
	if strings.Contains(path, profile) || strings.Contains(path, "example") {
		t.Errorf("the file name contains the profile or origin: %s", path)
	}
}

func TestFileKeepsKeyAcrossRestart(t *testing.T) {
	ctx := context.Background()
	f, path := fileWithKey(t)
	if err := f.Set(ctx, profile, origin, secret+"2"); err != nil {
		t.Fatal(err)
	}
	if got, err := NewFile(filepath.Dir(path)).Get(ctx, profile, origin); err != nil || got != secret+"2" {
		t.Errorf("Get = %q, %v", got, err)
	}
}

func TestExposedFileIsNotUsed(t *testing.T) {
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
			f, path := fileWithKey(t)
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
				t.Errorf("Get after Set = %q, %v", key, err)
			}
		})
	}
}

// A file renamed to that of another origin must not provide its key for that origin.
func TestFileOfAnotherOriginReturnsErrNone(t *testing.T) {
	ctx := context.Background()
	f, path := fileWithKey(t)
	const evil = "https://evil.example.com:443"
	if err := os.Rename(path, filepath.Join(filepath.Dir(path), fileName(profile, evil))); err != nil {
		t.Fatal(err)
	}
	if key, err := f.Get(ctx, profile, evil); !errors.Is(err, ErrNone) || key != "" {
		t.Errorf("Get = %q, %v", key, err)
	}
}

func TestErrorOfDamagedFileHidesKey(t *testing.T) {
	f, path := fileWithKey(t)
	if err := os.WriteFile(path, []byte(`{"key":"`+secret), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Get(context.Background(), profile, origin); !errors.Is(err, ErrNone) ||
		strings.Contains(err.Error(), secret) {
		t.Errorf("Get: %v", err)
	}
}

func TestSetFailsWithoutFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	err := NewFile(dir).Set(context.Background(), profile, origin, secret)
	if err == nil || errors.Is(err, ErrUnavailable) || strings.Contains(err.Error(), secret) {
		t.Errorf("Set: %v", err)
	}
}
