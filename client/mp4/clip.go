package mp4

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/Eyevinn/mp4ff/aac"
	"github.com/Eyevinn/mp4ff/mp4"
)

// Clip is a clip that can become a part of a film. Its file is closed; [Join] opens it again.
type Clip struct {
	Path string
	Format
	Frames  int
	Cut     int    // how many frames a film leaves out at the end: see [Clip.Snap]
	Caption string // the text of the film's subtitles while this clip is shown

	Orientation Orientation // of the coded picture; Form has the size that is shown

	Pictures []string // that it is yet to be made of: [Stills]

	reason Reason // why its video is never copied; 0: it can be
	cuts   []int  // how many frames can be left out at the end, ascending
	video  *stream
	sound  *stream // nil: there is none
}

// fileVersion is a file as it was when its tables were read.
type fileVersion struct {
	path    string
	size    int64
	modTime time.Time
}

// stream is a track as it stands in its file.
type stream struct {
	fileVersion
	timescale  uint32
	entries    []mp4.Box
	entryKeys  []string // what a decoder must know of each of entries
	samples    []sample // without their source
	firstShown int64    // when the first picture of the clip is shown, in this track's time
	minShift   int64    // the smallest shift of a sample
	from, to   int      // of sound: the samples that are heard, with those that a decoder needs before them
	canCopy    bool     // of sound: it is of the kind that can be copied
}

// Stills is a clip of so many seconds that is yet to be made of pictures, by their paths, shown one after the other.
func Stills(form Format, seconds float64, pictures ...string) *Clip {
	n := max(int(math.Round(seconds*form.FPS)), len(pictures))
	return &Clip{Path: pictures[0], Format: form, Frames: n, Pictures: pictures, Orientation: Upright,
		reason: MadeOfStills,
		cuts:   []int{0},
		video:  &stream{timescale: 1}}
}

