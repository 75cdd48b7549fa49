package automation

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"viviscope/client/keys"
)

func TestTokenIsPerClientAndLibrary(t *testing.T) {
	ctx := context.Background()
	config, library := t.TempDir(), t.TempDir()
	tokens := Tokens{keys.NewFile(filepath.Join(config, "clients"))}
	hash, err := tokens.New(ctx, library, "editor")
	if err != nil {
		t.Fatal(err)
	}
	token, err := tokens.Get(ctx, library, "editor")
	if err != nil || len(token) != 52 || HashToken(token) != hash {
		t.Errorf("token %q, %v, of hash %s", token, err, hash)
	}
	link := filepath.Join(config, "link")
	if err := os.Symlink(library, link); err != nil {
		t.Skip("no links here")
	}
	if again, err := tokens.Get(ctx, link, "editor"); err != nil || again != token {
		t.Errorf("by another path of the library: %q, %v", again, err)
	}
	for _, c := range [][2]string{{library, "other"}, {config, "editor"}} {
		if other, err := tokens.Get(ctx, c[0], c[1]); err != nil || other != "" {
			t.Errorf("%v has the token of another: %q, %v", c, other, err)
		}
	}
	if next, err := tokens.New(ctx, library, "editor"); err != nil || next == hash {
		t.Errorf("a new token is the old one: %v", err)
	}
	if err := tokens.Delete(ctx, library, "editor"); err != nil {
		t.Error(err)
	}
	if gone, err := tokens.Get(ctx, library, "editor"); err != nil || gone != "" {
		t.Errorf("after it was taken away: %q, %v", gone, err)
	}
}

func TestReadableTokenFileIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	ctx := context.Background()
	dir, library := filepath.Join(t.TempDir(), "clients"), t.TempDir()
	tokens := Tokens{keys.NewFile(dir)}
	if _, err := tokens.New(ctx, library, "editor"); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of a token's file: %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(files[0], 0o640); err != nil {
		t.Fatal(err)
	}
	if token, err := tokens.Get(ctx, library, "editor"); token != "" || !errors.Is(err, keys.ErrExposed) {
		t.Errorf("a token that a group can read: %q, %v", token, err)
	}
}
