package smoke

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// ran is what a command of a script came to.
type ran struct {
	exit   int
	Exit   int
	Jobs   []struct{ Ref, State string }
	Error  struct{ Code string }
	output string
}

// A script without a display, against a service in a process of its own: what is killed and asked for again under its
// click ID is one task, exit codes say what became of it, and the key is nowhere.
func TestAScriptPaysOnce(t *testing.T) {
	t.Parallel()
	shots(t)
	at := startService(t, 1)
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	lib := library{t: t, dir: filepath.Join(home, "library")}
	var outputs []string
	command := func(killedAfter time.Duration, args ...string) (r ran) {
		t.Helper()
		c := exec.Command(program, append(args, "-library", lib.dir, "-base-url", at.base, "-json", "-v")...)
		c.Env = []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + home, "PATH=" + os.Getenv("PATH"),
			"VIVISCOPE_API_KEY=" + at.key}
		var out, words strings.Builder
		c.Stdout, c.Stderr = &out, &words
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if killedAfter > 0 {
			timer := time.AfterFunc(killedAfter, func() { _ = c.Process.Kill() })
			defer timer.Stop()
		}
		_ = c.Wait()
		r.exit, r.output = c.ProcessState.ExitCode(), out.String()
		outputs = append(outputs, r.output, words.String())
		if r.exit >= 0 {
			if err := json.Unmarshal([]byte(r.output), &r); err != nil || r.Exit != r.exit {
				t.Errorf("%v ended with %d and said %s, %v", args, r.exit, r.output, err)
			}
		}
		return r
	}
	clip := []string{"generate", "-prompt", "paper boats", "-seconds", "3", "-click", "teaser"}
	// Until the service has accepted it: who is killed while a request is open leaves it unconfirmed, as he must.
	for r := command(0, append(slices.Clone(clip), "-detach")...); len(r.Jobs) == 1 && r.Jobs[0].State == "waiting"; {
		r = command(0, append(slices.Clone(clip), "-wait=200ms")...)
	}
	for _, after := range []time.Duration{50, 150, 300, 900} {
		command(after*time.Millisecond, clip...)
	}
	if r := command(0, clip...); r.exit != 0 || len(r.Jobs) != 1 || r.Jobs[0].State != "saved" {
		t.Errorf("the click is %+v", r)
	}
	if r := command(0, "generate", "-prompt", "another", "-click", "teaser"); r.exit != 2 ||
		r.Error.Code != "click_taken" {
		t.Errorf("another request under its ID: %+v", r)
	}
	if r := command(0, "generate", "-prompt", "boats", "-max-cost", "0.01"); r.exit != 5 {
		t.Errorf("over its price: %+v", r)
	}
	if r := command(0, "generate", "-prompt", "boats", "-seconds", "99"); r.exit != 2 || r.Error.Code != "invalid" {
		t.Errorf("against a rule: %+v", r)
	}
	var tasks []string
	for _, e := range at.ledger() {
		tasks = append(tasks, e.Task)
	}
	slices.Sort(tasks)
	if len(slices.Compact(tasks)) != 1 || len(lib.files("clip")) != 1 {
		t.Errorf("the service made %v, and the library has %v", tasks, lib.files("clip"))
	}
	keepsSecrets(t, at.key, []string{strings.Join(outputs, "")}, lib.dir, home)
}
