package mp4

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/Eyevinn/mp4ff/mp4"
)

// Video is one H.264 stream at a constant frame rate, without reordered frames (no B-frames).
type Video struct {
	Width, Height int // in pixels
	FPS           int // frames a second
	SPS, PPS      []byte
	Frames        []Frame
}

// Frame is one coded picture.
type Frame struct {
	Data []byte // NAL units, each after its length in 4 bytes
	Sync bool   // a decoder can start here (IDR)
}

// Audio is one AAC-LC stream of stereo sound.
type Audio struct {
	Rate    int    // samples a second
	Config  []byte // AudioSpecificConfig, ISO/IEC 14496-3
	Frames  [][]byte
	Priming int // samples before the first audible one
	Length  int // audible samples
}

const (
	aacFrame       = 1024 // samples in a frame of AAC-LC
	movieTimescale = 1000
	frameTicks     = 1000 // ticks in a frame of video, so that any whole frame rate is exact
)

// Write writes a progressive file (ftyp, moov, mdat). a may be nil. Video and sound are interleaved in chunks of half a
// second. Colours are marked as BT.709, pixels as square. The same input gives the same bytes.
func Write(w io.Writer, v Video, a *Audio) error {
	vt, err := v.track()
	if err != nil {
		return fmt.Errorf("write clip: %w", err)
	}
	tracks := []*track{vt}
	if a != nil {
		at, err := a.track()
		if err != nil {
			return fmt.Errorf("write clip: %w", err)
		}
		tracks = append(tracks, at)
	}
	if err := writeTracks(context.Background(), w, tracks, func(int) {}); err != nil {
		return fmt.Errorf("write clip: %w", err)
	}
	return nil
}

func (v Video) track() (*track, error) {
	if v.Width <= 0 || v.Height <= 0 || v.Width > math.MaxUint16 || v.Height > math.MaxUint16 || v.FPS <= 0 ||
		len(v.Frames) == 0 {
		return nil, fmt.Errorf("a video of %d frames of %dx%d at %d fps cannot be written", len(v.Frames), v.Width,
			v.Height, v.FPS)
	}
	if !v.Frames[0].Sync {
		return nil, errors.New("the first frame must be one to start from")
	}
	avcC, err := mp4.CreateAvcC([][]byte{v.SPS}, [][]byte{v.PPS}, true)
	if err != nil {
		return nil, err
	}
	entry := mp4.CreateVisualSampleEntryBox("avc1", uint16(v.Width), uint16(v.Height), avcC)
	entry.CompressorName = ""
	entry.AddChild(&mp4.ColrBox{ColorType: mp4.ColorTypeOnScreenColors, ColorPrimaries: 1, TransferCharacteristics: 1,
		MatrixCoefficients: 1})
	entry.AddChild(&mp4.PaspBox{HSpacing: 1, VSpacing: 1})
	t := &track{
		kind: "video", timescale: uint32(v.FPS) * frameTicks, entries: []mp4.Box{entry},
		width: v.Width, height: v.Height,
		shown: uint64(len(v.Frames)) * frameTicks,
	}
	for _, f := range v.Frames {
		t.samples = append(t.samples, sample{data: f.Data, ticks: frameTicks, sync: f.Sync})
	}
	return t, nil
}

func (a *Audio) track() (*track, error) {
	if a.Rate <= 0 || len(a.Frames) == 0 || a.Length <= 0 || a.Priming < 0 ||
		len(a.Frames)*aacFrame < a.Priming+a.Length {
		return nil, fmt.Errorf("%d frames of sound do not cover %d+%d samples", len(a.Frames), a.Priming, a.Length)
	}
	// SetAACDescriptor of mp4ff does not accept a configuration, so the two boxes are made here.
	esds := mp4.CreateEsdsBox(a.Config)
	t := &track{
		kind: "audio", timescale: uint32(a.Rate),
		entries: []mp4.Box{mp4.CreateAudioSampleEntryBox("mp4a", 2, 16, uint16(a.Rate), esds)},
		start:   int64(a.Priming), shown: uint64(a.Length),
	}
	for _, f := range a.Frames {
		t.samples = append(t.samples, sample{data: f, ticks: aacFrame, sync: true})
	}
	return t, nil
}

