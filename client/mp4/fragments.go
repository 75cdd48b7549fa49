package mp4

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/Eyevinn/mp4ff/mp4"
)

// parseFragments reads a fragmented file (ISO/IEC 14496-12, 8.8) like [parse] reads a progressive one. It builds the
// sample tables from the moof boxes, then verifies them. Errors: those of [Check].
func parseFragments(r io.ReaderAt, size int64) (f *file, err error) {
	defer recoverAsError(&err)
	f = &file{}
	if f.top, err = topLevelBoxes(r, size); err != nil {
		return nil, err
	}
	var moofs []boxHeader
	for _, s := range f.top {
		switch {
		case s.typ == "moof":
			moofs = append(moofs, s)
		case s.typ == "mdat":
			f.mdat = append(f.mdat, s)
		case s.typ == "moov" && f.moov == nil:
			if f.moov, f.raw, err = readMoov(r, s); err != nil {
				return nil, err
			}
			f.moovSpan = s
		}
	}
	if f.moov == nil || f.moov.Mvex == nil || len(moofs) == 0 {
		return nil, damaged("the fragments have no beginning, or there are none")
	}
	tracks, err := fragmentTracks(f.moov)
	if err != nil {
		return nil, err
	}
	reader := fragmentReader{tracks: tracks, samples: maxSamples}
	tables := int64(maxMoov)
	for _, s := range moofs {
		tables -= s.size
		if tables < 0 {
			return nil, damaged("the fragments have more than %d bytes of tables", maxMoov)
		}
		moof := make([]byte, s.size)
		if err := readAt(r, moof, s.offset); err != nil {
			return nil, err
		}
		if err := reader.moof(moof[s.headerSize:], s.offset); err != nil {
			return nil, err
		}
	}
	setDelays(f.moov, tracks)
	for _, t := range tracks {
		if err := t.fillTables(); err != nil {
			return nil, err
		}
	}
	return f, f.readTracks()
}

// fragmentTrack is a track whose samples are in fragments.
type fragmentTrack struct {
	trak     *mp4.TrakBox
	defaults sampleDefaults
	samples  []sample
	begin    uint64 // decoding time of the first sample
	ticks    uint64 // of all samples
}

// sampleDefaults holds the default values for samples.
type sampleDefaults struct{ entry, ticks, size, flags uint32 }

func fragmentTracks(moov *mp4.MoovBox) (map[uint32]*fragmentTrack, error) {
	tracks := map[uint32]*fragmentTrack{}
	for _, t := range moov.Traks {
		if t.Tkhd == nil || t.Mdia == nil || t.Mdia.Mdhd == nil || t.Mdia.Minf == nil || t.Mdia.Minf.Stbl == nil ||
			t.Mdia.Minf.Stbl.Stsd == nil || t.Mdia.Mdhd.Timescale == 0 {
			return nil, damaged("a track lacks boxes")
		}
		if s := t.Mdia.Minf.Stbl.Stsz; s != nil && s.SampleNumber > 0 {
			return nil, damaged("there are samples before the first fragment")
		}
		track := &fragmentTrack{trak: t}
		for _, x := range moov.Mvex.Trexs {
			if x.TrackID == t.Tkhd.TrackID {
				track.defaults = sampleDefaults{x.DefaultSampleDescriptionIndex, x.DefaultSampleDuration,
					x.DefaultSampleSize, x.DefaultSampleFlags}
			}
		}
		tracks[t.Tkhd.TrackID] = track
	}
	return tracks, nil
}

// fragmentReader reads moof boxes.
type fragmentReader struct {
	tracks  map[uint32]*fragmentTrack
	samples int // remaining limit
}

// fields reads consecutive numbers of a box. After the end of the box it returns 0 and sets failed.
type fields struct {
	b      []byte
	failed bool
}

func (f *fields) uint32() uint32 {
	if len(f.b) < 4 {
		f.b, f.failed = nil, true
		return 0
	}
	v := binary.BigEndian.Uint32(f.b)
	f.b = f.b[4:]
	return v
}

// optional reads a number if present is true, and otherwise returns other.
func (f *fields) optional(present bool, other uint32) uint32 {
	if !present {
		return other
	}
	return f.uint32()
}

func (f *fields) uint64() uint64 { return uint64(f.uint32())<<32 | uint64(f.uint32()) }

// moof reads the content of a moof box at an offset of the file.
func (r *fragmentReader) moof(content []byte, at int64) error {
	boxes, err := splitBoxes(content)
	if err != nil {
		return err
	}
	next := at // where the data of a track begins by default: after that of the previous track
	for _, b := range boxes {
		if b.typ() != "traf" {
			continue
		}
		if next, err = r.traf(b[8:], at, next); err != nil {
			return err
		}
	}
	return nil
}

