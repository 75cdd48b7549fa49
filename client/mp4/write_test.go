package mp4

import (
	"bytes"
	"errors"
	"testing"
)

// The parameter sets of a 320x180 stream; these tests do not decode frames.
var (
	testSPS = []byte{0x67, 0x42, 0xc0, 0x0d, 0xd9, 0x01, 0x41, 0x96, 0x84, 0x00, 0x00, 0x03, 0x00, 0x04, 0x00, 0x00,
		0x03, 0x00, 0xc0, 0x3c, 0x50, 0xa9, 0x20}
	testPPS = []byte{0x68, 0xcb, 0x83, 0xcb, 0x20}
)

func testVideo(frames int) Video {
	v := Video{Width: 320, Height: 180, FPS: 24, SPS: testSPS, PPS: testPPS}
	for i := range frames {
		v.Frames = append(v.Frames, Frame{Data: bytes.Repeat([]byte{byte(i)}, 10+i%7), Sync: i%48 == 0})
	}
	return v
}

func testAudio(samples int) *Audio {
	a := &Audio{Rate: 48000, Config: []byte{0x11, 0x90}, Priming: 1600, Length: samples}
	for range (samples + 1600 + 1023) / 1024 {
		a.Frames = append(a.Frames, []byte("sound"))
	}
	return a
}

func TestCheckReadsWhatWriteWrites(t *testing.T) {
	tests := []struct {
		name   string
		frames int
		sound  bool
	}{{"silent", 120, false}, {"with sound", 72, true}, {"one frame", 1, false}, {"one frame with sound", 1, true}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var a *Audio
			if tt.sound {
				a = testAudio(tt.frames * 2000)
			}
			var w, again bytes.Buffer
			if err := Write(&w, testVideo(tt.frames), a); err != nil {
				t.Fatal(err)
			}
			info, err := check(w.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			seconds := float64(tt.frames) / 24
			want := Info{Width: 320, Height: 180, Orientation: Upright, Seconds: info.Seconds, FPS: 24,
				Frames:   tt.frames,
				HasAudio: tt.sound, VideoCodec: "avc1", FastStart: true}
			if tt.sound {
				want.AudioCodec = "mp4a"
			}
			if *info != want || info.Seconds < seconds-0.001 || info.Seconds > seconds+0.001 {
				t.Errorf("got %+v, want %+v", *info, want)
			}
			if err := Write(&again, testVideo(tt.frames), a); err != nil || !bytes.Equal(w.Bytes(), again.Bytes()) {
				t.Error("the same input gave other bytes")
			}
		})
	}
}

// Each sample must be at the offset in the tables, also with interleaved video and sound.
func TestWritePlacesSamples(t *testing.T) {
	v, a := testVideo(100), testAudio(200_000)
	var w bytes.Buffer
	if err := Write(&w, v, a); err != nil {
		t.Fatal(err)
	}
	f, err := parse(bytes.NewReader(w.Bytes()), int64(w.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for i, trak := range f.moov.Traks {
		ps, err := locateSamples(trak.Mdia.Minf.Stbl, f.mdat)
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range ps {
			want := []byte("sound")
			if i == 0 {
				want = v.Frames[k].Data
			}
			if got := w.Bytes()[p.off : p.off+int64(p.size)]; !bytes.Equal(got, want) {
				t.Fatalf("track %d sample %d: got %q, want %q", i, k, got, want)
			}
		}
	}
	if e := f.moov.Traks[1].Edts.Elst[0].Entries[0]; e.MediaTime != 1600 {
		t.Errorf("the sound starts at %d, want behind the priming", e.MediaTime)
	}
}

func TestWriteRefuses(t *testing.T) {
	unsynced := testVideo(10)
	unsynced.Frames[0].Sync = false
	noSize := testVideo(10)
	noSize.Width = 0
	short := testAudio(48_000)
	short.Frames = short.Frames[:10]
	tests := []struct {
		name string
		v    Video
		a    *Audio
	}{
		{"no frames", testVideo(0), nil}, {"no size", noSize, nil}, {"first frame depends on others", unsynced, nil},
		{"sound too short", testVideo(24), short},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var w bytes.Buffer
			if err := Write(&w, tt.v, tt.a); err == nil || w.Len() > 0 {
				t.Errorf("err %v after %d bytes", err, w.Len())
			}
		})
	}
}

type full struct{ left int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	f.left -= len(p)
	if f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteReturnsWriterErrors(t *testing.T) {
	for _, left := range []int{0, 10, 100, 2000} {
		if err := Write(&full{left}, testVideo(200), nil); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}
