package mp4

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"sort"

	"github.com/Eyevinn/mp4ff/bits"
	"github.com/Eyevinn/mp4ff/mp4"
)

// maxSeconds is the longest plausible duration. Clips of the service are far shorter.
const maxSeconds = 24 * 3600

// Info describes a clip.
type Info struct {
	Width, Height int // in pixels, as shown: after pixel aspect ratio and rotation; 0: sound only
	Orientation   Orientation
	Seconds       float64 // of the video after its edit list; of the sound if there is no video
	FPS           float64 // mean frames a second
	Frames        int     // frames in the video track
	HasAudio      bool
	VideoCodec    string // sample entry of the video: avc1, hvc1, …; empty without video
	AudioCodec    string // sample entry of the sound: mp4a, …; empty without sound
	FastStart     bool   // moov precedes the media data
	Fragmented    bool   // moof boxes list its samples
}

// Check verifies the structure of a file of the given size and describes the clip. moov must exist, its sample tables
// must be complete, and every sample must be inside the media data. Check ignores what players ignore: bytes after the
// last box, a second moov, padding, tracks without samples, surplus table entries, and a time table that is too short.
// It does not read the media data. It never panics, and allocates at most a few times the size of moov, which may be 32
// MB.
//
// An error about the file wraps [ErrNotMP4], [ErrCut] or [ErrDamaged]. A decoder may still be able to play such a file.
func Check(r io.ReaderAt, size int64) (*Info, error) {
	f, err := parseAny(r, size)
	if err != nil {
		return nil, err
	}
	info := &Info{FastStart: f.moovSpan.offset < f.mdat[0].offset, Fragmented: f.fragmented}
	if f.sound != nil {
		info.HasAudio, info.AudioCodec = true, f.sound.stbl.Stsd.Children[0].Type()
		info.Seconds, info.Orientation = min(f.sound.seconds, f.sound.edit.length), Upright
	}
	if v := f.video; v != nil {
		info.Orientation = readOrientation(f.raw[8:])
		shown := shownSize(f.picture, info.Orientation)
		info.Width, info.Height, info.VideoCodec = shown.X, shown.Y, f.picture.Type()
		info.Seconds, info.Frames, info.FPS = min(v.seconds, v.edit.length), v.frames, v.fps()
	}
	return info, nil
}

// CheckFile is [Check] of the file at path.
func CheckFile(path string) (*Info, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("check clip: %w", err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("check clip: %w", err)
	}
	return Check(f, st.Size())
}

// file is the result of parse: the top-level boxes, the decoded moov, and the tracks of the clip.
type file struct {
	top        []boxHeader
	moov       *mp4.MoovBox
	raw        []byte // undecoded moov, with a header of 8 bytes
	moovSpan   boxHeader
	mdat       []boxHeader
	fragmented bool
	video      *trackTable // the first video track (others are cover pictures); nil: sound only
	sound      *trackTable // nil: there is none
	picture    *mp4.VisualSampleEntryBox
}

// trackTable is a track with consistent sample tables.
type trackTable struct {
	*mp4.TrakBox
	stbl      *mp4.StblBox
	locations []sampleLocation // nil in a fragmented file
	frames    int
	edit      edit
	seconds   float64 // of all samples
}

func (t *trackTable) fps() float64 { return float64(t.frames) / t.seconds }

// usualRate returns the frame rate of at least nine in ten frames, or else the mean rate. Encoders sometimes write a
// wrong duration for a single frame.
func (t *trackTable) usualRate() float64 {
	of := map[uint32]int{}
	for i, n := range t.stbl.Stts.SampleCount {
		ticks := t.stbl.Stts.SampleTimeDelta[i]
		of[ticks] += int(n)
		if ticks > 0 && of[ticks]*10 >= t.frames*9 {
			return float64(t.Mdia.Mdhd.Timescale) / float64(ticks)
		}
	}
	return t.fps()
}

