package mp4

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/Eyevinn/mp4ff/bits"
	"github.com/Eyevinn/mp4ff/mp4"
)

// maxSeconds is the longest clip believed in; everything here is far shorter.
const maxSeconds = 24 * 3600

// Info says what a clip is.
type Info struct {
	Width, Height int     // of the coded picture, in pixels
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
func Check(r io.ReaderAt, size int64) (info *Info, err error) {
	defer func() {
		if x := recover(); x != nil {
			info, err = nil, damaged("%v", x)
		}
	}()
	f, err := parse(r, size)
	if err != nil {
		return nil, err
	}
	return f.info()
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

// file is what parse found: the top level, and moov decoded.
type file struct {
	top      []span
	moov     *mp4.MoovBox
	raw      []byte // moov as it stands in the file
	moovSpan span
	mdat     []span
}

func parse(r io.ReaderAt, size int64) (*file, error) {
	top, err := topBoxes(r, size)
	if err != nil {
		return nil, err
	}
	f := &file{top: top}
	for _, s := range top {
		switch s.typ {
		case "moof":
			return nil, ErrFragmented
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
	switch {
	case f.moov == nil && len(f.mdat) > 0:
		// moov often stands at the end: a file without one mostly lost its tail at a box border
		return nil, fmt.Errorf("%w: there is media data, but no moov box", ErrCut)
	case f.moov == nil:
		return nil, damaged("there is no moov box")
	case f.moov.Mvex != nil:
		return nil, ErrFragmented
	case len(f.mdat) == 0:
		return nil, fmt.Errorf("%w: there is no media data", ErrCut)
	}
	return f, nil
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

func (f *file) info() (*Info, error) {
	info := &Info{FastStart: f.moovSpan.at < f.mdat[0].at}
	for _, t := range f.moov.Traks {
		if t.Mdia == nil || t.Mdia.Hdlr == nil {
			return nil, damaged("a track lacks boxes")
		}
		var err error
		switch t.Mdia.Hdlr.HandlerType {
		case "vide":
			err = f.addVideo(info, t)
		case "soun":
			err = f.addAudio(info, t)
		}
		if err != nil {
			return nil, err
		}
	}
	if info.Frames == 0 {
		return nil, damaged("there is no video track")
	}
	return info, nil
}

// track checks one track and gives its samples and its length in seconds.
func (f *file) track(t *mp4.TrakBox) (*mp4.StblBox, int, float64, error) {
	s, err := stblOf(t)
	if err != nil {
		return nil, 0, 0, err
	}
	samples, err := places(s)
	if err != nil {
		return nil, 0, 0, err
	}
	if len(samples) == 0 || len(s.Stsd.Children) == 0 {
		return nil, 0, 0, damaged("a track is empty")
	}
	if err := inside(f.mdat, samples); err != nil {
		return nil, 0, 0, err
	}
	if t.Mdia.Mdhd.Timescale == 0 {
		return nil, 0, 0, damaged("a track has the timescale 0")
	}
	seconds := float64(ticks(s)) / float64(t.Mdia.Mdhd.Timescale)
	if !(seconds > 0 && seconds < maxSeconds) {
		return nil, 0, 0, damaged("a track lasts %g s", seconds)
	}
	return s, len(samples), seconds, nil
}

// addVideo takes the first video track; others (cover pictures) are only checked.
func (f *file) addVideo(info *Info, t *mp4.TrakBox) error {
	s, frames, seconds, err := f.track(t)
	if err != nil || info.Frames > 0 {
		return err
	}
	e, ok := s.Stsd.Children[0].(*mp4.VisualSampleEntryBox)
	if !ok || e.Width == 0 || e.Height == 0 {
		return damaged("the video has no size")
	}
	info.Width, info.Height, info.VideoCodec = int(e.Width), int(e.Height), e.Type()
	info.Frames, info.Seconds, info.FPS = frames, seconds, float64(frames)/seconds
	if d := edited(t, f.moov.Mvhd.Timescale); d > 0 && d < seconds {
		info.Seconds = d
	}
	return nil
}

func (f *file) addAudio(info *Info, t *mp4.TrakBox) error {
	s, _, _, err := f.track(t)
	if err != nil || info.HasAudio {
		return err
	}
	info.HasAudio, info.AudioCodec = true, s.Stsd.Children[0].Type()
	return nil
}

// edited is the length of what the edit list shows, in seconds; 0 without one. timescale is that of the movie.
func edited(t *mp4.TrakBox, timescale uint32) float64 {
	if t.Edts == nil {
		return 0
	}
	var d uint64
	for _, l := range t.Edts.Elst {
		for _, e := range l.Entries {
			if e.MediaTime >= 0 { // -1 is an empty edit
				d += e.SegmentDuration
			}
		}
	}
	return float64(d) / float64(timescale)
}

// track is one track to be written.
type track struct {
	kind          string // "video" or "audio", as mp4ff calls them
	timescale     uint32
	entries       []mp4.Box // the sample entries: what a decoder must know
	samples       []sample
	start         int64  // first media time to be shown, in timescale
	shown         uint64 // how much of it is shown, in timescale
	width, height int
}

// sample is one coded picture or one frame of sound: data, and behind it a piece of another file.
type sample struct {
	data  []byte
	from  *source // nil: data is all
	at    int64
	size  uint32 // of the piece
	ticks uint32
	shift int32 // from decoding to being shown, in ticks
	entry int   // the sample entry that it is coded by
	sync  bool
}

// source is an open file whose samples are copied.
type source struct {
	io.ReaderAt
	clip int
}

func (s *sample) length() uint64 { return uint64(len(s.data)) + uint64(s.size) }

// chunk is a run of samples that lie together in the file.
type chunk struct{ track, from, to int }

// chunks cuts the track into pieces of about half a second.
func (t *track) chunks(index int) []chunk {
	var out []chunk
	half, from, length := uint64(t.timescale)/2, 0, uint64(0)
	for i, s := range t.samples {
		if length >= half || i > from && s.entry != t.samples[i-1].entry {
			out = append(out, chunk{index, from, i})
			from, length = i, 0
		}
		length += uint64(s.ticks)
	}
	return append(out, chunk{index, from, len(t.samples)})
}

// seconds is how long the samples of c last.
func (t *track) seconds(c chunk) float64 {
	var n uint64
	for _, s := range t.samples[c.from:c.to] {
		n += uint64(s.ticks)
	}
	return float64(n) / float64(t.timescale)
}

// interleave orders the chunks of all tracks by the time at which they start.
func interleave(tracks []*track) []chunk {
	rest := make([][]chunk, len(tracks))
	for i, t := range tracks {
		rest[i] = t.chunks(i)
	}
	var order []chunk
	at := make([]float64, len(tracks))
	for {
		best := -1
		for i := range tracks {
			if len(rest[i]) > 0 && (best < 0 || at[i] < at[best]) {
				best = i
			}
		}
		if best < 0 {
			return order
		}
		c := rest[best][0]
		rest[best] = rest[best][1:]
		at[best] += tracks[best].seconds(c)
		order = append(order, c)
	}
}

// box makes the trak box; the chunk offsets have their number, but no values yet.
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
	edts.AddChild(&mp4.ElstBox{Entries: []mp4.ElstEntry{{SegmentDuration: dur, MediaTime: t.start, MediaRateInteger: 1}}})
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

// fillTimes fills the tables with one value a sample, and gives the sum of the durations.
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
	if len(stss.SampleNumber) < len(t.samples) { // no table means: all are
		stbl.AddChild(stss)
	}
	return sum
}

// fillShifts fills the table of the frames that are shown in another order than they are decoded in; without such frames there is none.
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

// rescale turns ticks of one timescale into those of another, rounded.
func rescale(v uint64, from, to uint32) uint64 { return (v*uint64(to) + uint64(from)/2) / uint64(from) }
