package player

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"viviscope/gui/media/mediatest"
	"viviscope/gui/media/mpv"
	"viviscope/gui/media/player/playbench/result"
)

// BenchmarkPlayback loops clips of 8 s for a minute each, in a window of 1280 x 720 pixels. "shown-%" is the share of
// frames that the window painted; "decoder-drops" counts frames that were decoded too late.
func BenchmarkPlayback(b *testing.B) {
	program, length := inAWindow(b), "60s"
	if testing.Short() {
		length = "2s"
	}
	for _, c := range []struct{ width, height, fps int }{{1280, 720, 24}, {1280, 720, 30}, {1920, 1080, 24},
		{1920, 1080, 30}} {
		b.Run(fmt.Sprintf("%dp%d", c.height, c.fps), func(b *testing.B) {
			clip := mediatest.Clip(b, mediatest.Spec{Width: c.width, Height: c.height, FPS: c.fps, Frames: 8 * c.fps,
				Sound: true})
			for b.Loop() {
				r := measured(b, program, "-time", length, "-width", "1280", "-height", "720", clip)
				b.ReportMetric(100*float64(r.Shown)/r.Due, "shown-%")
				b.ReportMetric(float64(r.Decoder), "decoder-drops")
				b.ReportMetric(float64(r.Output), "output-drops")
				b.ReportMetric(100*r.CPUShare, "cpu-%")
				b.ReportMetric(r.MB[len(r.MB)-1]-r.MB[len(r.MB)/2], "MB-grown")
			}
		})
	}
}

// BenchmarkComeAndGo opens and closes a clip 30 times with one player. "MB-grown" is the growth of memory over the last
// ten.
func BenchmarkComeAndGo(b *testing.B) {
	program := inAWindow(b)
	clip := mediatest.Clip(b, mediatest.Spec{Width: 1280, Height: 720, FPS: 24, Frames: 72, Sound: true})
	for b.Loop() {
		r := measured(b, program, "-opens", "30", clip)
		most := func(mb []float64) (m float64) {
			for _, v := range mb {
				m = math.Max(m, v)
			}
			return m
		}
		b.ReportMetric(most(r.MB[20:])-most(r.MB[10:20]), "MB-grown")
		b.ReportMetric(most(r.MB), "MB")
	}
}

// inAWindow builds playbench, or skips the benchmark without a screen or a player.
func inAWindow(b *testing.B) string {
	b.Helper()
	if os.Getenv("DISPLAY") == "" {
		b.Skip("no screen: run under xvfb-run")
	}
	if _, err := mpv.Open(); err != nil {
		b.Skip(err)
	}
	program := filepath.Join(b.TempDir(), "playbench")
	if out, err := exec.Command("go", "build", "-o", program, "./playbench").CombinedOutput(); err != nil {
		b.Fatalf("build: %v %s", err, out)
	}
	return program
}

func measured(b *testing.B, program string, args ...string) result.Result {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "LANG=en_US.UTF-8")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var r result.Result
	if err := json.Unmarshal(out, &r); err != nil {
		b.Fatalf("%v: %q", err, out)
	}
	return r
}
