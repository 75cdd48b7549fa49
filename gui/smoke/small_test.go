package smoke

import (
	"fmt"
	"image"
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
	for _, step := range []struct{ name, key string }{{"create", "ctrl+shift+1"}, {"canvas", "ctrl+shift+4"}, {"queue", "ctrl+2"}, {"costs", "ctrl+4"}, {"batch", "ctrl+shift+b"}} {
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
