package media

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"viviscope/client/decode"
	"viviscope/client/mp4/mp4test"
)

// No clip crashes the process, regardless of size, pixel format and orientation.
func TestUnusualClipsDoNotCrash(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	run := func(args ...string) error {
		out, err := exec.CommandContext(t.Context(), ffmpeg,
			append([]string{"-v", "error", "-nostdin", "-y"}, args...)...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	h264 := func(name, size string, more ...string) (path string, err error) {
		path = filepath.Join(dir, name)
		args := []string{"-f", "lavfi", "-i", "testsrc=d=1:r=12:s=" + size, "-c:v", "libx264", "-preset", "ultrafast"}
		return path, run(append(append(args, more...), path)...)
	}
	clips := map[string]string{}
	for name, c := range map[string][]string{
		"odd":              {"33x17", "-pix_fmt", "yuv444p"},
		"odd quarters":     {"30x18", "-pix_fmt", "yuv420p"},
		"two pixels":       {"2x2", "-pix_fmt", "yuv444p"},
		"one pixel":        {"1x1", "-pix_fmt", "yuv444p"},
		"one pixel wide":   {"1x240", "-pix_fmt", "yuv444p"},
		"wide pixels":      {"64x48", "-pix_fmt", "yuv420p", "-vf", "setsar=4/3"},
		"very wide pixels": {"64x48", "-pix_fmt", "yuv420p", "-vf", "setsar=30000/1"},
		"very high pixels": {"64x48", "-pix_fmt", "yuv420p", "-vf", "setsar=1/30000"},
		"ten bits":         {"64x48", "-pix_fmt", "yuv420p10le"},
		"interlaced":       {"64x48", "-pix_fmt", "yuv420p", "-x264-params", "tff=1"},
	} {
		path, err := h264(name+".mp4", c[0], c[1:]...)
		if err != nil {
			t.Logf("%s cannot be made here: %v", name, err)
			continue
		}
		clips[name] = path
	}
	// Two concatenated raw streams: the size changes in the middle.
	small, err := h264("small.h264", "64x48", "-pix_fmt", "yuv420p")
	large, err2 := h264("large.h264", "160x240", "-pix_fmt", "yuv420p")
	both, path := filepath.Join(dir, "both.h264"), filepath.Join(dir, "changes.mp4")
	if err := errors.Join(err, err2); err == nil {
		a, err := os.ReadFile(small)
		b, err2 := os.ReadFile(large)
		if err := errors.Join(err, err2, os.WriteFile(both, append(a, b...), 0o600)); err != nil {
			t.Fatal(err)
		}
		if err := run("-f", "h264", "-r", "12", "-i", both, "-c", "copy", path); err != nil {
			t.Logf("a change of size cannot be made here: %v", err)
		} else {
			clips["size changes"] = path
		}
	}
	d := decoders(t)["libmpv"]
	if d == nil {
		t.Skip("there is no libmpv")
	}
	for what, path := range clips {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, matrix := range [][4]int32{mp4test.Matrix(6), {46341, 46341, -46341, 46341}} {
			turned := filepath.Join(dir, "turned.mp4")
			if err := os.WriteFile(turned, mp4test.WithMatrix(data, matrix), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := d.Poster(t.Context(), turned, 512)
			for _, at := range []time.Duration{0, pastEnd} {
				_, e := d.Frame(t.Context(), turned, at, 0)
				err = errors.Join(err, e)
			}
			_, e := d.Strip(t.Context(), turned, false)
			if err = errors.Join(err, e); err != nil {
				t.Errorf("%s, %v: %v", what, matrix, err)
			}
		}
	}
}
