package mp4

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func join(clips ...[]byte) ([]byte, error) {
	var w bytes.Buffer
	err := Join(&w, clips...)
	return w.Bytes(), err
}

// mute gives the clip without its sound.
func mute(t *testing.T, b []byte) []byte {
	t.Helper()
	tracks, err := readTracks(b)
	if err != nil {
		t.Fatal(err)
	}
	var w bytes.Buffer
	if err := writeTracks(&w, tracks[:1]); err != nil {
		t.Fatal(err)
	}
	return w.Bytes()
}

func TestJoin(t *testing.T) {
	own, x264, fs := load(t, "own.mp4"), load(t, "x264.mp4"), load(t, "x264fs.mp4")
	tests := []struct {
		name  string
		clips [][]byte
	}{
		{"one", [][]byte{own}}, {"twice the same", [][]byte{own, own}}, {"three", [][]byte{own, own, own}},
		{"other settings", [][]byte{mute(t, own), mute(t, x264)}}, {"the other way round", [][]byte{mute(t, x264), mute(t, own)}}, {"B-frames", [][]byte{x264, fs}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := join(tt.clips...)
			if err != nil {
				t.Fatal(err)
			}
			info, err := check(b)
			if err != nil {
				t.Fatal(err)
			}
			n := len(tt.clips)
			if info.Frames != 24*n || math.Abs(info.Seconds-float64(n)) > 0.002 {
				t.Errorf("got %+v", *info)
			}
			if tt.name == "twice the same" { // one sample entry: not a byte of the frames may differ
				tracks, err := readTracks(b)
				if err != nil {
					t.Fatal(err)
				}
				before, _ := readTracks(own)
				for i, s := range tracks[0].samples {
					if want := before[0].samples[i%24]; !bytes.Equal(s.data, want.data) || s.sync != want.sync {
						t.Fatalf("frame %d is another one", i)
					}
				}
			}
		})
	}
}

// The proof by another program: the decoded frames of the joined file are those of its parts.
func TestJoinedFramesDecodeTheSame(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skipf("ffmpeg is not installed, so the joined frames are not decoded: %v", err)
	}
	dir := t.TempDir()
	hashes := func(name string, b []byte) []string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(ffmpeg, "-v", "error", "-i", file, "-map", "0:v:0", "-f", "framemd5", "-").CombinedOutput()
		if err != nil {
			t.Fatal(err, string(out))
		}
		var list []string
		for line := range strings.Lines(string(out)) {
			if fields := strings.Split(line, ","); len(fields) == 6 && !strings.HasPrefix(line, "#") {
				list = append(list, strings.TrimSpace(fields[5]))
			}
		}
		return list
	}
	own, x264, fs := load(t, "own.mp4"), load(t, "x264.mp4"), load(t, "x264fs.mp4")
	for name, pair := range map[string][2][]byte{"own own": {own, own}, "own x264": {mute(t, own), mute(t, x264)}, "x264 own": {mute(t, x264), mute(t, own)}, "x264 fs": {x264, fs}} {
		b, err := join(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		want := append(hashes("a.mp4", pair[0]), hashes("b.mp4", pair[1])...)
		got := hashes("joined.mp4", b)
		if len(got) != 48 || strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %d frames, not those of the parts", name, len(got))
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	own := load(t, "own.mp4")
	written := func(v Video, a *Audio) []byte {
		var w bytes.Buffer
		if err := Write(&w, v, a); err != nil {
			t.Fatal(err)
		}
		return w.Bytes()
	}
	silent, sounding := written(testVideo(24), nil), written(testVideo(24), testAudio(48_000))
	otherRate := testVideo(24)
	otherRate.FPS = 7
	tests := []struct {
		name  string
		clips [][]byte
		is    error
	}{
		{"none", nil, ErrJoin}, {"another size", [][]byte{own, sounding}, ErrJoin}, {"only one with sound", [][]byte{silent, sounding}, ErrJoin},
		{"times that do not divide", [][]byte{silent, written(otherRate, nil)}, ErrJoin}, {"other sound", [][]byte{own, load(t, "x264.mp4")}, ErrJoin}, {"a cut one", [][]byte{own, own[:5000]}, ErrCut},
	}
	for _, tt := range tests {
		if out, err := join(tt.clips...); !errors.Is(err, tt.is) || len(out) > 0 {
			t.Errorf("%s: %v, %d bytes", tt.name, err, len(out))
		}
	}
	if out, err := join(silent, silent); err != nil || len(out) == 0 {
		t.Error(err)
	}
}

func TestJoinOfBrokenFiles(t *testing.T) {
	src := seeds(t)
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 2000 {
		b := mutate(r, src[i%len(src)])
		out, err := join(b, b)
		if err != nil {
			continue
		}
		if _, err := check(out); err != nil {
			t.Fatalf("file %d: the joined file is damaged: %v", i, err)
		}
	}
}
