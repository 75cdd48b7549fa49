package mp4

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

// withBoxesChanged returns a copy of a file with moov as its last box, in which change replaces the boxes of a type
// inside moov.
func withBoxesChanged(t *testing.T, file []byte, typ string, change func(box rawBox) []byte) []byte {
	t.Helper()
	done := false
	var inside func(b rawBox) []byte
	inside = func(b rawBox) []byte {
		if b.typ() == typ {
			done = true
			return change(b)
		}
		if b.typ() != "moov" && !isContainer(b.typ()) {
			return b
		}
		boxes, err := splitBoxes(b[8:])
		if err != nil {
			t.Fatal(err)
		}
		var body []byte
		for _, child := range boxes {
			body = append(body, inside(child)...)
		}
		return newBox(b.typ(), body)
	}
	moov := bytes.LastIndex(file, []byte("moov")) - 4
	out := append(bytes.Clone(file[:moov]), inside(file[moov:])...)
	if !done {
		t.Fatalf("there is no %s", typ)
	}
	return out
}

// withNumber returns a copy of a box with a changed number at an offset.
func withNumber(b rawBox, at int, by func(uint32) uint32) rawBox {
	out := bytes.Clone(b)
	binary.BigEndian.PutUint32(out[at:], by(binary.BigEndian.Uint32(out[at:])))
	return out
}

func withTail(b rawBox, more ...byte) rawBox { return newBox(b.typ(), b[8:], more) }

