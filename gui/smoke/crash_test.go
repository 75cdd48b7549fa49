//go:build unix

package smoke

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// What the runtime writes when the program dies is sent around with reports: neither the key nor a signed link may
// stand in it. Each kind of death is met while a task is under way, when the program holds both: a goroutine dump on
// demand, and the text of a fault, which here comes from outside and is printed like one from within.
func TestCrashTextKeepsSecrets(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	at := startService(t, 4)
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	env := append(s.env(), "VIVISCOPE_API_KEY="+at.key, "GOTRACEBACK=all")
	args := []string{"-v", "-library", lib.dir, "-base-url", at.base}

	var said []string
	for i, death := range []struct {
		signal syscall.Signal
		words  string
	}{{syscall.SIGQUIT, "SIGQUIT: quit"}, {syscall.SIGSEGV, "SIGSEGV: segmentation violation"}} {
		p := start(t, env, args...)
		s.window(title)
		if i == 0 {
			s.typed("The sea at sunset, a calm evening")
			s.shot("crash-typed") // the window is there, and the key of the profile is known
			s.keys("ctrl+Return")
		}
		waitFor(t, "a task under way", func() bool {
			states := lib.states()
			return len(states) == 1 && slices.Contains([]string{"queued", "in_progress"}, states[0])
		})
		at.signal(syscall.SIGSTOP) // however long the next start takes: the task is under way until it has died too
		p.signal(death.signal)
		p.ended()
		text := p.output()
		if !strings.Contains(text, death.words) || strings.Count(text, "\ngoroutine ") < 5 {
			t.Errorf("after %v the runtime wrote no dump:\n%s", death.signal, text)
		}
		said = append(said, text)
	}

	at.signal(syscall.SIGCONT)
	p := start(t, env, args...)
	s.window(title)
	waitFor(t, "the clip in the library", lib.saved(1))
	p.quit()
	reports, err := filepath.Glob(filepath.Join(s.state(), "viviscope", "crashes", "*.txt"))
	if err != nil || len(reports) != len(said) {
		t.Errorf("%d crash reports of %d deaths: %v", len(reports), len(said), err)
	}
	log, err := os.ReadFile(filepath.Join(s.state(), "viviscope", "viviscope.log"))
	if err != nil {
		t.Error(err)
	}
	// The folder of the settings holds that of the log and the reports. The second run had no more to say of the job
	// than that it dies.
	keepsSecrets(t, at.key, []string{strings.Join(append(said, p.output()), ""), string(log)}, lib.dir, s.config)
}
