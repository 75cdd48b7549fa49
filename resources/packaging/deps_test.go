package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// A user who may not install packages gets one sentence that names the missing ones. If Go is missing, the output
// begins with that.
func TestDepsNamesMissingPackages(t *testing.T) {
	release, err := os.ReadFile("/etc/os-release")
	if runtime.GOOS != "linux" || err != nil ||
		!regexp.MustCompile(`(?m)^ID(_LIKE)?=.*(debian|ubuntu|fedora|rhel|arch)`).Match(release) {
		t.Skip("the packages of this system are not known to .ci/deps")
	}
	bin := t.TempDir()
	for name, script := range map[string]string{"id": "echo 1000", "sudo": "exit 1", "dpkg-query": "exit 1",
		"rpm": "exit 1", "pacman": "exit 1", "apt-cache": "exit 0"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"bash", "sh", "env", "uname", "grep"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	deps := func() string {
		c := exec.Command("../../.ci/deps", "run")
		c.Env = []string{"PATH=" + bin}
		out, err := c.CombinedOutput()
		if err == nil {
			t.Errorf("deps passed without what is missing, and said %q", out)
		}
		if strings.Count(string(out), "\n") != 1 {
			t.Errorf("deps says more or less than one sentence:\n%s", out)
		}
		return string(out)
	}
	if said := deps(); !strings.HasPrefix(said, "deps: Go is needed") {
		t.Errorf("without Go deps says %q", said)
	}
	if err := os.Symlink("/bin/sh", filepath.Join(bin, "go")); err != nil {
		t.Fatal(err)
	}
	if said := deps(); !strings.HasPrefix(said,
		"deps: these packages are missing, and only root or sudo may install them: gcc ") ||
		!strings.Contains(said, "wayland") {
		t.Errorf("without root and sudo deps says %q", said)
	}
}
