package smoke

import (
	"database/sql"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/db/dbtest"
	"viviscope/gui/media/mediatest"
)

// BenchmarkGalleryMemory measures the memory of the program (VmRSS) with 100,000 pictures and clips while the user
// jumps all over them with the scroll bar for 80 s, and for half as long again. Every thumbnail is made on the way: the
// files are real, though they are a few files under many names.
func BenchmarkGalleryMemory(b *testing.B) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		b.Skip("Xvfb is not installed (make deps installs it)")
	}
	s := startScreen(b, 1440, 900, b.TempDir())
	program, err := built()
	if err != nil {
		b.Fatal(err)
	}
	dir, n := filepath.Join(b.TempDir(), "library"), 100_000
	if testing.Short() {
		n = 500
	}
	if err := dbtest.Rows(b.Context(), dir, n, dbtest.Options{Seed: 1}); err != nil {
		b.Fatal(err)
	}
	lay(b, dir)
	for b.Loop() {
		measureJumps(b, s, program, dir)
	}
	b.ReportMetric(0, "ns/op")
}

func measureJumps(b *testing.B, s *screen, program, dir string) {
	c := s.command(program, "-library", dir)
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	defer stop(c)
	s.window("Viviscope")
	time.Sleep(5 * time.Second) // the index is read
	s.keys("ctrl+4")
	time.Sleep(5 * time.Second)
	opened := residentOf(b, c.Process.Pid)
	random := rand.New(rand.NewPCG(5, 6))
	jump := func(long time.Duration) (most float64) {
		for end := time.Now().Add(long); time.Now().Before(end); {
			s.click(image.Pt(1098, 140+random.IntN(640))) // beside the thumb: the bar goes there
			time.Sleep(200 * time.Millisecond)
			most = max(most, residentOf(b, c.Process.Pid))
		}
		return most
	}
	long := 80 * time.Second
	if testing.Short() {
		long = 2 * time.Second
	}
	most := jump(long)
	after := residentOf(b, c.Process.Pid)
	later := jump(long / 2)
	b.ReportMetric(opened, "MB-open")
	b.ReportMetric(after, "MB-after-80s")
	b.ReportMetric(most, "MB-most")
	b.ReportMetric(later-most, "MB-more-later")
}

// residentOf gives the memory of a process in MB.
func residentOf(b *testing.B, pid int) float64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skipf("this system does not say what a process holds: %v", err)
	}
	for line := range strings.Lines(string(status)) {
		var kB float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kB); n == 1 {
			return kB / 1024
		}
	}
	b.Fatal("the process has ended")
	return 0
}

// lay puts a file where each row of a library says that it lies.
func lay(b *testing.B, dir string) {
	b.Helper()
	from := map[string][]string{}
	for i := range 4 {
		from["picture"] = append(from["picture"], noise(b, i, 1280+320*i, 720+180*i))
		from["clip"] = append(from["clip"],
			mediatest.Clip(b, mediatest.Spec{Width: 1280, Height: 720, FPS: 24, Frames: 24 + i}))
	}
	var paths, kinds []string
	library{b, dir}.query(func(d *sql.DB) error {
		if err := collect(d, &paths, "SELECT path FROM assets ORDER BY id"); err != nil {
			return err
		}
		return collect(d, &kinds, "SELECT kind FROM assets ORDER BY id")
	})
	if len(paths) == 0 || len(paths) != len(kinds) {
		b.Fatalf("%d paths, %d kinds", len(paths), len(kinds))
	}
	for i, path := range paths {
		of := from[kinds[i]]
		to := filepath.Join(dir, filepath.FromSlash(path))
		err := os.Link(of[i%len(of)], to)
		if os.IsNotExist(err) {
			if err = os.MkdirAll(filepath.Dir(to), 0o700); err == nil {
				err = os.Link(of[i%len(of)], to)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// noise makes a picture that is as hard to pack as a photograph.
func noise(b *testing.B, seed, width, height int) string {
	b.Helper()
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	im := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			n := uint8(random.IntN(24))
			im.SetRGBA(x, y, color.RGBA{R: uint8(x*200/width) + n, G: uint8(y*200/height) + n, B: uint8(60*seed) + n,
				A: 255})
		}
	}
	path := filepath.Join(b.TempDir(), "noise.png")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, im); err != nil {
		b.Fatal(err)
	}
	return path
}
