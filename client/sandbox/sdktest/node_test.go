package sdktest_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/client/sandbox/sandboxtest"
)

// nodePackage is a tested version of the official package, pinned for repeatable tests.
const nodePackage = "openai@7.57.0"

func TestNodeSDK(t *testing.T) {
	if os.Getenv("VIVISCOPE_LONG") == "" {
		t.Skip("installs a package from the npm registry: see make long")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not there")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not there")
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, npm, "install", "--no-audit", "--no-fund", "--ignore-scripts",
		"--fetch-retries=0", nodePackage)
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("npm cannot install %s here: %v\n%s", nodePackage, err, tail(out))
	}
	script, err := os.ReadFile(filepath.Join("testdata", "sdk.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sdk.mjs"), script, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]sandboxtest.ContentMode{"redirect": sandboxtest.ContentRedirect,
		"direct": sandboxtest.ContentDirect, "cross": sandboxtest.ContentCross} {
		t.Run(name, func(t *testing.T) {
			s := start(t, mode)
			cmd := exec.CommandContext(ctx, node, "sdk.mjs")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "OPENAI_BASE_URL="+s.BaseURL()+"/v1", "OPENAI_API_KEY="+s.Key())
			if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "all good") {
				t.Fatalf("%v\n%s", err, tail(out))
			}
			if n := len(s.Tasks()); n != 3 {
				t.Errorf("%d tasks", n)
			}
		})
	}
}

// tail returns the end of an output, which contains the reason of a failure.
func tail(out []byte) string {
	s := strings.TrimSpace(string(out))
	return s[max(0, len(s)-2000):]
}