// recoverAsError converts a panic into [ErrDamaged]. It must be deferred.
func recoverAsError(err *error) {
	if x := recover(); x != nil {
		*err = damaged("%v", x)
	}
}

// parse reads a progressive file and verifies what [Check] verifies. Errors: those of [Check], and [ErrFragmented].
func parse(r io.ReaderAt, size int64) (*file, error) {
	f, err := parseAny(r, size)
	if err == nil && f.fragmented {
		return nil, ErrFragmented
	}
	return f, err
}

// parseAny is parse for progressive and fragmented files.
func parseAny(r io.ReaderAt, size int64) (f *file, err error) {
	defer recoverAsError(&err)
	f = &file{}
	if f.top, err = topLevelBoxes(r, size); err != nil {
		return nil, err
	}
	var moofs []boxHeader
	for _, s := range f.top {
		switch s.typ {
		case "moof":
			moofs = append(moofs, s)
		case "mdat":
			f.mdat = append(f.mdat, s)
		case "moov":
			if f.moov != nil {
				continue // players use the first
			}
			if f.moov, f.raw, err = readMoov(r, s); err != nil {
				return nil, err
			}
			f.moovSpan = s
		}
	}
	f.fragmented = len(moofs) > 0
	switch {
	case f.fragmented && f.top[len(f.top)-1].toEOF:
		return nil, fmt.Errorf("%w: its last box does not say where it ends", ErrCut)
	case f.fragmented && f.top[len(f.top)-1].typ == "moof":
		return nil, fmt.Errorf("%w: the media data of its last fragment is missing", ErrCut)
	case f.moov == nil && len(f.mdat) > 0 && !f.fragmented:
		// moov is often the last box. A file without it was probably cut at a box border.
		return nil, fmt.Errorf("%w: there is media data, but no moov box", ErrCut)
	case f.moov == nil:
		return nil, damaged("there is no moov box")
	case len(f.mdat) == 0:
		return nil, fmt.Errorf("%w: there is no media data", ErrCut)
	case f.fragmented:
		return f, f.readFragments(r, moofs)
	}
	return f, f.readTracks()
}

func readMoov(r io.ReaderAt, s boxHeader) (*mp4.MoovBox, []byte, error) {
	if s.size > maxMoov {
		return nil, nil, damaged("moov has %d bytes", s.size)
	}
	body := make([]byte, s.size-s.headerSize)
	if err := readAt(r, body, s.offset+s.headerSize); err != nil {
		return nil, nil, err
	}
	if err := new(guard).check(body, 0); err != nil {
		return nil, nil, err
	}
	moov := &mp4.MoovBox{}
	if err := addChildren(moov, body); err != nil {
		return nil, nil, err
	}
	if moov.Mvhd == nil || moov.Mvhd.Timescale == 0 {
		return nil, nil, damaged("moov has no usable header")
	}
	return moov, newBox("moov", body), nil
}

// addChildren decodes the boxes in b, which [guard] has checked, and adds them to parent. It skips unused boxes, so an
// unknown or damaged one does not make a file unreadable.
func addChildren(parent interface{ AddChild(mp4.Box) }, b []byte) error {
	boxes, err := splitBoxes(b)
	if err != nil {
		return err
	}
	for _, raw := range boxes {
		box, err := decodeUsed(raw)
		if err != nil {
			return err
		}
		if box != nil {
			parent.AddChild(box)
		}
	}
	return nil
}

