package mp4

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func load(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func check(b []byte) (*Info, error) { return Check(bytes.NewReader(b), int64(len(b))) }

func TestCheckDescribesClip(t *testing.T) {
	for _, name := range []string{"own.mp4", "x264.mp4", "x264fs.mp4"} {
		t.Run(name, func(t *testing.T) {
			info, err := check(load(t, name))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%+v", *info)
			if info.VideoCodec != "avc1" || info.AudioCodec != "mp4a" || !info.HasAudio {
				t.Errorf("codecs: %+v", *info)
			}
			if math.Abs(info.FPS-24) > 0.01 || math.Abs(float64(info.Frames)/24-info.Seconds) > 0.001 {
				t.Errorf("%d frames, %g s, %g fps do not agree", info.Frames, info.Seconds, info.FPS)
			}
			if want := name != "x264.mp4"; info.FastStart != want {
				t.Errorf("FastStart = %v, want %v", info.FastStart, want)
			}
		})
	}
}

func TestCheckRefuses(t *testing.T) {
	own, tail := load(t, "own.mp4"), load(t, "x264.mp4")
	noise := make([]byte, 5000)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	edit := func(b []byte, box string, from int, with ...byte) []byte {
		out := bytes.Clone(b)
		inMoov := bytes.Index(out, []byte("moov")) // ftyp names brands like boxes
		copy(out[inMoov+bytes.Index(out[inMoov:], []byte(box))+from:], with)
		return out
	}
	fragmented := load(t, "fragmented.mp4")
	cutFragment := fragmented[:bytes.LastIndex(fragmented, []byte("mfra"))-5]
	tests := []struct {
		name string
		b    []byte
		is   error
		says string
	}{
		{"empty", nil, ErrNotMP4, "empty"},
		{"web page", []byte("<!DOCTYPE html><html><body>502 Bad Gateway</body></html>"), ErrNotMP4, "web page"},
		{"page behind white space", []byte("\r\n  <html>"), ErrNotMP4, "web page"},
		{"JSON", []byte(`{"error":{"code":"artifact_gone"}}`), ErrNotMP4, "JSON"},
		{"noise", noise, ErrNotMP4, ""},
		{"three bytes", []byte("abc"), ErrNotMP4, ""},
		{"cut in the media data", own[:len(own)-1], ErrCut, `"mdat"`},
		{"cut in moov", own[:900], ErrCut, `"moov"`},
		{"cut behind moov", own[:bytes.Index(own, []byte("mdat"))-4], ErrCut, "no media data"},
		{"moov at the end is lost", tail[:bytes.LastIndex(tail, []byte("moov"))-4], ErrCut, "no moov"},
		{"a further mdat is cut", append(bytes.Clone(own), 0, 0, 0, 9, 'm', 'd', 'a', 't'), ErrCut, `"mdat"`},
		{"box smaller than its header", edit(own, "moov", -4, 0, 0, 0, 4), ErrDamaged, "smaller"},
		{"empty fragment", append(bytes.Clone(own), 0, 0, 0, 8, 'm', 'o', 'o', 'f'), ErrCut, "last fragment"},
		{"cut behind a fragment", cutFragment, ErrCut, ""},
		{"cut in the header behind a fragment", append(bytes.Clone(fragmented), 0, 0, 1), ErrDamaged, "3 stray bytes"},
		{"table count", edit(own, "stsz", 12, 0x7f), ErrDamaged, ""},
		{"offsets beyond the file", edit(own, "stco", 12, 0x7f), ErrDamaged, "outside"},
		{"offset into moov", edit(own, "stco", 12, 0, 0, 0, 9), ErrDamaged, "outside"},
		{"timescale 0", edit(own, "mdhd", 16, 0, 0, 0, 0), ErrDamaged, "timescale"},
		{"no sample sizes", edit(own, "stsz", 0, 'f', 'r', 'e', 'e'), ErrDamaged, "lacks"},
		{"no picture size", edit(own, "avc1", 28, 0, 0, 0, 0), ErrDamaged, "size"},
		{"ftyp alone", own[:bytes.Index(own, []byte("moov"))-4], ErrDamaged, "no moov"},
		{"more samples of one size than media data", edit(own, "stsz", 8, 0, 0, 0xff, 0xff), ErrDamaged, "outside"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			info, err := check(tt.b)
			if info != nil || !errors.Is(err, tt.is) {
				t.Fatalf("got %v, %v; want %v", info, err, tt.is)
			}
			if !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%q does not say %q", err, tt.says)
			}
		})
	}
}

// The stated size may be wrong for the reader.
func TestCheckReportsWrongSize(t *testing.T) {
	own := load(t, "own.mp4")
	if _, err := Check(bytes.NewReader(own[:500]), int64(len(own))); !errors.Is(err, ErrCut) {
		t.Errorf("shorter than said: %v", err)
	}
	if _, err := Check(bytes.NewReader(own), int64(len(own)-7)); !errors.Is(err, ErrCut) {
		t.Errorf("longer than said: %v", err)
	}
}

type failing struct{ err error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.err }

func TestCheckReturnsReadErrors(t *testing.T) {
	disk := errors.New("input/output error")
	_, err := Check(failing{disk}, 1000)
	if !errors.Is(err, disk) || errors.Is(err, ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

func TestCheckFile(t *testing.T) {
	if _, err := CheckFile(filepath.Join("testdata", "own.mp4")); err != nil {
		t.Error(err)
	}
	if _, err := CheckFile(filepath.Join(t.TempDir(), "none.mp4")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkCheck(b *testing.B) {
	own := load(b, "own.mp4")
	for b.Loop() {
		if _, err := check(own); err != nil {
			b.Fatal(err)
		}
	}
}
