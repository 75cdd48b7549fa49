package smoke

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/client/automation"
)

// A window that is started while a command has the library gets it, with the clip that the command waits for; the
// command waits on at the window, and both tell of one clip.
func TestAWindowTakesOverFromACommand(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	at := startService(t, 6)
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	env := append(s.env(), "VIVISCOPE_API_KEY="+at.key)
	generate := []string{"generate", "-library", lib.dir, "-base-url", at.base, "--kind", "text_to_video", "--prompt",
		"Paper boats",
		"--click", "boats-1", "--wait", "--json"}
	command := start(t, env, generate...)
	running := func() bool {
		states := lib.states()
		return len(states) == 1 && (states[0] == "in_progress" || states[0] == "queued")
	}
	waitFor(t, "the task at the service", running)
	window := start(t, env, "-library", lib.dir, "-base-url", at.base)
	s.window(title)
	command.ended()
	if out := command.output(); command.cmd.ProcessState.ExitCode() != 0 || !strings.Contains(out, `"state":"saved"`) {
		t.Errorf("the command ended with %d:\n%s", command.cmd.ProcessState.ExitCode(), out)
	}
	if !window.running() {
		t.Fatal("the window has ended")
	}
	again := start(t, env, generate...)
	again.ended()
	if again.cmd.ProcessState.ExitCode() != 0 || !strings.Contains(again.output(), `"repeated":true`) {
		t.Errorf("the same click ended with %d:\n%s", again.cmd.ProcessState.ExitCode(), again.output())
	}
	s.shot("command-window")
	window.quit()
	charged := slices.DeleteFunc(at.ledger(), func(e entry) bool { return e.Kind != "charge" })
	if got := lib.states(); !slices.Equal(got, []string{"saved"}) || len(charged) != 1 {
		t.Errorf("the library has %v, the service charged %+v", got, charged)
	}
}

// A command that is written wrong, or stands behind its flags, opens no window, and a script sees that it was asked for
// wrongly.
func TestWhatIsNoCommandAndNoFile(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"generat"}, {"-library", t.TempDir(), "jobs"}, {"-prompt", "boats", "generate"}} {
		p := start(t, append(os.Environ(), "HOME="+t.TempDir()), args...)
		p.ended()
		if code := p.cmd.ProcessState.ExitCode(); code != automation.ExitInvalid ||
			!strings.Contains(p.output(), "a command comes first, before its flags: see viviscope help") {
			t.Errorf("%q: %d, %s", args, code, p.output())
		}
	}
}
