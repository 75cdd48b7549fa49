package mp4

import (
	"fmt"
	"io"
	"math"
	"os"
	"sort"

	"github.com/Eyevinn/mp4ff/bits"
	"github.com/Eyevinn/mp4ff/mp4"
)

// maxSeconds is the longest clip believed in; everything here is far shorter.
const maxSeconds = 24 * 3600

// Info says what a clip is.
type Info struct {
	Width, Height int // as shown: with its pixel aspect ratio, turned as Orientation asks, in pixels
	Orientation   Orientation
	Seconds       float64 // of the video, with its edit list applied
	FPS           float64 // mean frames a second
	Frames        int     // frames in the video track
	HasAudio      bool
	VideoCodec    string // sample entry of the video: avc1, hvc1, …
	AudioCodec    string // sample entry of the sound: mp4a, …; empty without sound
	FastStart     bool   // moov stands before the media data
}

// Check verifies the whole structure of the file of the given size and says what the clip is: the boxes fill the file
// exactly, there is one moov, all sample tables agree, and each sample lies inside the media data. The media data
// itself is not read. It takes any bytes: it never panics, and allocates at most a few times the size of
// the moov box, which may be 32 MB.
//
// An error about the file wraps [ErrNotMP4], [ErrCut], [ErrDamaged] or [ErrFragmented].
func Check(r io.ReaderAt, size int64) (*Info, error) {
	f, err := parse(r, size)
	if err != nil {
		return nil, err
	}
	v := f.video
	turn := orientationIn(f.raw[f.moovSpan.head:])
	shown := shownSize(f.picture, turn)
	info := &Info{Width: shown.X, Height: shown.Y, Orientation: turn, VideoCodec: f.picture.Type(),
		Seconds: min(v.seconds, v.edit.length), Frames: len(v.places), FPS: v.fps(), FastStart: f.moovSpan.at < f.mdat[0].at}
	if f.sound != nil {
		info.HasAudio, info.AudioCodec = true, f.sound.stbl.Stsd.Children[0].Type()
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

// file is what parse found: the top level, moov decoded, and the tracks that are a clip.
type file struct {
	top      []span
	moov     *mp4.MoovBox
	raw      []byte // moov as it stands in the file
	moovSpan span
	mdat     []span
	video    *table // the first; others are cover pictures
	sound    *table // nil: there is none
	picture  *mp4.VisualSampleEntryBox
}

// table is a track whose tables agree.
type table struct {
	*mp4.TrakBox
	stbl    *mp4.StblBox
	places  []place
	edit    edit
	seconds float64 // of all samples
}

func (t *table) fps() float64 { return float64(len(t.places)) / t.seconds }

// rescued makes an error of a panic of what reads boxes.
func rescued(err *error) {
	if x := recover(); x != nil {
		*err = damaged("%v", x)
	}
}

// parse reads all that [Check] verifies.
func parse(r io.ReaderAt, size int64) (f *file, err error) {
	defer rescued(&err)
	f = &file{}
	if f.top, err = topBoxes(r, size); err != nil {
		return nil, err
	}
	fragmented := false
	for _, s := range f.top {
		switch s.typ {
		case "moof":
			fragmented = true
		case "mdat":
			f.mdat = append(f.mdat, s)
		case "moov":
			if f.moov != nil {
				return nil, damaged("two moov boxes")
			}
			if f.moov, f.raw, err = readMoov(r, s); err != nil {
				return nil, err
			}
			f.moovSpan = s
		}
	}
	switch fragmented = fragmented || f.moov != nil && f.moov.Mvex != nil; {
	case fragmented && f.top[len(f.top)-1].open:
		return nil, fmt.Errorf("%w: its last box does not say where it ends", ErrCut)
	case fragmented:
		return nil, ErrFragmented
	case f.moov == nil && len(f.mdat) > 0:
		// moov often stands at the end: a file without one mostly lost its tail at a box border
		return nil, fmt.Errorf("%w: there is media data, but no moov box", ErrCut)
	case f.moov == nil:
		return nil, damaged("there is no moov box")
	case len(f.mdat) == 0:
		return nil, fmt.Errorf("%w: there is no media data", ErrCut)
	}
	return f, f.readTracks()
}

func readMoov(r io.ReaderAt, s span) (*mp4.MoovBox, []byte, error) {
	if s.size > maxMoov {
		return nil, nil, damaged("moov has %d bytes", s.size)
	}
	raw := make([]byte, s.size)
	if err := readAt(r, raw, s.at); err != nil {
		return nil, nil, err
	}
	if s.head != 8 || raw[0]|raw[1]|raw[2]|raw[3] == 0 {
		return nil, nil, damaged("moov has an unusual header")
	}
	if err := new(guard).check(raw[s.head:], 0); err != nil {
		return nil, nil, err
	}
	box, err := mp4.DecodeBoxSR(uint64(s.at), bits.NewFixedSliceReader(raw))
	if err != nil {
		return nil, nil, damaged("moov: %v", err)
	}
	moov, ok := box.(*mp4.MoovBox)
	if !ok || moov.Mvhd == nil || moov.Mvhd.Timescale == 0 {
		return nil, nil, damaged("moov has no usable header")
	}
	return moov, raw, nil
}

func (f *file) readTracks() error {
	for _, t := range f.moov.Traks {
		if t.Mdia == nil || t.Mdia.Hdlr == nil {
			return damaged("a track lacks boxes")
		}
		kind := t.Mdia.Hdlr.HandlerType
		if kind != "vide" && kind != "soun" {
			continue
		}
		read, err := f.table(t)
		switch {
		case err != nil:
			return err
		case kind == "soun" && f.sound == nil:
			f.sound = read
		case kind == "vide" && f.video == nil:
			f.video = read
			f.picture, _ = read.stbl.Stsd.Children[0].(*mp4.VisualSampleEntryBox)
		}
	}
	if f.video == nil {
		return damaged("there is no video track")
	}
	if f.picture == nil || f.picture.Width == 0 || f.picture.Height == 0 {
		return damaged("the video has no size")
	}
	return nil
}

// table checks the tables of a track against each other and the media data.
func (f *file) table(t *mp4.TrakBox) (*table, error) {
	if t.Tkhd == nil || t.Mdia.Mdhd == nil || t.Mdia.Minf == nil || t.Mdia.Minf.Stbl == nil {
		return nil, damaged("a track lacks boxes")
	}
	s := t.Mdia.Minf.Stbl
	if s.Stsz == nil || s.Stsc == nil || s.Stts == nil || s.Stsd == nil || (s.Stco == nil && s.Co64 == nil) {
		return nil, damaged("a sample table lacks boxes")
	}
	samples, err := places(s)
	if err != nil {
		return nil, err
	}
	if len(samples) == 0 || len(s.Stsd.Children) == 0 {
		return nil, damaged("a track is empty")
	}
	if err := inside(f.mdat, samples); err != nil {
		return nil, err
	}
	if t.Mdia.Mdhd.Timescale == 0 {
		return nil, damaged("a track has the timescale 0")
	}
	var ticks uint64
	for i, n := range s.Stts.SampleCount {
		ticks += uint64(n) * uint64(s.Stts.SampleTimeDelta[i])
	}
	seconds := float64(ticks) / float64(t.Mdia.Mdhd.Timescale)
	if !(seconds > 0 && seconds < maxSeconds) {
		return nil, damaged("a track lasts %g s", seconds)
	}
	return &table{t, s, samples, editOf(t, f.moov.Mvhd.Timescale), seconds}, nil
}

// edit is the piece of a track that is shown.
type edit struct {
	delay  float64 // seconds before it
	start  int64   // where it begins, in the time of the track
	length float64 // seconds
	single bool    // one piece at its own speed is all that there is
}

func editOf(t *mp4.TrakBox, movie uint32) edit {
	e := edit{single: true}
	if t.Edts != nil {
		found := false
		for _, list := range t.Edts.Elst {
			for _, x := range list.Entries {
				seconds := float64(x.SegmentDuration) / float64(movie)
				if x.MediaTime < 0 { // nothing is shown
					e.delay += seconds
					continue
				}
				e.single = !found && x.MediaRateInteger == 1
				found, e.start, e.length = true, x.MediaTime, e.length+seconds
			}
		}
	}
	if e.length == 0 { // it does not say
		e.length = math.Inf(1)
	}
	return e
}

// place says where one sample lies in the file, and which sample entry it is coded by.
type place struct {
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
