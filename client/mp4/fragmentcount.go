package mp4

import (
	"encoding/binary"
	"io"

	"github.com/Eyevinn/mp4ff/mp4"
)

// fragmentCounter counts the samples of each track in the moof boxes of a fragmented file (ISO/IEC 14496-12 8.8). It is
// enough to describe a file; [parseFragments] reads the samples themselves.
type fragmentCounter struct {
	defaults map[uint32]uint32 // default duration of a sample, from trex
	tracks   map[uint32]*trackCount
}

type trackCount struct {
	samples int
	ticks   uint64
}

// readFragments reads the tracks of a fragmented file.
func (f *file) readFragments(r io.ReaderAt, moofs []boxHeader) error {
	all := fragmentCounter{defaults: defaultDurations(f.raw[8:]), tracks: map[uint32]*trackCount{}}
	for _, s := range moofs {
		if s.size > maxMoov {
			return damaged("moof has %d bytes", s.size)
		}
		body := make([]byte, s.size-s.headerSize)
		if err := readAt(r, body, s.offset+s.headerSize); err != nil {
			return err
		}
		if err := all.addMoof(body); err != nil {
			return err
		}
	}
	return f.readTracksBy(func(t *mp4.TrakBox) (*trackTable, error) {
		stbl, err := sampleTableOf(t)
		if err != nil {
			return nil, err
		}
		n := all.tracks[t.Tkhd.TrackID]
		if n == nil || n.samples == 0 {
			return nil, nil
		}
		return f.withDuration(&trackTable{TrakBox: t, stbl: stbl, frames: n.samples}, n.ticks)
	})
}

// defaultDurations reads the trex boxes in the body of a moov box.
func defaultDurations(moov []byte) map[uint32]uint32 {
	out := map[uint32]uint32{}
	boxes, _ := splitBoxes(moov) // already checked by [guard]
	if mvex := firstBox(boxes, "mvex"); mvex != nil {
		inside, _ := splitBoxes(mvex[8:]) // those before a broken one count
		for _, b := range inside {
			if b.typ() == "trex" && len(b) >= 32 { // version, track, sample entry, duration, …
				out[binary.BigEndian.Uint32(b[12:])] = binary.BigEndian.Uint32(b[20:])
			}
		}
	}
	return out
}

// addMoof counts the samples of the body of a moof box.
func (a *fragmentCounter) addMoof(moof []byte) error {
	boxes, err := splitBoxes(moof)
	if err != nil {
		return err
	}
	for _, traf := range boxes {
		if traf.typ() != "traf" {
			continue
		}
		inside, err := splitBoxes(traf[8:])
		if err != nil {
			return err
		}
		head := firstBox(inside, "tfhd")
		if len(head) < 16 {
			return damaged("a fragment has no header")
		}
		id := binary.BigEndian.Uint32(head[12:])
		if a.tracks[id] == nil {
			a.tracks[id] = &trackCount{}
		}
		duration := durationOf(head, a.defaults[id])
		for _, b := range inside {
			if b.typ() != "trun" {
				continue
			}
			if err := a.tracks[id].addRun(b, duration); err != nil {
				return err
			}
		}
	}
	return nil
}

// durationOf returns the default duration of samples in a fragment: that of tfhd, or else that of trex.
func durationOf(tfhd rawBox, standard uint32) uint32 {
	flags := binary.BigEndian.Uint32(tfhd[8:])
	at := 16
	if flags&0x01 != 0 { // base data offset
		at += 8
	}
	if flags&0x02 != 0 { // sample entry
		at += 4
	}
	if flags&0x08 == 0 || len(tfhd) < at+4 {
		return standard
	}
	return binary.BigEndian.Uint32(tfhd[at:])
}

// addRun counts the samples of a trun box.
func (t *trackCount) addRun(trun rawBox, duration uint32) error {
	if len(trun) < 16 {
		return damaged("trun is too short")
	}
	flags, n := binary.BigEndian.Uint32(trun[8:]), int(binary.BigEndian.Uint32(trun[12:]))
	at, each := 16, 0
	for _, flag := range []uint32{0x01, 0x04} { // data offset, flags of the first sample
		if flags&flag != 0 {
			at += 4
		}
	}
	for _, flag := range []uint32{0x100, 0x200, 0x400, 0x800} { // duration, size, flags, shift
		if flags&flag != 0 {
			each += 4
		}
	}
	t.samples += n
	if t.samples > maxSamples || at+n*each > len(trun) {
		return damaged("the count of trun does not fit its box")
	}
	if flags&0x100 == 0 {
		t.ticks += uint64(n) * uint64(duration)
		return nil
	}
	for i := range n {
		t.ticks += uint64(binary.BigEndian.Uint32(trun[at+i*each:]))
	}
	return nil
}