// decodeUsed decodes a box inside moov. It returns nil for an unused box.
func decodeUsed(raw rawBox) (mp4.Box, error) {
	switch raw.typ() {
	case "trak":
		box := &mp4.TrakBox{}
		return box, addChildren(box, raw[8:])
	case "mdia":
		box := &mp4.MdiaBox{}
		return box, addChildren(box, raw[8:])
	case "minf":
		box := &mp4.MinfBox{}
		return box, addChildren(box, raw[8:])
	case "stbl":
		box := &mp4.StblBox{}
		return box, addChildren(box, raw[8:])
	case "edts":
		box := &mp4.EdtsBox{}
		err := addChildren(box, raw[8:])
		for _, child := range box.Children { // AddChild does not set Elst
			if list, ok := child.(*mp4.ElstBox); ok {
				box.Elst = append(box.Elst, list)
			}
		}
		return box, err
	case "stsd":
		return decodeSampleEntries(raw), nil
	case "mvex":
		box, err := decodeBox(raw)
		if err != nil {
			return nil, nil // the defaults are 0 then
		}
		return box, nil
	case "mvhd", "tkhd", "mdhd", "hdlr", "stts", "ctts", "stsc", "stsz", "stco", "co64", "stss", "elst":
		raw, err := trimPadding(raw)
		if err != nil {
			return nil, err
		}
		return decodeBox(raw)
	}
	return nil, nil
}

func decodeBox(raw rawBox) (box mp4.Box, err error) {
	defer recoverAsError(&err)
	if box, err = mp4.DecodeBoxSR(0, bits.NewFixedSliceReader(raw)); err != nil {
		return nil, damaged("%s: %v", raw.typ(), err)
	}
	return box, nil
}

// maxEntry limits the size of sample entries that are decoded, in bytes. It also limits the nesting of boxes in them.
const maxEntry = 1 << 20

// decodeSampleEntries decodes stsd. An entry that mp4ff cannot decode becomes an unknown box with the same type.
func decodeSampleEntries(raw rawBox) *mp4.StsdBox {
	stsd := &mp4.StsdBox{}
	if len(raw) < 16 {
		return stsd
	}
	entries, _ := splitBoxes(raw[16:]) // those before a broken one count
	for _, e := range entries {
		var box mp4.Box
		err := ErrDamaged
		if len(e) <= maxEntry {
			box, err = decodeBox(e)
		}
		if err != nil {
			box = mp4.CreateUnknownBox(e.typ(), uint64(len(e)), e[8:])
		}
		stsd.Children = append(stsd.Children, box) // AddChild panics for an unknown box of a known type
	}
	return stsd
}

// visualEntryIn returns the first sample entry of a video track. For a codec that mp4ff does not know, it contains the
// type, the size and the pixel aspect ratio (ISO/IEC 14496-12 12.1.3.2). It returns nil if the size is missing.
func visualEntryIn(stsd *mp4.StsdBox) *mp4.VisualSampleEntryBox {
	picture, ok := stsd.Children[0].(*mp4.VisualSampleEntryBox)
	if unknown, other := stsd.Children[0].(*mp4.UnknownBox); other {
		picture, ok = decodeVisualEntry(unknown.Type(), unknown.Payload()), true
	}
	if !ok || picture == nil || picture.Width == 0 || picture.Height == 0 {
		return nil
	}
	return picture
}

func decodeVisualEntry(typ string, body []byte) *mp4.VisualSampleEntryBox {
	const fixed = 78
	if len(body) < fixed {
		return nil
	}
	picture := mp4.NewVisualSampleEntryBox(typ)
	picture.DataReferenceIndex = binary.BigEndian.Uint16(body[6:])
	picture.Width, picture.Height = binary.BigEndian.Uint16(body[24:]), binary.BigEndian.Uint16(body[26:])
	children, _ := splitBoxes(body[fixed:]) // those before a broken one count
	if raw := firstBox(children, "pasp"); raw != nil {
		if pasp, err := decodeBox(raw); err == nil {
			picture.AddChild(pasp)
		}
	}
	return picture
}

// readTracks reads the first video track and the first sound track with samples.
func (f *file) readTracks() error { return f.readTracksBy(f.readTable) }

