package smoke

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The language changes while the program works: what was typed stays, the task that runs goes on and is charged once, and the window
// speaks another language.
func TestLanguageChangesWhileTheProgramWorks(t *testing.T) {
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
	s.keys("ctrl+4")
	english := s.shot("language-english")
	s.keys("ctrl+k")
	s.typed("deutsch")
	s.keys("Return")
	s.shot("language-german-settings")
	s.keys("ctrl+4")
	s.shotOther(english, "language-german")
	waitFor(t, "the clip in the library", lib.saved(1))
	if kinds := lib.kinds(); !slices.Equal(kinds, []string{"reserve", "charge"}) {
		t.Errorf("the ledger has %v", kinds)
	}
	s.keys("ctrl+1", "ctrl+l", "ctrl+shift+h") // what was typed before is held for later: another clip would only take time
	waitFor(t, "the second job", func() bool { return len(lib.prompts()) == 2 })
	if prompts := lib.prompts(); prompts[1] != "typed and never sent" {
		t.Errorf("what was typed before the change came back as %q", prompts[1])
	}
	// The place stays, and what is typed while the window is built anew goes on in its prompt.
	const typed = "typed while the window is built and no letter is lost"
	s.keys("ctrl+l", "ctrl+a", "BackSpace", "ctrl+k")
	s.typed("english")
	s.keys("Return")
	s.typed(typed)
	waitFor(t, "the third job", func() bool {
		s.keys("ctrl+shift+h")
		return len(lib.prompts()) > 2
	})
	if got := strings.ReplaceAll(lib.prompts()[2], "\n", ""); got != typed {
		t.Errorf("what was typed during the change came back as %q", got)
	}
	p.quit()
}