// Check accepts deviations that players ignore. libmpv and ffmpeg play each of these to the end.
func TestCheckAcceptsFilesThatPlayersAccept(t *testing.T) {
	file := load(t, "x264.mp4") // moov is its last box
	whole, err := check(file)
	if err != nil {
		t.Fatal(err)
	}
	behind := func(b ...byte) []byte { return append(bytes.Clone(file), b...) }
	moov := bytes.LastIndex(file, []byte("moov")) - 4
	long := append(bytes.Clone(file[:moov]), 0, 0, 0, 1, 'm', 'o', 'o', 'v')
	long = append(binary.BigEndian.AppendUint64(long, uint64(len(file)-moov+8)), file[moov+8:]...)
	open := bytes.Clone(file)
	clear(open[moov : moov+4])
	every := func(change func(rawBox) []byte) func(string) []byte {
		return func(typ string) []byte { return withBoxesChanged(t, file, typ, change) }
	}
	padded := every(func(b rawBox) []byte { return withTail(b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) })
	one := func(n uint32) uint32 { return n + 1 }
	for name, b := range map[string][]byte{
		"stray bytes behind the last box": behind(1, 2, 3),
		"zeros behind the last box":       behind(make([]byte, 4096)...),
		"a page behind the last box":      behind([]byte("<html></html>")...),
		"a cut free box":                  behind(0, 0, 1, 0, 'f', 'r', 'e', 'e', 0),
		"two moov boxes":                  behind(file[moov:]...),
		"64-bit moov":                     long,
		"a moov box to the end":           open,
		"a zero at the end of udta":       every(func(b rawBox) []byte { return withTail(b, 0, 0, 0, 0) })("udta"),
		"stray bytes in udta":             every(func(b rawBox) []byte { return withTail(b, 1, 2, 3) })("udta"),
		"a broken box in udta": every(func(b rawBox) []byte {
			return newBox("udta", []byte{0, 0, 9, 9, 'x', 'y', 'z', 'z'})
		})("udta"),
		"an unknown box": every(func(b rawBox) []byte {
			return append(withTail(b), newBox("wxyz", []byte{1})...)
		})("stbl"),
		"padded sync table":    padded("stss"),
		"padded time table":    padded("stts"),
		"padded sizes":         padded("stsz"),
		"padded chunk offsets": padded("stco"),
		"surplus chunk offsets": every(func(b rawBox) []byte {
			return withNumber(withTail(b, 0, 0, 0, 0), 12, one)
		})("stco"),
		"a surplus sync sample": every(func(b rawBox) []byte {
			return withNumber(withTail(b, 0, 0, 99, 99), 12, one)
		})("stss"),
		"a time table that is too short": every(func(b rawBox) []byte {
			return withNumber(b, 16, func(n uint32) uint32 { return n - 1 })
		})("stts"),
		"a time table that is too long": every(func(b rawBox) []byte {
			return withNumber(b, 16, func(n uint32) uint32 { return n + 7 })
		})("stts"),
	} {
		info, err := check(b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if *info != *whole {
			t.Errorf("%s: %+v, want %+v", name, *info, *whole)
		}
		c, err := readClip(bytes.NewReader(b), fileVersion{size: int64(len(b))})
		if err != nil || c.Frames != whole.Frames || len(c.sound.samples) == 0 {
			t.Errorf("%s: read as a clip: %+v, %v", name, c, err)
		}
		tagged, err := setTag(b, TagComment, "boats")
		if err != nil {
			if name != "stray bytes in udta" && name != "a broken box in udta" {
				t.Errorf("%s: write a comment: %v", name, err)
			}
			continue
		}
		if info, err := check(tagged); err != nil || *info != *whole {
			t.Errorf("%s: with a comment: %+v, %v", name, info, err)
		}
	}
}

// A sound track without samples does not count as sound.
func TestCheckIgnoresTracksWithoutSamples(t *testing.T) {
	file := load(t, "x264.mp4")
	tracks := 0
	b := withBoxesChanged(t, file, "trak", func(trak rawBox) []byte {
		tracks++
		if tracks == 1 {
			return trak
		}
		i := bytes.Index(trak, []byte("stsz"))
		out := bytes.Clone(trak)
		clear(out[i+8 : i+16]) // no sizes; what is left of the box is padding
		return out
	})
	info, err := check(b)
	if err != nil || info.HasAudio || info.AudioCodec != "" || info.Frames == 0 || tracks != 2 {
		t.Errorf("%+v, %v, %d tracks", info, err, tracks)
	}
}

// Containers and codecs of cameras, editors and the web.
func TestCheckAcceptsOtherContainersAndCodecs(t *testing.T) {
	for name, want := range map[string]Info{
		"wave.mov": {Width: 64, Height: 48, Orientation: Upright, Seconds: 1, FPS: 12, Frames: 12,
			VideoCodec: "avc1", HasAudio: true, AudioCodec: "mp4a"},
		"fragmented.mp4": {Width: 64, Height: 48, Orientation: Upright, Seconds: 1, FPS: 12, Frames: 12,
			VideoCodec: "avc1", HasAudio: true, AudioCodec: "mp4a", Fragmented: true, FastStart: true},
		"prores.mov": {Width: 64, Height: 48, Orientation: Upright, Seconds: 0.5, FPS: 4, Frames: 2,
			VideoCodec: "apco"},
		"dnxhr.mov": {Width: 256, Height: 128, Orientation: Upright, Seconds: 0.5, FPS: 2, Frames: 1,
			VideoCodec: "AVdh"},
		"h263.3gp": {Width: 128, Height: 96, Orientation: Upright, Seconds: 0.5, FPS: 4, Frames: 2,
			VideoCodec: "s263"},
		"qtrle.mov": {Width: 64, Height: 48, Orientation: Upright, Seconds: 0.5, FPS: 4, Frames: 2,
			VideoCodec: "rle "},
		"sound.m4a": {Orientation: Upright, Seconds: 0.5, HasAudio: true, AudioCodec: "mp4a"},
	} {
		info, err := check(load(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		info.Seconds = math.Round(100*info.Seconds) / 100
		if *info != want {
			t.Errorf("%s: %+v, want %+v", name, *info, want)
		}
	}
}

// An old QuickTime file begins with its media data or its moov box.
func TestCheckWithoutFileType(t *testing.T) {
	file := load(t, "own.mp4")
	begin := int(binary.BigEndian.Uint32(file))
	cut := bytes.Clone(file[begin:])
	moov := cut[:binary.BigEndian.Uint32(cut)]
	if err := shiftOffsets(moov[8:], 0, -int64(begin)); err != nil {
		t.Fatal(err)
	}
	if info, err := check(cut); err != nil || info.Frames == 0 {
		t.Errorf("%+v, %v", info, err)
	}
}

// A clip with an unsupported codec is encoded for a film.
func TestCompareEncodesUnknownCodecs(t *testing.T) {
	for _, name := range []string{"fragmented.mp4", "prores.mov", "h263.3gp", "qtrle.mov"} {
		c, err := Open("testdata/" + name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, differ := Compare([]*Clip{c, c}, false); len(differ) != 2 {
			t.Errorf("%s: %d of 2 are encoded", name, len(differ))
		}
	}
	if _, err := Open("testdata/sound.m4a"); err == nil {
		t.Error("sound became part of a film")
	}
}