// readTracksBy is readTracks with a function that reads the tables of a track. It returns nil for a track without
// samples.
func (f *file) readTracksBy(read func(*mp4.TrakBox) (*trackTable, error)) error {
	for _, t := range f.moov.Traks {
		if t.Mdia == nil || t.Mdia.Hdlr == nil {
			return damaged("a track lacks boxes")
		}
		place := &f.sound
		switch t.Mdia.Hdlr.HandlerType {
		case "soun":
		case "vide":
			place = &f.video
		default:
			continue
		}
		if *place != nil {
			continue
		}
		var err error
		if *place, err = read(t); err != nil {
			return err
		}
	}
	if f.video == nil && f.sound == nil {
		return damaged("there is no track of video or sound with samples")
	}
	if f.video == nil {
		return nil
	}
	f.picture = visualEntryIn(f.video.stbl.Stsd)
	if f.picture == nil {
		return damaged("the video has no size")
	}
	return nil
}

// sampleTableOf returns the sample table of a track. It verifies that the table has sample entries.
func sampleTableOf(t *mp4.TrakBox) (*mp4.StblBox, error) {
	if t.Tkhd == nil || t.Mdia.Mdhd == nil || t.Mdia.Minf == nil || t.Mdia.Minf.Stbl == nil {
		return nil, damaged("a track lacks boxes")
	}
	s := t.Mdia.Minf.Stbl
	if s.Stsd == nil || len(s.Stsd.Children) == 0 {
		return nil, damaged("a track has no sample entry")
	}
	if t.Mdia.Mdhd.Timescale == 0 {
		return nil, damaged("a track has the timescale 0")
	}
	return s, nil
}

// readTable reads a track and checks its tables against each other and the media data. It returns nil for a track
// without samples.
func (f *file) readTable(t *mp4.TrakBox) (*trackTable, error) {
	if t.Mdia.Minf != nil && t.Mdia.Minf.Stbl != nil && t.Mdia.Minf.Stbl.Stsz != nil &&
		t.Mdia.Minf.Stbl.Stsz.SampleNumber == 0 {
		return nil, nil
	}
	s, err := sampleTableOf(t)
	if err != nil {
		return nil, err
	}
	if s.Stsz == nil || s.Stsc == nil || s.Stts == nil || (s.Stco == nil && s.Co64 == nil) {
		return nil, damaged("a sample table lacks boxes")
	}
	samples, err := locateSamples(s, f.mdat)
	if err != nil {
		return nil, err
	}
	if err := checkBounds(f.mdat, samples); err != nil {
		return nil, err
	}
	var ticks uint64
	left := uint64(len(samples))
	for i, n := range s.Stts.SampleCount {
		counted := min(uint64(n), left)
		if i == len(s.Stts.SampleCount)-1 { // the last entry covers the remaining samples
			counted = left
		}
		ticks += counted * uint64(s.Stts.SampleTimeDelta[i])
		left -= counted
	}
	return f.withDuration(&trackTable{TrakBox: t, stbl: s, locations: samples, frames: len(samples)}, ticks)
}

// withDuration sets the duration of a table from the sum of its samples, in ticks of its timescale, and reads its edit
// list.
func (f *file) withDuration(t *trackTable, ticks uint64) (*trackTable, error) {
	t.seconds = float64(ticks) / float64(t.Mdia.Mdhd.Timescale)
	if !(t.seconds > 0 && t.seconds < maxSeconds) {
		return nil, damaged("a track lasts %g s", t.seconds)
	}
	t.edit = readEdit(t.TrakBox, f.moov.Mvhd.Timescale)
	return t, nil
}

// edit is the part of a track that is shown.
type edit struct {
	delay    float64 // seconds before it
	start    int64   // start in the track, in ticks
	length   float64 // seconds
	isSimple bool    // it consists of one part at normal speed
}

func readEdit(t *mp4.TrakBox, movie uint32) edit {
	e := edit{isSimple: true}
	if t.Edts != nil {
		found := false
		for _, list := range t.Edts.Elst {
			for _, x := range list.Entries {
				seconds := float64(x.SegmentDuration) / float64(movie)
				if x.MediaTime < 0 { // an empty edit
					e.delay += seconds
					continue
				}
				e.isSimple = !found && x.MediaRateInteger == 1
				found, e.start, e.length = true, x.MediaTime, e.length+seconds
			}
		}
	}
	if e.length == 0 { // no length stated
		e.length = math.Inf(1)
	}
	return e
}