// writeTracks writes the file. Before each copied video frame it calls progress with the number of clips that are done.
func writeTracks(ctx context.Context, w io.Writer, tracks []*track, progress func(done int)) error {
	ftyp := mp4.NewFtyp("isom", 512, []string{"isom", "iso2", tracks[0].entries[0].Type(), "mp41"})
	moov := mp4.NewMoovBox()
	mvhd := mp4.CreateMvhd()
	mvhd.Timescale = movieTimescale
	mvhd.NextTrackID = uint32(len(tracks) + 1)
	moov.AddChild(mvhd)
	for i, t := range tracks {
		box, err := t.box(uint32(i + 1))
		if err != nil {
			return err
		}
		mvhd.Duration = max(mvhd.Duration, box.Tkhd.Duration)
		moov.AddChild(box)
	}
	// moov has its final size now, and the offsets depend on that size.
	head := ftyp.Size() + moov.Size()
	order := interleave(tracks)
	end, err := setOffsets(moov, tracks, order, head+8)
	if err != nil {
		return err
	}
	if err := ftyp.Encode(w); err != nil {
		return err
	}
	if err := moov.Encode(w); err != nil {
		return err
	}
	if err := mp4.EncodeHeaderWithSize("mdat", end-head, false, w); err != nil {
		return err
	}
	// hides ReadFrom: os.File would allocate a buffer for each copied sample
	out := bufio.NewWriterSize(struct{ io.Writer }{w}, 1<<18)
	for _, c := range order {
		for _, s := range tracks[c.track].samples[c.from:c.to] {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, err := out.Write(s.data); err != nil {
				return err
			}
			if s.from == nil {
				continue
			}
			if c.track == 0 {
				progress(s.from.clip)
			}
			n, err := io.Copy(out, io.NewSectionReader(s.from, s.at, int64(s.size)))
			if err == nil && n < int64(s.size) {
				err = ErrCut
			}
			if err != nil {
				return fmt.Errorf("copy from clip %d: %w", s.from.clip+1, err)
			}
		}
	}
	return out.Flush()
}

// setOffsets fills in the chunk offsets for media data that begins at off, and returns its end.
func setOffsets(moov *mp4.MoovBox, tracks []*track, order []chunk, off uint64) (uint64, error) {
	next := make([]int, len(tracks))
	for _, c := range order {
		moov.Traks[c.track].Mdia.Minf.Stbl.Stco.ChunkOffset[next[c.track]] = uint32(off)
		next[c.track]++
		for _, s := range tracks[c.track].samples[c.from:c.to] {
			off += s.length()
		}
		if off > math.MaxUint32 {
			return 0, ErrTooLong
		}
	}
	return off, nil
}

// ErrTooLong reports a file that would exceed 4 GiB, or the limits of its tables.
var ErrTooLong = errors.New("the file would be over 4 GiB")

// track is one track to be written.
type track struct {
	kind          string // handler name of mp4ff: "video", "audio" or "sbtl"
	timescale     uint32
	entries       []mp4.Box // the sample entries, with the decoder configurations
	samples       []sample
	start         int64  // firstBox media time to be shown, in timescale
	shown         uint64 // duration that is shown, in timescale
	width, height int
}

// sample is one coded picture or one frame of sound. Its bytes are data, followed by a range of another file.
type sample struct {
	data  []byte
	from  *source // nil: only data
	at    int64
	size  uint32 // of the range in from
	ticks uint32
	shift int32 // from decoding to presentation, in ticks
	entry int   // index of its sample entry
	sync  bool
}

// source is an open file whose samples are copied.
type source struct {
	io.ReaderAt
	clip int
}

func (s *sample) length() uint64 { return uint64(len(s.data)) + uint64(s.size) }

// chunk is a run of samples that are adjacent in the file.
type chunk struct {
	track, from, to int
	seconds         float64 // seconds
}

// chunks splits the track into chunks of about half a second.
func (t *track) chunks(index int) []chunk {
	var out []chunk
	at, next := uint64(0), chunk{track: index}
	begun := at
	for i, s := range t.samples {
		if at-begun >= uint64(t.timescale)/2 || i > next.from && s.entry != t.samples[i-1].entry {
			next.to = i
			out = append(out, next)
			begun, next = at, chunk{index, i, 0, float64(at) / float64(t.timescale)}
		}
		at += uint64(s.ticks)
	}
	next.to = len(t.samples)
	return append(out, next)
}

