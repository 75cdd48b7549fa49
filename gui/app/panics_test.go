package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/container"

	"viviscope/client/guard"
	"viviscope/gui/shell"
)

// loopOnly has a process of the tests run a window that panics, see runBrokenWindow.
const loopOnly = "VIVISCOPE_TEST_LOOP"

// brokenLayout panics while it is armed, as a layout does that gets values which it does not expect.
type brokenLayout struct{ armed bool }

func (l *brokenLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	if l.armed {
		panic("layout")
	}
	return fyne.NewSize(100, 100)
}

func (*brokenLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

// runBrokenWindow runs the loop of a real window in which a layout panics twice, while the toolkit draws, and then a
// callback. It quits in order.
func runBrokenWindow() {
	a := app.NewWithID("app.viviscope.test.loop")
	p := &program{options: Options{Log: slog.New(slog.DiscardHandler)}, app: a, window: a.NewWindow("loop")}
	layout := &brokenLayout{}
	content := container.New(layout)
	p.window.SetContent(content)
	draw := func() { p.window.Canvas().Refresh(content) }
	layouts := 0
	guard.SetReporter(func(x *guard.Panic) {
		fmt.Println("panic:", x.Value)
		layouts++
		switch layouts {
		case 1:
			fyne.Do(draw)
		case 2:
			layout.armed = false
			fyne.Do(func() { panic("callback") })
		case 3:
			fyne.Do(a.Quit)
		}
	})
	// from here it would run before the window is shown
	guard.Go("arm", func() { fyne.Do(func() { layout.armed = true; draw() }) })
	p.runWindow()
	fmt.Println("ended in order")
}

func TestTheLoopGoesOnAfterAPanic(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the window without a screen is X11")
	}
	xvfb, err := exec.LookPath("xvfb-run")
	if err != nil {
		t.Skip("xvfb-run is not installed")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	child := exec.CommandContext(ctx, xvfb, "-a", "-s", "-screen 0 640x480x24 +extension GLX", os.Args[0])
	child.Env = append(os.Environ(), loopOnly+"=1", "FYNE_PLATFORM=x11", "HOME="+t.TempDir())
	child.WaitDelay = 10 * time.Second // the window outlives the script that started it
	var logged strings.Builder         // by the toolkit, at any time
	child.Stderr = &logged
	out, err := child.Output()
	if err != nil {
		t.Fatalf("the window ended: %v\n%s%s", err, out, logged.String())
	}
	if n := strings.Count(string(out), "panic: layout"); n != 2 ||
		!strings.Contains(string(out), "panic: callback\nended in order") {
		t.Errorf("the window wrote\n%s", out)
	}
}

// Every package of a screen is in the table by which a panic is counted for its place.
func TestScreenPackagesExist(t *testing.T) {
	seen := map[shell.Place]bool{}
	for path, places := range screenPackages {
		if info, err := os.Stat("../../" + strings.TrimPrefix(path, "viviscope/")); err != nil || !info.IsDir() {
			t.Errorf("there is no package %s", path)
		}
		for _, p := range places {
			seen[p] = true
		}
	}
	for p := shell.Create; p <= shell.Settings; p++ {
		if !seen[p] {
			t.Errorf("no package belongs to %v", p)
		}
	}
}
