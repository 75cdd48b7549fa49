package mp4

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// openBytes writes a clip into a file and opens it.
func openBytes(t testing.TB, b []byte) *Clip {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func writeAndOpen(t testing.TB, v Video, a *Audio) *Clip {
	t.Helper()
	var w bytes.Buffer
	if err := Write(&w, v, a); err != nil {
		t.Fatal(err)
	}
	return openBytes(t, w.Bytes())
}

func mustJoin(t testing.TB, clips ...*Clip) (Film, []byte) {
	t.Helper()
	var w bytes.Buffer
	film, err := Join(t.Context(), &w, clips, Sound{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return film, w.Bytes()
}

// sampleData returns the bytes of each sample of a track.
func sampleData(t testing.TB, c *Clip, s *stream) (out [][]byte) {
	t.Helper()
	b, err := os.ReadFile(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range s.samples {
		out = append(out, b[x.at:x.at+int64(x.size)])
	}
	return out
}

// A film contains each frame of its clips, except cut ones, at the right time. Each frame of sound is within half a
// frame of its time.
func TestJoinKeepsEveryFrame(t *testing.T) {
	own, tail, start := openBytes(t, load(t, "own.mp4")), openBytes(t, load(t, "x264.mp4")),
		openBytes(t, load(t, "x264fs.mp4"))
	silent := writeAndOpen(t, testVideo(50), nil)
	loud := writeAndOpen(t, testVideo(31), testAudio(31*2000))
	other := testVideo(24)
	other.PPS = append(bytes.Clone(testPPS), 0x80)
	otherSets := writeAndOpen(t, other, nil)
	cut := *loud
	cut.Cut = 7
	cutPyramid := *tail
	cutPyramid.Cut = tail.Snap(5)
	for name, clips := range map[string][]*Clip{
		"own": {own, own, own}, "B-frames": {tail, &cutPyramid, start}, "silence in the middle": {loud, silent, loud},
		"silence first":  {silent, &cut, loud},
		"none has sound": {silent, silent}, "two parameter sets": {silent, otherSets, loud}, "one": {own},
	} {
		t.Run(name, func(t *testing.T) {
			film, b := mustJoin(t, clips...)
			got := openBytes(t, b)
			var want [][]byte
			var begin []int64
			for _, c := range clips {
				begin = append(begin, int64(len(want)))
				want = append(want, sampleData(t, c, c.video)[:c.Frames-c.Cut]...)
			}
			frames := sampleData(t, got, got.video)
			if len(got.video.entries) > 1 { // sync frames begin with the parameter sets
				for i, f := range frames {
					frames[i] = f[len(f)-len(want[i]):]
				}
			}
			if !slices.EqualFunc(frames, want, bytes.Equal) || film.Frames != len(want) || got.reason != 0 ||
				got.video.minShift < 0 {
				t.Errorf("%d frames of %d, or others; %+v", len(frames), len(want), got.reason)
			}
			if (got.sound == nil) != !slices.ContainsFunc(clips, func(c *Clip) bool { return c.sound != nil }) {
				t.Fatal("the sound")
			}
			if got.sound == nil {
				return
			}
			if !got.sound.canCopy {
				t.Error("the sound of a film cannot be copied into another film")
			}
			heard := sampleData(t, got, got.sound)
			for i, c := range clips {
				at := got.sound.firstShown + begin[i]*int64(got.sound.timescale)/24
				for k := at/aacFrame + 2; k < at/aacFrame+4; k++ {
					if c.sound == nil {
						if !bytes.Equal(heard[k], silence(got.Layout)) {
							t.Errorf("clip %d is not silent", i)
						}
						continue
					}
					from := sampleData(t, c, c.sound)
					place := slices.IndexFunc(from, func(f []byte) bool { return bytes.Equal(f, heard[k]) })
					if bytes.Equal(heard[k], []byte("sound")) {
						continue // all frames are alike there
					}
					if off := (int64(k)-int64(place))*aacFrame - at + c.sound.firstShown; place < 0 ||
						off > aacFrame/2 ||
						off < -aacFrame/2 {
						t.Errorf("the sound of clip %d is off by %d samples", i, off)
					}
				}
			}
		})
	}
}

// A copy can only cut at frames that no remaining frame needs.
func TestSnapCutsOnlyUnreferencedFrames(t *testing.T) {
	own, pyramid := openBytes(t, load(t, "own.mp4")), openBytes(t, load(t, "x264.mp4"))
	if own.Snap(7) != 7 || own.Snap(100) != own.Frames-1 {
		t.Errorf("without B-frames %d, %d", own.Snap(7), own.Snap(100))
	}
	if n := pyramid.Snap(7); n == 0 || n == 7 || slices.Contains(pyramid.cuts, pyramid.Frames) {
		t.Errorf("with B-frames 7 becomes %d of %v", n, pyramid.cuts)
	}
	bad := *pyramid
	bad.Cut = pyramid.Snap(7) + 1
	var w bytes.Buffer
	if _, err := Join(t.Context(), &w, []*Clip{&bad, pyramid}, Sound{}, func(int) {}); err == nil || w.Len() > 0 {
		t.Errorf("a cut that needs encoding: %v", err)
	}
}

func TestCompareReportsDifferingClips(t *testing.T) {
	v := testVideo(24)
	small, fast := v, v
	small.Height, fast.FPS = 178, 30
	usual, slow := writeAndOpen(t, v, testAudio(48_000)), testAudio(44_100)
	slow.Rate, slow.Config = 44_100, []byte{0x12, 0x10}
	turned := load(t, "own.mp4")
	at := bytes.Index(turned, []byte("tkhd")) + 4 + 40
	copy(turned[at:], []byte{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0})
	hidden := load(t, "own.mp4")
	copy(hidden[bytes.Index(hidden, []byte("elst"))+12:], []byte{0, 0, 1, 0})
	patched := func(name, entry string, at int, with ...byte) *Clip { // the sample entry of that name
		b := load(t, name)
		k := bytes.Index(b, []byte("stsd"))
		copy(b[k+bytes.Index(b[k:], []byte(entry))+at:], with)
		return openBytes(t, b)
	}
	absurd, config := testAudio(48_000), uint64(2)<<35|15<<31|16_000_000<<7|2<<3
	absurd.Rate, absurd.Config = 16_000_000,
		[]byte{byte(config >> 32), byte(config >> 24), byte(config >> 16), byte(config >> 8), byte(config)}
	for name, tt := range map[string]struct {
		clip *Clip
		want Reason
	}{
		"alike": {usual, 0}, "size": {writeAndOpen(t, small, nil), OtherSize},
		"rate":  {writeAndOpen(t, fast, nil), OtherRate},
		"sound": {writeAndOpen(t, v, slow), OtherSound}, "turned": {openBytes(t, turned), NeedsRotation},
		"hidden": {openBytes(t, hidden), OtherTimestamps},
	} {
		clips := []*Clip{tt.clip, usual, usual}
		form, differ := Compare(clips, false)
		if form != usual.Format || (len(differ) == 1) != (tt.want != 0) || tt.want != 0 &&
			(differ[0].Index != 0 || differ[0].Reasons[len(differ[0].Reasons)-1] != tt.want) {
			t.Errorf("%s: %+v, %v", name, form, differ)
		}
		var m *Mismatch
		if _, err := Join(t.Context(), new(bytes.Buffer), clips, Sound{}, func(int) {}); errors.As(err,
			&m) != (tt.want != 0) {
			t.Errorf("%s: %v", name, err)
		}
	}
	own := openBytes(t, load(t, "own.mp4"))
	for name, tt := range map[string]struct {
		clip *Clip
		want Reason
	}{
		"encrypted":       {patched("own.mp4", "avc1", 0, 'e', 'n', 'c', 'v'), OtherCodec},
		"elsewhere":       {patched("own.mp4", "avc1", 11, 2), OtherCodec},
		"encrypted sound": {patched("own.mp4", "mp4a", 0, 'e', 'n', 'c', 'a'), OtherSound},
		"sound elsewhere": {patched("own.mp4", "mp4a", 11, 2), OtherSound},
	} {
		if _, differ := Compare([]*Clip{own, own, tt.clip}, false); len(differ) != 1 ||
			differ[0].Reasons[len(differ[0].Reasons)-1] != tt.want {
			t.Errorf("%s: %v", name, differ)
		}
	}
	if form, _ := Compare([]*Clip{patched("own.mp4", "avc1", 0,
		append([]byte("encv"), append(make([]byte, 24), 0, 63, 0, 33)...)...)}, false); form.Codec != "avc1" ||
		form.Width != 64 || form.Height != 34 {
		t.Errorf("an encoder cannot make a film of %+v", form)
	}
	if form, _ := Compare([]*Clip{writeAndOpen(t, v, absurd)}, false); form.SampleRate != 48_000 {
		t.Errorf("a film with %d samples a second", form.SampleRate)
	}
	if form, differ := Compare([]*Clip{usual, writeAndOpen(t, v, slow)}, true); len(differ) > 0 || form.Channels != 0 {
		t.Errorf("a silent film: %+v, %v", form, differ)
	}
}

func touch(t *testing.T, path string) {
	if err := os.Chtimes(path, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
}

func TestJoinStopsOnCancelAndRefusesChangedFiles(t *testing.T) {
	c := writeAndOpen(t, testVideo(300), nil)
	ctx, cancel := context.WithCancel(t.Context())
	var w bytes.Buffer
	if _, err := Join(ctx, &w, []*Clip{c, c}, Sound{}, func(done int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Join(t.Context(), &w, []*Clip{c, c}, Sound{}, func(done int) {
		touch(t, c.Path)
	}); !errors.Is(err, errChanged) {
		t.Errorf("written while it is read: %v", err)
	}
	if err := os.WriteFile(c.Path, load(t, "own.mp4"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Join(t.Context(), &w, []*Clip{c, c}, Sound{}, func(int) {}); !errors.Is(err, errChanged) {
		t.Errorf("another file: %v", err)
	}
	if err := Write(&full{100}, testVideo(200), nil); !errors.Is(err, errFull) {
		t.Errorf("full: %v", err)
	}
}

// hostileJoin joins a file with itself and verifies that the result is complete.
func hostileJoin(t *testing.T, path string, b []byte) bool {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Open(path)
	if err != nil {
		return false
	}
	c.Cut = c.Snap(2)
	var w bytes.Buffer
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	film, err := Join(t.Context(), &w, []*Clip{c, c}, Sound{}, func(int) {})
	runtime.ReadMemStats(&after)
	if d := after.TotalAlloc - before.TotalAlloc; d > 400<<20+uint64(100*len(b)) {
		t.Fatalf("%d MB allocated for a file of %d bytes", d>>20, len(b))
	}
	if err != nil {
		return false
	}
	if info, err := check(w.Bytes()); err != nil || info.Frames != film.Frames || info.Frames != 2*(c.Frames-c.Cut) {
		t.Fatalf("%+v of %d frames became %+v, %v", film, c.Frames, info, err)
	}
	return true
}

func TestJoinOfBrokenFiles(t *testing.T) {
	src, path := append(seeds(t), load(t, "fragmented.m4v")), filepath.Join(t.TempDir(), "clip.mp4")
	r := rand.New(rand.NewPCG(5, 6))
	accepted, n := 0, 1500
	if os.Getenv("VIVISCOPE_LONG") != "" {
		n = 12_000
	}
	for i := range n {
		if hostileJoin(t, path, mutate(r, src[i%len(src)])) {
			accepted++
		}
	}
	if accepted == 0 || accepted == n {
		t.Errorf("%d of %d joined: the mutation does nothing, or everything", accepted, n)
	}
}

func FuzzJoin(f *testing.F) {
	for _, b := range append(seeds(f), load(f, "fragmented.m4v")) {
		f.Add(b)
	}
	path := filepath.Join(f.TempDir(), "clip.mp4")
	f.Fuzz(func(t *testing.T, b []byte) { hostileJoin(t, path, b) })
}

// fullHD returns twelve clips of 5 s like those of the service at 1920x1080: 8 Mbit/s, with sound.
func fullHD(t testing.TB) []*Clip {
	v := Video{Width: 1920, Height: 1080, FPS: 24, SPS: testSPS, PPS: testPPS}
	for i := range 120 {
		v.Frames = append(v.Frames, Frame{Data: make([]byte, 41_000), Sync: i%48 == 0})
	}
	c := writeAndOpen(t, v, testAudio(240_000))
	return slices.Repeat([]*Clip{c}, 12)
}

func TestJoinStreamsFiles(t *testing.T) {
	clips := fullHD(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Join(t.Context(), discard{}, clips, Sound{}, func(int) {}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 10 {
		t.Errorf("%d MB were allocated for a film of 60 MB", mb)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func BenchmarkJoin(b *testing.B) {
	clips := fullHD(b)
	out := filepath.Join(b.TempDir(), "film.mp4")
	b.ReportAllocs()
	for b.Loop() {
		f, err := os.Create(out)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Join(b.Context(), f, clips, Sound{}, func(int) {}); err != nil {
			b.Fatal(err)
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			b.Fatal(err)
		}
	}
}