// traf reads a track fragment and returns the offset at which its data ends.
func (r *fragmentReader) traf(content []byte, moof, next int64) (end int64, err error) {
	boxes, err := splitBoxes(content)
	if err != nil {
		return 0, err
	}
	head := firstBox(boxes, "tfhd")
	if head == nil {
		return 0, damaged("a fragment lacks its header")
	}
	in := fields{b: head[8:]}
	flags, id := in.uint32(), in.uint32()
	t := r.tracks[id]
	if t == nil {
		return 0, damaged("a fragment is of no track")
	}
	base := next
	if flags&0x1 != 0 {
		base = int64(in.uint64() & math.MaxInt64)
	} else if flags&0x20000 != 0 {
		base = moof
	}
	usual := t.defaults
	usual.entry = in.optional(flags&0x2 != 0, usual.entry)
	usual.ticks = in.optional(flags&0x8 != 0, usual.ticks)
	usual.size = in.optional(flags&0x10 != 0, usual.size)
	usual.flags = in.optional(flags&0x20 != 0, usual.flags)
	if in.failed {
		return 0, damaged("the header of a fragment is too short")
	}
	if b := firstBox(boxes, "tfdt"); b != nil {
		in := fields{b: b[8:]}
		begin := uint64(0)
		if version := in.uint32() >> 24; version == 1 {
			begin = in.uint64()
		} else {
			begin = uint64(in.uint32())
		}
		t.seek(begin)
	}
	at := base
	for _, b := range boxes {
		if b.typ() != "trun" {
			continue
		}
		if at, err = r.trun(t, b[8:], usual, base, at); err != nil {
			return 0, err
		}
	}
	return at, nil
}

// seek advances to a decoding time. It extends the last sample across a gap.
func (t *fragmentTrack) seek(begin uint64) {
	n := len(t.samples)
	if n == 0 {
		t.begin = begin
		return
	}
	if now := t.begin + t.ticks; begin > now && begin-now < math.MaxInt32-uint64(t.samples[n-1].ticks) {
		t.samples[n-1].ticks += uint32(begin - now)
		t.ticks += begin - now
	}
}

// trun reads a run of samples and returns the offset at which its data ends.
func (r *fragmentReader) trun(
	t *fragmentTrack, content []byte, usual sampleDefaults, base, at int64,
) (end int64, err error) {
	in := fields{b: content}
	flags, n := in.uint32(), in.uint32()
	if int64(n) > int64(r.samples) {
		return 0, damaged("more than %d samples", maxSamples)
	}
	r.samples -= int(n)
	if flags&0x1 != 0 {
		at = base + int64(int32(in.uint32()))
	}
	firstFlags := in.optional(flags&0x4 != 0, usual.flags)
	for i := range n {
		s := sample{at: at, entry: int(usual.entry) - 1}
		s.ticks = in.optional(flags&0x100 != 0, usual.ticks)
		s.size = in.optional(flags&0x200 != 0, usual.size)
		other := usual.flags
		if i == 0 {
			other = firstFlags
		}
		s.sync = in.optional(flags&0x400 != 0, other)&0x10000 == 0
		s.shift = int32(in.optional(flags&0x800 != 0, 0))
		if in.failed || at < 0 || at > math.MaxInt64-int64(s.size) {
			return 0, damaged("a run of samples is too short, or lies nowhere")
		}
		at += int64(s.size)
		t.ticks += uint64(s.ticks)
		t.samples = append(t.samples, s)
	}
	return at, nil
}

// setDelays adds an edit list entry to each track that begins later than the first one.
func setDelays(moov *mp4.MoovBox, tracks map[uint32]*fragmentTrack) {
	seconds := func(t *fragmentTrack) float64 { return float64(t.begin) / float64(t.trak.Mdia.Mdhd.Timescale) }
	earliest := math.Inf(1)
	for _, t := range tracks {
		if len(t.samples) > 0 {
			earliest = min(earliest, seconds(t))
		}
	}
	for _, t := range tracks {
		delay := math.Round((seconds(t) - earliest) * float64(moov.Mvhd.Timescale))
		if !(delay >= 1 && delay < math.MaxUint32) {
			continue
		}
		list := &mp4.ElstBox{Entries: []mp4.ElstEntry{{SegmentDuration: uint64(delay), MediaTime: -1,
			MediaRateInteger: 1}}}
		if t.trak.Edts == nil {
			t.trak.Edts = &mp4.EdtsBox{}
			list.Entries = append(list.Entries, mp4.ElstEntry{MediaRateInteger: 1})
		}
		t.trak.Edts.Elst = append([]*mp4.ElstBox{list}, t.trak.Edts.Elst...)
	}
}

// fillTables writes the sample tables of a track like those of a progressive file, with one chunk for each sample.
func (t *fragmentTrack) fillTables() error {
	old := t.trak.Mdia.Minf.Stbl
	stbl := mp4.NewStblBox()
	for _, b := range []mp4.Box{old.Stsd, &mp4.SttsBox{}, &mp4.StszBox{}, &mp4.StscBox{}, &mp4.Co64Box{}} {
		stbl.AddChild(b)
	}
	all := track{samples: t.samples}
	all.fillTimes(stbl)
	if err := all.fillShifts(stbl); err != nil {
		return err
	}
	for i, s := range t.samples {
		stbl.Co64.ChunkOffset = append(stbl.Co64.ChunkOffset, uint64(s.at))
		if i > 0 && s.entry == t.samples[i-1].entry {
			continue
		}
		if s.entry < 0 {
			return damaged("a fragment asks for a sample entry that is not there")
		}
		if err := stbl.Stsc.AddEntry(uint32(i+1), 1, uint32(s.entry+1)); err != nil {
			return err
		}
	}
	t.trak.Mdia.Minf.Stbl = stbl
	return nil
}
