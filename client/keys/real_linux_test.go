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

// inChild says to a test what it is to do as the program inside another session.
const inChild = "VIVISCOPE_KEYS_TEST"

// again runs one test of this binary in another environment and returns what it printed.
func again(t *testing.T, test, step string, env []string, command ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command = append(command, self, "-test.run=^"+test+"$", "-test.count=1", "-test.v")
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Env = append(env, inChild+"="+step, "PATH="+os.Getenv("PATH"))
	// A file and no pipe: a daemon of the session may outlive the test with it in its hands.
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

// unlocked starts the keyring of the session, unlocked, and then what follows in its place.
const unlocked = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && exec "$0" "$@"`

func TestRealKeychain(t *testing.T) {
	if step := os.Getenv(inChild); step != "" {
		insideAKeyring(t, step)
		return
	}
	for _, tool := range []string{"dbus-run-session", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	home := besideADaemon(t)
	config := bareBus(t)
	// each in a session of its own, as after a login
	for _, step := range []string{"keep", "find and forget", "find nothing"} {
		env := []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + besideADaemon(t)}
		again(t, "TestRealKeychain", step, env, "dbus-run-session", "--config-file="+config, "--", "sh", "-c", unlocked)
		if step == "keep" {
			keyringIsSealed(t, home)
		}
	}
}

// besideADaemon makes a folder that a daemon may still write to when the test is over: it ends a moment after its bus.
func besideADaemon(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "viviscope-keyring-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // a failure says nothing of the keychain
	return dir
}

// insideAKeyring is one session with a keyring of its own.
func insideAKeyring(t *testing.T, step string) {
	ctx, k := context.Background(), NewKeychain()
	// the daemon goes its own way before it has its name
	for until := time.Now().Add(10 * time.Second); time.Now().Before(until); {
		if _, err := k.Get(ctx, profile, origin); !errors.Is(err, ErrUnavailable) {
			break
		}
	}
	switch step {
	case "keep":
		if _, err := k.Get(ctx, profile, origin); !errors.Is(err, ErrNone) {
			t.Fatalf("an empty keyring says %v", err)
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
			t.Errorf("a forgotten key: %v", err)
		}
		if got, err := k.Get(ctx, "other", origin); err != nil || got != "another one" {
			t.Errorf("the key of another profile: %q, %v", got, err)
		}
	}
}

// keyringIsSealed looks through all that was written for the key, and at who can read it.
func keyringIsSealed(t *testing.T, home string) {
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
			t.Errorf("%s holds the key as it is", filepath.Base(path))
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
	if os.Getenv(inChild) != "" {
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
	again(t, "TestNoKeychain", "no bus",
		append(env, "DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(home, "nobody")))
	t.Run("a bus without a keyring", func(t *testing.T) {
		if _, err := exec.LookPath("dbus-run-session"); err != nil {
			t.Skip("dbus-run-session is not installed")
		}
		again(t, "TestNoKeychain", "no keyring", env, "dbus-run-session", "--config-file="+bareBus(t), "--")
	})
	if all, err := os.ReadDir(home); err != nil || len(all) > 0 {
		t.Errorf("%d files were written, %v", len(all), err)
	}
}

// bareBus writes the configuration of a bus that starts no service on demand: a second keyring, locked, would take the
// name of the one that the test starts.
func bareBus(t *testing.T) string {
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
