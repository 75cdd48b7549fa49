package smoke

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// On a screen of 1024 x 600 the whole window is on it: the button that sends, with its price, and the sheets.
func TestTheWindowFitsASmallScreen(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1024, 600, shots(t))
	p := start(t, s.env(), "-library", t.TempDir(), "-sandbox-seconds", "2")
	id := s.window(title)
	s.shot("small-welcome")
	s.keys("Return")
	for _, step := range []struct{ name, key string }{{"create", "ctrl+shift+1"}, {"canvas", "ctrl+shift+4"},
		{"queue", "ctrl+3"}, {"costs", "ctrl+5"}, {"batch", "ctrl+shift+b"}} {
		s.keys(step.key)
		s.shot("small-" + step.name)
	}
	out, err := s.command("xdotool", "getwindowgeometry", "--shell", id).Output()
	if err != nil {
		t.Fatal(err)
	}
	var x, y, wide, high int
	for line := range strings.Lines(string(out)) {
		for name, v := range map[string]*int{"X": &x, "Y": &y, "WIDTH": &wide, "HEIGHT": &high} {
			_, _ = fmt.Sscanf(line, name+"=%d", v)
		}
	}
	if window := image.Rect(x, y, x+wide, y+high); window.Empty() || !window.In(image.Rectangle{Max: s.size}) {
		t.Errorf("the window is at %v of a screen of %v", window, s.size)
	}
	p.quit()
}

// A display that lets nobody in is told in one sentence, where the toolkit would panic.
func TestARefusedDisplayIsSaid(t *testing.T) {
	t.Parallel()
	shots(t)
	cookies := filepath.Join(t.TempDir(), "xauth")
	if out, err := exec.Command("xauth", "-f", cookies, "add", ":4712", ".",
		"0123456789abcdef0123456789abcdef").CombinedOutput(); err != nil {
		t.Skipf("xauth is not there: %v %s", err, out)
	}
	server := exec.Command("Xvfb", ":4712", "-auth", cookies, "-nolisten", "tcp")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(server) })
	for _, cookie := range []string{"/dev/null", cookies} {
		p := start(t, []string{"DISPLAY=:4712", "XAUTHORITY=" + cookie, "HOME=" + t.TempDir(),
			"PATH=" + os.Getenv("PATH")}, "-library", t.TempDir())
		if cookie == cookies { // the same display, with the key to it
			waitFor(t, "the window", func() bool {
				return !p.running() || strings.Contains(p.output(), "library")
			})
			continue
		}
		p.ended()
		if text := p.output(); strings.Contains(text, "goroutine") ||
			!strings.Contains(text, "viviscope: no window can be opened: DISPLAY=:4712") ||
			p.cmd.ProcessState.ExitCode() != 1 {
			t.Errorf("exit code %d:\n%s", p.cmd.ProcessState.ExitCode(), text)
		}
	}
}