// sampleLocation is the range of a sample in the file, and the index of its sample entry.
type sampleLocation struct {
	off   int64
	size  uint32
	entry int
}

func chunkOffsets(s *mp4.StblBox) []uint64 {
	if s.Co64 != nil {
		return s.Co64.ChunkOffset
	}
	out := make([]uint64, len(s.Stco.ChunkOffset))
	for i, o := range s.Stco.ChunkOffset {
		out[i] = uint64(o)
	}
	return out
}

// locateSamples returns the location of each sample. It ignores chunks after the last sample.
func locateSamples(s *mp4.StblBox, mdat []boxHeader) ([]sampleLocation, error) {
	n := int(s.Stsz.SampleNumber)
	if n > maxSamples {
		return nil, damaged("more than %d samples", maxSamples)
	}
	var media int64
	for _, m := range mdat {
		media += m.size
	}
	if int64(n)*int64(s.Stsz.SampleUniformSize) > media { // checked before the allocation below
		return nil, damaged("%d samples of %d bytes lie outside the media data", n, s.Stsz.SampleUniformSize)
	}
	offsets := chunkOffsets(s)
	out := make([]sampleLocation, 0, n)
	runs := s.Stsc.Entries
	for i, run := range runs {
		if len(out) == n {
			break
		}
		last := uint32(len(offsets))
		if i+1 < len(runs) && runs[i+1].FirstChunk > 0 {
			last = min(last, runs[i+1].FirstChunk-1)
		}
		if run.FirstChunk < 1 || (i == 0 && run.FirstChunk != 1) || last < run.FirstChunk || run.SamplesPerChunk == 0 {
			return nil, damaged("stsc contradicts the chunk offsets")
		}
		desc := sampleEntryOf(s.Stsc, i)
		if desc < 1 || int64(desc) > int64(len(s.Stsd.Children)) {
			return nil, damaged("a chunk asks for a sample entry that is not there")
		}
		for c := run.FirstChunk; c <= last && len(out) < n; c++ {
			at := offsets[c-1]
			for range min(int64(run.SamplesPerChunk), int64(n-len(out))) {
				size := s.Stsz.SampleUniformSize
				if size == 0 {
					size = s.Stsz.SampleSize[len(out)]
				}
				if at > math.MaxInt64-uint64(size) {
					return nil, damaged("a chunk has an absurd offset")
				}
				out = append(out, sampleLocation{int64(at), size, int(desc) - 1})
				at += uint64(size)
			}
		}
	}
	if len(out) != n {
		return nil, damaged("stsc counts %d samples, stsz %d", len(out), n)
	}
	return out, nil
}

// sampleEntryOf returns the sample entry of run i of stsc. GetSampleDescriptionID of mp4ff looks up a chunk number in a
// list with one element for each run, which is wrong for more than one run.
func sampleEntryOf(s *mp4.StscBox, i int) uint32 {
	if len(s.SampleDescriptionID) == 0 {
		return s.GetSampleDescriptionID(1)
	}
	return s.SampleDescriptionID[i]
}

// checkBounds returns an error unless every sample is inside one of the media data boxes, which are sorted by offset.
func checkBounds(mdat []boxHeader, samples []sampleLocation) error {
	for i, s := range samples {
		k := sort.Search(len(mdat), func(k int) bool { return mdat[k].end() > s.off })
		if s.size == 0 && k == len(mdat) { // an empty sample may be anywhere
			continue
		}
		if k == len(mdat) || s.off < mdat[k].offset+mdat[k].headerSize || s.off+int64(s.size) > mdat[k].end() {
			return damaged("sample %d lies outside the media data", i+1)
		}
	}
	return nil
}