// Open reads the boxes of the clip at path. Errors: those of [Check], and of the file system.
func Open(path string) (*Clip, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	c, err := readClip(f, fileVersion{path, st.Size(), st.ModTime()})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// OpenUpright is [Open] for a file whose coded picture is upright, whatever the matrix of its track asks players to do.
// An encoder may copy the matrix of its source, though it has turned the pictures.
func OpenUpright(path string) (*Clip, error) {
	c, err := Open(path)
	if err != nil {
		return nil, err
	}
	if c.Orientation.Swaps() {
		c.swap()
	}
	if c.reason == NeedsRotation {
		c.reason = 0
	}
	c.Orientation = Upright
	return c, nil
}

// swap exchanges width and height.
func (f *Format) swap() {
	f.Width, f.Height = f.Height, f.Width
	f.PixelAspect.X, f.PixelAspect.Y = f.PixelAspect.Y, f.PixelAspect.X
}

func readClip(r io.ReaderAt, in fileVersion) (c *Clip, err error) {
	defer recoverAsError(&err)
	f, err := parseAny(r, in.size)
	if err != nil {
		return nil, err
	}
	switch {
	case f.video == nil:
		return nil, ErrNoPicture
	case f.fragmented:
		whole, err := parseFragments(r, in.size)
		if err != nil || whole.video == nil {
			return f.encoded(in), nil
		}
		f = whole
	}
	c = &Clip{Path: in.path, Frames: len(f.video.locations), video: f.video.stream(in)}
	c.Format = Format{Codec: f.picture.Type(), Width: int(f.picture.Width), Height: int(f.picture.Height),
		FPS: f.video.usualRate()}
	known := c.readPicture(f.picture)
	zero := c.readVideo(f.video)
	if !known {
		c.reason = OtherCodec
	}
	c.Orientation = readOrientation(f.raw[8:])
	if c.Orientation != Upright && c.reason == 0 {
		c.reason = NeedsRotation
	}
	if c.Orientation.Swaps() {
		c.swap()
	}
	if f.sound != nil {
		c.sound = f.sound.stream(in)
		c.readSound(f.sound.edit, zero)
	}
	return c, nil
}

// encoded returns the clip of a fragmented file that cannot be copied. It becomes part of a film by being encoded
// again.
func (f *file) encoded(in fileVersion) *Clip {
	o := readOrientation(f.raw[8:])
	size := shownSize(f.picture, o)
	form := Format{Codec: f.picture.Type(), Width: size.X, Height: size.Y, FPS: f.video.fps()}
	if f.sound != nil {
		form.Channels, form.SampleRate = 2, int(f.sound.Mdia.Mdhd.Timescale)
	}
	return EncodeOnly(in.path, form, f.video.frames, o)
}

// EncodeOnly returns a clip of a file that [Open] cannot read and a decoder can. All of it is encoded for a film.
func EncodeOnly(path string, form Format, frames int, o Orientation) *Clip {
	c := &Clip{Path: path, Format: form, Frames: frames, Orientation: o, reason: OtherTimestamps,
		video: &stream{timescale: 1}}
	for n := range max(1, min(frames, maxSamples)) { // it can be cut at every frame, as it is encoded
		c.cuts = append(c.cuts, n)
	}
	if form.Channels > 0 {
		c.sound = &stream{}
	}
	return c
}

// stream gives the samples of a track of a file.
func (t *trackTable) stream(in fileVersion) *stream {
	b := t.stbl
	s := &stream{fileVersion: in, timescale: t.Mdia.Mdhd.Timescale, entries: b.Stsd.Children,
		samples: make([]sample, len(t.locations))}
	for i, p := range t.locations {
		s.samples[i] = sample{at: p.off, size: p.size, entry: p.entry, sync: b.Stss == nil}
	}
	if b.Stss != nil {
		for _, n := range b.Stss.SampleNumber {
			if n > 0 && int64(n) <= int64(len(s.samples)) { // else padding
				s.samples[n-1].sync = true
			}
		}
	}
	rest := s.samples
	for k, n := range b.Stts.SampleCount {
		run := rest[:min(int64(n), int64(len(rest)))]
		if k == len(b.Stts.SampleCount)-1 { // the last entry counts for the rest
			run = rest
		}
		for i := range run {
			run[i].ticks = b.Stts.SampleTimeDelta[k]
		}
		rest = rest[len(run):]
	}
	if b.Ctts != nil {
		rest = s.samples
		for k := range b.Ctts.NrSampleCount() {
			run := rest[:min(int64(b.Ctts.SampleCount(k)), int64(len(rest)))]
			for i := range run {
				run[i].shift = b.Ctts.SampleOffset[k]
			}
			rest = rest[len(run):]
		}
	}
	return s
}

// readVideo works out what of the video can be copied, and gives the time at which its first picture is shown, in
// seconds.
func (c *Clip) readVideo(t *trackTable) float64 {
	v, e := c.video, t.edit
	for _, b := range v.entries {
		x, ok := b.(*mp4.VisualSampleEntryBox)
		if !ok || x.DataReferenceIndex != 1 || parameterSets(x) == nil || !c.hasSameFormat(x) {
			c.reason = OtherCodec
			break
		}
		v.entryKeys = append(v.entryKeys, videoKey(x))
	}
	// What frames 0 to i need of those behind i: nothing, where all of them are shown before those.
	latest, dts := make([]int64, len(v.samples)), int64(0)
	most := int64(math.MinInt64)
	v.firstShown = math.MaxInt64
	for i, s := range v.samples {
		shown := dts + int64(s.shift)
		v.firstShown, v.minShift = min(v.firstShown, shown), min(v.minShift, int64(s.shift))
		most = max(most, shown)
		latest[i] = most
		if s.size == 0 || s.ticks == 0 {
			c.reason = OtherTimestamps
		}
		dts += int64(s.ticks)
	}
	if !e.isSimple || e.start > v.firstShown || float64(most-e.start) >= e.length*float64(v.timescale) ||
		!v.samples[0].sync {
		c.reason = OtherTimestamps
	}
	c.cuts = []int{0}
	earliest := int64(math.MaxInt64)
	for i := len(v.samples) - 1; i > 0; i-- {
		dts -= int64(v.samples[i].ticks)
		if earliest = min(earliest, dts+int64(v.samples[i].shift)); latest[i-1] < earliest {
			c.cuts = append(c.cuts, len(v.samples)-i)
		}
	}
	return e.delay + float64(v.firstShown-e.start)/float64(v.timescale)
}

// hasSameFormat reports whether a further sample entry of a clip has the form of the first one.
func (c *Clip) hasSameFormat(e *mp4.VisualSampleEntryBox) bool {
	other := Format{Codec: e.Type(), Width: int(e.Width), Height: int(e.Height), FPS: c.FPS}
	return other.readPicture(e) && len(formatDifferences(other, c.Format)) == 0
}

// Snap gives the most frames, but no more than n, that can be left out at the end without encoding the clip again: n
// where each frame is shown as it is decoded, and else what ends with a frame that no other needs.
func (c *Clip) Snap(n int) int {
	most := 0
	for _, cut := range c.cuts {
		if cut <= n {
			most = cut
		}
	}
	return most
}

// SnapFrom is [Clip.Snap] for a person who goes from a number to another one: upwards to the next that there is.
func (c *Clip) SnapFrom(was, n int) int {
	for n > was && c.Snap(n) <= was && n < c.Frames {
		n++
	}
	return c.Snap(n)
}

// RestrictsCuts reports whether there are places at which a copy cannot be cut.
func (c *Clip) RestrictsCuts() bool { return c.reason == 0 && len(c.cuts) < c.Frames }

// AllShown reports whether players surely show each frame of the clip.
func (c *Clip) AllShown() bool { return c.reason == 0 || c.reason == NeedsRotation }

// videoKey is what two sample entries of video have in common where one decoder can go on with the other: all but the
// bit rates of the whole file.
func videoKey(e *mp4.VisualSampleEntryBox) string {
	b := bytes.NewBufferString(e.Type())
	for _, child := range e.Children {
		if child.Type() != "btrt" {
			_ = child.Encode(b) // into memory
		}
	}
	return b.String()
}

// parameterSets gives the units that a decoder begins with, each behind its length; nil where they are not known here.
func parameterSets(e *mp4.VisualSampleEntryBox) []byte {
	var units [][]byte
	switch kind := e.Type(); { // another one, such as of what is encrypted, needs more than these
	case e.AvcC != nil && (kind == "avc1" || kind == "avc3"):
		units = append(append(units, e.AvcC.SPSnalus...), e.AvcC.PPSnalus...)
	case e.HvcC != nil && (kind == "hvc1" || kind == "hev1") && e.HvcC.LengthSizeMinusOne == 3:
		for _, a := range e.HvcC.NaluArrays {
			if kind := a.NaluType(); kind >= 32 && kind <= 34 { // VPS, SPS, PPS
				units = append(units, a.Nalus...)
			}
		}
	}
	var out []byte
	for _, u := range units {
		out = append(out, byte(len(u)>>24), byte(len(u)>>16), byte(len(u)>>8), byte(len(u)))
		out = append(out, u...)
	}
	return out
}

// readSound works out whether the sound can be copied: AAC-LC in whole frames. zero is when the first picture is shown.
func (c *Clip) readSound(e edit, zero float64) {
	s := c.sound
	x, ok := s.entries[0].(*mp4.AudioSampleEntryBox)
	if !ok {
		c.Channels, c.SampleRate = 2, int(s.timescale)
		return
	}
	c.Channels, c.SampleRate = max(1, int(x.ChannelCount)), int(x.SampleRate)
	switch { // their sample entries state 2 channels whatever they have
	case x.Dac3 != nil:
		c.Channels, _ = x.Dac3.ChannelInfo()
	case x.Dec3 != nil:
		c.Channels, _ = x.Dec3.ChannelInfo()
	}
	if x.Esds == nil || x.Esds.DecConfigDescriptor == nil || x.Esds.DecConfigDescriptor.DecSpecificInfo == nil {
		return
	}
	config, err := aac.DecodeAudioSpecificConfig(bytes.NewReader(x.Esds.DecConfigDescriptor.DecSpecificInfo.DecConfig))
	if err != nil || config.SBRPresentFlag || config.ObjectType != aac.AAClc {
		return
	}
	c.SampleRate = config.SamplingFrequency
	c.Channels, c.Layout = readLayout(x.Esds.DecConfigDescriptor.DecSpecificInfo.DecConfig)
	s.firstShown = e.start + int64(math.Round((zero-e.delay)*float64(s.timescale)))
	s.from = max(0, int(e.start/aacFrame)-decoderWarmUp)
	s.to = len(s.samples)
	if end := float64(e.start)/aacFrame + e.length*float64(s.timescale)/aacFrame; end < float64(s.to) {
		s.to = int(math.Ceil(end))
	}
	s.canCopy = e.isSimple && len(s.entries) == 1 && x.Type() == "mp4a" && x.DataReferenceIndex == 1 &&
		c.SampleRate <= maxSampleRate && c.Layout != "" && c.SampleRate == int(s.timescale) &&
		e.start < int64(len(s.samples))*aacFrame && max(s.firstShown, -s.firstShown) < maxSeconds*int64(s.timescale)
	for i := range s.samples {
		// Some writers shorten the last frame to the length of the sound; a decoder gives all of it.
		s.canCopy = s.canCopy && s.samples[i].size > 0 && (s.samples[i].ticks == aacFrame || i == len(s.samples)-1)
		s.samples[i].ticks = aacFrame
	}
}

// maxSampleRate is the highest sample rate of AAC. A film in which a clip is silent has a frame for each 1024 of them.
const maxSampleRate = 96_000

// decoderWarmUp is how many frames before the first one that is heard a decoder of AAC may need.
const decoderWarmUp = 2
