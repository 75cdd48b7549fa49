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

// Clip is a clip that can become part of a film. [Open] closes its file; [Join] opens it again.
type Clip struct {
	Path string
	Format
	Frames  int
	Cut     int    // frames to omit at the end; see [Clip.Snap]
	Caption string // subtitle of the film during this clip

	Orientation Orientation // of the coded picture; Format has the size as shown

	Pictures []string // paths, if the clip is yet to be made from pictures; see [Stills]

	reason Reason // why its video can never be copied; 0: it can be
	cuts   []int  // numbers of frames that a copy can omit at the end, ascending
	video  *stream
	sound  *stream // nil: silent
}

// fileVersion identifies the content of a file at the time when its tables were read.
type fileVersion struct {
	path    string
	size    int64
	modTime time.Time
}

// stream is a track of a file, with the location and the time of each sample.
type stream struct {
	fileVersion
	timescale  uint32
	entries    []mp4.Box
	entryKeys  []string // of each of entries; equal for two entries that share a decoder configuration
	samples    []sample // without their source, which [Join] sets
	firstShown int64    // when the first picture of the clip is shown, in ticks of this track
	minShift   int64    // the smallest shift of a sample
	from, to   int      // of sound: the audible samples, after those that the decoder needs first
	canCopy    bool     // of sound: its frames can be copied
}

// Stills returns a clip that is yet to be made from pictures, given by their paths and shown one after the other. The
// clip lasts the given seconds, but at least one frame for each picture.
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

// OpenUpright is [Open] for a file with an upright coded picture. It ignores the matrix of the track, because an
// encoder may copy the matrix of its source after rotating the pictures.
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

// encoded returns the clip of a fragmented file that cannot be copied, but can be encoded for a film.
func (f *file) encoded(in fileVersion) *Clip {
	o := readOrientation(f.raw[8:])
	size := shownSize(f.picture, o)
	form := Format{Codec: f.picture.Type(), Width: size.X, Height: size.Y, FPS: f.video.fps()}
	if f.sound != nil {
		form.Channels, form.SampleRate = 2, int(f.sound.Mdia.Mdhd.Timescale)
	}
	return EncodeOnly(in.path, form, f.video.frames, o)
}

// EncodeOnly returns a clip of a file that [Open] cannot read but a decoder can. A film encodes all of its frames.
func EncodeOnly(path string, form Format, frames int, o Orientation) *Clip {
	c := &Clip{Path: path, Format: form, Frames: frames, Orientation: o, reason: OtherTimestamps,
		video: &stream{timescale: 1}}
	for n := range max(1, min(frames, maxSamples)) { // an encoded clip can be cut at every frame
		c.cuts = append(c.cuts, n)
	}
	if form.Channels > 0 {
		c.sound = &stream{}
	}
	return c
}

// stream returns the samples of a track of a file.
func (t *trackTable) stream(in fileVersion) *stream {
	b := t.stbl
	s := &stream{fileVersion: in, timescale: t.Mdia.Mdhd.Timescale, entries: b.Stsd.Children,
		samples: make([]sample, len(t.locations))}
	for i, p := range t.locations {
		s.samples[i] = sample{at: p.off, size: p.size, entry: p.entry, sync: b.Stss == nil}
	}
	if b.Stss != nil {
		for _, n := range b.Stss.SampleNumber {
			if n > 0 && int64(n) <= int64(len(s.samples)) { // others are padding
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

// readVideo determines whether the video can be copied and where it can be cut. It returns the time of the first shown
// picture, in seconds.
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
	// Frames 0 to i can be copied without the later ones if all of them are shown before those.
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
		earliest = min(earliest, dts+int64(v.samples[i].shift))
		if latest[i-1] < earliest {
			c.cuts = append(c.cuts, len(v.samples)-i)
		}
	}
	return e.delay + float64(v.firstShown-e.start)/float64(v.timescale)
}

// hasSameFormat reports whether a further sample entry of a clip has the same format as the first one.
func (c *Clip) hasSameFormat(e *mp4.VisualSampleEntryBox) bool {
	other := Format{Codec: e.Type(), Width: int(e.Width), Height: int(e.Height), FPS: c.FPS}
	return other.readPicture(e) && len(formatDifferences(other, c.Format)) == 0
}

// Snap returns the largest number of frames, up to n, that a copy can omit at the end. It is n if frames are shown in
// decoding order. Otherwise the copy must end with a frame that no omitted frame is needed for.
func (c *Clip) Snap(n int) int {
	most := 0
	for _, cut := range c.cuts {
		if cut <= n {
			most = cut
		}
	}
	return most
}

// SnapFrom is [Clip.Snap] for a user who changes the number from was to n. It rounds an increase up to the next
// possible number.
func (c *Clip) SnapFrom(was, n int) int {
	for n > was && c.Snap(n) <= was && n < c.Frames {
		n++
	}
	return c.Snap(n)
}

// RestrictsCuts reports whether the clip can be copied, but not cut at every frame.
func (c *Clip) RestrictsCuts() bool { return c.reason == 0 && len(c.cuts) < c.Frames }

// AllShown reports whether players show every frame of the clip.
func (c *Clip) AllShown() bool { return c.reason == 0 || c.reason == NeedsRotation }

// videoKey returns the decoder configuration of a sample entry. Entries with the same key can share a decoder. It omits
// the bit rates, which describe the whole file.
func videoKey(e *mp4.VisualSampleEntryBox) string {
	b := bytes.NewBufferString(e.Type())
	for _, child := range e.Children {
		if child.Type() != "btrt" {
			_ = child.Encode(b) // never fails: it writes to memory
		}
	}
	return b.String()
}

// parameterSets returns the parameter sets of a sample entry, each after its length in 4 bytes. It returns nil if the
// codec is not supported.
func parameterSets(e *mp4.VisualSampleEntryBox) []byte {
	var units [][]byte
	switch kind := e.Type(); { // other types, such as encrypted video, need more data
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

// readSound determines whether the sound can be copied: AAC-LC in whole frames. zero is the time of the first shown
// picture, in seconds.
func (c *Clip) readSound(e edit, zero float64) {
	s := c.sound
	x, ok := s.entries[0].(*mp4.AudioSampleEntryBox)
	if !ok {
		c.Channels, c.SampleRate = 2, int(s.timescale)
		return
	}
	c.Channels, c.SampleRate = max(1, int(x.ChannelCount)), int(x.SampleRate)
	switch { // their sample entries always state 2 channels
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
		// Some writers shorten the last frame to the length of the sound, but a decoder returns all of it.
		s.canCopy = s.canCopy && s.samples[i].size > 0 && (s.samples[i].ticks == aacFrame || i == len(s.samples)-1)
		s.samples[i].ticks = aacFrame
	}
}

// maxSampleRate is the highest sample rate of AAC. It limits the silent frames of a film, one for each 1024 samples.
const maxSampleRate = 96_000

// decoderWarmUp is the number of frames that an AAC decoder may need before the first audible one.
const decoderWarmUp = 2