// interleave sorts the chunks of all tracks by their start time.
func interleave(tracks []*track) (order []chunk) {
	for i, t := range tracks {
		order = append(order, t.chunks(i)...)
	}
	slices.SortStableFunc(order, func(a, b chunk) int { return cmp.Compare(a.seconds, b.seconds) })
	return order
}

// box returns the trak box. Its chunk offsets are allocated, but not yet set.
func (t *track) box(id uint32) (*mp4.TrakBox, error) {
	trak := mp4.CreateEmptyTrak(id, t.timescale, t.kind, "und")
	dur := rescale(t.shown, t.timescale, movieTimescale)
	trak.Tkhd.Duration = dur
	trak.Tkhd.Flags = 3 // enabled, in the movie
	if t.kind == "video" {
		trak.Tkhd.Width, trak.Tkhd.Height = mp4.Fixed32(t.width<<16), mp4.Fixed32(t.height<<16)
	} else {
		trak.Tkhd.AlternateGroup = 1
	}
	edts := &mp4.EdtsBox{}
	edts.AddChild(&mp4.ElstBox{Entries: []mp4.ElstEntry{{SegmentDuration: dur, MediaTime: t.start,
		MediaRateInteger: 1}}})
	trak.AddChild(edts)
	trak.Children = []mp4.Box{trak.Tkhd, edts, trak.Mdia} // some players want edts before mdia
	stbl := trak.Mdia.Minf.Stbl
	for _, e := range t.entries {
		stbl.Stsd.AddChild(e)
	}
	trak.Mdia.Mdhd.Duration = t.fillTimes(stbl)
	if trak.Mdia.Mdhd.Duration > math.MaxUint32 {
		trak.Mdia.Mdhd.Version = 1
	}
	if err := t.fillShifts(stbl); err != nil {
		return nil, err
	}
	return trak, t.fillChunks(stbl, int(id)-1)
}

// fillTimes fills the tables of durations, sizes and sync samples. It returns the sum of the durations.
func (t *track) fillTimes(stbl *mp4.StblBox) (sum uint64) {
	stts, stsz, stss := stbl.Stts, stbl.Stsz, &mp4.StssBox{}
	for i, s := range t.samples {
		sum += uint64(s.ticks)
		if k := len(stts.SampleCount); k > 0 && stts.SampleTimeDelta[k-1] == s.ticks {
			stts.SampleCount[k-1]++
		} else {
			stts.SampleCount = append(stts.SampleCount, 1)
			stts.SampleTimeDelta = append(stts.SampleTimeDelta, s.ticks)
		}
		stsz.SampleSize = append(stsz.SampleSize, uint32(s.length()))
		if s.sync {
			stss.SampleNumber = append(stss.SampleNumber, uint32(i+1))
		}
	}
	stsz.SampleNumber = uint32(len(t.samples))
	if len(stss.SampleNumber) < len(t.samples) { // without the table, all samples are sync samples
		stbl.AddChild(stss)
	}
	return sum
}

// fillShifts adds the table of composition offsets, if frames are shown in another order than they are decoded.
func (t *track) fillShifts(stbl *mp4.StblBox) error {
	var counts []uint32
	var shifts []int32
	for _, s := range t.samples {
		if k := len(shifts); k > 0 && shifts[k-1] == s.shift {
			counts[k-1]++
			continue
		}
		counts, shifts = append(counts, 1), append(shifts, s.shift)
	}
	if len(shifts) == 1 && shifts[0] == 0 {
		return nil
	}
	ctts := &mp4.CttsBox{}
	stbl.AddChild(ctts)
	return ctts.AddSampleCountsAndOffset(counts, shifts)
}

func (t *track) fillChunks(stbl *mp4.StblBox, index int) error {
	chunks := t.chunks(index)
	last, lastEntry := 0, -1
	for i, c := range chunks {
		n, entry := c.to-c.from, t.samples[c.from].entry
		if n == last && entry == lastEntry {
			continue
		}
		if err := stbl.Stsc.AddEntry(uint32(i+1), uint32(n), uint32(entry+1)); err != nil {
			return err
		}
		last, lastEntry = n, entry
	}
	stbl.Stco.ChunkOffset = make([]uint32, len(chunks))
	return nil
}

// rescale converts ticks between timescales, rounded to nearest.
func rescale(v uint64, from, to uint32) uint64 { return (v*uint64(to) + uint64(from)/2) / uint64(from) }
