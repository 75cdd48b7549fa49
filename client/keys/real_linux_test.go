package keys

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stepVariable is the environment variable with the step that a test runs as a child process.
const stepVariable = "VIVISCOPE_KEYS_TEST"

// rerunTest runs one test of this binary as a child process with another environment, and returns its output.
func rerunTest(t *testing.T, test, step string, env []string, command ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command = append(command, self, "-test.run=^"+test+"$", "-test.count=1", "-test.v")
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Env = append(env, stepVariable+"="+step, "PATH="+os.Getenv("PATH"))
	// A file instead of a pipe: a daemon of the session may keep it open after the test.
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd.Stdout, cmd.Stderr = file, file
	err = cmd.Run()
	out, readErr := os.ReadFile(file.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+test) {
		t.Fatalf("%s: %v\n%s", step, err, out)
	}
	return string(out)
}

// startUnlockedKeyring is a shell script that starts an unlocked keyring and then executes its arguments.
const startUnlockedKeyring = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && exec "$0" "$@"`

func TestRealKeychain(t *testing.T) {
	if step := os.Getenv(stepVariable); step != "" {
		runKeyringStep(t, step)
		return
	}
	for _, tool := range []string{"dbus-run-session", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	home := daemonTempDir(t)
	config := busWithoutActivation(t)
	// Each step has its own session, as after a login.
	for _, step := range []string{"keep", "find and forget", "find nothing"} {
		env := []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + daemonTempDir(t)}
		rerunTest(t, "TestRealKeychain", step, env, "dbus-run-session", "--config-file="+config, "--", "sh", "-c",
			startUnlockedKeyring)
		if step == "keep" {
			checkKeyringEncrypted(t, home)
		}
	}
}

// daemonTempDir returns a temporary folder. A daemon may still write to it after the test, because it ends shortly
// after its bus, so errors of its removal are ignored.
func daemonTempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "viviscope-keyring-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // a failure is irrelevant for the keychain
	return dir
}

// runKeyringStep runs one step inside a session with its own keyring.
func runKeyringStep(t *testing.T, step string) {
	ctx, k := context.Background(), NewKeychain()
	// The daemon starts in the background, before its bus name is available.
	for until := time.Now().Add(10 * time.Second); time.Now().Before(until); {
		if _, err := k.Get(ctx, profile, origin); !errors.Is(err, ErrUnavailable) {
			break
		}
	}
	switch step {
	case "keep":
		if _, err := k.Get(ctx, profile, origin); !errors.Is(err, ErrNone) {
			t.Fatalf("Get from an empty keyring: %v", err)
		}
		for _, key := range []string{"an older one", secret} {
			if err := k.Set(ctx, profile, origin, key); err != nil {
				t.Fatal(err)
			}
		}
		if err := k.Set(ctx, "other", origin, "another one"); err != nil {
			t.Fatal(err)
		}
	case "find and forget":
		if got, err := k.Get(ctx, profile, origin); err != nil || got != secret {
			t.Fatalf("Get = %q, %v", got, err)
		}
		if _, err := k.Get(ctx, profile, "https://evil.example.com:443"); !errors.Is(err, ErrNone) {
			t.Errorf("another address: %v", err)
		}
		for range 2 {
			if err := k.Delete(ctx, profile, origin); err != nil {
				t.Fatal(err)
			}
		}
	case "find nothing":
		if _, err := k.Get(ctx, profile, origin); !errors.Is(err, ErrNone) {
			t.Errorf("Get of a deleted key: %v", err)
		}
		if got, err := k.Get(ctx, "other", origin); err != nil || got != "another one" {
			t.Errorf("the key of another profile: %q, %v", got, err)
		}
	}
}

// checkKeyringEncrypted checks that no written file contains the key in plain text, and the mode of keyring files.
func checkKeyringEncrypted(t *testing.T, home string) {
	t.Helper()
	found := false
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.Contains(string(raw), secret) {
			t.Errorf("%s contains the plain key", filepath.Base(path))
		}
		if filepath.Ext(path) == ".keyring" {
			found = true
			if info, err := d.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v, %v", filepath.Base(path), info.Mode(), err)
			}
		}
		return nil
	})
	if err != nil || !found {
		t.Errorf("keyring on the disk: %v, %v", found, err)
	}
}

func TestNoKeychain(t *testing.T) {
	if os.Getenv(stepVariable) != "" {
		ctx, k := context.Background(), NewKeychain()
		_, err := k.Get(ctx, profile, origin)
		for what, err := range map[string]error{"Get": err, "Set": k.Set(ctx, profile, origin, secret),
			"Delete": k.Delete(ctx, profile, origin)} {
			if !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNone) || strings.Contains(err.Error(), secret) {
				t.Errorf("%s: %v, want ErrUnavailable alone", what, err)
			}
		}
		return
	}
	home := t.TempDir()
	env := []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + home}
	rerunTest(t, "TestNoKeychain", "no bus",
		append(env, "DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(home, "nobody")))
	t.Run("a bus without a keyring", func(t *testing.T) {
		if _, err := exec.LookPath("dbus-run-session"); err != nil {
			t.Skip("dbus-run-session is not installed")
		}
		rerunTest(t, "TestNoKeychain", "no keyring", env, "dbus-run-session", "--config-file="+busWithoutActivation(t),
			"--")
	})
	if all, err := os.ReadDir(home); err != nil || len(all) > 0 {
		t.Errorf("%d files were written, %v", len(all), err)
	}
}

// busWithoutActivation writes the configuration of a bus that starts no service on demand. Otherwise a second, locked
// keyring would take the bus name of the one that the test starts.
func busWithoutActivation(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bus.conf")
	if err := os.WriteFile(path, []byte(busConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
