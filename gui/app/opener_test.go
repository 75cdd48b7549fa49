package app

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"viviscope/gui/wording"
)

func TestAMissingOpenerIsNamedWithThePath(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system opens files itself")
	}
	t.Setenv("PATH", t.TempDir())
	path := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(string) error{"open": openFile, "reveal": revealFile} {
		err := open(path)
		words, ok := wording.KnownFault(err)
		if !ok || !strings.Contains(words, path) || strings.Contains(words, "exec") {
			t.Errorf("%s: %q, %v", name, words, err)
		}
	}
}
