package smoke

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// BenchmarkStartup measures from the start of the process to the first painted frame, as seen from outside: the first time that
// a pixel in the middle of the screen is no longer the black of the empty screen. The program, with a library, the
// sandbox and all its places, stands beside an empty Fyne window; the runs alternate, so that both meet the same machine. The program
// fills its window after the first frame, so the time until words and controls are there is printed as well.
func BenchmarkStartup(b *testing.B) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		b.Skip("Xvfb is not installed (make deps installs it)")
	}
	s := startScreen(b, 1440, 900, b.TempDir())
	viviscope, err := built()
	if err != nil {
		b.Fatal(err)
	}
	empty := filepath.Join(b.TempDir(), "empty")
	if out, err := exec.Command("go", "build", "-o", empty, "viviscope/gui/smoke/emptywindow").CombinedOutput(); err != nil {
		b.Fatalf("build the empty window: %v\n%s", err, out)
	}
	library := filepath.Join(b.TempDir(), "library")
	const runs = 11
	var ours, full, theirs []time.Duration
	for b.Loop() {
		for i := range runs {
			a, f := firstFrame(b, s, true, viviscope, "-library", library)
			e, _ := firstFrame(b, s, false, empty)
			if i > 0 { // the first of each warms the caches and makes the library
				ours, full, theirs = append(ours, a), append(full, f), append(theirs, e)
			}
		}
	}
	program, window := median(ours), median(theirs)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(program.Milliseconds()), "ms/program")
	b.ReportMetric(float64(median(full).Milliseconds()), "ms/program-filled")
	b.ReportMetric(float64(window.Milliseconds()), "ms/empty-window")
	b.ReportMetric(float64(program)/float64(window), "times")
	b.Logf("first painted frame, median of %d: program %v (filled after %v), empty window %v: %.2f times (bar: 1.5)", len(ours), program, median(full), window, float64(program)/float64(window))
}

// firstFrame returns how long a program needs from its start to its first painted frame, and where fill is wished for also until there is
// something to read.
func firstFrame(b *testing.B, s *screen, fill bool, program string, args ...string) (first, filled time.Duration) {
	b.Helper()
	xgb.Logger.SetOutput(discard{})
	x, err := xgb.NewConnDisplay(s.display)
	if err != nil {
		b.Fatal(err)
	}
	defer x.Close()
	root := xproto.Setup(x).DefaultScreen(x).Root
	c := s.command(program, args...)
	began := time.Now()
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() {
		stop(c)
		waitFor(b, "an empty screen", func() bool { return !painted(b, x, root) })
	}()
	for !painted(b, x, root) {
		if time.Since(began) > patience {
			b.Fatalf("%s painted nothing", filepath.Base(program))
		}
	}
	first = time.Since(began)
	for fill && !written(b, x, root) {
		if time.Since(began) > patience {
			b.Fatalf("%s wrote nothing", filepath.Base(program))
		}
	}
	return first, time.Since(began)
}

// written looks at a strip across the middle of the screen: words and pictures have many colours, a ground has one.
func written(b *testing.B, x *xgb.Conn, root xproto.Window) bool {
	b.Helper()
	reply, err := xproto.GetImage(x, xproto.ImageFormatZPixmap, xproto.Drawable(root), 0, 430, 1440, 40, 0xffffffff).Reply()
	if err != nil {
		b.Fatalf("look at the screen: %v", err)
	}
	seen := map[[3]byte]bool{}
	for i := 0; i+2 < len(reply.Data); i += 4 {
		seen[[3]byte(reply.Data[i:i+3])] = true
	}
	return len(seen) > 16
}

// painted looks at four pixels in the middle of the screen.
func painted(b *testing.B, x *xgb.Conn, root xproto.Window) bool {
	b.Helper()
	reply, err := xproto.GetImage(x, xproto.ImageFormatZPixmap, xproto.Drawable(root), 720, 450, 2, 2, 0xffffffff).Reply()
	if err != nil {
		b.Fatalf("look at the screen: %v", err)
	}
	for i := 0; i+2 < len(reply.Data); i += 4 {
		if reply.Data[i] != 0 || reply.Data[i+1] != 0 || reply.Data[i+2] != 0 {
			return true
		}
	}
	return false
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
