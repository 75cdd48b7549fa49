package hostingtest

import (
	"crypto/sha256"
	_ "embed" // the module below
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gofrs/flock"
)

// The module of the servers. Its files are embedded as text, so that its hundred dependencies are not in our go.mod.
var (
	//go:embed servers/go.mod.txt
	goMod []byte
	//go:embed servers/go.sum.txt
	goSum []byte
	//go:embed servers/main.go.txt
	mainGo []byte
)

// binary returns the path of the server program. It builds the program if necessary, which takes about a minute. A file
// lock makes other test processes wait.
func binary(t testing.TB) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	for _, b := range [][]byte{goMod, goSum, mainGo, []byte(runtime.Version() + runtime.GOOS + runtime.GOARCH)} {
		sum.Write(b)
	}
	dir := filepath.Join(cache, "viviscope-test", "servers-"+hex.EncodeToString(sum.Sum(nil)[:8]))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	defer lock.Unlock()
	out := filepath.Join(dir, "servers")
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	if _, err := os.Stat(out); err == nil {
		return out
	}
	build(t, out)
	return out
}

func build(t testing.TB, out string) {
	t.Helper()
	src := t.TempDir()
	for name, data := range map[string][]byte{"go.mod": goMod, "go.sum": goSum, "main.go": mainGo} {
		if err := os.WriteFile(filepath.Join(src, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", out+".part", ".")
	cmd.Dir = src
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=readonly -p=2")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the servers: %v\n%s", err, said[max(0, len(said)-2000):])
	}
	if err := os.Rename(out+".part", out); err != nil {
		t.Fatal(err)
	}
}
