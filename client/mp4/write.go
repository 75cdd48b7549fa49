package mp4

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/Eyevinn/mp4ff/mp4"
)

// Video is what a file shows: one H.264 stream at a constant frame rate, without reordered frames (no B-frames).
type Video struct {
	Width, Height int // in pixels
	FPS           int // frames a second
	SPS, PPS      []byte
	Frames        []Frame
}

// Frame is one coded picture.
type Frame struct {
	Data []byte // NAL units, each behind its length in 4 bytes
	Sync bool   // decoding may start here
}

// Audio is the sound of a file: one AAC-LC stream of stereo sound.
type Audio struct {
	Rate    int    // samples a second
	Config  []byte // AudioSpecificConfig, ISO/IEC 14496-3
	Frames  [][]byte
	Priming int // samples a decoder gives before the first one that should be heard
	Length  int // samples to be heard
}

const (
	aacFrame       = 1024 // samples in a frame of AAC-LC
	movieTimescale = 1000
	frameTicks     = 1000 // ticks in a frame of video, so that any whole frame rate is exact
)

// Write writes a progressive file: ftyp, moov, mdat. The sound may be nil. Video and sound are interleaved in chunks of half a second;
// colours are marked as BT.709, pixels as square. The same input gives the same bytes.
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
	if v.Width <= 0 || v.Height <= 0 || v.Width > math.MaxUint16 || v.Height > math.MaxUint16 || v.FPS <= 0 || len(v.Frames) == 0 {
		return nil, fmt.Errorf("a video of %d frames of %dx%d at %d fps cannot be written", len(v.Frames), v.Width, v.Height, v.FPS)
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
	entry.AddChild(&mp4.ColrBox{ColorType: mp4.ColorTypeOnScreenColors, ColorPrimaries: 1, TransferCharacteristics: 1, MatrixCoefficients: 1})
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
	if a.Rate <= 0 || len(a.Frames) == 0 || a.Length <= 0 || a.Priming < 0 || len(a.Frames)*aacFrame < a.Priming+a.Length {
		return nil, fmt.Errorf("%d frames of sound do not cover %d+%d samples", len(a.Frames), a.Priming, a.Length)
	}
	// mp4ff's SetAACDescriptor leaves no choice of the configuration, hence the two boxes by hand
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

// writeTracks writes the file, and says before each video frame of another clip how many of them are written.
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
	// moov has its final size now; what is left are the offsets, which depend on that size
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
	out := bufio.NewWriterSize(struct{ io.Writer }{w}, 1<<18) // a file would take a buffer of its own for each piece
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

// setOffsets fills the chunk offsets, for media data whose first byte is at off, and gives the end of it.
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

// ErrTooLong says that the file would be larger than its tables can tell.
var ErrTooLong = errors.New("the file would be over 4 GiB")

// place says where one sample lies in the file, and which sample entry it is coded by.
type place struct {
	off   int64
	size  uint32
	entry int
}

// stblOf returns the sample table of a track once all boxes that are needed are there.
func stblOf(t *mp4.TrakBox) (*mp4.StblBox, error) {
	if t.Tkhd == nil || t.Mdia == nil || t.Mdia.Mdhd == nil || t.Mdia.Hdlr == nil || t.Mdia.Minf == nil || t.Mdia.Minf.Stbl == nil {
		return nil, damaged("a track lacks boxes")
	}
	s := t.Mdia.Minf.Stbl
	if s.Stsz == nil || s.Stsc == nil || s.Stts == nil || s.Stsd == nil || (s.Stco == nil && s.Co64 == nil) {
		return nil, damaged("a sample table lacks boxes")
	}
	return s, nil
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

// places works out where each sample lies, and checks the tables against each other on the way.
func places(s *mp4.StblBox) ([]place, error) {
	n := int(s.Stsz.SampleNumber)
	if n > maxSamples {
		return nil, damaged("more than %d samples", maxSamples)
	}
	if err := countsAgree(s, n); err != nil {
		return nil, err
	}
	offsets := chunkOffsets(s)
	out := make([]place, 0, n)
	runs := s.Stsc.Entries
	for i, run := range runs {
		last := uint32(len(offsets))
		if i+1 < len(runs) {
			last = runs[i+1].FirstChunk - 1
		}
		if run.FirstChunk < 1 || (i == 0 && run.FirstChunk != 1) || last < run.FirstChunk ||
			int64(last) > int64(len(offsets)) || run.SamplesPerChunk == 0 {
			return nil, damaged("stsc contradicts the chunk offsets")
		}
		desc := descriptionOf(s.Stsc, i)
		if desc < 1 || int64(desc) > int64(len(s.Stsd.Children)) {
			return nil, damaged("a chunk asks for a sample entry that is not there")
		}
		for c := run.FirstChunk; c <= last; c++ {
			at := offsets[c-1]
			for range run.SamplesPerChunk {
				k := len(out)
				if k >= n {
					return nil, damaged("stsc counts more samples than stsz")
				}
				size := s.Stsz.SampleUniformSize
				if size == 0 {
					size = s.Stsz.SampleSize[k]
				}
				if at > math.MaxInt64-uint64(size) {
					return nil, damaged("a chunk has an absurd offset")
				}
				out = append(out, place{int64(at), size, int(desc) - 1})
				at += uint64(size)
			}
		}
	}
	if len(out) != n {
		return nil, damaged("stsc counts %d samples, stsz %d", len(out), n)
	}
	return out, nil
}

// descriptionOf gives the sample entry of run i of stsc. mp4ff's GetSampleDescriptionID takes a chunk number but
// looks it up in a list that has one element a run, which is wrong as soon as there are two.
func descriptionOf(s *mp4.StscBox, i int) uint32 {
	if len(s.SampleDescriptionID) == 0 {
		return s.GetSampleDescriptionID(1)
	}
	return s.SampleDescriptionID[i]
}

// countsAgree compares the tables that give one value a sample with the number of samples.
func countsAgree(s *mp4.StblBox, n int) error {
	var sum uint64
	for _, c := range s.Stts.SampleCount {
		sum += uint64(c)
	}
	if sum != uint64(n) {
		return damaged("stts counts %d samples, stsz %d", sum, n)
	}
	if s.Ctts != nil {
		sum = 0
		for i := range s.Ctts.NrSampleCount() {
			sum += uint64(s.Ctts.SampleCount(i))
		}
		if sum != uint64(n) {
			return damaged("ctts counts %d samples, stsz %d", sum, n)
		}
	}
	if s.Stss != nil {
		for _, k := range s.Stss.SampleNumber {
			if k < 1 || uint64(k) > uint64(n) {
				return damaged("stss names sample %d of %d", k, n)
			}
		}
	}
	return nil
}

// inside says whether every sample lies in one of the media data boxes (in the order of the file).
func inside(mdat []span, samples []place) error {
	for i, s := range samples {
		k := sort.Search(len(mdat), func(k int) bool { return mdat[k].end() > s.off })
		if s.size == 0 && k == len(mdat) { // nothing to read, wherever it is
			continue
		}
		if k == len(mdat) || s.off < mdat[k].at+mdat[k].head || s.off+int64(s.size) > mdat[k].end() {
			return damaged("sample %d lies outside the media data", i+1)
		}
	}
	return nil
}

// ticks is the sum of the sample durations, in the timescale of the track.
func ticks(s *mp4.StblBox) uint64 {
	var sum uint64
	for i, c := range s.Stts.SampleCount {
		sum += uint64(c) * uint64(s.Stts.SampleTimeDelta[i])
	}
	return sum
}
