package smoke

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The page of the window in Settings, and the button below the language, px.
var (
	windowPage = image.Pt(247, 170)
	restartNow = image.Pt(609, 177)
)

// Another language takes effect at the next start, which Settings and the palette offer at once: what was typed stays,
// the task that runs goes on and is charged once, and the window speaks the other language.
func TestAnotherLanguageIsSpokenAfterARestart(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	p := start(t, s.env(), "-library", lib.dir, "-sandbox-seconds", "4")
	s.window(title)
	welcome := s.shot("language-welcome")
	s.keys("Return")
	s.shotOther(welcome, "language-before")
	s.typed("Paper boats on a canal")
	s.keys("ctrl+Return")
	waitFor(t, "the task at the service", func() bool {
		states := lib.states()
		return len(states) == 1 && (states[0] == "in_progress" || states[0] == "queued")
	})
	s.keys("ctrl+a")
	s.typed("typed and never sent")
	s.keys("ctrl+k")
	s.typed("deutsch")
	s.keys("Return", "ctrl+comma")
	s.click(windowPage)
	s.shot("language-pending")
	said := p.commandLine()
	s.click(restartNow)
	waitFor(t, "the next start", func() bool { return p.commandLine() != said })
	s.window(title)
	s.shot("language-german")
	waitFor(t, "the clip in the library", lib.saved(1))
	if kinds := lib.kinds(); !slices.Equal(kinds, []string{"reserve", "charge"}) {
		t.Errorf("the ledger has %v", kinds)
	}
	s.keys("ctrl+l", "ctrl+shift+h") // what was typed before is held for later: another clip would only take time
	waitFor(t, "the second job", func() bool { return len(lib.prompts()) == 2 })
	if prompts := lib.prompts(); prompts[1] != "typed and never sent" {
		t.Errorf("what was typed before the restart came back as %q", prompts[1])
	}
	p.quit()
}

// commandLine is what the process was started with, which its restart writes in another way.
func (p *process) commandLine() string {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(line)
}
