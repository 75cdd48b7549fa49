package smoke

import (
	"image"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkStartup measures from the start of the process to the first painted frame, as seen from outside: the first
// time that a pixel in the middle of the screen is no longer the black of the empty screen. The program, with a
// library, the sandbox and all its places, stands beside an empty Fyne window; the runs alternate, so that both meet
// the same machine. The program fills its window after the first frame, so the time until words and controls are there
// is printed as well.
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
	if out, err := exec.Command("go", "build", "-o", empty,
		"viviscope/gui/smoke/emptywindow").CombinedOutput(); err != nil {
		b.Fatalf("build the empty window: %v\n%s", err, out)
	}
	library := filepath.Join(b.TempDir(), "library")
	runs := 11
	if testing.Short() {
		runs = 2
	}
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
	b.Logf("first painted frame, median of %d: program %v (filled after %v), empty window %v: %.2f times (bar: 1.5)",
		len(ours), program, median(full), window, float64(program)/float64(window))
}

// firstFrame returns how long a program needs from its start to its first painted frame, and where fill is wished for
// also until there is something to read.
func firstFrame(b *testing.B, s *screen, fill bool, program string, args ...string) (first, filled time.Duration) {
	b.Helper()
	c := s.command(program, args...)
	began := time.Now()
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() {
		stop(c)
		waitFor(b, "an empty screen", func() bool { return !s.painted() })
	}()
	for !s.painted() {
		if time.Since(began) > patience {
			b.Fatalf("%s painted nothing", filepath.Base(program))
		}
	}
	first = time.Since(began)
	for fill && !s.written() {
		if time.Since(began) > patience {
			b.Fatalf("%s wrote nothing", filepath.Base(program))
		}
	}
	return first, time.Since(began)
}

// written looks at a strip across the middle of the screen: words and pictures have many colours, a ground has one.
func (s *screen) written() bool {
	pix, seen := s.part(image.Rect(0, 430, 1440, 470)).Pix, map[[4]byte]bool{}
	for i := 0; i < len(pix); i += 4 {
		seen[[4]byte(pix[i:])] = true
	}
	return len(seen) > 16
}

// painted looks at four pixels in the middle of the screen.
func (s *screen) painted() bool {
	pix := s.part(image.Rect(720, 450, 722, 452)).Pix
	for i := 0; i < len(pix); i += 4 {
		if pix[i]|pix[i+1]|pix[i+2] != 0 {
			return true
		}
	}
	return false
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
