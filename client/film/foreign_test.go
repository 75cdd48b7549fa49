package film

import (
	"math"
	"os/exec"
	"path/filepath"
	"testing"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/mp4"
)

// makeFile makes a file of two seconds with ffmpeg.
func makeFile(t *testing.T, ffmpeg, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	args = append(append([]string{"-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=64x48:r=12:d=2"}, args...),
		path)
	if out, err := exec.Command(ffmpeg, args...).CombinedOutput(); err != nil {
		t.Fatalf("make %s: %v: %s", name, err, out)
	}
	return path
}

// A clip in a format that only a decoder can read is encoded for the film.
func TestForeignClipsAreJoined(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	own, err := mp4.Open(testClip(t, ffmpeg, 1, 24, "-bf", "0"))
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"MKV":    makeFile(t, ffmpeg, "a.mkv", "-c:v", "libx264", "-pix_fmt", "yuv420p"),
		"GIF":    makeFile(t, ffmpeg, "a.gif"),
		"ProRes": "../mp4/testdata/prores.mov",
	} {
		c, err := client.OpenClip(t.Context(), path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		out := filepath.Join(t.TempDir(), "film.mp4")
		film := joined(t, out, Input{Clips: []*mp4.Clip{own, c}})
		want := 1 + float64(c.Frames)/c.FPS
		if info, err := mp4.CheckFile(out); err != nil || math.Abs(film.Seconds-want) > 0.1 ||
			info.Frames != film.Frames {
			t.Errorf("%s: %+v of %g s, %+v, %v", name, film, want, info, err)
		}
	}
	if _, err := client.OpenClip(t.Context(), "../mp4/testdata/sound.m4a"); err == nil {
		t.Error("OpenClip accepted a file with only sound")
	}
}
