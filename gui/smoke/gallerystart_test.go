package smoke

import (
	"fmt"
	"image"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"viviscope/db/dbtest"
)

// BenchmarkGalleryStart measures from the start of the process to the first page of the gallery, as seen from outside,
// with a library of 100,000 assets and with an empty one: the window fills, Ctrl+4 is pressed, and the wall, or the
// words in its place, is painted. The runs alternate, so that both meet the same machine. The library has rows only, so
// that no picture is decoded.
func BenchmarkGalleryStart(b *testing.B) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		b.Skip("Xvfb is not installed (make deps installs it)")
	}
	s := startScreen(b, 1440, 900, b.TempDir())
	program, err := built()
	if err != nil {
		b.Fatal(err)
	}
	sizes, runs := []int{0, 100_000}, 9
	if testing.Short() {
		sizes, runs = []int{0, 1000}, 2
	}
	folder := b.TempDir()
	library := func(n int) string { return filepath.Join(folder, fmt.Sprint(n)) }
	for _, n := range sizes {
		if err := dbtest.Rows(b.Context(), library(n), n, dbtest.Options{Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
	chosen := barBeside(b, s, library(0), "Gallery")
	window, page := map[int][]time.Duration{}, map[int][]time.Duration{}
	for b.Loop() {
		for i := range runs {
			for _, n := range sizes {
				w, p := galleryStart(b, s, chosen, program, library(n))
				if i > 0 { // the first of each warms the caches and makes the copy of the day
					window[n], page[n] = append(window[n], w), append(page[n], p)
				}
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, n := range sizes {
		b.ReportMetric(float64(median(window[n]).Milliseconds()), fmt.Sprintf("ms/window-of-%d", n))
		b.ReportMetric(float64(median(page[n]).Milliseconds()), fmt.Sprintf("ms/page-of-%d", n))
	}
	times := float64(median(page[sizes[1]])) / float64(median(page[sizes[0]]))
	b.ReportMetric(times, "times")
	b.Logf("start to the first page of the gallery, median of %d: %d assets %v, none %v: %.2f times (bar: 1.2)",
		len(page[0]), sizes[1], median(page[sizes[1]]), median(page[0]), times)
}

// galleryStart returns how long the program needs from its start until its window is filled, and until the gallery
// shows its first page.
func galleryStart(b *testing.B, s *screen, chosen image.Point, program, library string) (window, page time.Duration) {
	b.Helper()
	c := s.command(program, "-library", library)
	began := time.Now()
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() {
		// As a person ends it: after a crash the database is looked through first, which takes as long as it is large.
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			b.Fatalf("end the program: %v", err)
		}
		if err := c.Wait(); err != nil {
			b.Fatalf("the program ended with %v", err)
		}
		waitFor(b, "an empty screen", func() bool { return !s.painted() })
	}()
	waitUntil := func(what string, holds func() bool) {
		for !holds() {
			if time.Since(began) > patience {
				b.Fatalf("there is no %s", what)
			}
		}
	}
	waitUntil("window", func() bool { return s.painted() && s.written() })
	window = time.Since(began)
	s.keys("ctrl+4")
	pressed := time.Now()
	waitUntil("page", func() bool {
		if time.Since(pressed) > 5*time.Second { // a window that was just filled may have had no focus yet
			s.click(chosen)
			pressed = time.Now()
		}
		return s.accented(chosen) && s.written()
	})
	return window, time.Since(began)
}

// barBeside returns the point at the left edge of a place in the rail that has the accent colour while the place is
// shown. It asks the program, run once for this, where the place is.
func barBeside(b *testing.B, s *screen, library, name string) (at image.Point) {
	b.Helper()
	p := startInspected(b, s, library, "")
	defer p.kill()
	waitFor(b, "the place "+name+" in the rail", func() bool {
		v, err := p.look(patience)
		i := slices.IndexFunc(v.Controls, func(c control) bool { return c.Pressed && c.Text == name && !c.At.Empty() })
		if err != nil || i < 0 {
			return false
		}
		before := at
		at = image.Pt(v.Controls[i].At.Min.X+1, (v.Controls[i].At.Min.Y+v.Controls[i].At.Max.Y)/2)
		return at == before // the window is laid out
	})
	return at
}

// accented reports whether a point of the screen is blue, as the accent colour.
func (s *screen) accented(at image.Point) bool {
	return s.part(image.Rectangle{at, at.Add(image.Pt(1, 1))}).Pix[2] > 0xa0
}
