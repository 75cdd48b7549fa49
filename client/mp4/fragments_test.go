package mp4

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// A fragmented clip has the frames and the times of its fragments, and can be joined.
func TestOpenReadsFragmentedClip(t *testing.T) {
	c := openBytes(t, load(t, "fragmented.m4v"))
	if c.Frames != 18 || c.FPS != 24 || c.reason != 0 || !c.sound.canCopy || c.SampleRate != 48_000 {
		t.Fatalf("%+v, %d frames", c, c.Frames)
	}
	syncs := 0
	for _, s := range c.video.samples {
		if s.sync {
			syncs++
		}
	}
	if syncs != 3 || c.video.firstShown < 0 {
		t.Errorf("%d frames to start from, the first at %d", syncs, c.video.firstShown)
	}
	film, b := mustJoin(t, c, c)
	if info, err := check(b); err != nil || film.Frames != 36 || info.Frames != 36 ||
		math.Abs(info.Seconds-1.5) > 0.01 {
		t.Errorf("%+v, %+v, %v", film, info, err)
	}
}

// The values in fragments are limited by the size of the file.
func TestOpenBoundsHostileFragments(t *testing.T) {
	good := load(t, "fragmented.m4v")
	at := bytes.Index(good, []byte("trun")) + 4
	for name, change := range map[string]func(b []byte){
		"count": func(b []byte) { binary.BigEndian.PutUint32(b[at+4:], math.MaxUint32) },
		"nothing in a run": func(b []byte) {
			binary.BigEndian.PutUint32(b[at:], 0)
			binary.BigEndian.PutUint32(b[at+4:], maxSamples+1)
		},
		"offset":          func(b []byte) { binary.BigEndian.PutUint32(b[at+8:], math.MaxUint32/2) },
		"before the file": func(b []byte) { binary.BigEndian.PutUint32(b[at+8:], 0x80000000) },
		"track":           func(b []byte) { binary.BigEndian.PutUint32(b[bytes.Index(b, []byte("tfhd"))+8:], 77) },
		"sample entry":    func(b []byte) { binary.BigEndian.PutUint32(b[bytes.Index(b, []byte("trex"))+12:], 9) },
	} {
		b := bytes.Clone(good)
		change(b)
		path := filepath.Join(t.TempDir(), "clip.mp4")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := Open(path); err == nil && c.reason == 0 {
			t.Errorf("%s: %d frames would be copied", name, c.Frames)
		}
	}
}

// Tracks whose fragments begin late stay in sync.
func TestFragmentsThatBeginLateStayInSync(t *testing.T) {
	b := load(t, "fragmented.m4v")
	for from := 0; ; {
		at := bytes.Index(b[from:], []byte("tfdt"))
		if at < 0 {
			break
		}
		from += at + 4
		if b[from] != 1 {
			t.Fatal("a time of 32 bits")
		}
		seconds := uint64(1_700_000_000) // as in live recordings
		scale := uint64(12288)
		if bytes.LastIndex(b[:from], []byte{0, 0, 0, 2}) > bytes.LastIndex(b[:from], []byte("tfhd")) {
			scale = 48_000
		}
		binary.BigEndian.PutUint64(b[from+4:], binary.BigEndian.Uint64(b[from+4:])+seconds*scale)
	}
	late, plain := openBytes(t, b), openBytes(t, load(t, "fragmented.m4v"))
	if late.Frames != plain.Frames || late.sound.firstShown != plain.sound.firstShown {
		t.Errorf("the sound is at %d instead of %d", late.sound.firstShown, plain.sound.firstShown)
	}
}

func TestTimecode(t *testing.T) {
	got, ok := TimecodeOf(filepath.Join("testdata", "timecode.mp4"))
	if !ok || got != (Timecode{107892, 1001, 30000, true}) {
		t.Errorf("%+v, %v", got, ok)
	}
	if got, ok := TimecodeOf(filepath.Join("testdata", "own.mp4")); ok {
		t.Errorf("a clip without timecode has %+v", got)
	}
}

// Any file has either no timecode or one within a day.
func FuzzTimecode(f *testing.F) {
	f.Add(load(f, "timecode.mp4"))
	f.Add(load(f, "fragmented.m4v"))
	path := filepath.Join(f.TempDir(), "clip.mp4")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := TimecodeOf(path); ok && (got.Seconds() < 0 || got.Seconds() >= maxSeconds) {
			t.Fatalf("%+v", got)
		}
	})
}

// Silence contains the elements of any layout, and layouts are read from the configurations of encoders.
func TestSilenceHasElementsOfItsLayout(t *testing.T) {
	for config, want := range map[string]string{"\x11\x88": "s0", "\x11\x90": "p0", "\x11\xb0": "s0p0p1l0",
		"\x11\xb8": "s0p0p1p2l0",
		"\x11\x80\x04\xc8\x44\x00\x20\x00\xc4\x0d": "p0s0/s1/p1/", "\x11": "", "\x11\x80\x04": ""} {
		if _, got := readLayout([]byte(config)); got != want {
			t.Errorf("%x is %q, want %q", config, got, want)
		}
	}
	for _, layout := range append([]string{"p0s0/s1/p1/", ""}, standardLayouts[6]) {
		if b := silence(layout); len(b) == 0 || len(b) > 60 {
			t.Errorf("%q: %d bytes of silence", layout, len(b))
		}
	}
}
