package smoke

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience bounds every wait for the world outside. It is a limit, never a delay: what is waited for is looked at often.
const patience = 90 * time.Second

// screen is an X server without hardware, with a window manager, so that focus works as on a desktop.
type screen struct {
	t       testing.TB
	display string
	config  string // the folder of the settings on this screen
	shots   string
	tries   int
}

// startScreen starts an X server of the given size in pixels; shots is the folder for pictures.
func startScreen(t testing.TB, width, height int, shots string) *screen {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool", "import", "openbox"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (make deps installs it)", tool)
		}
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-r", "-screen", "0", strconv.Itoa(width)+"x"+strconv.Itoa(height)+"x24", "+extension", "GLX", "-nolisten", "tcp", "-ac")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		t.Fatalf("start Xvfb: %v", err)
	}
	t.Cleanup(func() { stop(server) })
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb named no display: %v", err)
	}
	s := &screen{t: t, config: t.TempDir(), display: ":" + strings.TrimSpace(line), shots: shots}
	// Without a frame and as large as the screen: the pictures show the program alone.
	rules := filepath.Join(t.TempDir(), "rc.xml")
	if err := os.WriteFile(rules, []byte(windowRules), 0o600); err != nil {
		t.Fatal(err)
	}
	manager := exec.Command("openbox", "--config-file", rules)
	manager.Env = s.env()
	if err := manager.Start(); err != nil {
		t.Fatalf("start openbox: %v", err)
	}
	t.Cleanup(func() { stop(manager) })
	s.waitFor("the window manager", func() bool {
		out, err := s.command("xprop", "-root", "_NET_SUPPORTING_WM_CHECK").Output()
		return err == nil && strings.Contains(string(out), "window id")
	})
	return s
}

const windowRules = `<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <applications><application class="*"><decor>no</decor><focus>yes</focus><maximized>yes</maximized></application></applications>
</openbox_config>
`

func (s *screen) env() []string {
	// Settings of its own: the test must leave those of the person who runs it alone.
	env := []string{"DISPLAY=" + s.display, "FYNE_PLATFORM=x11", "LANG=en_US.UTF-8", "XDG_CONFIG_HOME=" + s.config, "XDG_STATE_HOME=" + s.state()}
	for _, kept := range []string{"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "GOCACHE"} {
		if v, ok := os.LookupEnv(kept); ok {
			env = append(env, kept+"="+v)
		}
	}
	return env
}

// state is where the program keeps its log and its crash reports.
func (s *screen) state() string { return filepath.Join(s.config, "state") }

func (s *screen) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = s.env()
	return c
}

// keys presses keys as xdotool names them, one after the other.
func (s *screen) keys(names ...string) {
	s.t.Helper()
	if out, err := s.command("xdotool", append([]string{"key", "--delay", "40"}, names...)...).CombinedOutput(); err != nil {
		s.t.Fatalf("press %v: %v\n%s", names, err, out)
	}
}

// typed types text with the keyboard.
func (s *screen) typed(text string) {
	s.t.Helper()
	if out, err := s.command("xdotool", "type", "--delay", "25", text).CombinedOutput(); err != nil {
		s.t.Fatalf("type %q: %v\n%s", text, err, out)
	}
}

// window waits for a visible window of that title, gives it the focus and the whole screen, and returns its id.
func (s *screen) window(title string) string {
	s.t.Helper()
	var id string
	s.waitFor("a window named "+title, func() bool {
		out, err := s.command("xdotool", "search", "--onlyvisible", "--name", title).Output()
		id = strings.TrimSpace(strings.SplitN(string(out), "\n", 2)[0])
		return err == nil && id != ""
	})
	if out, err := s.command("xdotool", "windowactivate", "--sync", id).CombinedOutput(); err != nil {
		s.t.Fatalf("activate %s: %v\n%s", title, err, out)
	}
	// The window shows its ground at once and is filled a moment later; a key that is pressed before has nowhere to go.
	look := filepath.Join(s.t.TempDir(), "look.png")
	s.waitFor("words in the window", func() bool {
		return s.command("import", "-window", "root", "-depth", "8", look).Run() == nil && colours(picture(s.t, look)) > 24
	})
	return id
}

// shot keeps a picture of the whole screen under that name, once several looks in a row are the same, and returns it: a place
// that is shown for the first time stands still for a moment before what it reads is there.
func (s *screen) shot(name string) image.Image {
	s.t.Helper()
	path := filepath.Join(s.shots, name+".png")
	var last string
	quiet := 0
	s.waitFor("a quiet screen for "+name, func() bool {
		out, err := s.command("import", "-window", "root", "-depth", "8", path).CombinedOutput()
		if err != nil {
			s.t.Fatalf("take picture: %v\n%s", err, out)
		}
		sum, err := exec.Command("sha256sum", path).Output()
		if err != nil {
			return true
		}
		// The caret blinks and progress moves, so quiet is wished for, not required: see tries.
		if string(sum) == last {
			quiet++
		} else {
			quiet = 0
		}
		last = string(sum)
		s.tries++
		return quiet >= 3 || s.tries > 12
	})
	s.tries = 0
	return picture(s.t, path)
}

func picture(t testing.TB, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		t.Fatalf("read picture %s: %v", filepath.Base(path), err)
	}
	return img
}

// waitFor looks until what holds, and fails the test when patience ends.
func (s *screen) waitFor(what string, holds func() bool) {
	s.t.Helper()
	waitFor(s.t, what, holds)
}

func waitFor(t testing.TB, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("waited in vain for %s", what)
		case <-tick.C:
		}
	}
}

// stop ends a process and waits for its end.
func stop(c *exec.Cmd) {
	if c.Process == nil {
		return
	}
	if err := c.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return
	}
	_ = c.Wait()
}

// colours counts the different colours of a picture, on a grid: a black or empty window has next to none.
func colours(img image.Image) int {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			r, g, bl, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, bl >> 8}] = true
		}
	}
	return len(seen)
}

// click presses and releases the first button of the mouse.
func (s *screen) click(at image.Point) {
	s.t.Helper()
	if out, err := s.command("xdotool", "mousemove", "--sync", fmt.Sprint(at.X), fmt.Sprint(at.Y), "click", "1").CombinedOutput(); err != nil {
		s.t.Fatalf("click at %v: %v\n%s", at, err, out)
	}
}
