package mp4

import (
	"encoding/binary"
	"io"
	"math"
	"os"
)

// Timecode is the label of the first frame of a clip (a track of timecode, QuickTime File Format).
type Timecode struct {
	Frame int // since 00:00:00:00, without a gap
	Ticks int // duration of a frame, in 1/Scale seconds
	Scale int
	Drop  bool // drop-frame: labels skip numbers to match the clock
}

// Seconds returns the time of the first frame, in seconds since 00:00:00:00.
func (t Timecode) Seconds() float64 { return float64(t.Frame) * float64(t.Ticks) / float64(t.Scale) }

// TimecodeOf returns the timecode of the first frame of the file at path. ok is false if it has none.
func TimecodeOf(path string) (t Timecode, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return t, false
	}
	defer f.Close() // it was only read
	st, err := f.Stat()
	if err != nil {
		return t, false
	}
	moov, err := readMoovBody(f, st.Size())
	if err != nil {
		return t, false
	}
	boxes, _ := splitBoxes(moov) // those before a broken one count
	for _, track := range boxes {
		if track.typ() != "trak" {
			continue
		}
		if t, ok = readTimecode(f, st.Size(), track); ok {
			return t, true
		}
	}
	return Timecode{}, false
}

// readMoovBody returns the content of the moov box of a file.
func readMoovBody(r io.ReaderAt, size int64) ([]byte, error) {
	at := int64(0)
	for range maxTopBoxes {
		s, err := readHeader(r, at, size)
		if err != nil {
			return nil, err
		}
		if s.typ == "moov" && s.size > maxMoov {
			break
		}
		if s.typ == "moov" {
			moov := make([]byte, s.size-s.headerSize)
			return moov, readAt(r, moov, s.offset+s.headerSize)
		}
		at = s.end()
	}
	return nil, damaged("there is no moov box")
}

// readTimecode reads a timecode track. Its sample entry contains the rate, and its first sample the frame number.
func readTimecode(r io.ReaderAt, size int64, track rawBox) (t Timecode, ok bool) {
	media := childBox(track, "mdia")
	handler := childBox(media, "hdlr")
	if len(handler) < 20 || string(handler[16:20]) != "tmcd" {
		return t, false
	}
	table := childBox(childBox(media, "minf"), "stbl")
	stsd := childBox(table, "stsd")
	const entry = 16 // size and type of the box; version, flags and the number of entries
	if len(stsd) < entry+34 || string(stsd[entry+4:entry+8]) != "tmcd" {
		return t, false
	}
	number := func(at int) int { return int(binary.BigEndian.Uint32(stsd[entry+at:])) }
	t = Timecode{Drop: number(20)&1 != 0, Scale: number(24), Ticks: number(28)}
	if t.Scale <= 0 || t.Ticks <= 0 || t.Scale > math.MaxInt32 || t.Ticks > math.MaxInt32 {
		return t, false
	}
	perLabel := int(stsd[entry+32]) // frames in a second of the label: 30 at 29.97
	if perLabel == 0 {
		perLabel = max(int(math.Round(float64(t.Scale)/float64(t.Ticks))), 1)
	}
	t.Drop = t.Drop && perLabel%30 == 0
	at := int64(-1)
	if b := childBox(table, "stco"); len(b) >= 20 {
		at = int64(binary.BigEndian.Uint32(b[16:]))
	} else if b := childBox(table, "co64"); len(b) >= 24 {
		at = int64(binary.BigEndian.Uint64(b[16:]))
	}
	var sample [4]byte
	if at < 0 || at > size-4 || readAt(r, sample[:], at) != nil {
		return t, false
	}
	t.Frame = int(binary.BigEndian.Uint32(sample[:]))
	return t, t.Seconds() < maxSeconds
}

// childBox returns the first box of a type inside b, or nil.
func childBox(b rawBox, typ string) rawBox {
	if len(b) < 8 {
		return nil
	}
	boxes, _ := splitBoxes(b[8:]) // those before a broken one count
	return firstBox(boxes, typ)
}
