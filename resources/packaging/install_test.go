package packaging

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// staged creates a folder for install.sh, with the files of every version and the given ones.
func staged(t *testing.T, more ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range append([]string{"bin/viviscope", "share/icons/hicolor/16x16/apps/viviscope.png"}, more...) {
		write(t, filepath.Join(dir, path), path)
	}
	write(t, filepath.Join(dir, "share/applications/app.desktop"), "[Desktop Entry]\nExec=viviscope %F\n")
	if err := os.Chmod(filepath.Join(dir, "bin/viviscope"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// listing returns every file and folder under dir, relative to it.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, strings.TrimPrefix(path, dir))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func install(t *testing.T, args ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is nothing to install with on Windows")
	}
	if out, err := exec.Command("bash", append([]string{"install.sh"}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("install.sh %v: %v\n%s", args, err, out)
	}
}

func TestUninstallRemovesOnlyInstalledFiles(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "a home with 100% & more")
	write(t, filepath.Join(prefix, "bin/another"), "of somebody else")
	write(t, filepath.Join(prefix, "share/icons/hicolor/16x16/apps/another.png"), "of somebody else")
	before := listing(t, prefix)

	install(t, "--from", staged(t, "share/doc/viviscope/old.txt"), prefix)
	program := filepath.Join(prefix, "bin/viviscope")
	if info, err := os.Stat(program); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the program: %v, %v", info, err)
	}
	want := "TryExec=" + program + "\nExec=\"" + strings.ReplaceAll(program, "%", "%%") + "\" %F\n"
	if got := read(t, filepath.Join(prefix, "share/applications/app.desktop")); !strings.HasSuffix(got, want) {
		t.Errorf("desktop file:\n%s\nwant at its end:\n%s", got, want)
	}

	install(t, "--from", staged(t, "share/doc/viviscope/new.txt"), prefix) // a later version
	after := listing(t, prefix)
	if slices.Contains(after, "/share/doc/viviscope/old.txt") ||
		!slices.Contains(after, "/share/doc/viviscope/new.txt") {
		t.Errorf("after the later version: %v", after)
	}

	write(t, filepath.Join(prefix, "share/doc/viviscope/mine.txt"), "kept in a folder that install made")
	install(t, "--uninstall", prefix)
	left := slices.DeleteFunc(listing(t, prefix), func(path string) bool { return slices.Contains(before, path) })
	if !slices.Equal(left, []string{"/share/doc", "/share/doc/viviscope", "/share/doc/viviscope/mine.txt"}) {
		t.Errorf("left besides what was there before: %v", left)
	}
	if now := listing(t, prefix); len(now)-len(left) != len(before) {
		t.Errorf("gone of what was there before: had %v, have %v", before, now)
	}
}

func TestUninstallStaysInsidePrefix(t *testing.T) {
	top := t.TempDir()
	prefix, outside := filepath.Join(top, "prefix"), filepath.Join(top, "precious")
	write(t, outside, "not ours")
	install(t, "--from", staged(t), prefix)
	list := filepath.Join(prefix, "share/viviscope/installed")
	write(t, list, read(t, list)+"../precious\n/"+outside+"\nshare/../../precious\n")
	install(t, "--uninstall", prefix)
	if read(t, outside) != "not ours" {
		t.Error("a file outside of the prefix was touched")
	}
}
